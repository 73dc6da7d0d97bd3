import { createDialect } from '@/contract/create-dialect';
import type { Dialect } from '@/contract/dialect';
import {
  parseServiceDescription,
  readServiceDescription,
  type DescriptionResult,
} from '@/contract/read-description';
import { pathsNotPassedOn } from '@/session/paths-not-passed-on';
import { basePath } from '@/ui/config/base-path';
import type { ConfigProblem, RuntimeConfig } from '@/ui/config/runtime-config';

type ReadService =
  /** `dialect` says how the service's messages differ from the contract; null if they do not. */
  | { readonly ok: true; readonly dialect: Dialect | null }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

/** The time limit for loading the file, which is on the console's own origin. */
const TIMEOUT_MS = 20_000;

/** Statuses after which the same request may succeed. */
const PASSING_STATUSES = new Set([408, 425, 429]);
const MISSING_STATUSES = new Set([404, 410]);

export interface ServiceConfig {
  readonly service: NonNullable<RuntimeConfig['service']>;
  readonly custody: RuntimeConfig['custody'];
}

/** Reads the key `service` of `config.json`: a service description, or the name of a file with one. Never rejects. */
export async function readService(
  { service, custody }: ServiceConfig,
  fetchFile: typeof fetch = fetch,
): Promise<ReadService> {
  if (typeof service !== 'string')
    return serviceOf(readServiceDescription(service), { custody, file: undefined });
  const ofKey = (kind: ConfigProblem['kind']): ReadService => ({
    ok: false,
    problems: [{ key: 'service', kind, expected: service }],
  });
  const notLoaded: ReadService = {
    ok: false,
    problems: [{ file: service, key: null, kind: 'not-loaded', expected: null }],
  };
  try {
    const response = await fetchFile(basePath + service, {
      cache: 'no-cache',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // Some hosts send the page itself for a file that does not exist.
    const isPage = response.headers.get('content-type')?.includes('text/html') === true;
    const { status } = response;
    if (MISSING_STATUSES.has(status) || (response.ok && isPage)) return ofKey('no-file');
    // A 4xx status or a page instead of the file is final. After any other failure, the caller waits for the file.
    if (status >= 400 && status < 500 && !PASSING_STATUSES.has(status)) return ofKey('refused-file');
    if (!response.ok) return notLoaded;
    return serviceOf(parseServiceDescription(await response.text()), { custody, file: service });
  } catch {
    return notLoaded;
  }
}

interface Place extends Pick<ServiceConfig, 'custody'> {
  /** The file that holds the description; undefined: it is in `config.json`. */
  readonly file: string | undefined;
}

function serviceOf(result: DescriptionResult, { file, custody }: Place): ReadService {
  const problems = result.ok
    ? custody === 'server'
      ? pathsNotPassedOn(result.description)
      : []
    : result.problems;
  if (result.ok && problems.length === 0) return { ok: true, dialect: createDialect(result.description) };
  return {
    ok: false,
    problems: problems.map((problem) =>
      file === undefined
        ? { ...problem, key: problem.key === null ? 'service' : `service.${problem.key}` }
        : { ...problem, file },
    ),
  };
}
