import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useOwnRecords } from '@/session/use-own-records';
import type { OwnRecords } from '@/lib/storage/owned-store';
import { deleteCopy } from './keep-copy';
import { keptCopies, labelCopy } from './kept-copies';
import { storageRoomQuery } from './kept-copies.queries';

/** Gives a copy a name and a note. */
export function useLabelCopy() {
  return useCopyMutation(labelCopy);
}

/** Deletes a copy by its id. */
export function useDeleteCopy() {
  return useCopyMutation(deleteCopy);
}

function useCopyMutation<Variables>(change: (own: OwnRecords, variables: Variables) => Promise<void>) {
  const own = useOwnRecords();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (variables: Variables) => change(own, variables),
    // Awaited, so that callers continue with the list as it is now.
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keptCopies.queryKey(own) });
      await queryClient.invalidateQueries(storageRoomQuery());
    },
  });
}
