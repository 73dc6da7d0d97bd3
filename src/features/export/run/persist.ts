import { wait, type Clock } from '@/shared/http/clock';
import { backOffMs } from '@/shared/http/retry-policy';
import { ServiceError, type ServiceFailure } from '@/shared/http/service-error';

export interface PersistenceParts {
  readonly clock: Clock;
  readonly random: () => number;
  /** Calls keep failing in a way that may pass, and are repeated; null: none does any more. */
  readonly onHolding: (failure: ServiceFailure | null) => void;
}

export interface Persistence {
  /** Repeats a call until it succeeds, fails in a way that will not pass, or the signal is aborted. */
  readonly persist: <T>(call: () => Promise<T>, signal: AbortSignal) => Promise<T>;
  /** Repeats at once what waits to be repeated. */
  readonly tryNow: () => void;
}

const BACK_OFF = { baseMs: 1_000, capMs: 30_000 };
/** A service that fails by itself gets so many chances; what is wrong with it may be what we ask for. */
const MAX_SERVICE_FAULTS = 5;

/**
 * For work of many minutes that nobody watches: a lost network, a computer asleep or a busy service only make it
 * longer. The client's own few repetitions come first.
 */
export function createPersistence({ clock, random, onHolding }: PersistenceParts): Persistence {
  let holding = 0;
  let hurry = new AbortController();

  async function pause(delayMs: number, signal: AbortSignal): Promise<void> {
    const hurried = hurry.signal;
    try {
      await wait(clock, delayMs, AbortSignal.any([signal, hurried]));
    } catch (error) {
      if (signal.aborted || !hurried.aborted) throw error;
    }
  }

  const persist: Persistence['persist'] = async (call, signal) => {
    let faults = 0;
    let isHolding = false;
    try {
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await call();
        } catch (error) {
          if (signal.aborted || !(error instanceof ServiceError)) throw error;
          const { failure } = error;
          if (isFault(failure)) faults += 1;
          if (!mayPass(failure) || faults >= MAX_SERVICE_FAULTS) throw error;
          if (!isHolding) holding += 1;
          isHolding = true;
          onHolding(failure);
          const askedMs = failure.kind === 'throttled' ? failure.retryAfterS * 1000 : 0;
          await pause(askedMs + backOffMs(attempt, random, BACK_OFF), signal);
        }
      }
    } finally {
      if (isHolding) holding -= 1;
      if (isHolding && holding === 0) onHolding(null);
    }
  };

  return {
    persist,
    tryNow: () => {
      hurry.abort();
      hurry = new AbortController();
    },
  };
}

/** A failure that has nothing to do with what was asked: the network, or a service that is busy or unwell. */
function mayPass(failure: ServiceFailure): boolean {
  return (
    failure.kind === 'unreachable' ||
    failure.kind === 'timed-out' ||
    failure.kind === 'throttled' ||
    isFault(failure)
  );
}

function isFault(failure: ServiceFailure): boolean {
  return failure.kind === 'rejected' && failure.status >= 500;
}
