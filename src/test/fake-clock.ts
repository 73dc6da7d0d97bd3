import type { Clock } from '@/lib/base/clock';

export interface FakeClock extends Clock {
  /** Advances the time timer by timer, and flushes all microtasks between them. */
  readonly advance: (ms: number) => Promise<void>;
  /** Advances the time without calling timers, as a computer's sleep does. The timers fire late afterwards. */
  readonly sleep: (ms: number) => void;
  /** Changes the wall clock only. */
  readonly setWall: (byMs: number) => void;
}

/** Lets all tasks run that are ready, without advancing the time. */
export async function flush(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Creates a clock that stands still until a test advances it. */
export function createFakeClock(startWallMs = Date.UTC(2026, 10, 21, 12)): FakeClock {
  let nowMs = 0;
  let wallOffsetMs = startWallMs;
  let order = 0;
  const timers = new Map<number, { readonly dueMs: number; readonly callback: () => void }>();
  const next = (untilMs: number) =>
    [...timers]
      .filter(([, { dueMs }]) => dueMs <= untilMs)
      .sort((a, b) => a[1].dueMs - b[1].dueMs || a[0] - b[0])[0];
  return {
    nowMs: () => nowMs,
    wallMs: () => nowMs + wallOffsetMs,
    after: (delayMs, callback) => {
      order += 1;
      const id = order;
      timers.set(id, { dueMs: nowMs + Math.max(0, delayMs), callback });
      return () => timers.delete(id);
    },
    advance: async (ms) => {
      const untilMs = nowMs + ms;
      await flush();
      for (let due = next(untilMs); due !== undefined; due = next(untilMs)) {
        const [id, { dueMs, callback }] = due;
        timers.delete(id);
        nowMs = Math.max(nowMs, dueMs);
        callback();
        await flush();
      }
      nowMs = untilMs;
    },
    sleep: (ms) => {
      nowMs += ms;
    },
    setWall: (byMs) => {
      wallOffsetMs += byMs;
    },
  };
}
