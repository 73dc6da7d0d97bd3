import type { ServiceResponse } from './send-request';
import type { ServiceFailure } from './service-error';

const MAX_RETRIES = 4;
const MAX_TOTAL_WAIT_MS = 60_000;
const BACK_OFF_BASE_MS = 400;
const BACK_OFF_CAP_MS = 8_000;
/** The wait if a service refuses a request with 429 but does not say how long to wait. */
const DEFAULT_RETRY_AFTER_MS = 5_000;
/** The longest wait taken from `Retry-After`. A longer one is considered a mistake, and reduced to this. */
const LONGEST_RETRY_AFTER_MS = 365 * 86_400_000;
/** If the service asks for a longer wait than this, the screen shows it, with a button to try again at once. */
export const LONGEST_SILENT_WAIT_MS = 120_000;

/** Returns a random delay, up to a limit that doubles with every attempt, so that clients do not all retry at the same time. */
export function backOffMs(
  attempt: number,
  random: () => number,
  { baseMs = BACK_OFF_BASE_MS, capMs = BACK_OFF_CAP_MS } = {},
): number {
  return random() * Math.min(capMs, baseMs * 2 ** attempt);
}

/** Returns `Retry-After` in ms, at most a year. A date in it is compared with the response's `Date`, since our clock may be wrong. */
export function retryAfterMs(
  response: Pick<ServiceResponse, 'retryAfter' | 'date'>,
  wallMs: number,
): number | null {
  const text = response.retryAfter?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Number(text) * 1000, LONGEST_RETRY_AFTER_MS);
  // An HTTP date contains letters. Other texts are ignored, although Date.parse would accept some of them.
  const untilMs = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(untilMs)) return null;
  const sentMs = Date.parse(response.date ?? '');
  const delayMs = untilMs - (Number.isNaN(sentMs) ? wallMs : sentMs);
  return Math.min(Math.max(0, delayMs), LONGEST_RETRY_AFTER_MS);
}

type ThrottledFailure = Extract<ServiceFailure, { kind: 'throttled' }>;

/** Returns the failure for a response with status 429. */
export function throttledFailure(
  response: Pick<ServiceResponse, 'retryAfter' | 'date'>,
  wallMs: number,
): ThrottledFailure {
  const delayMs = retryAfterMs(response, wallMs) ?? DEFAULT_RETRY_AFTER_MS;
  return { kind: 'throttled', retryAfterS: Math.ceil(delayMs / 1000), untilMs: wallMs + delayMs };
}

/** Whether the service asks for a wait so long that the screen must show it. */
export function isLongWait(failure: ServiceFailure): boolean {
  return failure.kind === 'throttled' && failure.retryAfterS * 1000 > LONGEST_SILENT_WAIT_MS;
}

/** Whether a gateway reports that the service behind it did not respond. */
export function isGatewayStatus(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}

/** Whether the same call may succeed later. All retries use this list; some callers restrict it further. */
export function isRetryable(failure: ServiceFailure): boolean {
  switch (failure.kind) {
    case 'unreachable':
    case 'timed-out':
    case 'throttled':
      return true;
    case 'rejected':
      return failure.status >= 500;
    case 'unauthenticated':
    case 'forbidden':
    case 'expired-snapshot':
    case 'misdirected':
    case 'no-custody':
    case 'beyond-limit':
    case 'oversized':
    case 'malformed':
    case 'cancelled':
      return false;
  }
}

/** Whether to repeat a call while its caller waits. A timeout has already used up the time, and a server error would recur. */
export function isRetryableWithinCall(failure: ServiceFailure): boolean {
  if (failure.kind === 'timed-out') return false;
  return isRetryable(failure) && (failure.kind !== 'rejected' || isGatewayStatus(failure.status));
}

export interface RetrySituation {
  /** The number of retries so far: 0 after the first failure. */
  readonly attempt: number;
  readonly waitedMs: number;
  /** The wait that the service asked for; null if it asked for none or did not respond. */
  readonly retryAfterMs: number | null;
}

/** Returns how long to wait before the next attempt; null to give up. */
export function retryDelayMs(situation: RetrySituation, random: () => number): number | null {
  if (situation.attempt >= MAX_RETRIES) return null;
  const backOff = backOffMs(situation.attempt, random);
  // Waits at least as long as the service asked for, plus a random time, so that clients do not all retry at the same time.
  const delayMs =
    situation.retryAfterMs === null ? backOff : situation.retryAfterMs + Math.min(backOff, BACK_OFF_BASE_MS);
  return situation.waitedMs + delayMs > MAX_TOTAL_WAIT_MS ? null : delayMs;
}
