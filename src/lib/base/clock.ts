/** The console's source of time, which tests replace. */
export interface Clock {
  /** Milliseconds since an arbitrary moment. Counts while the machine sleeps and never runs backwards. */
  readonly nowMs: () => number;
  /** The computer's own clock, in milliseconds since 1970. It may be wrong, and may be set at any time. */
  readonly wallMs: () => number;
  /** Calls back once after the delay, however long, or later: background tabs are throttled. Returns a function that cancels it. */
  readonly after: (delayMs: number, callback: () => void) => () => void;
}

/** Creates a clock that never runs back and, unlike `performance.now` on some systems, counts sleep. */
export function createClock(readWallMs: () => number, readMonotonicMs: () => number): Clock {
  let nowMs = 0;
  let lastWallMs = readWallMs();
  let lastMonotonicMs = readMonotonicMs();
  return {
    nowMs: () => {
      const wallMs = readWallMs();
      const monotonicMs = readMonotonicMs();
      // Follows the one that moved further: a clock set forward looks like sleep, one set back has no effect.
      nowMs += Math.max(wallMs - lastWallMs, monotonicMs - lastMonotonicMs, 0);
      lastWallMs = wallMs;
      lastMonotonicMs = monotonicMs;
      return nowMs;
    },
    wallMs: readWallMs,
    after,
  };
}

/** 24.8 days. The browser's timers overflow beyond that, and fire at once. */
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

/** Creates the browser's clock. */
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
