import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useOwnRecords } from '@/session/use-own-records';
import { rememberKnownSnapshot } from '../api/known-snapshots.queries';
import type { KnownSnapshot } from '../model/known-snapshot';

/** Takes snapshots that are on screen into this browser's list. */
export function useRememberSnapshot(): (snapshot: KnownSnapshot) => void {
  const queryClient = useQueryClient();
  const own = useOwnRecords();
  return useCallback(
    (snapshot) => {
      void rememberKnownSnapshot(queryClient, own, snapshot);
    },
    [queryClient, own],
  );
}
