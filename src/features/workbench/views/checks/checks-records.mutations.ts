import { useMutation, useQueryClient } from '@tanstack/react-query';
import { askToPersist } from '@/lib/storage/ask-to-persist';
import type { OwnRecords } from '@/lib/storage/owned-store';
import { savedChecks, type SavedChecks } from '../../storage/saved-checks';
import { NOTHING_CHOSEN, withOwnChecks } from '@/analysis/checks/checks-address';
import {
  checkedRuns,
  dismissedFindings,
  dismissedId,
  type CheckedRun,
  type DismissedFinding,
} from '../../rows-read/checks/checks-records';
import type { OwnChecksChange } from '@/analysis/checks/own-checks';

/** Every mutation in this file fails if the browser refuses to store or has no room. The stored data then stays unchanged. */

/** Stores the checks of a price column in place of the stored ones; null removes them. */
export function useSaveChecks(own: OwnRecords, priceColumn: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (saved: SavedChecks | null) =>
      saved === null ? savedChecks.remove(own, priceColumn) : savedChecks.put(own, [saved]),
    onSuccess: () => {
      void askToPersist();
      return queryClient.invalidateQueries({ queryKey: savedChecks.queryKey(own) });
    },
  });
}

/** Changes the stored own checks (checks that the user has made), and returns them as stored. Fails if the stored checks are unreadable. */
export function useChangeOwnChecks(own: OwnRecords, priceColumn: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (change: OwnChecksChange): Promise<string | undefined> => {
      const records = await savedChecks.update(own, (before) => {
        const stored = before.find((each) => each.priceColumn === priceColumn);
        const checks = withOwnChecks(stored?.checks, change);
        if (checks === null) throw new RangeError('The stored checks cannot be read.');
        if (checks === (stored?.checks ?? NOTHING_CHOSEN)) return before;
        const runsAfterRefresh = stored?.runsAfterRefresh ?? false;
        return [...before.filter((each) => each !== stored), { priceColumn, checks, runsAfterRefresh }];
      });
      return records.find((each) => each.priceColumn === priceColumn)?.checks;
    },
    onSuccess: () => {
      void askToPersist();
      return queryClient.invalidateQueries({ queryKey: savedChecks.queryKey(own) });
    },
  });
}

export function useDismissFinding(own: OwnRecords) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (finding: DismissedFinding) => dismissedFindings.put(own, [finding]),
    onSuccess: () => {
      void askToPersist();
      return queryClient.invalidateQueries({ queryKey: dismissedFindings.queryKey(own) });
    },
  });
}

export function useRestoreFinding(own: OwnRecords) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (finding: Parameters<typeof dismissedId>[0]) =>
      dismissedFindings.remove(own, dismissedId(finding)),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: dismissedFindings.queryKey(own) }),
  });
}

/** Stores the counts of a run. A failure is not reported, because the user only misses the comparison with earlier counts. */
export function useNoteCheckedRun(own: OwnRecords) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (run: CheckedRun) => checkedRuns.put(own, [run]),
    onSettled: () => queryClient.invalidateQueries({ queryKey: checkedRuns.queryKey(own) }),
  });
}
