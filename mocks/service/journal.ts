import type { EndpointName } from './endpoint-name';

/** A record of a call, without its credentials. */
export interface JournalEntry {
  readonly endpoint: EndpointName | null;
  /** The HTTP status of the response; null if the call is pending, aborted or cut. */
  status: number | null;
  isAborted: boolean;
  grant: string | null;
  /** The request body of an extraction, as it was sent. */
  body: string | null;
}

const MAX_ENTRIES = 5_000;

/** A record of the calls to the service, for tests and measurements. */
export interface Journal {
  readonly begin: (endpoint: EndpointName | null) => JournalEntry;
  readonly entries: () => readonly JournalEntry[];
  readonly clear: () => void;
}

export function createJournal(): Journal {
  let entries: JournalEntry[] = [];
  return {
    begin: (endpoint) => {
      const entry: JournalEntry = { endpoint, status: null, isAborted: false, grant: null, body: null };
      entries.push(entry);
      if (entries.length > MAX_ENTRIES) entries = entries.slice(-MAX_ENTRIES / 2);
      return entry;
    },
    entries: () => entries,
    clear: () => {
      entries = [];
    },
  };
}
