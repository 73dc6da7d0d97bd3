import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { RecentRun } from '../model/recent-run';
import { addRun, readRuns } from '../storage/recent-runs';
import type { Owner } from '@/shared/storage/owned-records';

/** The person's last runs at this service, the latest first. */
export function recentRunsQuery(owner: Owner) {
  return queryOptions({
    queryKey: ['recent-runs', owner.service, owner.userName],
    queryFn: () => readRuns(owner),
    staleTime: 0,
  });
}

/** Keeps a run for later. Where the browser keeps nothing, there is no memory, and nothing else to miss. */
export async function rememberRun(queryClient: QueryClient, owner: Owner, run: RecentRun): Promise<void> {
  await addRun(owner, run).catch(() => undefined);
  await queryClient.invalidateQueries({ queryKey: recentRunsQuery(owner).queryKey });
}
