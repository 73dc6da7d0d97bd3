import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useOwnRecords } from '@/session/use-own-records';
import type { OwnRecords } from '@/lib/storage/owned-store';
import { deleteCopy } from './keep-copy';
import { keptCopies, labelCopy } from './kept-copies';
import { storageRoomQuery } from './kept-copies.queries';

/** Returns the mutation that sets the name and note of a copy. */
export function useLabelCopy() {
  return useCopyMutation(labelCopy);
}

export function useDeleteCopy() {
  return useCopyMutation(deleteCopy);
}

function useCopyMutation<Variables>(change: (own: OwnRecords, variables: Variables) => Promise<void>) {
  const own = useOwnRecords();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (variables: Variables) => change(own, variables),
    // Waits until the list is invalidated, so that callers continue with the new list.
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keptCopies.queryKey(own) });
      await queryClient.invalidateQueries(storageRoomQuery());
    },
  });
}
