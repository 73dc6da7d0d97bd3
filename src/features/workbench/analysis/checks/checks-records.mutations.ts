import { useMutation, useQueryClient } from '@tanstack/react-query';
import { askToPersist } from '@/shared/storage/ask-to-persist';
import type { OwnRecords } from '@/shared/storage/owned-store';
import { savedChecks, type SavedChecks } from '../../storage/saved-checks';
import {
  checkedRuns,
  dismissedFindings,
  dismissedId,
  type CheckedRun,
  type DismissedFinding,
} from './checks-records';

/** Every mutation fails when the browser refuses storage or has no room; what was stored before stays as it was. */

/** Stores the checks of a price column, in place of those stored before; null removes them. */
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

/** Dismisses a finding. */
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

/** Takes the dismissal of a finding back. */
export function useRestoreFinding(own: OwnRecords) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (finding: Parameters<typeof dismissedId>[0]) =>
      dismissedFindings.remove(own, dismissedId(finding)),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: dismissedFindings.queryKey(own) }),
  });
}

/** Notes what the checks have counted. A failure is not reported: the comparison is a convenience. */
export function useNoteCheckedRun(own: OwnRecords) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (run: CheckedRun) => checkedRuns.put(own, [run]),
    onSettled: () => queryClient.invalidateQueries({ queryKey: checkedRuns.queryKey(own) }),
  });
}
