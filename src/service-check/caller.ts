import { parseJson } from '@/lib/base/parse-json';
import { wait, type Clock } from '@/lib/base/clock';

/** A request of the check. It only reads: `POST` is the method of an extraction. */
export interface CheckRequest {
  readonly method: 'GET' | 'POST';
  /** Below the service's address. */
  readonly path: string;
  /** JSON text. */
  readonly body?: string;
  /** Headers beside those of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What the service has to do for the answer, if it is more than reading a few rows. It decides how long the check waits. */
  readonly effort?: 'snapshot' | 'largest-page';
  /** Whether the address is only a guess, at which nothing may be. Then no answer and no failure says anything of the service or the session. */
  readonly isGuess?: boolean;
}

/** What came back, whatever it is. */
export type RawAnswer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly contentType: string;
      readonly text: string;
      readonly headers: ReadonlyMap<string, string>;
      /** How long the service asks to wait; null if it does not ask. */
      readonly retryAfterMs: number | null;
    }
  | { readonly kind: 'failed'; readonly reason: 'timed-out' | 'unreachable' | 'oversized' | 'signed-out' };

/**
 * Sends one request with the credentials of the account, in limited time. Calls `onRepeated` before it sends the request again with
 * other credentials. Rejects only if the signal is aborted, or with what `onRepeated` throws.
 */
export type Exchange = (
  request: CheckRequest,
  signal: AbortSignal,
  onRepeated: () => void,
) => Promise<RawAnswer>;

export interface Answer {
  readonly status: number;
  /** Whether both the HTTP status and the envelope say that the call has succeeded. */
  readonly isOk: boolean;
  readonly form: 'json' | 'html' | 'text' | 'empty';
  /** Undefined if the answer is not JSON. */
  readonly json: unknown;
  readonly text: string;
  readonly headers: ReadonlyMap<string, string>;
}

/** Why a call has no answer. The step that needs it fails, and the check goes on. */
export type CallFailure = 'timed-out' | 'unreachable' | 'oversized';

/** Why a check sends no more requests. */
export type StopReason =
  | CallFailure
  | 'signed-out'
  | 'throttled'
  | 'too-slow'
  | 'too-many-calls'
  /** The service answered a request for rows as if it had created something. */
  | 'may-have-created';

export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly reason: CallFailure;
  constructor(reason: CallFailure) {
    super(`A call has failed: ${reason}`);
    this.reason = reason;
  }
}

export class CheckStopped extends Error {
  override readonly name = 'CheckStopped';
  readonly reason: StopReason;
  constructor(reason: StopReason) {
    super(`The check has ended: ${reason}`);
    this.reason = reason;
  }
}

/** The most requests for rows in a check. */
export const MOST_EXTRACTION_CALLS = 40;
/** The most time that a check takes. Afterwards it says what it has found. */
export const MOST_MINUTES = 10;
const MOST_MS = MOST_MINUTES * 60_000;
/** A service that fails so often in a row is not asked again. */
const MOST_FAILURES = 4;
const MOST_WAITS = 3;
const LONGEST_WAIT_MS = 20_000;
const USUAL_WAIT_MS = 2_000;
/** Statuses that say that something was created, or will be, or that there is nothing to read. */
const NO_READING: readonly number[] = [201, 202, 204];

export interface Caller {
  /** Rejects with CallFailed, with CheckStopped, or with the signal's reason. */
  readonly ask: (request: CheckRequest) => Promise<Answer>;
  readonly extractionCalls: () => number;
}

export interface CallerPorts {
  readonly exchange: Exchange;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Whether an answer says that its call has failed, whatever the HTTP status is. */
  readonly isRefusal: (json: unknown) => boolean;
  readonly onAsked: (request: CheckRequest) => void;
  readonly onAnswered: (answer: Answer) => void;
}

/** Sends the requests of one check: one after the other, not too many, and with a wait if the service asks for one. */
export function createCaller(ports: CallerPorts): Caller {
  const { exchange, clock, signal, isRefusal, onAsked, onAnswered } = ports;
  const startedMs = clock.nowMs();
  let extractionCalls = 0;
  let waits = 0;
  let failures = 0;

  function count({ method }: CheckRequest): void {
    if (method !== 'POST') return;
    if (extractionCalls === MOST_EXTRACTION_CALLS) throw new CheckStopped('too-many-calls');
    extractionCalls += 1;
  }

  async function ask(request: CheckRequest): Promise<Answer> {
    signal.throwIfAborted();
    if (clock.nowMs() - startedMs > MOST_MS) throw new CheckStopped('too-slow');
    count(request);
    onAsked(request);
    const raw = await exchange(request, signal, () => count(request));
    signal.throwIfAborted();
    const isGuess = request.isGuess === true;
    if (raw.kind === 'failed') {
      if (!isGuess) failures += 1;
      if (raw.reason === 'signed-out' || failures === MOST_FAILURES) throw new CheckStopped(raw.reason);
      throw new CallFailed(raw.reason);
    }
    failures = 0;
    if (raw.status === 401 && !isGuess) throw new CheckStopped('signed-out');
    if (raw.status === 429 || (raw.status === 503 && !isGuess)) {
      const waitMs = raw.retryAfterMs ?? USUAL_WAIT_MS;
      waits += 1;
      if (waits > MOST_WAITS || waitMs > LONGEST_WAIT_MS) {
        throw new CheckStopped(raw.status === 429 ? 'throttled' : 'unreachable');
      }
      await wait(clock, waitMs, signal);
      return ask(request);
    }
    const answer = answerOf(raw, isRefusal);
    onAnswered(answer);
    if (request.method === 'POST' && NO_READING.includes(raw.status))
      throw new CheckStopped('may-have-created');
    return answer;
  }

  return { ask, extractionCalls: () => extractionCalls };
}

function answerOf(
  { status, contentType, text, headers }: Extract<RawAnswer, { kind: 'answered' }>,
  isRefusal: CallerPorts['isRefusal'],
): Answer {
  const isHttpOk = status >= 200 && status < 300;
  const common = { status, text, headers };
  if (text.trim() === '') return { ...common, isOk: isHttpOk, form: 'empty', json: undefined };
  try {
    const json = parseJson(text);
    return { ...common, isOk: isHttpOk && !isRefusal(json), form: 'json', json };
  } catch {
    const isHtml = contentType.includes('html') || /^\s*<(?:!doctype|html)/i.test(text);
    return { ...common, isOk: isHttpOk, form: isHtml ? 'html' : 'text', json: undefined };
  }
}
