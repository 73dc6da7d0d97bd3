/**
 * The kinds, in this order: a screen was shown, a request ended, the session changed, an error was not handled, the page's security
 * policy refused something, a file was not loaded, `config.json` has a problem, an error report did not arrive.
 */
export type LoggedKind = 'screen' | 'request' | 'session' | 'fault' | 'policy' | 'file' | 'config' | 'report';

export interface LoggedEvent {
  /** The time by this computer's clock, in ms since 1970. */
  readonly atMs: number;
  readonly kind: LoggedKind;
  /** English text for support. Contains no value of a query or a row, and no secret. */
  readonly text: string;
}

export interface EventLog {
  readonly note: (kind: LoggedKind, text: string) => void;
  /** The last 50 events, the oldest first. */
  readonly events: () => readonly LoggedEvent[];
  readonly subscribe: (listener: (event: LoggedEvent) => void) => void;
}

const MAX_EVENTS = 50;

/** Keeps the last events in memory, for diagnostics that the user copies. Nothing is stored on disk. */
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
