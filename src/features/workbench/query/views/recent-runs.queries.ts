import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { RecentRun } from '../../model/recent-run';
import { addRun, readRuns, recentRuns } from '../../storage/recent-runs';
import type { OwnRecords } from '@/shared/storage/owned-store';

/** The person's last runs at this service, the latest first. */
export function recentRunsQuery(own: OwnRecords) {
  return queryOptions({
    queryKey: recentRuns.queryKey(own),
    queryFn: () => readRuns(own),
    staleTime: 0,
  });
}

/** Keeps a run for later. Where the browser keeps nothing, there is no memory, and nothing else to miss. */
export async function rememberRun(queryClient: QueryClient, own: OwnRecords, run: RecentRun): Promise<void> {
  await addRun(own, run).catch(() => undefined);
  await queryClient.invalidateQueries({ queryKey: recentRunsQuery(own).queryKey });
}
