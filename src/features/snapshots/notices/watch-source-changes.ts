import {
  decodeSourceChanged,
  SOURCE_CHANGED_EVENT,
  type SourceChanged,
} from '@/contract/source-changed.schema';
import { EVENT_BYTES } from '@/contract/limits';
import type { ServiceClient } from '@/session/service-client';
import { parseJson } from '@/lib/base/parse-json';
import { readEventStream } from '@/ui/http/event-stream';
import { LONGEST_SILENT_WAIT_MS, retryAfterMs } from '@/ui/http/retry-policy';
import { ServiceError } from '@/ui/http/service-error';
import { serviceAheadMs } from '@/ui/http/http-client';

export interface EventStreamSource {
  readonly client: Pick<ServiceClient, 'openEventStream' | 'dialect'>;
  /** The address of the stream. The signed-in account's credentials are sent to it. */
  readonly address: string;
}

export interface DatedChange extends SourceChanged {
  /** The time of the change by this computer's clock, or the time of arrival if the response has no `Date` header. */
  readonly changedAtMs: number;
}

/** Forbidden, not found or misdirected: after these statuses, another attempt cannot succeed. */
const FINAL_STATUSES: ReadonlySet<number> = new Set([403, 404, 421]);
const SHORTEST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** Receives events and reconnects after pauses, which double up to one minute. Never rejects; resolves to the reason for its end. */
export async function watchSourceChanges(
  { client, address }: EventStreamSource,
  signal: AbortSignal,
  onChange: (change: DatedChange) => void,
): Promise<'aborted' | 'refused' | 'oversized'> {
  for (let pauseMs = SHORTEST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    let askedMs = 0;
    try {
      const response = await client.openEventStream(address, signal);
      // All other statuses may be temporary, so the request is repeated.
      if (FINAL_STATUSES.has(response.status)) return 'refused';
      askedMs = Math.min(retryAfterOf(response), LONGEST_SILENT_WAIT_MS);
      if (response.ok && response.body !== null) {
        const aheadMs = serviceAheadMs(response.headers.get('Date'), Date.now());
        for await (const { event, data } of readEventStream(response.body, EVENT_BYTES)) {
          pauseMs = SHORTEST_PAUSE_MS;
          const change =
            event === (client.dialect?.eventName ?? SOURCE_CHANGED_EVENT)
              ? readChange(data, client.dialect)
              : null;
          if (change === null) continue;
          onChange({ ...change, changedAtMs: aheadMs === null ? Date.now() : change.createdAtMs - aheadMs });
        }
      }
    } catch (error) {
      if (error instanceof ServiceError && error.failure.kind === 'oversized') return 'oversized';
      // The connection was lost, or no user is signed in at this time. The next attempt follows after a pause.
    }
    await pause(Math.max(askedMs, pauseMs * (0.5 + Math.random())), signal);
  }
  return 'aborted';
}

function retryAfterOf({ headers }: Response): number {
  return retryAfterMs({ retryAfter: headers.get('Retry-After'), date: headers.get('Date') }, Date.now()) ?? 0;
}

/** Reads a source-changed event; returns null for other events, which a stream may also contain. */
function readChange(data: string, dialect: ServiceClient['dialect']): SourceChanged | null {
  try {
    return decodeSourceChanged(parseJson(data), dialect);
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
