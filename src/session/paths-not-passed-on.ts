import { DEFAULT_DESCRIPTION, type ServiceDescription } from '@/contract/service-description';

/** What a server that keeps sign-ins passes on (server/serve.mjs). */
const CALLS_PATH = '/api/';

interface PathProblem {
  readonly key: string;
  readonly kind: 'not-below-api';
  /** A valid value, in the notation of the file. */
  readonly expected: string;
}

/** Returns the addresses that a server which keeps sign-ins would not pass on. */
export function pathsNotPassedOn({
  priceColumns,
  extraction,
  events,
}: ServiceDescription): readonly PathProblem[] {
  const { priceColumns: usual, extraction: usualExtraction } = DEFAULT_DESCRIPTION;
  const paths = [
    { key: 'priceColumns.path', path: priceColumns.path, valid: usual.path },
    { key: 'extraction.path', path: extraction.path, valid: usualExtraction.path },
    { key: 'events.path', path: events.path, valid: `${CALLS_PATH}events` },
  ];
  return paths
    .filter(({ path }) => path !== null && !path.startsWith(CALLS_PATH))
    .map(({ key, valid }) => ({ key, kind: 'not-below-api', expected: JSON.stringify(valid) }));
}
