import { queryOptions } from '@tanstack/react-query';
import { basePath } from '@/ui/config/base-path';
import { readTeamFile, type ReadTeamFile } from '../model/view-file';

/** The time limit. A file of the console's own origin loads quickly or not at all. */
const TIMEOUT_MS = 20_000;
const REFRESH_MS = 5 * 60_000;

/** The team's views, or the reason why there are none. A loaded file can contain broken views beside valid ones. */
export type TeamViews = ReadTeamFile | { readonly ok: false; readonly problem: 'not-loaded' };

/** The team's views, from a file beside `config.json`; null without a file. */
export function teamViewsQuery(file: string | null, fetchFile: typeof fetch = fetch) {
  return queryOptions({
    queryKey: ['team-views', file],
    queryFn: async ({ signal }): Promise<TeamViews> => {
      try {
        const response = await fetchFile(`${basePath}${file ?? ''}`, {
          cache: 'no-cache',
          signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
        });
        if (!response.ok) return { ok: false, problem: 'not-loaded' };
        return readTeamFile(await response.text());
      } catch {
        signal.throwIfAborted();
        return { ok: false, problem: 'not-loaded' };
      }
    },
    enabled: file !== null,
    staleTime: REFRESH_MS,
  });
}
