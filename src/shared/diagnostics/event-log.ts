/** A screen was shown, a request was answered or not, the session changed, or something failed. */
export type LoggedKind = 'screen' | 'request' | 'session' | 'fault' | 'policy' | 'file';

export interface LoggedEvent {
  /** By this computer's clock (ms since 1970). */
  readonly atMs: number;
  readonly kind: LoggedKind;
  /** English, for support. Holds no value of a query or a row, and nothing secret. */
  readonly text: string;
}

export interface EventLog {
  readonly note: (kind: LoggedKind, text: string) => void;
  /** The last 50, the oldest first. */
  readonly events: () => readonly LoggedEvent[];
}

const MAX_EVENTS = 50;

/** Keeps what happened last in memory, for diagnostics that a person copies. Nothing is stored or sent. */
export function createEventLog(wallMs: () => number): EventLog {
  let events: readonly LoggedEvent[] = [];
  return {
    note: (kind, text) => {
      events = [...events, { atMs: wallMs(), kind, text }].slice(-MAX_EVENTS);
    },
    events: () => events,
  };
}

/** The events of this page. */
export const pageEvents = createEventLog(Date.now);
