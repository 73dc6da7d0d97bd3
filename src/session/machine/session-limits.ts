import * as z from 'zod';
import type { Clock } from '@/lib/base/clock';
import { storedValue, type StoredValue } from '@/lib/base/local-setting';
import type { SessionCore } from './session-model';
import type { ReachedLimit } from './session-state';

/** How long a session lasts until the password has to be typed again. */
export interface LimitSettings {
  /** Without keyboard, pointer or touch input in any tab; null: unlimited. */
  readonly idleMs: number | null;
  /** From the moment the password was typed. */
  readonly maxAgeMs: number;
}

export interface SessionLimits {
  /** Returns the limit that the session has reached. Check it before every use of the session: timers are late after sleep. */
  readonly reached: (core: SessionCore) => ReachedLimit | null;
  /** When the next limit is reached unless the console is used, by `Clock.nowMs`. */
  readonly dueMs: (core: SessionCore) => number;
  /** Records that the console is in use. Does nothing once a limit is reached. */
  readonly noteUse: (core: SessionCore) => void;
}

const lastUseSchema = z.object({ sessionId: z.string(), atMs: z.number() });

/** The last use in any tab, by the computer's clock. It outlives the browser, to end a session that was left alone. */
export type LastUse = StoredValue<z.output<typeof lastUseSchema>>;

/** Kept in local storage, which all tabs read at once. Where storage is refused, each tab knows only its own use. */
export function createLastUse(openStorage: () => Storage): LastUse {
  return storedValue(openStorage, 'colonnade-last-use', lastUseSchema);
}

/** Use is recorded at most this often, so idleness is detected this much later. */
const USE_STEP_MS = 5_000;
/** Computers routinely correct their clocks by up to this much. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** Tracks the limits of one session at a time: the one it was last called with. */
export function createSessionLimits(
  clock: Clock,
  { idleMs, maxAgeMs }: LimitSettings,
  lastUse: LastUse,
): SessionLimits {
  /** By `Clock.nowMs`, which counts during sleep and does not follow a clock that is set back. */
  let followed: {
    readonly signIn: string;
    readonly signedInMs: number;
    usedMs: number;
    /** The last record that was read, by the computer's clock. */
    notedAtMs: number | null;
  } | null = null;

  function follow({ account, signedInAtMs }: SessionCore) {
    const signIn = `${account.sessionId} ${signedInAtMs}`;
    if (followed?.signIn !== signIn) {
      const signedInMs = clock.nowMs() - ageMs(signedInAtMs);
      followed = { signIn, signedInMs, usedMs: signedInMs, notedAtMs: null };
    }
    if (idleMs === null) return followed;
    // Another tab may be in use. A record's age is computed once: the computer's clock may be set later.
    const noted = lastUse.read();
    const notedAtMs = noted?.sessionId === account.sessionId ? noted.atMs : null;
    if (notedAtMs !== null && notedAtMs !== followed.notedAtMs) {
      followed.notedAtMs = notedAtMs;
      followed.usedMs = Math.max(followed.usedMs, clock.nowMs() - ageMs(notedAtMs));
    }
    return followed;
  }

  /** The age of a moment by the computer's clock. A future moment comes from a wrong clock and proves nothing: Infinity. */
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
