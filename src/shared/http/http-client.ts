import { wait } from './clock';
import { exchange, type Answer, type ExchangePorts, type ExchangeRequest } from './exchange';
import { readAnswer, type AnswerReaders, type ExpectedAnswer } from './read-answer';
import type { BodyPieces } from './read-pieces';
import { isTransient, retryAfterMs, retryDelayMs } from './retry-policy';
import { serviceAheadMs } from './service-ahead';
import { ServiceError } from './service-error';

/** Where to send a call, and the headers that say who asks. */
export interface Authorization {
  /** Without a slash at its end. */
  readonly serviceAddress: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface HttpCall<Output> extends ExpectedAnswer<Output> {
  readonly method: 'GET' | 'POST';
  /** Below the service address, begins with a slash. */
  readonly path: string;
  readonly body?: unknown;
  /** Reads are repeated after a passing failure; everything else is sent once. */
  readonly isRead: boolean;
  /** Beyond, a successful answer is given up while it is being read. */
  readonly maxBytes: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** For each attempt; waiting for a sign-in or for the next attempt does not count. 30 s unless told. */
  readonly timeoutMs?: number | undefined;
  /** Hears how a successful answer came, before the call resolves. Only of `send`. */
  readonly onAnswer?: ((facts: AnswerTimes) => void) | undefined;
}

/** How an answer came; of several attempts the one that succeeded. */
export interface AnswerTimes {
  /** From sending the request until the answer began. */
  readonly latencyMs: number;
  /** From then until its body was here. */
  readonly transferMs: number;
  /** For making of it what the caller gets; the page can do nothing else meanwhile. */
  readonly readingMs: number;
  /**
   * How far the service's clock is ahead of this computer's, give or take a second or two; null where the answer does
   * not tell the service's time.
   */
  readonly serviceAheadMs: number | null;
}

export interface HttpClientParts<A extends Authorization> extends ExchangePorts, AnswerReaders {
  /** From 0 inclusive to 1 exclusive. */
  readonly random: () => number;
  /**
   * Credentials to send a call with; may wait. With `refused`, others than those, which were answered with 401.
   * Rejects with ServiceError `unauthenticated` when there are none to be had, `cancelled` when the signal says so.
   */
  readonly authorize: (request: { readonly refused: A | null; readonly signal?: AbortSignal }) => Promise<A>;
  /**
   * The same where nobody has to wait: null if they would. With it a call leaves before `send` returns, ahead of
   * whatever else the page has to do then.
   */
  readonly authorizeNow?: () => A | null;
}

export interface HttpClient {
  /** Sends a call and reads its answer. Rejects with ServiceError, and with whatever building the body throws. */
  readonly send: <Output>(call: HttpCall<Output>, options?: CallOptions) => Promise<Output>;
  /**
   * As `send`, but hands on the body of a successful answer unread: its envelope, which may tell of a failure after
   * all, is for the receiver to open. For answers so large that reading them belongs into a worker.
   */
  readonly receive: (call: UnreadCall, options?: CallOptions) => Promise<BodyPieces>;
}

type UnreadCall = Omit<HttpCall<unknown>, 'decode'>;
type SendOptions = CallOptions & Pick<ExchangeRequest, 'wantsPieces'>;

export const DEFAULT_TIMEOUT_MS = 30_000;

/** The one way to the service: credentials, timeout, retry, one replay after a 401, and errors told apart. */
export function createHttpClient<A extends Authorization>(parts: HttpClientParts<A>): HttpClient {
  return {
    send: async (call, options = {}) => {
      const answer = await answerTo(call, options);
      const begunMs = parts.clock.nowMs();
      const output = readAnswer(answer, call, parts, parts.clock.wallMs());
      options.onAnswer?.({
        latencyMs: answer.latencyMs,
        transferMs: answer.transferMs,
        readingMs: parts.clock.nowMs() - begunMs,
        serviceAheadMs: serviceAheadMs(answer.date, parts.clock.wallMs() - answer.transferMs),
      });
      return output;
    },
    receive: async (call, options = {}) => {
      const answer = await answerTo(call, { ...options, wantsPieces: true });
      if (answer.pieces !== null) return answer.pieces;
      const refused = { ...call, decode: () => [] };
      return readAnswer(answer, refused, parts, parts.clock.wallMs());
    },
  };

  async function answerTo(call: UnreadCall, options: SendOptions): Promise<Answer> {
    const body = call.body === undefined ? undefined : JSON.stringify(call.body);
    const authorization = parts.authorizeNow?.() ?? (await authorize(null, options.signal));
    const first = await sendUntilSettled(call, body, authorization, options);
    if (first.answer.status !== 401) return first.answer;
    // The service did not act on it, so this holds for calls that are no reads as well.
    const renewed = await authorize(first.authorization, options.signal);
    return (await sendUntilSettled(call, body, renewed, options)).answer;
  }

  function authorize(refused: A | null, signal: AbortSignal | undefined): Promise<A> {
    return parts.authorize({ refused, ...(signal !== undefined && { signal }) });
  }

  /** An answer worth reading, after as many attempts as the call allows, and the credentials it was given for. */
  async function sendUntilSettled(
    call: UnreadCall,
    body: string | undefined,
    firstAuthorization: A,
    { signal, timeoutMs = DEFAULT_TIMEOUT_MS, wantsPieces }: SendOptions,
  ): Promise<{ answer: Answer; authorization: A }> {
    let authorization = firstAuthorization;
    let waitedMs = 0;
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await settle(
        exchange(parts, {
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
          wantsPieces,
        }),
      );
      const isWorthRetrying =
        outcome instanceof ServiceError
          ? outcome.failure.kind === 'unreachable'
          : isTransient(outcome.status);
      const delayMs =
        call.isRead && isWorthRetrying
          ? retryDelayMs({ attempt, waitedMs, retryAfterMs: askedDelayMs(outcome) }, parts.random)
          : null;
      if (delayMs === null) {
        if (outcome instanceof ServiceError) throw outcome;
        return { answer: outcome, authorization };
      }
      waitedMs += delayMs;
      await waitOrCancel(delayMs, signal);
      // Other credentials may be in use by now; these may have expired while we waited.
      authorization = await authorize(null, signal);
    }
  }

  function askedDelayMs(outcome: Answer | ServiceError): number | null {
    return outcome instanceof ServiceError ? null : retryAfterMs(outcome, parts.clock.wallMs());
  }

  async function waitOrCancel(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
    try {
      await wait(parts.clock, delayMs, signal);
    } catch {
      throw new ServiceError({ kind: 'cancelled' });
    }
  }
}

async function settle(answer: Promise<Answer>): Promise<Answer | ServiceError> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}
