/** Time as the console uses it, so that tests can own it. */
export interface Clock {
  /** Milliseconds since an arbitrary moment. Counts while the machine sleeps and never runs backwards. */
  readonly nowMs: () => number;
  /** What the computer's own clock shows, in milliseconds since 1970. May be wrong, and may be set at any time. */
  readonly wallMs: () => number;
  /**
   * Calls back once after the delay (or later: tabs in the background are slowed down), however long that is. Returns
   * what cancels it.
   */
  readonly after: (delayMs: number, callback: () => void) => () => void;
}

/**
 * A clock that survives both of the browser's ways to be wrong: `Date.now` jumps when somebody sets the clock, and
 * `performance.now` stands still during sleep on some systems. Whichever moved further is believed, so a clock set
 * forward looks like sleep and one set back like nothing at all.
 */
export function createClock(readWallMs: () => number, readMonotonicMs: () => number): Clock {
  let nowMs = 0;
  let lastWallMs = readWallMs();
  let lastMonotonicMs = readMonotonicMs();
  return {
    nowMs: () => {
      const wallMs = readWallMs();
      const monotonicMs = readMonotonicMs();
      nowMs += Math.max(wallMs - lastWallMs, monotonicMs - lastMonotonicMs, 0);
      lastWallMs = wallMs;
      lastMonotonicMs = monotonicMs;
      return nowMs;
    },
    wallMs: readWallMs,
    after,
  };
}

/** 24.8 days. The browser's timers overflow beyond, and are over at once. */
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

/** The browser's clock. */
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
