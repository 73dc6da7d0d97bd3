import { nextDueMs } from './machine/session-machine';
import type { SessionLimits } from './machine/session-limits';
import type { MachineState, SessionEvent } from './machine/session-model';
import type { SessionPorts } from './vault/session-ports';

/** The events that time and the page cause: ticks of the machine, reached limits, and the return from sleep or lost network. */
export interface SessionTimers {
  /** Locks the session if it has reached a limit. Call it before every use of the session, because timers may run late. */
  readonly enforceLimits: () => void;
  /** Sets the timer for the next tick. Call it after every transition of the machine. */
  readonly scheduleTick: () => void;
  readonly stop: () => void;
}

export interface SessionTimersParts {
  readonly ports: Pick<SessionPorts, 'clock' | 'limits' | 'watchPage' | 'watchUse'>;
  readonly limits: SessionLimits;
  readonly getState: () => MachineState;
  readonly dispatch: (event: SessionEvent) => void;
}

/** The longest timer. A longer one could run too late after sleep. */
const LONGEST_TICK_MS = 15_000;

export function createSessionTimers({
  ports,
  limits,
  getState,
  dispatch,
}: SessionTimersParts): SessionTimers {
  const { clock } = ports;
  let stopTick: (() => void) | null = null;

  const stopWatching = ports.watchPage((event) => {
    enforceLimits();
    const nowMs = clock.nowMs();
    if (event === 'woke') dispatch({ type: 'woke', nowMs });
    else dispatch({ type: 'network', isUp: event === 'network-up', nowMs });
  });
  const stopWatchingUse = ports.limits.idleMs === null ? null : ports.watchUse(noteUse);

  function enforceLimits(): void {
    const state = getState();
    if (state.phase !== 'active') return;
    const limit = limits.reached(state.core);
    const { sessionId } = state.core.account;
    if (limit !== null) dispatch({ type: 'limit-reached', sessionId, limit });
  }

  function noteUse(): void {
    enforceLimits();
    const state = getState();
    if (state.phase === 'active') limits.noteUse(state.core);
  }

  return {
    enforceLimits,
    scheduleTick: () => {
      stopTick?.();
      stopTick = null;
      const state = getState();
      if (state.phase !== 'active') return;
      const dueMs = Math.min(nextDueMs(state) ?? Infinity, limits.dueMs(state.core));
      const delayMs = Math.min(LONGEST_TICK_MS, Math.max(0, dueMs - clock.nowMs()));
      stopTick = clock.after(delayMs, () => {
        enforceLimits();
        dispatch({ type: 'tick', nowMs: clock.nowMs() });
      });
    },
    stop: () => {
      stopTick?.();
      stopWatching();
      stopWatchingUse?.();
    },
  };
}
