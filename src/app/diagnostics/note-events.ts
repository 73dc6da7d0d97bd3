import type { Session } from '@/session/session';
import type { EventLog } from '@/ui/diagnostics/event-log';
import { faultText, missingFileText } from '@/ui/diagnostics/fault-text';
import { requestIdOf } from '@/ui/http/request-id';
import type { FetchPort } from '@/ui/http/send-request';
import { traceIdOf } from '@/ui/http/trace-context';

/** The only path segments that are noted. Any other segment could be the name of a price column or a part of a service's address. */
const KNOWN_SEGMENTS: ReadonlySet<string> = new Set(['api', 'prices', 'tables', 'item', 'token', 'events']);

/** Returns a `fetch` that notes every request: method, path, status, duration, the service's request id, and the trace id. */
export function notingFetch(fetch: FetchPort, log: EventLog, nowMs: () => number): FetchPort {
  return async (request) => {
    const sentMs = nowMs();
    const { method, url, signal } = request;
    const traceId = traceIdOf(request.headers);
    const trace = traceId === null ? '' : `, trace ${traceId}`;
    const note = (outcome: string, requestId: string | null = null) => {
      const id = requestId === null ? '' : `, request ${requestId}`;
      log.note(
        'request',
        `${method} ${pathOf(url)}: ${outcome} after ${Math.round(nowMs() - sentMs)} ms${id}${trace}`,
      );
    };
    try {
      const response = await fetch(request);
      if (response.type === 'error') note('no response');
      else note(String(response.status), requestIdOf(response.headers));
      return response;
    } catch (error) {
      note(signal.aborted ? 'cancelled' : 'no response');
      throw error;
    }
  };
}

function pathOf(url: string): string {
  const segments = new URL(url).pathname.split('/').filter((each) => each !== '');
  return `/${segments.map((segment) => (KNOWN_SEGMENTS.has(segment) ? segment : '…')).join('/')}`;
}

/** Notes when the session begins and ends. Returns a function that stops noting. */
export function noteSession(session: Pick<Session, 'getState' | 'subscribe'>, log: EventLog): () => void {
  let last = '';
  return session.subscribe(() => {
    const state = session.getState();
    const reason = 'reason' in state ? state.reason : null;
    // Some reasons contain the address of a service, so only their kind is noted.
    const kind = reason !== null && typeof reason === 'object' ? reason.kind : reason;
    const now = kind === null ? state.status : `${state.status}: ${kind}`;
    if (now !== last) log.note('session', now);
    last = now;
  });
}

/** Notes unhandled errors, violations of the page's security policy, and files of the build that could not be loaded. */
export function noteFaults(target: Window, log: EventLog): void {
  target.addEventListener('error', ({ error }) => log.note('fault', faultText(error)));
  target.addEventListener('unhandledrejection', ({ reason }) => log.note('fault', faultText(reason)));
  target.addEventListener('vite:preloadError', (event) =>
    log.note('file', missingFileText('payload' in event ? event.payload : null)),
  );
  target.document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
    log.note('policy', `refused by ${effectiveDirective}`),
  );
}
