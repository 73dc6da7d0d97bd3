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

/** The same rows of more that were read, to be opened where the grid is. */
interface Again extends Last {
  readonly before: OpenSnapshot;
}

/**
 * Returns the rows that the address names: all of the snapshot, or some that were opened of the rows read. `capture` returns where
 * the grid is: the same rows of more that were read are opened there.
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
  const isOpened = last?.subset === subset && last?.opened.snapshot.cacheKey === whole.snapshot.cacheKey;
  const isSubset = subset !== null;
  if (published !== followed) {
    setFollowed(published);
    if (published !== null) {
      const { name, rows: opened } = published;
      const before = isOpened && last.subset === name ? last.opened : null;
      const isAtOnce = before === null || before.rows === opened.rows;
      if (isAtOnce) setLast({ subset: name, opened });
      setAgain(isAtOnce ? null : { subset: name, before, opened });
    }
  }
  const restore = useEffectEvent(({ before, opened }: Again, signal: AbortSignal) =>
    restorePosition(opened, capture(before), signal),
  );
  useEffect(() => {
    if (again === null) return undefined;
    const { subset: name, opened } = again;
    const restoring = new AbortController();
    const { signal } = restoring;
    const show = (rows: OpenSnapshot) => {
      if (!signal.aborted) setLast({ subset: name, opened: rows });
    };
    restore(again, signal).then(
      (openAt) => show({ ...opened, openAt }),
      // The rows are there all the same.
      () => show(opened),
    );
    return () => restoring.abort();
  }, [again]);

  return {
    shown: isSubset && isOpened ? last.opened : whole,
    isSubset,
    isPending: isSubset && !isOpened,
  };
}
