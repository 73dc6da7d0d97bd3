import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useOwnRecords } from '@/session/use-own-records';
import type { OwnRecords } from '@/lib/storage/owned-store';
import type { ReceptionMark, ReportedSnapshot } from '../model/known-snapshot';
import { knownSnapshots, labelSnapshot, markReception, writeSnapshot } from '../storage/known-snapshots';

/** Returns a function that adds a snapshot to this browser's list. If storage is refused or full, the snapshot is not listed. */
export function useRememberSnapshot(): (snapshot: ReportedSnapshot) => void {
  return useSnapshotMutation(writeSnapshot).mutate;
}

/** Returns a mutation that stores the name and note of a listed snapshot. */
export function useLabelSnapshot() {
  return useSnapshotMutation(labelSnapshot);
}

/** Returns a mutation that removes a snapshot from this browser's list, by its cache key. */
export function useForgetSnapshot() {
  return useSnapshotMutation(knownSnapshots.remove);
}

/** Returns a function that records how the user reacted to change events. Without storage, only this page remembers it. */
export function useMarkReception(): (mark: ReceptionMark) => void {
  return useSnapshotMutation(markReception).mutate;
}

function useSnapshotMutation<Variables>(change: (own: OwnRecords, variables: Variables) => Promise<void>) {
  const own = useOwnRecords();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (variables: Variables) => change(own, variables),
    // The mutation waits for the list to be read again, so that callers continue with the current list.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: knownSnapshots.queryKey(own) }),
  });
}
