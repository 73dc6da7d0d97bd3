import { expect, test } from 'vitest';
import { transition } from '@/session/machine/session-machine';
import type { ActiveState, EndedState, MachineState, SessionEvent } from '@/session/machine/session-model';
import { coreOf, grantOf } from './session-parts';

// This module has states of the session's state machine. Each row of its table leads from a state, by an event, to the next state.

export const core = coreOf('s1');

export const active: ActiveState = {
  phase: 'active',
  core,
  isFoundStored: true,
  visibleSessionId: 's1',
  grant: grantOf(3),
  spentGeneration: 2,
  rightIds: ['api-prices-extraction'],
  renewal: { status: 'idle' },
  failedRenewals: 0,
  isNetworkUp: true,
};
export const running: ActiveState = { ...active, renewal: { status: 'running' } };
export const refusedRunning: ActiveState = { ...running, grant: null, spentGeneration: 3 };
export const backingOff: ActiveState = {
  ...active,
  renewal: { status: 'backing-off', notBeforeMs: 1_000, retryAtMs: 30_000 },
  failedRenewals: 4,
};
export const ended: EndedState = {
  phase: 'ended',
  endedBy: 'service',
  core,
  isFoundStored: true,
  visibleSessionId: 's1',
  spentGeneration: 3,
  rightIds: ['api-prices-extraction'],
  isNetworkUp: true,
};
/** A state whose session is only known from a message of another tab. */
export const letIn: ActiveState = { ...active, isFoundStored: false };
export const letInEnded: EndedState = { ...ended, isFoundStored: false };
export const restoring: MachineState = { phase: 'restoring', isNetworkUp: true };
export const signedOut: MachineState = { phase: 'signed-out', reason: null, isNetworkUp: true };
export const replaced: MachineState = {
  phase: 'signed-out',
  reason: 'replaced-elsewhere',
  isNetworkUp: true,
};
export const apiKey: ActiveState = {
  ...active,
  grant: {
    ...grantOf(3),
    credentials: { kind: 'api-key', userName: 'robot', password: 'key' },
    lifetimeMs: null,
  },
};

export const live = { sessionId: 's1', generation: 3, status: 'live' } as const;
export const failed = {
  type: 'renewal-failed',
  nowMs: 5_000,
  retryDelayMs: 10_000,
  leastDelayMs: 0,
} as const;

/** A row of the state machine's table. */
export interface TransitionRow {
  readonly name: string;
  readonly from: MachineState;
  readonly event: SessionEvent;
  /** The members of the next state that matter; `unchanged` for the same state object. */
  readonly to: object | 'unchanged';
  readonly effects?: readonly string[];
}

export function testTransitions(rows: readonly TransitionRow[]): void {
  test.each(rows)('$name', ({ from, event, to, effects = [] }) => {
    const next = transition(from, event);
    expect(next.state).toMatchObject(to === 'unchanged' ? from : to);
    expect(next.effects.map(({ type }) => type)).toEqual(effects);
  });
}
