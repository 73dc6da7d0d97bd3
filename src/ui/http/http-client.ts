import { wait } from '@/lib/base/clock';
import type { BodyChunks } from '@/lib/base/body-chunks';
import { JsonText } from '@/lib/base/json-text';
import {
  failureOfStatus,
  parseBody,
  readResponse,
  type ExpectedResponse,
  type ResponseReaders,
} from './read-response';
import { noteRequestOfBody } from './request-id';
import { isRetryableWithinCall, retryAfterMs, retryDelayMs } from './retry-policy';
import {
  mergedHeaders,
  pageRequest,
  sendRequest,
  type HttpRequest,
  type RequestPorts,
  type ServiceResponse,
} from './send-request';
import { ServiceError, type RequestIds } from './service-error';
import { traceHeaders } from './trace-context';

/** Where to send a call, and the headers that authenticate it. */
export interface Authorization {
  /** The base address of the service, without a slash at its end. */
  readonly serviceAddress: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface HttpCall<Output> extends ExpectedResponse<Output> {
  readonly method: 'GET' | 'POST';
  /** The path below the service address. It begins with a slash. */
  readonly path: string;
  /** Headers beside those of every call; none by default. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The body, which is sent as JSON. A `JsonText` is sent unchanged. */
  readonly body?: unknown;
  /** A header of the response that `decode` gets; null or absent if it needs none. */
  readonly header?: string | null | undefined;
  /** Whether the call only reads. Only such calls are retried after a temporary failure. */
  readonly isRead: boolean;
  /** The maximum size of a successful response. If a response is larger, reading stops and the call fails. */
  readonly maxBytes: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** The time limit of each attempt. It excludes waits for a sign-in or the next attempt. The default is 30 s. */
  readonly timeoutMs?: number | undefined;
  /** Called with the timing of a successful response, before the call resolves. Only `send` calls it. */
  readonly onResponse?: ((times: ResponseTimes) => void) | undefined;
}

/** The timing of a response. If there were several attempts, it is that of the last one, which succeeded. */
export interface ResponseTimes {
  /** The time from sending the request until the response began. */
  readonly latencyMs: number;
  /** The time from the response headers until the whole body was received. */
  readonly transferMs: number;
  /** The time for parsing and decoding the body, which block the page. */
  readonly readingMs: number;
  /** How far the service's clock is ahead of this computer's, to a second or two; null if the response has no `Date` header. */
  readonly serviceAheadMs: number | null;
  readonly ids: RequestIds;
}

export interface HttpClientParts<A extends Authorization> extends RequestPorts, ResponseReaders {
  /** Returns a random number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  /**
   * Resolves to credentials, possibly after a renewal or a sign-in, but never to the `refused` ones, which got a 401. Rejects
   * with ServiceError `unauthenticated` if there are no credentials, and `cancelled` if the signal is aborted.
   */
  readonly authorize: (request: { readonly refused: A | null; readonly signal?: AbortSignal }) => Promise<A>;
  /** Returns credentials that are available at once, or null. With them, `send` sends the request synchronously. */
  readonly authorizeNow?: () => A | null;
}

export interface HttpClient<A extends Authorization> {
  /** Sends a call and decodes its response. Rejects with ServiceError, or with an error from serializing the body. */
  readonly send: <Output>(call: HttpCall<Output>, options?: CallOptions) => Promise<Output>;
  /** Like `send`, but resolves to the undecoded body, which a worker decodes. The body may still report a failure. */
  readonly receive: (call: UndecodedCall, options?: CallOptions) => Promise<ReceivedBody>;
  /** Sends a request once and resolves to its response of any status, undecoded. Only after a 401 it is sent again, with new credentials. */
  readonly exchange: (request: ExchangeRequest, options?: CallOptions) => Promise<ServiceResponse>;
  /** Resolves to a response of any status before its body is read. Has no timeout. Rejects with the errors of `authorize` and `fetch`. */
  readonly openStream: (request: StreamRequest<A>, signal: AbortSignal) => Promise<Response>;
}

export interface ExchangeRequest extends Pick<HttpCall<unknown>, 'method' | 'path' | 'headers' | 'maxBytes'> {
  /** JSON text. */
  readonly body?: string | undefined;
  /** Whether a 401 is the answer, rather than a reason to get new credentials: an address that may not exist says nothing of a session. */
  readonly isRefusalFinal?: boolean | undefined;
  /** Called each time before the request is sent: twice if the service refuses the first credentials. What it throws ends the call. */
  readonly onSend?: (() => void) | undefined;
}

export interface ReceivedBody {
  readonly body: BodyChunks;
  /** The header that the call names; null if the response has none. */
  readonly header: string | null;
}

export interface StreamRequest<A extends Authorization> {
  readonly url: string;
  readonly headers: (authorization: A) => Readonly<Record<string, string>>;
}

type UndecodedCall = Omit<HttpCall<unknown>, 'decode'>;
type SendOptions = CallOptions & Pick<HttpRequest, 'wantsChunks' | 'traceId'>;

export const DEFAULT_TIMEOUT_MS = 30_000;

/** The length of a long body, in UTF-16 code units. Parsing it takes about 10 ms, and decoding it another 10 ms. */
const LONG_BODY_LENGTH = 500_000;

/** Creates the only client for the service. It adds credentials, timeouts, retries, one replay after a 401, and typed failures. */
export function createHttpClient<A extends Authorization>(parts: HttpClientParts<A>): HttpClient<A> {
  return {
    send: async (call, options = {}) => {
      const response = await responseTo(call, options);
      const begunMs = parts.clock.nowMs();
      const body = parseBody(response);
      // Decodes a long body in a separate task after parsing, because a single task would block the page for too long.
      if (response.text.length > LONG_BODY_LENGTH) await waitOrCancel(0, options.signal);
      const output = readResponse(response, call, parts, parts.clock.wallMs(), body);
      options.onResponse?.({
        latencyMs: response.latencyMs,
        transferMs: response.transferMs,
        readingMs: parts.clock.nowMs() - begunMs,
        serviceAheadMs: serviceAheadMs(response.date, parts.clock.wallMs() - response.transferMs),
        ids: response.ids,
      });
      return output;
    },
    receive: async (call, options = {}) => {
      const response = await responseTo(call, { ...options, wantsChunks: true });
      if (response.chunks !== null) {
        noteRequestOfBody(response.chunks, response.ids);
        return { body: response.chunks, header: response.header ?? null };
      }
      const refused = { ...call, decode: () => ({ body: [], header: null }) };
      return readResponse(response, refused, parts, parts.clock.wallMs());
    },
    exchange: async (
      { method, path, body, headers: further, maxBytes, isRefusalFinal = false, onSend },
      { signal, timeoutMs = DEFAULT_TIMEOUT_MS } = {},
    ) => {
      const attempt = async (authorization: A) => {
        onSend?.();
        const url = authorization.serviceAddress + path;
        const headers = jsonHeaders(authorization, body, further);
        const response = await sendRequest(parts, {
          url,
          method,
          headers,
          body,
          timeoutMs,
          maxBytes,
          signal,
        });
        return { response, authorization };
      };
      if (!isRefusalFinal) return replayOnce(attempt, signal);
      return (await attempt(parts.authorizeNow?.() ?? (await authorize(null, signal)))).response;
    },
    openStream: async ({ url, headers }, signal) =>
      replayOnce(async (authorization) => {
        const sent = mergedHeaders(headers(authorization), traceHeaders(parts.tracing, url));
        const request = pageRequest({ url, method: 'GET', headers: sent }, signal);
        return { response: await parts.fetch(request), authorization };
      }, signal),
  };

  async function responseTo(call: UndecodedCall, options: SendOptions): Promise<ServiceResponse> {
    const body =
      call.body instanceof JsonText
        ? call.body.text
        : call.body === undefined
          ? undefined
          : JSON.stringify(call.body);
    const traceId = parts.tracing?.randomId();
    return replayOnce(
      async (authorization) => sendWithRetries(call, body, authorization, { ...options, traceId }),
      options.signal,
    );
  }

  /** Repeats a request once, with other credentials, after a 401. This is safe for writes: the service has not executed the first one. */
  async function replayOnce<R extends { readonly status: number }>(
    attempt: (authorization: A) => Promise<{ readonly response: R; readonly authorization: A }>,
    signal: AbortSignal | undefined,
  ): Promise<R> {
    // Credentials that are there are used at once: a request that waits for a promise leaves after other work of the page.
    const first = await attempt(parts.authorizeNow?.() ?? (await authorize(null, signal)));
    if (first.response.status !== 401) return first.response;
    const second = await attempt(await authorize(first.authorization, signal));
    return second.response;
  }

  function authorize(refused: A | null, signal: AbortSignal | undefined): Promise<A> {
    return parts.authorize({ refused, ...(signal !== undefined && { signal }) });
  }

  /** Resolves to a response, after as many attempts as the call allows, and to the credentials of the last attempt. */
  async function sendWithRetries(
    call: UndecodedCall,
    body: string | undefined,
    firstAuthorization: A,
    { signal, timeoutMs = DEFAULT_TIMEOUT_MS, wantsChunks, traceId }: SendOptions,
  ): Promise<{ response: ServiceResponse; authorization: A }> {
    let authorization = firstAuthorization;
    let waitedMs = 0;
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await settle(
        sendRequest(parts, {
          url: authorization.serviceAddress + call.path,
          method: call.method,
          headers: jsonHeaders(authorization, body, call.headers),
          body,
          timeoutMs,
          maxBytes: call.maxBytes,
          header: call.header,
          signal,
          wantsChunks,
          traceId,
        }),
      );
      const wallMs = parts.clock.wallMs();
      const isError = outcome instanceof ServiceError;
      const failure = isError ? outcome.failure : failureOfStatus(outcome, call, parts, wallMs);
      const askedMs = isError ? null : retryAfterMs(outcome, wallMs);
      const delayMs =
        call.isRead && failure !== null && isRetryableWithinCall(failure)
          ? retryDelayMs({ attempt, waitedMs, retryAfterMs: askedMs }, parts.random)
          : null;
      if (delayMs === null) {
        if (outcome instanceof ServiceError) throw outcome;
        return { response: outcome, authorization };
      }
      waitedMs += delayMs;
      await waitOrCancel(delayMs, signal);
      // Gets credentials again, because they may have been replaced or have expired during the wait.
      authorization = await authorize(null, signal);
    }
  }

  async function waitOrCancel(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
    try {
      await wait(parts.clock, delayMs, signal);
    } catch {
      throw new ServiceError({ kind: 'cancelled' });
    }
  }
}

function jsonHeaders(
  { headers }: Authorization,
  body: string | undefined,
  further: HttpCall<unknown>['headers'],
): Readonly<Record<string, string>> {
  const own = {
    Accept: 'application/json',
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  };
  return mergedHeaders(own, further, headers);
}

async function settle(response: Promise<ServiceResponse>): Promise<ServiceResponse | ServiceError> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

/** Returns how far the service's clock is ahead of ours, in ms, by the `Date` of a response; null if it has none. */
export function serviceAheadMs(date: string | null, begunAtMs: number): number | null {
  const serviceMs = Date.parse(date ?? '');
  return Number.isNaN(serviceMs) ? null : serviceMs - begunAtMs;
}
