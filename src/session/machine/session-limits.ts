import * as z from 'zod';
import type { Clock } from '@/lib/base/clock';
import { storedValue, type StoredValue } from '@/lib/base/local-setting';
import type { SessionCore } from './session-model';
import type { ReachedLimit } from './session-state';

/** The times after which the password has to be typed again. */
export interface LimitSettings {
  /** The time without keyboard, pointer or touch input in any tab; null if it is unlimited. */
  readonly idleMs: number | null;
  /** The time since the password was typed. */
  readonly maxAgeMs: number;
}

export interface SessionLimits {
  /** Returns the limit that the session has reached, or null. Check it before every use of the session: after sleep, timers run late. */
  readonly reached: (core: SessionCore) => ReachedLimit | null;
  /** Returns when the next limit is reached if the console is not used, as a time of `Clock.nowMs`. */
  readonly dueMs: (core: SessionCore) => number;
  /** Records that the console is in use. Does nothing after a limit is reached. */
  readonly noteUse: (core: SessionCore) => void;
}

const lastUseSchema = z.object({ sessionId: z.string(), atMs: z.number() });

/** The time of the last use in any tab, by the computer's clock. It is stored, so that a session left alone ends after a restart, too. */
export type LastUse = StoredValue<z.output<typeof lastUseSchema>>;

/** Stores the last use in local storage, which all tabs can read. If storage is refused, each tab knows only its own use. */
export function createLastUse(openStorage: () => Storage): LastUse {
  return storedValue(openStorage, 'colonnade-last-use', lastUseSchema);
}

/** Use is recorded at most once in this time, so idleness is detected up to this much later. */
const USE_STEP_MS = 5_000;
/** The largest correction of a computer's clock that is considered normal. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** Tracks the limits of one session at a time: the session of the latest call. */
export function createSessionLimits(
  clock: Clock,
  { idleMs, maxAgeMs }: LimitSettings,
  lastUse: LastUse,
): SessionLimits {
  /** Times by `Clock.nowMs`, which counts during sleep and does not follow a clock that is set back. */
  let followed: {
    readonly signIn: string;
    readonly signedInMs: number;
    usedMs: number;
    /** The time in the stored record that was read last, by the computer's clock. */
    notedAtMs: number | null;
  } | null = null;

  function follow({ account, signedInAtMs }: SessionCore) {
    const signIn = `${account.sessionId} ${signedInAtMs}`;
    if (followed?.signIn !== signIn) {
      const signedInMs = clock.nowMs() - ageMs(signedInAtMs);
      followed = { signIn, signedInMs, usedMs: signedInMs, notedAtMs: null };
    }
    if (idleMs === null) return followed;
    // Another tab may be in use. Each record's age is computed only once, because the computer's clock may be set later.
    const noted = lastUse.read();
    const notedAtMs = noted?.sessionId === account.sessionId ? noted.atMs : null;
    if (notedAtMs !== null && notedAtMs !== followed.notedAtMs) {
      followed.notedAtMs = notedAtMs;
      followed.usedMs = Math.max(followed.usedMs, clock.nowMs() - ageMs(notedAtMs));
    }
    return followed;
  }

  /** Returns how long ago a time of the computer's clock was; Infinity for a future time, which a wrong clock must have written. */
  function ageMs(atMs: number): number {
    const age = clock.wallMs() - atMs;
    return age < -CLOCK_TOLERANCE_MS ? Infinity : Math.max(0, age);
  }

  function reached(core: SessionCore): ReachedLimit | null {
    const { signedInMs, usedMs } = follow(core);
    const nowMs = clock.nowMs();
    if (nowMs - signedInMs >= maxAgeMs) return 'too-old';
    return idleMs !== null && nowMs - usedMs >= idleMs + USE_STEP_MS ? 'idle' : null;
  }

  return {
    reached,
    dueMs: (core) => {
      const { signedInMs, usedMs } = follow(core);
      return Math.min(signedInMs + maxAgeMs, usedMs + (idleMs ?? Infinity) + USE_STEP_MS);
    },
    noteUse: (core) => {
      if (idleMs === null || reached(core) !== null) return;
      const of = follow(core);
      const nowMs = clock.nowMs();
      if (nowMs - of.usedMs < USE_STEP_MS) return;
      of.usedMs = nowMs;
      of.notedAtMs = clock.wallMs();
      lastUse.write({ sessionId: core.account.sessionId, atMs: of.notedAtMs });
    },
  };
}
