import { useEffect, useEffectEvent, useState } from 'react';
import type { OpenSnapshot } from '../snapshot/open-snapshot';
import { shownRowsName } from '../model/workbench-search';
import { restorePosition, type ViewportAnchor } from '../snapshot/viewport-anchor';
import { usePublished } from '../controller/use-published-rows';
import { useWorkbenchScope } from '../controller/use-workbench';

export interface ShownRows {
  /** What the grid and its tools work on: the whole snapshot, or some of its rows. */
  readonly shown: OpenSnapshot;
  /** The address names some of the rows. */
  readonly isSubset: boolean;
  /** They are not open yet: the rows have to be read first. */
  readonly isPending: boolean;
}

interface Last {
  readonly subset: string;
  readonly opened: OpenSnapshot;
}

/** Rows to be opened where the same ones were: those that are in the grid now, or that are gone. */
interface Again extends Last {
  readonly from: OpenSnapshot | ViewportAnchor;
}

/**
 * Returns the rows that the address names: all of the snapshot, or some that were opened of the rows read. `capture` returns where
 * the grid is: the same rows of more that were read, or of rows that are read again, are opened there.
 */
export function useShownRows(
  whole: OpenSnapshot,
  capture: (opened: OpenSnapshot) => ViewportAnchor,
): ShownRows {
  const { address, views } = useWorkbenchScope();
  // Without the views of the rows read nothing reads rows.
  const subset = views.length > 1 ? shownRowsName(address) : null;
  const published = usePublished('opened');
  const [followed, setFollowed] = useState<typeof published>(null);
  const [last, setLast] = useState<Last | null>(null);
  const [again, setAgain] = useState<Again | null>(null);
  /** Where rows were left that are gone. */
  const [left, setLeft] = useState<{ readonly subset: string; readonly anchor: ViewportAnchor } | null>(null);
  const isOpened = last?.subset === subset && last?.opened.snapshot.cacheKey === whole.snapshot.cacheKey;
  const isSubset = subset !== null;
  if (published !== followed) {
    setFollowed(published);
    if (published !== null) follow(published.name, published.rows);
  }

  function follow(name: string, opened: OpenSnapshot): void {
    const before = isOpened && last.subset === name ? last.opened : null;
    const isInPlace = before?.rows === opened.rows;
    const from = before ?? (left?.subset === name ? left.anchor : null);
    if (isInPlace || from === null) setLast({ subset: name, opened });
    setAgain(isInPlace || from === null ? null : { subset: name, opened, from });
  }

  const restore = useEffectEvent(({ from, opened }: Again, signal: AbortSignal) =>
    restorePosition(opened, 'rows' in from ? capture(from) : from, signal),
  );
  useEffect(() => {
    if (again === null) return undefined;
    const { subset: name, opened } = again;
    const restoring = new AbortController();
    const { signal } = restoring;
    const show = (rows: OpenSnapshot) => {
      if (signal.aborted) return;
      setLast({ subset: name, opened: rows });
      setLeft(null);
    };
    restore(again, signal).then(
      (openAt) => show({ ...opened, openAt }),
      // The rows are there all the same.
      () => show(opened),
    );
    return () => restoring.abort();
  }, [again]);

  const table = usePublished('table');
  const leave = useEffectEvent(() => {
    setAgain(null);
    if (last === null) return;
    if (isOpened) setLeft({ subset: last.subset, anchor: capture(last.opened) });
    setLast(null);
  });
  // Rows that were opened are gone with their table.
  useEffect(() => (table === null ? undefined : () => leave()), [table]);

  return {
    shown: isSubset && isOpened ? last.opened : whole,
    isSubset,
    isPending: isSubset && !isOpened,
  };
}
