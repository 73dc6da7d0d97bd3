import { describe, expect, test } from 'vitest';
import { coreOf, grantOf, MINUTE_MS } from '@/test/session-parts';
import { nextDueMs, transition } from './session-machine';
import { usableGrant } from './session-transitions';
import type { ActiveState, EndedState, MachineState, SessionEvent } from './session-model';

const core = coreOf('s1');

const active: ActiveState = {
  phase: 'active',
  core,
  visibleSessionId: 's1',
  grant: grantOf(3),
  spentGeneration: 2,
  rightIds: ['api-prices-extraction'],
  renewal: { status: 'idle' },
  failedRenewals: 0,
  isNetworkUp: true,
};
const running: ActiveState = { ...active, renewal: { status: 'running' } };
const refusedRunning: ActiveState = { ...running, grant: null, spentGeneration: 3 };
const backingOff: ActiveState = {
  ...active,
  renewal: { status: 'backing-off', notBeforeMs: 1_000, retryAtMs: 30_000 },
  failedRenewals: 4,
};
const ended: EndedState = {
  phase: 'ended',
  endedBy: 'service',
  core,
  visibleSessionId: 's1',
  spentGeneration: 3,
  rightIds: ['api-prices-extraction'],
  isNetworkUp: true,
};
const restoring: MachineState = { phase: 'restoring', isNetworkUp: true };
const signedOut: MachineState = { phase: 'signed-out', reason: null, isNetworkUp: true };
const replaced: MachineState = { phase: 'signed-out', reason: 'replaced-elsewhere', isNetworkUp: true };
const apiKey: ActiveState = {
  ...active,
  grant: {
    ...grantOf(3),
    credentials: { kind: 'api-key', userName: 'robot', password: 'key' },
    lifetimeMs: null,
  },
};

const live = { sessionId: 's1', generation: 3, status: 'live' } as const;
const failed = { type: 'renewal-failed', nowMs: 5_000, retryDelayMs: 10_000, leastDelayMs: 0 } as const;

interface Row {
  readonly name: string;
  readonly from: MachineState;
  readonly event: SessionEvent;
  /** What of the next state matters; `unchanged` for the very same state. */
  readonly to: object | 'unchanged';
  readonly effects?: readonly string[];
}

const rows: readonly Row[] = [
  // Restoring
  {
    name: 'nothing to restore',
    from: restoring,
    event: { type: 'restore-failed', reason: null },
    to: { phase: 'signed-out', reason: null },
    effects: ['leave'],
  },
  {
    name: 'restored, to be renewed',
    from: restoring,
    event: { type: 'restored', core, generation: 3, rightIds: null, grant: null, endedBy: null },
    to: { phase: 'active', grant: null, spentGeneration: 2, renewal: { status: 'running' } },
    effects: ['join', 'renew'],
  },
  {
    name: 'restored with an API key',
    from: restoring,
    event: {
      type: 'restored',
      core,
      generation: 3,
      rightIds: null,
      grant: apiKey.grant,
      endedBy: null,
    },
    to: { phase: 'active', grant: apiKey.grant, renewal: { status: 'idle' } },
    effects: ['join'],
  },
  {
    name: 'restored, but it had ended',
    from: restoring,
    event: { type: 'restored', core, generation: 3, rightIds: null, grant: null, endedBy: 'service' },
    to: { phase: 'ended', spentGeneration: 3 },
    effects: ['join'],
  },
  {
    name: 'restored too late, another tab was quicker',
    from: active,
    event: { type: 'restored', core, generation: 3, rightIds: null, grant: null, endedBy: null },
    to: 'unchanged',
  },
  {
    name: 'nothing restored, but taken in by another tab',
    from: active,
    event: { type: 'restore-failed', reason: null },
    to: 'unchanged',
  },

  // Signing in and out
  {
    name: 'signed in',
    from: signedOut,
    event: { type: 'signed-in', core, grant: grantOf(1) },
    to: { phase: 'active', visibleSessionId: 's1', grant: grantOf(1) },
    effects: ['join', 'share-grant'],
  },
  {
    name: 'signed in again by the same person: to screens the same session',
    from: ended,
    event: { type: 'signed-in', core: coreOf('s2'), grant: grantOf(4) },
    to: { phase: 'active', visibleSessionId: 's1', core: coreOf('s2') },
    effects: ['join', 'share-grant'],
  },
  {
    name: 'signed in by somebody else over an ended session: another session',
    from: ended,
    event: { type: 'signed-in', core: coreOf('s2', 'ben'), grant: grantOf(1) },
    to: { phase: 'active', visibleSessionId: 's2' },
    effects: ['join', 'share-grant'],
  },
  ...[active, running, backingOff, ended, restoring].map((from) => ({
    name: `signed out while ${from.phase}`,
    from,
    event: { type: 'sign-out' } as const,
    to: { phase: 'signed-out', reason: 'signed-out' },
    effects: ['leave', 'forget'],
  })),

  // Renewing ahead of time
  {
    name: 'a tick just before 80 % of the lifetime',
    from: active,
    event: { type: 'tick', nowMs: 16 * MINUTE_MS - 1 },
    to: 'unchanged',
  },
  {
    name: 'a tick at 80 % of the lifetime',
    from: active,
    event: { type: 'tick', nowMs: 16 * MINUTE_MS },
    to: { renewal: { status: 'running' }, grant: grantOf(3) },
    effects: ['renew'],
  },
  {
    name: 'a tick long after, as after sleep',
    from: active,
    event: { type: 'tick', nowMs: 600 * MINUTE_MS },
    to: { renewal: { status: 'running' } },
    effects: ['renew'],
  },
  {
    name: 'a tick while renewing',
    from: running,
    event: { type: 'tick', nowMs: 600 * MINUTE_MS },
    to: 'unchanged',
  },
  {
    name: 'an API key is never renewed',
    from: apiKey,
    event: { type: 'tick', nowMs: 600 * MINUTE_MS },
    to: 'unchanged',
  },
  {
    name: 'woken while nothing is due: looks what other tabs did meanwhile',
    from: active,
    event: { type: 'woke', nowMs: MINUTE_MS },
    to: 'unchanged',
    effects: ['look-at-stored'],
  },
  {
    name: 'woken when it is due',
    from: active,
    event: { type: 'woke', nowMs: 17 * MINUTE_MS },
    to: { renewal: { status: 'running' } },
    effects: ['renew'],
  },
  {
    name: 'woken while backing off',
    from: backingOff,
    event: { type: 'woke', nowMs: 1_000 },
    to: { renewal: { status: 'running' } },
    effects: ['renew'],
  },
  {
    name: 'woken right after a failure',
    from: backingOff,
    event: { type: 'woke', nowMs: 999 },
    to: { renewal: { status: 'backing-off', notBeforeMs: 1_000, retryAtMs: 1_000 } },
    effects: ['look-at-stored'],
  },
  {
    name: 'woken after the end',
    from: ended,
    event: { type: 'woke', nowMs: 0 },
    to: 'unchanged',
    effects: ['look-at-stored'],
  },
  {
    name: 'the network went',
    from: active,
    event: { type: 'network', isUp: false, nowMs: 0 },
    to: { phase: 'active', isNetworkUp: false },
  },
  {
    name: 'the network came back while backing off',
    from: { ...backingOff, isNetworkUp: false },
    event: { type: 'network', isUp: true, nowMs: 2_000 },
    to: { isNetworkUp: true, renewal: { status: 'running' } },
    effects: ['renew'],
  },

  // Credentials that do not serve
  {
    name: '401 for the grant in use',
    from: active,
    event: { type: 'credentials-refused', sessionId: 's1', generation: 3 },
    to: { grant: null, spentGeneration: 3, renewal: { status: 'running' } },
    effects: ['renew'],
  },
  {
    name: '401 for a grant that was replaced',
    from: active,
    event: { type: 'credentials-refused', sessionId: 's1', generation: 2 },
    to: 'unchanged',
  },
  {
    name: '401 for a grant of another session',
    from: active,
    event: { type: 'credentials-refused', sessionId: 's0', generation: 3 },
    to: 'unchanged',
  },
  {
    name: 'the second 401 for the same grant',
    from: refusedRunning,
    event: { type: 'credentials-refused', sessionId: 's1', generation: 3 },
    to: 'unchanged',
  },
  {
    name: '401 while already renewing ahead of time',
    from: running,
    event: { type: 'credentials-refused', sessionId: 's1', generation: 3 },
    to: { grant: null, spentGeneration: 3, renewal: { status: 'running' } },
  },
  {
    name: '401 for an API key: nothing to renew it with',
    from: apiKey,
    event: { type: 'credentials-refused', sessionId: 's1', generation: 3 },
    to: { phase: 'ended', spentGeneration: 3 },
    effects: ['store-ended', 'share-ended'],
  },
  {
    name: 'a request finds the grant expired',
    from: active,
    event: { type: 'credentials-needed', nowMs: 20 * MINUTE_MS },
    to: { renewal: { status: 'running' } },
    effects: ['renew'],
  },
  {
    name: 'a request finds the grant good',
    from: active,
    event: { type: 'credentials-needed', nowMs: 17 * MINUTE_MS },
    to: 'unchanged',
  },
  {
    name: 'a request cuts a back-off short',
    from: { ...backingOff, grant: null },
    event: { type: 'credentials-needed', nowMs: 2_000 },
    to: { renewal: { status: 'running' } },
    effects: ['renew'],
  },

  // How a renewal comes out
  {
    name: 'renewed',
    from: refusedRunning,
    event: { type: 'renewed', sessionId: 's1', grant: grantOf(4, 7_000) },
    to: { grant: grantOf(4, 7_000), renewal: { status: 'idle' }, failedRenewals: 0 },
    effects: ['share-grant'],
  },
  {
    name: 'renewed for a session that is gone',
    from: signedOut,
    event: { type: 'renewed', sessionId: 's1', grant: grantOf(4) },
    to: 'unchanged',
  },
  {
    name: 'renewed for another session',
    from: active,
    event: { type: 'renewed', sessionId: 's0', grant: grantOf(4) },
    to: 'unchanged',
  },
  {
    name: 'refused',
    from: running,
    event: { type: 'renewal-refused', sessionId: 's1', generation: 3 },
    to: { phase: 'ended', core, spentGeneration: 3, rightIds: ['api-prices-extraction'] },
    effects: ['store-ended', 'share-ended'],
  },
  {
    name: 'refused, but signed in again elsewhere meanwhile',
    from: { ...running, grant: grantOf(4) },
    event: { type: 'renewal-refused', sessionId: 's1', generation: 3 },
    to: { phase: 'active', grant: grantOf(4), renewal: { status: 'idle' } },
  },
  {
    name: 'failed: the session stays, the grant too',
    from: running,
    event: failed,
    to: {
      phase: 'active',
      grant: grantOf(3),
      renewal: { status: 'backing-off', notBeforeMs: 6_000, retryAtMs: 15_000 },
      failedRenewals: 1,
    },
  },
  {
    name: 'failed, asked to wait longer',
    from: running,
    event: { ...failed, leastDelayMs: 30_000 },
    to: { renewal: { status: 'backing-off', notBeforeMs: 35_000, retryAtMs: 35_000 } },
  },
  { name: 'failed after all was settled', from: active, event: failed, to: 'unchanged' },
  {
    name: 'needless',
    from: { ...running, failedRenewals: 2 },
    event: { type: 'renewal-needless' },
    to: { renewal: { status: 'idle' }, failedRenewals: 0 },
  },

  // What is stored
  {
    name: 'stored: as known',
    from: active,
    event: { type: 'stored-session-seen', stored: live },
    to: 'unchanged',
  },
  {
    name: 'stored: renewed by another tab',
    from: active,
    event: { type: 'stored-session-seen', stored: { ...live, generation: 4 } },
    to: { renewal: { status: 'running' }, grant: grantOf(3) },
    effects: ['renew'],
  },
  {
    name: 'stored: ended by another tab',
    from: active,
    event: { type: 'stored-session-seen', stored: { ...live, status: 'ended' } },
    to: { phase: 'ended' },
  },
  ...[active, ended].flatMap((from) => [
    {
      name: `stored: signed out in another tab, ${from.phase}`,
      from,
      event: { type: 'stored-session-seen', stored: { ...live, status: 'signed-out' } } as const,
      to: { phase: 'signed-out', reason: 'ended-elsewhere' },
      effects: ['leave'],
    },
    {
      name: `stored: another session, ${from.phase}`,
      from,
      event: { type: 'stored-session-seen', stored: { ...live, sessionId: 's2' } } as const,
      to: { phase: 'signed-out', reason: 'replaced-elsewhere' },
      effects: ['leave'],
    },
  ]),
  {
    name: 'stored: nothing any more; nobody signed out, so the page stays',
    from: active,
    event: { type: 'stored-session-seen', stored: null },
    to: { phase: 'ended', spentGeneration: 3 },
  },
  {
    name: 'stored: signed in again in another tab while this one slept',
    from: ended,
    event: { type: 'stored-session-seen', stored: { ...live, generation: 4 } },
    to: { phase: 'active', grant: null, spentGeneration: 3, renewal: { status: 'running' } },
    effects: ['renew'],
  },
  {
    name: 'stored: still the session that has ended',
    from: ended,
    event: { type: 'stored-session-seen', stored: live },
    to: 'unchanged',
  },

  // Other tabs
  {
    name: 'a new tab asks',
    from: active,
    event: { type: 'hello-received' },
    to: 'unchanged',
    effects: ['share-grant'],
  },
  {
    name: 'a new tab asks while there is no grant',
    from: refusedRunning,
    event: { type: 'hello-received' },
    to: 'unchanged',
  },
  {
    name: 'a new tab asks after the end',
    from: ended,
    event: { type: 'hello-received' },
    to: 'unchanged',
    effects: ['share-ended'],
  },
  { name: 'a new tab asks nobody', from: signedOut, event: { type: 'hello-received' }, to: 'unchanged' },
  {
    name: 'another tab renewed',
    from: active,
    event: { type: 'grant-received', core, grant: grantOf(4) },
    to: { grant: grantOf(4), renewal: { status: 'idle' } },
  },
  {
    name: 'another tab renewed while this one waits for its turn',
    from: refusedRunning,
    event: { type: 'grant-received', core, grant: grantOf(4) },
    to: { grant: grantOf(4), renewal: { status: 'running' } },
  },
  {
    name: 'another tab offers the grant that was refused',
    from: refusedRunning,
    event: { type: 'grant-received', core, grant: grantOf(3) },
    to: 'unchanged',
  },
  {
    name: 'another tab offers what is known',
    from: active,
    event: { type: 'grant-received', core, grant: grantOf(3) },
    to: 'unchanged',
  },
  {
    name: 'signed in again in another tab',
    from: ended,
    event: { type: 'grant-received', core, grant: grantOf(4) },
    to: { phase: 'active', visibleSessionId: 's1', grant: grantOf(4) },
  },
  {
    name: 'signed in again in another tab, by the same person with a session of its own',
    from: ended,
    event: { type: 'grant-received', core: coreOf('s2'), grant: grantOf(1) },
    to: { phase: 'active', visibleSessionId: 's1', core: coreOf('s2') },
    effects: ['join'],
  },
  ...[active, ended].map((from) => ({
    name: `somebody else signed in in another tab, ${from.phase}`,
    from,
    event: { type: 'grant-received', core: coreOf('s2', 'ben'), grant: grantOf(9) } as const,
    to: { phase: 'signed-out', reason: 'replaced-elsewhere' },
    effects: ['leave'],
  })),
  ...[signedOut, restoring].map((from) => ({
    name: `taken in by another tab while ${from.phase}`,
    from,
    event: { type: 'grant-received', core, grant: grantOf(4) } as const,
    to: { phase: 'active', core, grant: grantOf(4), visibleSessionId: 's1' },
    effects: ['join', 'look-at-stored'],
  })),
  {
    name: 'not restored after a message that somebody else is signed in',
    from: replaced,
    event: { type: 'grant-received', core, grant: grantOf(4) },
    to: 'unchanged',
  },
  {
    name: 'ended in another tab',
    from: active,
    event: {
      type: 'ended-received',
      endedBy: 'service',
      core,
      generation: 3,
      rightIds: null,
    },
    to: { phase: 'ended', spentGeneration: 3, rightIds: ['api-prices-extraction'] },
  },
  {
    name: 'old news of an end',
    from: { ...active, grant: grantOf(4) },
    event: {
      type: 'ended-received',
      endedBy: 'service',
      core,
      generation: 3,
      rightIds: null,
    },
    to: 'unchanged',
  },
  {
    name: 'the end of another session',
    from: active,
    event: {
      type: 'ended-received',
      endedBy: 'service',
      core: coreOf('s2'),
      generation: 9,
      rightIds: null,
    },
    to: 'unchanged',
  },
  {
    name: 'a limit is reached',
    from: running,
    event: { type: 'limit-reached', sessionId: 's1', limit: 'idle' },
    to: { phase: 'ended', endedBy: 'idle', spentGeneration: 3 },
    effects: ['store-ended', 'share-ended'],
  },
  {
    name: 'a limit of another session',
    from: active,
    event: { type: 'limit-reached', sessionId: 's2', limit: 'idle' },
    to: 'unchanged',
  },
  {
    name: 'a limit, when the service has ended the session before',
    from: ended,
    event: { type: 'limit-reached', sessionId: 's1', limit: 'too-old' },
    to: 'unchanged',
  },
  {
    name: 'locked in another tab, which has not received the newest grant',
    from: { ...active, grant: grantOf(7) },
    event: { type: 'ended-received', core, generation: 3, rightIds: null, endedBy: 'idle' },
    to: { phase: 'ended', endedBy: 'idle', spentGeneration: 7 },
  },
  {
    name: 'old news of a lock, the password typed since',
    from: { ...active, core: { ...core, signedInAtMs: 5 } },
    event: { type: 'ended-received', core, generation: 3, rightIds: null, endedBy: 'idle' },
    to: 'unchanged',
  },
  {
    name: 'restored, but a limit is reached: its secret goes',
    from: restoring,
    event: { type: 'restored', core, generation: 3, rightIds: null, grant: null, endedBy: 'too-old' },
    to: { phase: 'ended', endedBy: 'too-old' },
    effects: ['join', 'store-ended'],
  },
  {
    name: 'opened beside a tab whose session has ended',
    from: restoring,
    event: {
      type: 'ended-received',
      endedBy: 'service',
      core,
      generation: 3,
      rightIds: ['a'],
    },
    to: { phase: 'ended', core, rightIds: ['a'] },
    effects: ['join'],
  },
  ...[active, ended].map((from) => ({
    name: `signed out in another tab while ${from.phase}`,
    from,
    event: { type: 'signed-out-received', sessionId: 's1' } as const,
    to: { phase: 'signed-out', reason: 'ended-elsewhere' },
    effects: ['leave'],
  })),
  {
    name: 'every session is signed out',
    from: active,
    event: { type: 'signed-out-received', sessionId: null },
    to: { phase: 'signed-out', reason: 'ended-elsewhere' },
    effects: ['leave'],
  },
  {
    name: 'another session is signed out',
    from: active,
    event: { type: 'signed-out-received', sessionId: 's0' },
    to: 'unchanged',
  },
];

describe('transition', () => {
  test.each(rows)('$name', ({ from, event, to, effects = [] }) => {
    const next = transition(from, event);
    expect(next.state).toMatchObject(to === 'unchanged' ? from : to);
    expect(next.effects.map(({ type }) => type)).toEqual(effects);
  });
});

describe('the grant in use', () => {
  test('serves until shortly before its end', () => {
    expect(usableGrant(active, 20 * MINUTE_MS - 10_001)).toBe(active.grant);
    expect(usableGrant(active, 20 * MINUTE_MS - 10_000)).toBeNull();
  });

  test('serves most of its life even when that is short', () => {
    const short = { ...active, grant: { ...grantOf(3), lifetimeMs: 1_000 } };
    expect(usableGrant(short, 949)).not.toBeNull();
    expect(usableGrant(short, 950)).toBeNull();
  });

  test('serves on while renewing it fails', () => {
    expect(usableGrant(backingOff, 17 * MINUTE_MS)).toBe(backingOff.grant);
  });

  test('is due at 80 % of its life, at the end of a back-off, and never while renewing', () => {
    expect(nextDueMs(active)).toBe(16 * MINUTE_MS);
    expect(nextDueMs(backingOff)).toBe(30_000);
    expect(nextDueMs(running)).toBeNull();
    expect(nextDueMs(apiKey)).toBeNull();
    expect(nextDueMs(ended)).toBeNull();
  });
});
