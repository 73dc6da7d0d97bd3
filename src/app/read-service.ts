import { createDialect } from '@/contract/create-dialect';
import type { Dialect } from '@/contract/dialect';
import {
  parseServiceDescription,
  readServiceDescription,
  type DescriptionResult,
} from '@/contract/service-description';
import { basePath } from '@/ui/config/base-path';
import type { ConfigProblem, RuntimeConfig } from '@/ui/config/runtime-config';

type ReadService =
  /** `dialect` says how the service's messages differ from the contract; null if they do not. */
  | { readonly ok: true; readonly dialect: Dialect | null }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

/** The time limit for loading the file, which is on the console's own origin. */
const TIMEOUT_MS = 20_000;

/** Reads the key `service` of `config.json`: a service description, or the name of a file with one. Never rejects. */
export async function readService(
  service: NonNullable<RuntimeConfig['service']>,
  fetchFile: typeof fetch = fetch,
): Promise<ReadService> {
  if (typeof service !== 'string') return serviceOf(readServiceDescription(service), 'service', '.');
  const problem = (kind: ConfigProblem['kind']): ReadService => ({
    ok: false,
    problems: [{ key: service, kind, expected: null }],
  });
  try {
    const response = await fetchFile(basePath + service, {
      cache: 'no-cache',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // Some hosts send the page itself for a file that does not exist.
    const isPage = response.headers.get('content-type')?.includes('text/html') === true;
    // A 4xx status or a page instead of the file is final. After any other failure, the caller waits for the file.
    if ((response.status >= 400 && response.status < 500) || (response.ok && isPage))
      return problem('no-file');
    if (!response.ok) return problem('not-loaded');
    return serviceOf(parseServiceDescription(await response.text()), service, ': ');
  } catch {
    return problem('not-loaded');
  }
}

/** Returns the dialect of a description, or its problems. `place` is the key or file that contains it; problems begin with it. */
function serviceOf(result: DescriptionResult, place: string, separator: string): ReadService {
  if (result.ok) return { ok: true, dialect: createDialect(result.description) };
  return {
    ok: false,
    problems: result.problems.map(({ key, ...rest }) => ({
      ...rest,
      key: key === null ? place : place + separator + key,
    })),
  };
}
