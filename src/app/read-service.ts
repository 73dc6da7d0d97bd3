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
  /** The dialect is null for a description that says what the contract says. */
  | { readonly ok: true; readonly dialect: Dialect | null }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

/** A file of the console's own origin loads quickly or not at all. */
const TIMEOUT_MS = 20_000;

/** Reads the key `service` of `config.json`: a description, or the name of a file beside it. Never rejects. */
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
    // Some hosts serve the page itself for unknown addresses.
    const isPage = response.headers.get('content-type')?.includes('text/html') === true;
    // Waiting does not help against a refusal.
    if ((response.status >= 400 && response.status < 500) || (response.ok && isPage))
      return problem('no-file');
    if (!response.ok) return problem('not-loaded');
    return serviceOf(parseServiceDescription(await response.text()), service, ': ');
  } catch {
    return problem('not-loaded');
  }
}

/** `place`: the key, or the file, that holds the description. */
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
