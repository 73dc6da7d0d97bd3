import type { Clock } from '@/lib/base/clock';
import type { BodyChunks } from '@/lib/base/body-chunks';
import { readChunks, readShortText, readText } from './read-body';
import { requestIdOf } from './request-id';
import { ServiceError, withRequestIds, type RequestIds, type ServiceFailure } from './service-error';
import { traceHeaders, traceIdOf, type Tracing } from './trace-context';

/** Sends a request: the browser's `fetch`, or the demo's service, which runs in the page. */
export type FetchPort = (request: Request) => Promise<Response>;

export interface RequestPorts {
  readonly fetch: FetchPort;
  readonly clock: Clock;
  /** Adds trace headers to requests. If absent, requests carry none. */
  readonly tracing?: Tracing | undefined;
}

interface RequestContent {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams | undefined;
  /** Whether cookies of our own origin are sent, and responses may set them. */
  readonly hasCookies?: boolean | undefined;
}

export interface HttpRequest extends RequestContent {
  /** The time limit for the whole response, including its body. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** The id of the call's trace. If absent, the request starts a new trace. */
  readonly traceId?: string | undefined;
  /** A header of the response that the caller reads. */
  readonly header?: string | null | undefined;
  /** Whether the body of a successful response is returned undecoded, in chunks. */
  readonly wantsChunks?: boolean | undefined;
}

export interface ResponseContent {
  readonly status: number;
  /** The body as text; empty if `chunks` contains the body. */
  readonly text: string;
  /** The undecoded body; null unless the request has `wantsChunks` and succeeded. */
  readonly chunks: BodyChunks | null;
  readonly contentType: string;
  readonly retryAfter: string | null;
  readonly date: string | null;
  readonly ids: RequestIds;
  /** The header that the request names; null or absent if there is none. */
  readonly header?: string | null;
}

export interface ServiceResponse extends ResponseContent {
  readonly headers: Headers;
  /** The time until the response began. `transferMs` is the time from then until its body was read. */
  readonly latencyMs: number;
  readonly transferMs: number;
}

/** The body of a failed response is read up to this size, for its messages. A longer body is ignored. */
const FAILURE_BYTES = 1024 * 1024;

/**
 * Sends one request and reads its response. Throws only ServiceError `cancelled`, `timed-out`, `oversized` or `unreachable`.
 * The browser's own errors are discarded, because they may quote the address.
 */
export async function sendRequest(ports: RequestPorts, request: HttpRequest): Promise<ServiceResponse> {
  const isCancelled = () => request.signal?.aborted === true;
  if (isCancelled()) throw new ServiceError({ kind: 'cancelled' });
  const controller = new AbortController();
  // The demo's service ignores the signal of a request, so this promise ends the wait of the caller.
  const aborted = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });
  const cancel = () => controller.abort();
  request.signal?.addEventListener('abort', cancel, { once: true });
  let isTimedOut = false;
  const trace = traceHeaders(ports.tracing, request.url, request.traceId);
  const traceId = traceIdOf(new Headers(trace));
  let ids: RequestIds = traceId === null ? {} : { traceId };
  // The id that the service gave the request is known as soon as the response has begun.
  const onBegun = ({ headers }: Response) => {
    const requestId = requestIdOf(headers);
    if (requestId !== null) ids = { ...ids, requestId };
    return ids;
  };
  const traced = { ...request, headers: mergedHeaders(request.headers, trace) };
  const stopTimer = ports.clock.after(request.timeoutMs, () => {
    isTimedOut = true;
    controller.abort();
  });
  try {
    return await Promise.race([fetchResponse(ports, traced, controller.signal, onBegun), aborted]);
  } catch (error) {
    if (isCancelled()) throw new ServiceError({ kind: 'cancelled' });
    const fail = (failure: ServiceFailure, status: number | null = null) =>
      new ServiceError(withRequestIds(failure, ids), status);
    if (isTimedOut) throw fail({ kind: 'timed-out', timeoutMs: request.timeoutMs });
    throw error instanceof ServiceError ? fail(error.failure, error.status) : fail({ kind: 'unreachable' });
  } finally {
    stopTimer();
    request.signal?.removeEventListener('abort', cancel);
  }
}

/** Merges headers, of which a later one replaces an earlier one of the same name in any case. */
export function mergedHeaders(
  ...parts: readonly (Readonly<Record<string, string>> | undefined)[]
): Readonly<Record<string, string>> {
  const headers = parts.flatMap((part = {}) => Object.entries(part));
  return Object.fromEntries(new Map(headers.map((each) => [each[0].toLowerCase(), each])).values());
}

/** Creates a request with the settings of all requests of this page: with our headers, and without what browsers add by default. */
export function pageRequest(
  { url, method, headers, body, hasCookies = false }: RequestContent,
  signal: AbortSignal,
): Request {
  return new Request(url, {
    method,
    headers,
    ...(body !== undefined && { body }),
    signal,
    // Keeps prices and tokens out of the browser's cache.
    cache: 'no-store',
    // Headers authenticate the request. Cookies and stored passwords are sent only to a server that keeps the session.
    credentials: hasCookies ? 'same-origin' : 'omit',
    // The address of this page may contain a query, which no other server may see.
    referrerPolicy: 'no-referrer',
    // Following a redirect would send the password or the client id to whatever address it names.
    redirect: 'error',
  });
}

async function fetchResponse(
  { fetch, clock }: RequestPorts,
  request: HttpRequest,
  signal: AbortSignal,
  onBegun: (response: Response) => RequestIds,
): Promise<ServiceResponse> {
  const sentMs = clock.nowMs();
  const response = await fetch(pageRequest(request, signal));
  const begunMs = clock.nowMs();
  // The demo's service returns an error response to simulate a broken connection.
  if (response.type === 'error') throw new TypeError('no response');
  const ids = onBegun(response);
  const { maxBytes } = request;
  const chunks = request.wantsChunks === true && response.ok ? await readChunks(response, maxBytes) : null;
  const text = chunks === null ? await textOf(response, maxBytes) : '';
  return {
    status: response.status,
    text,
    chunks,
    contentType: response.headers.get('Content-Type') ?? '',
    retryAfter: response.headers.get('Retry-After'),
    date: response.headers.get('Date'),
    headers: response.headers,
    ids,
    header: request.header == null ? null : response.headers.get(request.header),
    latencyMs: begunMs - sentMs,
    transferMs: clock.nowMs() - begunMs,
  };
}

function textOf(response: Response, maxBytes: number): Promise<string> {
  return response.ok
    ? readText(response, maxBytes)
    : readShortText(response, Math.min(maxBytes, FAILURE_BYTES));
}
