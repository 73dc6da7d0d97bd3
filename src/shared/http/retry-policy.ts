import type { Answer } from './exchange';
import type { ServiceFailure } from './service-error';

/** After the first attempt. */
const MAX_RETRIES = 4;
/** All waiting between the attempts of one call. */
const MAX_TOTAL_WAIT_MS = 60_000;
const BACK_OFF_BASE_MS = 400;
const BACK_OFF_CAP_MS = 8_000;
/** For a throttled service that names no time. */
const DEFAULT_RETRY_AFTER_MS = 5_000;
/** A service that asks for more means that it will not answer. */
const LONGEST_RETRY_AFTER_MS = 365 * 86_400_000;
/** A wait that the service asks for is not begun silently if it is longer: a person is told, and may try at once. */
export const LONGEST_SILENT_WAIT_MS = 120_000;

/** Between nothing and a limit that doubles with every attempt, so that many clients do not come back in step. */
export function backOffMs(
  attempt: number,
  random: () => number,
  { baseMs = BACK_OFF_BASE_MS, capMs = BACK_OFF_CAP_MS } = {},
): number {
  return random() * Math.min(capMs, baseMs * 2 ** attempt);
}

/**
 * `Retry-After` in milliseconds: seconds, or an HTTP date counted from the answer's own `Date` where it is readable,
 * as the client's clock may be wrong. At most a year. Null when there is none that can be read.
 */
export function retryAfterMs(answer: Pick<Answer, 'retryAfter' | 'date'>, wallMs: number): number | null {
  const text = answer.retryAfter?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Number(text) * 1000, LONGEST_RETRY_AFTER_MS);
  // Without a letter it is no HTTP date, though Date.parse would make one of it.
  const untilMs = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(untilMs)) return null;
  const answeredMs = Date.parse(answer.date ?? '');
  const delayMs = untilMs - (Number.isNaN(answeredMs) ? wallMs : answeredMs);
  return Math.min(Math.max(0, delayMs), LONGEST_RETRY_AFTER_MS);
}

type ThrottledFailure = Extract<ServiceFailure, { kind: 'throttled' }>;

/** The failure that a 429 means. */
export function throttledFailure(
  answer: Pick<Answer, 'retryAfter' | 'date'>,
  wallMs: number,
): ThrottledFailure {
  const delayMs = retryAfterMs(answer, wallMs) ?? DEFAULT_RETRY_AFTER_MS;
  return { kind: 'throttled', retryAfterS: Math.ceil(delayMs / 1000), untilMs: wallMs + delayMs };
}

/** Whether the service asks for a wait that is too long to be waited silently. */
export function isLongWait(failure: ServiceFailure): boolean {
  return failure.kind === 'throttled' && failure.retryAfterS * 1000 > LONGEST_SILENT_WAIT_MS;
}

/** Whether an answer with this status may be better a moment later. */
export function isTransient(status: number): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504;
}

export interface RetrySituation {
  /** Attempts that failed after the first, 0 for the first failure. */
  readonly attempt: number;
  /** Time already spent between attempts. */
  readonly waitedMs: number;
  /** What the service asked for; null when it did not, or there was no answer. */
  readonly retryAfterMs: number | null;
}

/** How long to wait before the next attempt, or null when it is time to give up. */
export function retryDelayMs(situation: RetrySituation, random: () => number): number | null {
  if (situation.attempt >= MAX_RETRIES) return null;
  const backOff = backOffMs(situation.attempt, random);
  // Never earlier than asked, and not all at the very same moment.
  const delayMs =
    situation.retryAfterMs === null ? backOff : situation.retryAfterMs + Math.min(backOff, BACK_OFF_BASE_MS);
  return situation.waitedMs + delayMs > MAX_TOTAL_WAIT_MS ? null : delayMs;
}
