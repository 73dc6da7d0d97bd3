import type { BuildIdentity } from '../config/build-identity';
import type { LoggedEvent } from './event-log';

/** The address of the open screen, without anything that a user has typed or the service has sent. */
export interface ScreenAddress {
  /** The path of the route, with parameter names instead of values. */
  readonly path: string;
  /** The names of the address's search parameters. */
  readonly parameters: readonly string[];
}

/** The information that support needs first. It contains no value of a query or a row, and no secret. */
export interface Diagnostics {
  readonly build: BuildIdentity | null;
  /** The user agent of the browser, its languages, window and connection. */
  readonly browser: {
    readonly userAgent: string;
    readonly languages: readonly string[];
    readonly timeZone: string;
    readonly widthPx: number;
    readonly heightPx: number;
    readonly pixelRatio: number;
    readonly isOnline: boolean;
  };
  readonly screen: ScreenAddress;
  readonly nowMs: number;
  readonly events: readonly LoggedEvent[];
}

/** Writes diagnostics as text, always in English. */
export function diagnosticsText({ build, browser, screen, nowMs, events }: Diagnostics): string {
  const parameters = screen.parameters.length === 0 ? '' : ` with ${screen.parameters.join(', ')}`;
  return [
    build === null ? 'Colonnade, development' : `Colonnade ${build.version}, build ${build.id}`,
    ...(build === null ? [] : [commitLine(build)]),
    `Written: ${new Date(nowMs).toISOString()}`,
    `Browser: ${browser.userAgent}`,
    `Languages: ${browser.languages.join(', ')}; time zone: ${browser.timeZone}`,
    `Window: ${browser.widthPx} × ${browser.heightPx}, ${browser.pixelRatio} device pixels each; ${browser.isOnline ? 'online' : 'offline'}`,
    `Screen: ${screen.path}${parameters}`,
    `Last ${events.length} events (UTC):`,
    ...events.map(({ atMs, kind, text }) => `${new Date(atMs).toISOString().slice(11, 23)} ${kind}: ${text}`),
  ].join('\n');
}

function commitLine({ commit, committedAtMs, hasChanges }: BuildIdentity): string {
  if (commit === null || committedAtMs === null) return 'Commit: not known';
  const changes = hasChanges ? ', with changes that were not committed' : '';
  return `Commit: ${commit} of ${new Date(committedAtMs).toISOString()}${changes}`;
}
