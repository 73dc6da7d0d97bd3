import { parseJson } from '@/lib/base/parse-json';
import { wait, type Clock } from '@/lib/base/clock';

/** A request of the check. It only reads: `POST` is the method of an extraction. */
export interface CheckRequest {
  readonly method: 'GET' | 'POST';
  /** Below the service's address. */
  readonly path: string;
  /** JSON text. */
  readonly body?: string;
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

/** Sends one request with the credentials of the account, in limited time. Rejects only if the signal is aborted. */
export type Exchange = (request: CheckRequest, signal: AbortSignal) => Promise<RawAnswer>;

export interface Answer {
  readonly status: number;
  readonly isOk: boolean;
  readonly form: 'json' | 'html' | 'text' | 'empty';
  /** Undefined if the answer is not JSON. */
  readonly json: unknown;
  readonly text: string;
  readonly headers: ReadonlyMap<string, string>;
}

/** Why a check ends before its last step. */
export type StopReason =
  | 'timed-out'
  | 'unreachable'
  | 'oversized'
  | 'signed-out'
  | 'throttled'
  | 'too-slow'
  | 'too-many-calls';

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
const MOST_MS = 5 * 60_000;
const MOST_WAITS = 3;
const LONGEST_WAIT_MS = 20_000;
const USUAL_WAIT_MS = 2_000;

export interface Caller {
  /** Rejects with CheckStopped, or with the signal's reason. */
  readonly ask: (request: CheckRequest) => Promise<Answer>;
  readonly extractionCalls: () => number;
}

export interface CallerPorts {
  readonly exchange: Exchange;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onAsked: (request: CheckRequest) => void;
  readonly onAnswered: (answer: Answer) => void;
}

/** Sends the requests of one check: one after the other, not too many, and with a wait if the service asks for one. */
export function createCaller({ exchange, clock, signal, onAsked, onAnswered }: CallerPorts): Caller {
  const startedMs = clock.nowMs();
  let extractionCalls = 0;
  let waits = 0;

  async function ask(request: CheckRequest): Promise<Answer> {
    signal.throwIfAborted();
    if (clock.nowMs() - startedMs > MOST_MS) throw new CheckStopped('too-slow');
    if (request.method === 'POST') {
      if (extractionCalls === MOST_EXTRACTION_CALLS) throw new CheckStopped('too-many-calls');
      extractionCalls += 1;
    }
    onAsked(request);
    const raw = await exchange(request, signal);
    signal.throwIfAborted();
    if (raw.kind === 'failed') throw new CheckStopped(raw.reason);
    if (raw.status === 401) throw new CheckStopped('signed-out');
    if (raw.status === 429 || raw.status === 503) {
      const waitMs = raw.retryAfterMs ?? USUAL_WAIT_MS;
      waits += 1;
      if (waits > MOST_WAITS || waitMs > LONGEST_WAIT_MS) {
        throw new CheckStopped(raw.status === 429 ? 'throttled' : 'unreachable');
      }
      await wait(clock, waitMs, signal);
      return ask(request);
    }
    const answer = answerOf(raw);
    onAnswered(answer);
    return answer;
  }

  return { ask, extractionCalls: () => extractionCalls };
}

function answerOf({ status, contentType, text, headers }: Extract<RawAnswer, { kind: 'answered' }>): Answer {
  const common = { status, isOk: status >= 200 && status < 300, text, headers };
  if (text.trim() === '') return { ...common, form: 'empty', json: undefined };
  try {
    return { ...common, form: 'json', json: parseJson(text) };
  } catch {
    const isHtml = contentType.includes('html') || /^\s*<(?:!doctype|html)/i.test(text);
    return { ...common, form: isHtml ? 'html' : 'text', json: undefined };
  }
}
