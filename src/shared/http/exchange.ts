import type { Clock } from './clock';
import { readPieces, readShortText, readText, type BodyPieces } from './read-pieces';
import { ServiceError } from './service-error';

/** How requests leave the page: the browser's `fetch`, or the demo's in-page service. */
export type FetchPort = (request: Request) => Promise<Response>;

export interface ExchangePorts {
  readonly fetch: FetchPort;
  readonly clock: Clock;
}

export interface ExchangeRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams | undefined;
  /** For the whole answer, its body included. */
  readonly timeoutMs: number;
  /** Of the answer's body. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** A successful answer's body as it came, for somebody else to read. */
  readonly wantsPieces?: boolean | undefined;
}

/** What came, whatever its status. */
export interface AnswerContent {
  readonly status: number;
  /** Empty where `pieces` are there. */
  readonly text: string;
  /** Of a successful answer to a request that wanted them; null otherwise. */
  readonly pieces: BodyPieces | null;
  readonly contentType: string;
  readonly retryAfter: string | null;
  readonly date: string | null;
}

/** An answer with its body read. */
export interface Answer extends AnswerContent {
  /** From sending the request until the answer began, and from then until its body was read. */
  readonly latencyMs: number;
  readonly transferMs: number;
}

/** What a failure has to say for itself; of a longer one the status is enough. */
const REFUSAL_BYTES = 1024 * 1024;

/**
 * One request, one answer. Throws ServiceError `cancelled`, `timed-out`, `oversized` or `unreachable` (nothing else), and
 * drops what the browser's own errors say, for they may carry the address.
 */
export async function exchange(ports: ExchangePorts, request: ExchangeRequest): Promise<Answer> {
  const isCancelled = () => request.signal?.aborted === true;
  if (isCancelled()) throw new ServiceError({ kind: 'cancelled' });
  const controller = new AbortController();
  // A transport that ignores its signal (the demo's) must not keep the caller waiting.
  const aborted = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });
  const cancel = () => controller.abort();
  request.signal?.addEventListener('abort', cancel, { once: true });
  let isTimedOut = false;
  const stopTimer = ports.clock.after(request.timeoutMs, () => {
    isTimedOut = true;
    controller.abort();
  });
  try {
    return await Promise.race([fetchAnswer(ports, request, controller.signal), aborted]);
  } catch (error) {
    if (isCancelled()) throw new ServiceError({ kind: 'cancelled' });
    if (isTimedOut) throw new ServiceError({ kind: 'timed-out', timeoutMs: request.timeoutMs });
    throw error instanceof ServiceError ? error : new ServiceError({ kind: 'unreachable' });
  } finally {
    stopTimer();
    request.signal?.removeEventListener('abort', cancel);
  }
}

async function fetchAnswer(
  { fetch, clock }: ExchangePorts,
  request: ExchangeRequest,
  signal: AbortSignal,
): Promise<Answer> {
  const sentMs = clock.nowMs();
  const response = await fetch(
    new Request(request.url, {
      method: request.method,
      headers: request.headers,
      ...(request.body !== undefined && { body: request.body }),
      signal,
      // Prices and tokens stay out of the browser's cache.
      cache: 'no-store',
      // Who calls is in our own headers: neither cookies nor passwords the browser keeps go along.
      credentials: 'omit',
      // The address of a workbench holds a query; it is nobody's business.
      referrerPolicy: 'no-referrer',
      // Followed, a redirect would take the password or the client id along to wherever it points.
      redirect: 'error',
    }),
  );
  const begunMs = clock.nowMs();
  // The demo's service stands in for a network that breaks.
  if (response.type === 'error') throw new TypeError('no answer');
  const { maxBytes } = request;
  const pieces = request.wantsPieces === true && response.ok ? await readPieces(response, maxBytes) : null;
  const text = pieces === null ? await textOf(response, maxBytes) : '';
  return {
    status: response.status,
    text,
    pieces,
    contentType: response.headers.get('Content-Type') ?? '',
    retryAfter: response.headers.get('Retry-After'),
    date: response.headers.get('Date'),
    latencyMs: begunMs - sentMs,
    transferMs: clock.nowMs() - begunMs,
  };
}

function textOf(response: Response, maxBytes: number): Promise<string> {
  return response.ok
    ? readText(response, maxBytes)
    : readShortText(response, Math.min(maxBytes, REFUSAL_BYTES));
}
