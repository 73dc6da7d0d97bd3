import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { OpenSnapshot } from '../snapshot/open-snapshot';
import { shownRowsName } from '../model/workbench-search';
import { restorePosition, type ViewportAnchor } from '../snapshot/viewport-anchor';
import type { PublishedRows } from '../controller/published-rows';
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
  const [last, setLast] = useState<{ readonly subset: string; readonly opened: OpenSnapshot } | null>(null);
  const opening = useRef(new AbortController());
  useEffect(() => () => opening.current.abort(), []);
  const isOpened = last?.subset === subset && last?.opened.snapshot.cacheKey === whole.snapshot.cacheKey;
  const isSubset = subset !== null;

  async function openAgain(name: string, before: OpenSnapshot, opened: OpenSnapshot): Promise<void> {
    const { signal } = opening.current;
    try {
      const openAt = await restorePosition(opened, capture(before), signal);
      if (!signal.aborted) setLast({ subset: name, opened: { ...opened, openAt } });
    } catch {
      // The rows are there all the same.
      if (!signal.aborted) setLast({ subset: name, opened });
    }
  }

  const follow = useEffectEvent(({ name, rows: opened }: NonNullable<PublishedRows['opened']>) => {
    opening.current.abort();
    opening.current = new AbortController();
    const before = isOpened && last.subset === name ? last.opened : null;
    if (before === null || before.rows === opened.rows) setLast({ subset: name, opened });
    else void openAgain(name, before, opened);
  });
  const published = usePublished('opened');
  useEffect(() => {
    if (published !== null) follow(published);
  }, [published]);

  return {
    shown: isSubset && isOpened ? last.opened : whole,
    isSubset,
    isPending: isSubset && !isOpened,
  };
}
