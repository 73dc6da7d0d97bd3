/** The console's source of time, which tests replace. */
export interface Clock {
  /** Milliseconds since an arbitrary starting point. The value never decreases and includes the time that the machine sleeps. */
  readonly nowMs: () => number;
  /** The computer's own clock, in milliseconds since 1970. It may be wrong, and the user may change it at any time. */
  readonly wallMs: () => number;
  /** Calls back once after a delay of any length, or later if the browser throttles the tab. Returns a function that cancels the call. */
  readonly after: (delayMs: number, callback: () => void) => () => void;
}

/** Creates a clock that never runs backwards and that, unlike `performance.now` on some systems, includes sleep. */
export function createClock(readWallMs: () => number, readMonotonicMs: () => number): Clock {
  let nowMs = 0;
  let lastWallMs = readWallMs();
  let lastMonotonicMs = readMonotonicMs();
  return {
    nowMs: () => {
      const wallMs = readWallMs();
      const monotonicMs = readMonotonicMs();
      // Follows whichever clock moved further. A wall clock that is set forward looks like sleep; one that is set back has no effect.
      nowMs += Math.max(wallMs - lastWallMs, monotonicMs - lastMonotonicMs, 0);
      lastWallMs = wallMs;
      lastMonotonicMs = monotonicMs;
      return nowMs;
    },
    wallMs: readWallMs,
    after,
  };
}

/** The longest delay of a browser timer, 24.8 days. A longer delay overflows, and the timer fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

function after(delayMs: number, callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const start = (leftMs: number) => {
    timer = setTimeout(
      () => {
        if (leftMs > LONGEST_TIMER_MS) start(leftMs - LONGEST_TIMER_MS);
        else callback();
      },
      Math.min(leftMs, LONGEST_TIMER_MS),
    );
  };
  start(delayMs);
  return () => clearTimeout(timer);
}

export function browserClock(): Clock {
  return createClock(
    () => Date.now(),
    () => performance.now(),
  );
}

/** Resolves after the delay; rejects with the signal's reason as soon as the signal is aborted. */
export function wait(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      cancel();
      reject(signal?.reason as Error);
    };
    const cancel = clock.after(delayMs, () => {
      signal?.removeEventListener('abort', abort);
      resolve();
    });
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
