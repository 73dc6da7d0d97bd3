import type { Clock } from '@/shared/http/clock';
import type { LastUse } from './last-use';
import type { SessionCore } from './session-model';
import type { ReachedLimit } from './session-state';

/** How long a session goes on without the password being typed again. */
export interface LimitSettings {
  /** Without a key, a pointer or a touch in any tab; null: never asked. */
  readonly idleMs: number | null;
  /** From the moment the password was typed. */
  readonly maxAgeMs: number;
}

export interface SessionLimits {
  /** To be asked before anything is done for the session: timers are late after sleep. */
  readonly reached: (core: SessionCore) => ReachedLimit | null;
  /** When a limit is reached unless the console is used, by `Clock.nowMs`. */
  readonly dueMs: (core: SessionCore) => number;
  /** Somebody uses the console. Does nothing once a limit is reached. */
  readonly noteUse: (core: SessionCore) => void;
}

/** Use is noted this often at most; so idleness shows this much later. */
const USE_STEP_MS = 5_000;
/** Computers' clocks are set by that much without anybody noticing. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** Watches the limits of one session at a time, the one that is asked about. */
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
    /** The last note that was read, by the computer's clock. */
    notedAtMs: number | null;
  } | null = null;

  function follow({ identity, signedInAtMs }: SessionCore) {
    const signIn = `${identity.sessionId} ${signedInAtMs}`;
    if (followed?.signIn !== signIn) {
      const signedInMs = clock.nowMs() - ageMs(signedInAtMs);
      followed = { signIn, signedInMs, usedMs: signedInMs, notedAtMs: null };
    }
    if (idleMs === null) return followed;
    // Somebody may be using another tab. A note is dated once: the computer's clock may be set later.
    const notedAtMs = lastUse.read(identity.sessionId);
    if (notedAtMs !== null && notedAtMs !== followed.notedAtMs) {
      followed.notedAtMs = notedAtMs;
      followed.usedMs = Math.max(followed.usedMs, clock.nowMs() - ageMs(notedAtMs));
    }
    return followed;
  }

  /** Of a moment by the computer's clock. One that lies ahead was noted by a clock that was wrong: it proves nothing. */
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
      lastUse.write(core.identity.sessionId, of.notedAtMs);
    },
  };
}
