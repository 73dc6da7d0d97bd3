import { wait, type Clock } from '@/lib/base/clock';
import { backOffMs, isRetryable } from './retry-policy';
import { ServiceError, type ServiceFailure } from './service-error';

export interface RetryUntilDoneParts {
  readonly clock: Clock;
  readonly random: () => number;
  /** Called with the temporary failure each time that a call will be retried, and with null once no call is being retried. */
  readonly onRetrying: (failure: ServiceFailure | null) => void;
}

export interface RetryUntilDone {
  /** Retries a call until it succeeds, fails permanently, or the signal is aborted. */
  readonly retryUntilDone: <T>(call: () => Promise<T>, signal: AbortSignal) => Promise<T>;
  /** Ends the current waits, so that the calls are retried at once. */
  readonly tryNow: () => void;
}

const BACK_OFF = { baseMs: 1_000, capMs: 30_000 };
/** A call is given up after this many server errors, because the request itself may cause them. */
const MAX_SERVICE_FAULTS = 5;

/** Creates retries for unattended work, which outlast minutes without a network. They begin when those of the HTTP client have ended. */
export function createRetryUntilDone({ clock, random, onRetrying }: RetryUntilDoneParts): RetryUntilDone {
  let retrying = 0;
  let hurry = new AbortController();

  async function pause(delayMs: number, signal: AbortSignal): Promise<void> {
    const hurried = hurry.signal;
    try {
      await wait(clock, delayMs, AbortSignal.any([signal, hurried]));
    } catch (error) {
      if (signal.aborted || !hurried.aborted) throw error;
    }
  }

  const retryUntilDone: RetryUntilDone['retryUntilDone'] = async (call, signal) => {
    let faults = 0;
    let isRetrying = false;
    try {
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await call();
        } catch (error) {
          if (signal.aborted || !(error instanceof ServiceError)) throw error;
          const { failure } = error;
          if (isFault(failure)) faults += 1;
          if (!isRetryable(failure) || faults >= MAX_SERVICE_FAULTS) throw error;
          if (!isRetrying) retrying += 1;
          isRetrying = true;
          onRetrying(failure);
          const askedMs = failure.kind === 'throttled' ? failure.retryAfterS * 1000 : 0;
          await pause(askedMs + backOffMs(attempt, random, BACK_OFF), signal);
        }
      }
    } finally {
      if (isRetrying) retrying -= 1;
      if (isRetrying && retrying === 0) onRetrying(null);
    }
  };

  return {
    retryUntilDone,
    tryNow: () => {
      hurry.abort();
      hurry = new AbortController();
    },
  };
}

function isFault(failure: ServiceFailure): boolean {
  return failure.kind === 'rejected' && failure.status >= 500;
}
