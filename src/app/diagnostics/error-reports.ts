import type { Diagnostics } from '@/ui/diagnostics/diagnostics-text';
import type { EventLog, LoggedEvent, LoggedKind } from '@/ui/diagnostics/event-log';

/** The JSON that is sent to `reportTo`: the error, and the diagnostics that **Copy diagnostics** copies. */
export interface ErrorReport extends Omit<Diagnostics, 'nowMs' | 'events'> {
  readonly format: 'colonnade-error-report';
  readonly formatVersion: 1;
  readonly kind: LoggedKind;
  readonly text: string;
  /** The time of the error, as ISO 8601 in UTC. */
  readonly at: string;
  /** The number of errors that this page has not reported since its last report, because of the limit. */
  readonly unreported: number;
  /** The last events, the oldest first. The last one is the reported error. */
  readonly events: readonly { readonly at: string; readonly kind: LoggedKind; readonly text: string }[];
}

/** The kinds of reported events: errors, violations of the page's security policy, and files of the build that cannot be loaded. */
const REPORTED: ReadonlySet<LoggedKind> = new Set(['fault', 'policy', 'file']);

/** A page sends at most this many reports within the window, and never the same text twice. */
export const REPORT_LIMIT = 10;
export const REPORT_WINDOW_MS = 10 * 60_000;

export interface ErrorReportPorts {
  readonly readDiagnostics: () => Diagnostics;
  readonly send: (report: ErrorReport) => void;
  /** Returns the time of a monotonic clock. */
  readonly nowMs: () => number;
}

/** Reports errors as soon as they are noted in the log. An error that occurs in every frame is reported only once. */
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

/** Returns a function that sends reports even while the user leaves the page. Unlike `sendBeacon`, it sends no credentials. */
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
