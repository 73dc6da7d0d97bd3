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
  /** Without a slash at its end. */
  readonly serviceAddress: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface HttpCall<Output> extends ExpectedResponse<Output> {
  readonly method: 'GET' | 'POST';
  /** Relative to the service address, begins with a slash. */
  readonly path: string;
  /** Sent as JSON; a `JsonText` as it stands. */
  readonly body?: unknown;
  /** Reads are retried after a temporary failure; everything else is sent once. */
  readonly isRead: boolean;
  /** Reading a successful response stops, and the call fails, beyond this size. */
  readonly maxBytes: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** The limit of each attempt, without the waits for a sign-in or the next attempt. 30 s by default. */
  readonly timeoutMs?: number | undefined;
  /** Called with the timing of a successful response, before the call resolves. `send` alone calls it. */
  readonly onResponse?: ((times: ResponseTimes) => void) | undefined;
}

/** The timing of a response; of several attempts, the one that succeeded. */
export interface ResponseTimes {
  /** From sending the request until the response began. */
  readonly latencyMs: number;
  /** From the response headers until the body is received. */
  readonly transferMs: number;
  /** For parsing and decoding the body, which blocks the page. */
  readonly readingMs: number;
  /** How far the service's clock is ahead of this computer's, to a second or two; null where there is no `Date` header. */
  readonly serviceAheadMs: number | null;
  readonly ids: RequestIds;
}

export interface HttpClientParts<A extends Authorization> extends RequestPorts, ResponseReaders {
  /** From 0 inclusive to 1 exclusive. */
  readonly random: () => number;
  /**
   * Resolves to credentials, possibly after a renewal or a sign-in, and never to the `refused` ones, which met a 401. Rejects
   * with ServiceError `unauthenticated` when there are none, `cancelled` when the signal is aborted.
   */
  readonly authorize: (request: { readonly refused: A | null; readonly signal?: AbortSignal }) => Promise<A>;
  /** Returns credentials that need no waiting, or null. With them, `send` sends before it returns, ahead of other work. */
  readonly authorizeNow?: () => A | null;
}

export interface HttpClient<A extends Authorization> {
  /** Sends a call and decodes its response. Rejects with ServiceError, or with the error of creating the body. */
  readonly send: <Output>(call: HttpCall<Output>, options?: CallOptions) => Promise<Output>;
  /** Like `send`, but resolves to the undecoded body, for workers. Its envelope may still report a failure. */
  readonly receive: (call: UndecodedCall, options?: CallOptions) => Promise<BodyChunks>;
  /** Resolves to the response of any status, with an unread body, without a timeout. Rejects like `authorize` and `fetch`. */
  readonly openStream: (request: StreamRequest<A>, signal: AbortSignal) => Promise<Response>;
}

export interface StreamRequest<A extends Authorization> {
  readonly url: string;
  readonly headers: (authorization: A) => Readonly<Record<string, string>>;
}

type UndecodedCall = Omit<HttpCall<unknown>, 'decode'>;
type SendOptions = CallOptions & Pick<HttpRequest, 'wantsChunks' | 'traceId'>;

export const DEFAULT_TIMEOUT_MS = 30_000;

/** In UTF-16 code units. Parsing a body of this length takes about 10 ms, and decoding it another 10 ms. */
const LONG_BODY_LENGTH = 500_000;

/** Creates the only client of the service: credentials, timeout, retry, one replay after a 401, and typed failures. */
export function createHttpClient<A extends Authorization>(parts: HttpClientParts<A>): HttpClient<A> {
  return {
    send: async (call, options = {}) => {
      const response = await responseTo(call, options);
      const begunMs = parts.clock.nowMs();
      const body = parseBody(response);
      // Parses and decodes in tasks of their own: with thousands of columns, one task would block the page for too long.
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
        return response.chunks;
      }
      const refused = { ...call, decode: () => [] };
      return readResponse(response, refused, parts, parts.clock.wallMs());
    },
    openStream: async ({ url, headers }, signal) =>
      replayOnce(async (authorization) => {
        const sent = { ...headers(authorization), ...traceHeaders(parts.tracing, url) };
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

  /** Repeats a request once, with other credentials, after a 401. This is safe for writes: the service has not acted on it. */
  async function replayOnce<R extends { readonly status: number }>(
    attempt: (authorization: A) => Promise<{ readonly response: R; readonly authorization: A }>,
    signal: AbortSignal | undefined,
  ): Promise<R> {
    const first = await attempt(parts.authorizeNow?.() ?? (await authorize(null, signal)));
    if (first.response.status !== 401) return first.response;
    const second = await attempt(await authorize(first.authorization, signal));
    return second.response;
  }

  function authorize(refused: A | null, signal: AbortSignal | undefined): Promise<A> {
    return parts.authorize({ refused, ...(signal !== undefined && { signal }) });
  }

  /** Resolves to a response after as many attempts as the call allows, and to the credentials that it was sent with. */
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
          headers: {
            Accept: 'application/json',
            ...(body !== undefined && { 'Content-Type': 'application/json' }),
            ...authorization.headers,
          },
          body,
          timeoutMs,
          maxBytes: call.maxBytes,
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
      // The credentials may have been replaced, or have expired, while we waited.
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

async function settle(response: Promise<ServiceResponse>): Promise<ServiceResponse | ServiceError> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

/** Returns how far the service's clock is ahead of ours, ms, by a response's `Date`; null without one. */
export function serviceAheadMs(date: string | null, begunAtMs: number): number | null {
  const serviceMs = Date.parse(date ?? '');
  return Number.isNaN(serviceMs) ? null : serviceMs - begunAtMs;
}
