import { useEffect, useEffectEvent, useState } from 'react';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { shownRowsName } from '../model/workbench-search';
import { restorePosition } from '../snapshot/viewport-anchor';
import type { ViewportAnchor } from '@/analysis/snapshot/viewport-position';
import { usePublished } from '../controller/use-published-rows';
import { useWorkbenchScope } from '../controller/use-workbench';

export interface ShownRows {
  /** The rows that the grid and its tools use: the whole snapshot or a subset. */
  readonly openSnapshot: OpenSnapshot;
  /** Whether the address names a subset of the rows. */
  readonly isSubset: boolean;
  /** Whether the subset is not open yet, because its rows are still being read. */
  readonly isPending: boolean;
}

interface Last {
  readonly subset: string;
  /** Identifies the rows independently of their order; null if the address has changed to other rows. */
  readonly unordered: string | null;
  readonly opened: OpenSnapshot;
}

/** Rows that open at the previous position: the position of the same rows in the grid, or of rows that were released. */
interface Again extends Last {
  readonly from: OpenSnapshot | ViewportAnchor;
}

/**
 * Returns the snapshot or the subset in the address. `capture` returns the position of the grid, at which a subset opens again. While the
 * subset opens in another order, the previous order stays on screen.
 */
export function useShownRows(
  whole: OpenSnapshot,
  capture: (opened: OpenSnapshot) => ViewportAnchor,
): ShownRows {
  const { address, views } = useWorkbenchScope();
  // Without analysis views, no rows are read, so there are no subsets.
  const subset = views.length > 1 ? shownRowsName(address) : null;
  const unordered = subset === null ? null : shownRowsName({ ...address, order: undefined });
  const published = usePublished('opened');
  const [followed, setFollowed] = useState<typeof published>(null);
  const [last, setLast] = useState<Last | null>(null);
  const [again, setAgain] = useState<Again | null>(null);
  /** The last position in the released rows. */
  const [left, setLeft] = useState<{ readonly subset: string; readonly anchor: ViewportAnchor } | null>(null);
  const isOfSnapshot = last?.opened.snapshot.cacheKey === whole.snapshot.cacheKey;
  const isOpened = last?.subset === subset && isOfSnapshot;
  // If all rows appeared until the new order is ready, their grid could be too narrow for the horizontal scroll position.
  const isShown = isOpened || (unordered !== null && last?.unordered === unordered && isOfSnapshot);
  const isSubset = subset !== null;
  if (published !== followed) {
    setFollowed(published);
    if (published !== null) follow(published.name, published.rows);
  }

  function follow(name: string, opened: OpenSnapshot): void {
    const before = isOpened && last.subset === name ? last.opened : null;
    const isInPlace = before?.rows === opened.rows;
    const found = { subset: name, unordered: name === subset ? unordered : null, opened };
    const from = before ?? (left?.subset === name ? left.anchor : null);
    if (isInPlace || from === null) setLast(found);
    setAgain(isInPlace || from === null ? null : { ...found, from });
  }

  const restore = useEffectEvent(({ from, opened }: Again, signal: AbortSignal) =>
    restorePosition(opened, 'rows' in from ? capture(from) : from, signal),
  );
  useEffect(() => {
    if (again === null) return undefined;
    const { subset: name, unordered: rowsName, opened } = again;
    const restoring = new AbortController();
    const { signal } = restoring;
    const show = (rows: OpenSnapshot) => {
      if (signal.aborted) return;
      setLast({ subset: name, unordered: rowsName, opened: rows });
      setLeft(null);
    };
    restore(again, signal).then(
      (openAt) => show({ ...opened, openAt }),
      // The rows are shown even if the position cannot be restored.
      () => show(opened),
    );
    return () => restoring.abort();
  }, [again]);

  const table = usePublished('table');
  const leave = useEffectEvent(() => {
    setAgain(null);
    if (last === null) return;
    if (isShown) setLeft({ subset: last.subset, anchor: capture(last.opened) });
    setLast(null);
  });
  // Captures the position before the table is dropped, because its rows can no longer be read afterwards.
  useEffect(() => (table === null ? undefined : () => leave()), [table]);

  return {
    openSnapshot: isSubset && isShown ? last.opened : whole,
    isSubset,
    isPending: isSubset && !isShown,
  };
}
