import { useMemo } from 'react';
import { useNotices } from './notices-context';

/** When the source of each price column changed after its rows were last seen (ms, by this computer's clock). */
export function useUnseenChanges(): ReadonlyMap<string, number> {
  const { notices } = useNotices();
  return useMemo(
    () =>
      new Map(
        notices
          .filter(({ isSeen }) => !isSeen)
          .map(({ priceColumn, changedAtMs }) => [priceColumn, changedAtMs]),
      ),
    [notices],
  );
}
