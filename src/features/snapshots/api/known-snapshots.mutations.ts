import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useOwnRecords } from '@/session/use-own-records';
import type { OwnRecords } from '@/lib/storage/owned-store';
import type { ReceptionMark, ReportedSnapshot } from '../model/known-snapshot';
import { knownSnapshots, labelSnapshot, markReception, writeSnapshot } from '../storage/known-snapshots';

/** Adds a snapshot to this browser's list. Where storage is refused or full there is no list, and nothing else fails. */
export function useRememberSnapshot(): (snapshot: ReportedSnapshot) => void {
  return useSnapshotMutation(writeSnapshot).mutate;
}

/** Gives a snapshot of this browser's list its name and note. */
export function useLabelSnapshot() {
  return useSnapshotMutation(labelSnapshot);
}

/** Removes a snapshot from this browser's list, by its cache key. */
export function useForgetSnapshot() {
  return useSnapshotMutation(knownSnapshots.remove);
}

/** Notes what the person has done with events about snapshots. Without storage only this page remembers it. */
export function useMarkReception(): (mark: ReceptionMark) => void {
  return useSnapshotMutation(markReception).mutate;
}

function useSnapshotMutation<Variables>(change: (own: OwnRecords, variables: Variables) => Promise<void>) {
  const own = useOwnRecords();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (variables: Variables) => change(own, variables),
    // Awaited, so that callers continue with the list as it is now.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: knownSnapshots.queryKey(own) }),
  });
}
