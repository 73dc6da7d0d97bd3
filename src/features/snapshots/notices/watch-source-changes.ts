import {
  decodeSourceChanged,
  SOURCE_CHANGED_EVENT,
  type SourceChanged,
} from '@/contract/source-changed.schema';
import { EVENT_BYTES } from '@/contract/limits';
import type { Session } from '@/session/session';
import { UPSTREAM_HEADER } from '@/session/service-binding';
import type { Authorization } from '@/shared/http/http-client';
import { readEventStream } from '@/shared/http/event-stream';
import { LONGEST_SILENT_WAIT_MS, retryAfterMs } from '@/shared/http/retry-policy';
import { ServiceError } from '@/shared/http/service-error';
import { serviceAheadMs } from '@/shared/http/service-ahead';

export interface WatchedStream {
  readonly session: Pick<Session, 'authorize' | 'fetch'>;
  /** Of the stream. Whoever is signed in sends their credentials there. */
  readonly address: string;
}

/** A change as it is shown: everywhere at the same moment. */
export interface DatedChange extends SourceChanged {
  /** By this computer's clock. Of arrival, where the stream does not tell the service's time. */
  readonly changedAtMs: number;
}

/** Not allowed, not there, or the address of another service by now. */
const FINAL_STATUSES: ReadonlySet<number> = new Set([403, 404, 421]);
const SHORTEST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Listens for changes of the sources until the signal is aborted; a stream that breaks is opened again, after a pause
 * that grows. Gives up where the service has no such stream, or not for this person, or sends an event that is too large.
 * Never rejects; resolves to why nothing more will come.
 */
export async function watchSourceChanges(
  { session, address }: WatchedStream,
  signal: AbortSignal,
  onChange: (change: DatedChange) => void,
): Promise<'aborted' | 'refused' | 'oversized'> {
  for (let pauseMs = SHORTEST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    let askedMs = 0;
    try {
      const response = await open(session, address, signal);
      // Every other refusal may pass.
      if (FINAL_STATUSES.has(response.status)) return 'refused';
      askedMs = Math.min(retryAfterOf(response), LONGEST_SILENT_WAIT_MS);
      if (response.ok && response.body !== null) {
        const aheadMs = serviceAheadMs(response.headers.get('Date'), Date.now());
        for await (const { event, data } of readEventStream(response.body, EVENT_BYTES)) {
          pauseMs = SHORTEST_PAUSE_MS;
          const change = event === SOURCE_CHANGED_EVENT ? readChange(data) : null;
          if (change === null) continue;
          onChange({ ...change, changedAtMs: aheadMs === null ? Date.now() : change.createdAtMs - aheadMs });
        }
      }
    } catch (error) {
      if (error instanceof ServiceError && error.failure.kind === 'oversized') return 'oversized';
      // Cut off, or nobody is signed in for the moment.
    }
    await pause(Math.max(askedMs, pauseMs * (0.5 + Math.random())), signal);
  }
  return 'aborted';
}

function retryAfterOf({ headers }: Response): number {
  return retryAfterMs({ retryAfter: headers.get('Retry-After'), date: headers.get('Date') }, Date.now()) ?? 0;
}

async function open(
  session: WatchedStream['session'],
  address: string,
  signal: AbortSignal,
): Promise<Response> {
  const authorization = await session.authorize({ refused: null, signal });
  const response = await session.fetch(request(address, authorization, signal));
  if (response.status !== 401) return response;
  const renewed = await session.authorize({ refused: authorization, signal });
  return session.fetch(request(address, renewed, signal));
}

function request(address: string, { serviceAddress, headers }: Authorization, signal: AbortSignal): Request {
  const sent = new Headers({ Accept: 'text/event-stream', ...headers });
  // It is for the pass-through; a stream of another origin would have to allow it.
  if (new URL(address).origin !== new URL(serviceAddress).origin) sent.delete(UPSTREAM_HEADER);
  return new Request(address, {
    headers: sent,
    signal,
    cache: 'no-store',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    // Followed, a redirect would take the credentials along to wherever it points.
    redirect: 'error',
  });
}

/** Null for what is no such event; a stream may carry others. */
function readChange(data: string): SourceChanged | null {
  try {
    return decodeSourceChanged(JSON.parse(data));
  } catch {
    return null;
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
