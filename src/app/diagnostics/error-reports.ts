import type { Diagnostics } from '@/ui/diagnostics/diagnostics-text';
import type { EventLog, LoggedEvent, LoggedKind } from '@/ui/diagnostics/event-log';

/** The JSON that is sent to `reportTo`: the error, and the diagnostics that **Copy diagnostics** copies. */
export interface ErrorReport extends Omit<Diagnostics, 'nowMs' | 'events'> {
  readonly format: 'colonnade-error-report';
  readonly formatVersion: 1;
  readonly kind: LoggedKind;
  readonly text: string;
  /** ISO date-time in UTC, as in the events. */
  readonly at: string;
  /** Events that the limit has kept back since the last report of this page. */
  readonly unreported: number;
  /** The oldest first; the last one is the reported event. */
  readonly events: readonly { readonly at: string; readonly kind: LoggedKind; readonly text: string }[];
}

/** Unhandled events: errors, violations of the page's policy, files of the build that cannot be loaded. */
const REPORTED: ReadonlySet<LoggedKind> = new Set(['fault', 'policy', 'file']);

/** A page sends at most this many reports within the window, and no text twice. */
export const REPORT_LIMIT = 10;
export const REPORT_WINDOW_MS = 10 * 60_000;

export interface ErrorReportPorts {
  readonly readDiagnostics: () => Diagnostics;
  readonly send: (report: ErrorReport) => void;
  /** Monotonic. */
  readonly nowMs: () => number;
}

/** Reports errors as they are noted. A fault that is repeated with every frame sends a single report. */
export function reportErrors(log: EventLog, { readDiagnostics, send, nowMs }: ErrorReportPorts): void {
  let sent: readonly { readonly atMs: number; readonly text: string }[] = [];
  let unreported = 0;
  log.subscribe((event) => {
    if (!REPORTED.has(event.kind)) return;
    const atMs = nowMs();
    sent = sent.filter((each) => atMs - each.atMs < REPORT_WINDOW_MS);
    if (sent.length >= REPORT_LIMIT || sent.some(({ text }) => text === event.text)) {
      unreported += 1;
      return;
    }
    sent = [...sent, { atMs, text: event.text }];
    send(reportOf(event, unreported, readDiagnostics()));
    unreported = 0;
  });
}

function reportOf(event: LoggedEvent, unreported: number, diagnostics: Diagnostics): ErrorReport {
  const { build, browser, screen, events } = diagnostics;
  return {
    format: 'colonnade-error-report',
    formatVersion: 1,
    ...dated(event),
    unreported,
    build,
    browser,
    screen,
    events: events.map(dated),
  };
}

function dated({ atMs, kind, text }: LoggedEvent) {
  return { at: new Date(atMs).toISOString(), kind, text };
}

/** Returns a function that sends reports even while the person leaves; unlike `sendBeacon`, without credentials. */
export function reportSender(
  address: string,
  fetch: typeof window.fetch,
  log: EventLog,
): ErrorReportPorts['send'] {
  const post = async (report: ErrorReport) => {
    const { ok, status } = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(report),
      keepalive: true,
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
    });
    if (!ok) log.note('report', `an error report was answered with ${status}`);
  };
  return (report) => void post(report).catch(() => log.note('report', 'an error report did not arrive'));
}
