/**
 * In order: a screen was shown, a request ended, the session changed, an error was not handled, the page's policy refused
 * something, a file was not loaded, `config.json` has a problem, an error report did not arrive.
 */
export type LoggedKind = 'screen' | 'request' | 'session' | 'fault' | 'policy' | 'file' | 'config' | 'report';

export interface LoggedEvent {
  /** By this computer's clock (ms since 1970). */
  readonly atMs: number;
  readonly kind: LoggedKind;
  /** English, for support. Holds no value of a query or a row, and nothing secret. */
  readonly text: string;
}

export interface EventLog {
  readonly note: (kind: LoggedKind, text: string) => void;
  /** The last 50 events, the oldest first. */
  readonly events: () => readonly LoggedEvent[];
  readonly subscribe: (listener: (event: LoggedEvent) => void) => void;
}

const MAX_EVENTS = 50;

/** Keeps the last events in memory, for diagnostics that a person copies. Nothing is stored. */
export function createEventLog(wallMs: () => number): EventLog {
  let events: readonly LoggedEvent[] = [];
  const listeners: ((event: LoggedEvent) => void)[] = [];
  return {
    note: (kind, text) => {
      const event = { atMs: wallMs(), kind, text };
      events = [...events, event].slice(-MAX_EVENTS);
      for (const listener of listeners) listener(event);
    },
    events: () => events,
    subscribe: (listener) => void listeners.push(listener),
  };
}

export const pageEvents = createEventLog(Date.now);
