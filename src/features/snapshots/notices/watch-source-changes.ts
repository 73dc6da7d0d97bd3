import {
  decodeSourceChanged,
  SOURCE_CHANGED_EVENT,
  type SourceChanged,
} from '@/contract/source-changed.schema';
import { EVENT_BYTES } from '@/contract/limits';
import type { ServiceClient } from '@/session/service-client';
import { readEventStream } from '@/ui/http/event-stream';
import { LONGEST_SILENT_WAIT_MS, retryAfterMs } from '@/ui/http/retry-policy';
import { ServiceError } from '@/ui/http/service-error';
import { serviceAheadMs } from '@/ui/http/http-client';

export interface EventStreamSource {
  readonly client: Pick<ServiceClient, 'openEventStream' | 'dialect'>;
  /** The address of the stream. The credentials of the person who is signed in are sent there. */
  readonly address: string;
}

export interface DatedChange extends SourceChanged {
  /** By this computer's clock; the time of arrival where the stream has no `Date` header. */
  readonly changedAtMs: number;
}

/** Forbidden, not found, or misdirected: trying again cannot help. */
const FINAL_STATUSES: ReadonlySet<number> = new Set([403, 404, 421]);
const SHORTEST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** Reconnects after pauses that double up to a minute. Never rejects; resolves to the reason why it has stopped. */
export async function watchSourceChanges(
  { client, address }: EventStreamSource,
  signal: AbortSignal,
  onChange: (change: DatedChange) => void,
): Promise<'aborted' | 'refused' | 'oversized'> {
  for (let pauseMs = SHORTEST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    let askedMs = 0;
    try {
      const response = await client.openEventStream(address, signal);
      // Any other status may be temporary.
      if (FINAL_STATUSES.has(response.status)) return 'refused';
      askedMs = Math.min(retryAfterOf(response), LONGEST_SILENT_WAIT_MS);
      if (response.ok && response.body !== null) {
        const aheadMs = serviceAheadMs(response.headers.get('Date'), Date.now());
        for await (const { event, data } of readEventStream(response.body, EVENT_BYTES)) {
          pauseMs = SHORTEST_PAUSE_MS;
          const change = event === SOURCE_CHANGED_EVENT ? readChange(data, client.dialect) : null;
          if (change === null) continue;
          onChange({ ...change, changedAtMs: aheadMs === null ? Date.now() : change.createdAtMs - aheadMs });
        }
      }
    } catch (error) {
      if (error instanceof ServiceError && error.failure.kind === 'oversized') return 'oversized';
      // The connection was lost, or nobody is signed in at the moment.
    }
    await pause(Math.max(askedMs, pauseMs * (0.5 + Math.random())), signal);
  }
  return 'aborted';
}

function retryAfterOf({ headers }: Response): number {
  return retryAfterMs({ retryAfter: headers.get('Retry-After'), date: headers.get('Date') }, Date.now()) ?? 0;
}

/** Null for other events, which a stream may carry. */
function readChange(data: string, dialect: ServiceClient['dialect']): SourceChanged | null {
  try {
    return decodeSourceChanged(JSON.parse(data), dialect);
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
