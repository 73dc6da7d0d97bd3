import { useCallback, useState } from 'react';
import type { OpenSnapshot } from '../snapshot/open-snapshot';
import { useWorkbenchScope } from '../use-workbench';

/** Called by the analysis when it has opened some of the rows read, which the address names in `subset`. */
export type OnSubsetOpened = (subset: string, opened: OpenSnapshot) => void;

export interface ShownRows {
  /** What the grid and its tools work on: the whole snapshot, or some of its rows. */
  readonly shown: OpenSnapshot;
  /** The address names some of the rows. */
  readonly isSubset: boolean;
  /** They are not open yet: the rows have to be read first. */
  readonly isPending: boolean;
  readonly onSubsetOpened: OnSubsetOpened;
}

/** Returns the rows that the address names: all of the snapshot, or some that the analysis has opened. */
export function useShownRows(whole: OpenSnapshot): ShownRows {
  const { address, views } = useWorkbenchScope();
  // Without the views of the rows read nothing reads rows.
  const subset = views.length > 1 ? address.subset : undefined;
  const [last, setLast] = useState<{ readonly subset: string; readonly opened: OpenSnapshot } | null>(null);
  const onSubsetOpened = useCallback((name: string, opened: OpenSnapshot) => {
    setLast({ subset: name, opened });
  }, []);
  const isOpened = last?.subset === subset && last?.opened.snapshot.cacheKey === whole.snapshot.cacheKey;
  const isSubset = subset !== undefined;
  return {
    shown: isSubset && isOpened ? last.opened : whole,
    isSubset,
    isPending: isSubset && !isOpened,
    onSubsetOpened,
  };
}
