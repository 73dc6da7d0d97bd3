import { useEffect, useRef, useState } from 'react';
import type { OpenSnapshot } from '../snapshot/open-snapshot';
import { shownRowsName } from '../model/workbench-search';
import { restorePosition, type ViewportAnchor } from '../snapshot/viewport-anchor';
import { useWorkbenchScope } from '../controller/use-workbench';

/** Called by the analysis when it has opened some of the rows read, with their name in the address (`shownRowsName`). */
export type OnSubsetOpened = (name: string, opened: OpenSnapshot) => void;

export interface ShownRows {
  /** What the grid and its tools work on: the whole snapshot, or some of its rows. */
  readonly shown: OpenSnapshot;
  /** The address names some of the rows. */
  readonly isSubset: boolean;
  /** They are not open yet: the rows have to be read first. */
  readonly isPending: boolean;
  readonly onSubsetOpened: OnSubsetOpened;
  /** Called when the engine has let the rows read go, and with them those opened. */
  readonly onRowsGone: () => void;
}

/**
 * Returns the rows that the address names: all of the snapshot, or some that the analysis has opened. `capture` returns where
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
  /** Where rows were left that are gone. */
  const [left, setLeft] = useState<{ readonly subset: string; readonly anchor: ViewportAnchor } | null>(null);
  const opening = useRef(new AbortController());
  useEffect(() => () => opening.current.abort(), []);
  const isOpened = last?.subset === subset && last?.opened.snapshot.cacheKey === whole.snapshot.cacheKey;
  const isSubset = subset !== null;

  async function openAgain(name: string, anchor: ViewportAnchor, opened: OpenSnapshot): Promise<void> {
    const { signal } = opening.current;
    try {
      const openAt = await restorePosition(opened, anchor, signal);
      if (!signal.aborted) setLast({ subset: name, opened: { ...opened, openAt } });
    } catch {
      // The rows are there all the same.
      if (!signal.aborted) setLast({ subset: name, opened });
    }
    if (!signal.aborted) setLeft(null);
  }

  return {
    shown: isSubset && isOpened ? last.opened : whole,
    isSubset,
    isPending: isSubset && !isOpened,
    onSubsetOpened: (name, opened) => {
      opening.current.abort();
      opening.current = new AbortController();
      const before = isOpened && last.subset === name ? last.opened : null;
      if (before?.rows === opened.rows) return setLast({ subset: name, opened });
      const anchor = before === null ? left?.subset === name && left.anchor : capture(before);
      if (anchor) void openAgain(name, anchor, opened);
      else setLast({ subset: name, opened });
    },
    onRowsGone: () => {
      opening.current.abort();
      if (last === null) return;
      if (isOpened) setLeft({ subset: last.subset, anchor: capture(last.opened) });
      setLast(null);
    },
  };
}
