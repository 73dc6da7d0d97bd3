import { initialState, transition } from './session-machine';
import type { MachineState, SessionEvent, Transition } from './session-model';

/** Holds the state of the session's state machine, and a queue of events for it. */
export interface MachineRunner {
  readonly getState: () => MachineState;
  /** Handles one event at a time. Events that are dispatched in the meantime wait in the queue. After `stop` it does nothing. */
  readonly dispatch: (event: SessionEvent) => void;
  readonly isStopped: () => boolean;
  readonly stop: () => void;
}

/** Calls `onTransition` after every event, with the state before the event. `getState` returns the new state by then. */
export function createMachineRunner(
  onTransition: (before: MachineState, next: Transition) => void,
): MachineRunner {
  let state = initialState;
  let isStopped = false;
  let isDispatching = false;
  const events: SessionEvent[] = [];

  function step(event: SessionEvent): void {
    const before = state;
    const next = transition(before, event);
    state = next.state;
    onTransition(before, next);
  }

  return {
    getState: () => state,
    dispatch: (event) => {
      if (isStopped) return;
      events.push(event);
      if (isDispatching) return;
      isDispatching = true;
      try {
        for (let next = events.shift(); next !== undefined; next = events.shift()) step(next);
      } finally {
        isDispatching = false;
      }
    },
    isStopped: () => isStopped,
    stop: () => {
      isStopped = true;
    },
  };
}
