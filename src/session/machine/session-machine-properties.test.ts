import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { coreOf, grantOf, MINUTE_MS } from '@/test/session-parts';
import { transition } from './session-machine';
import type { MachineState, SessionEvent } from './session-model';
import { runs } from '@/test/runs';

const restoring: MachineState = { phase: 'restoring', isNetworkUp: true };

const generation = fc.integer({ min: 1, max: 6 });
const nowMs = fc.integer({ min: 0, max: 40 * MINUTE_MS });
const someCore = fc.constantFrom(coreOf('s1'), coreOf('s2'), coreOf('s3', 'ben'));
const someGrant = fc.tuple(generation, nowMs).map(([of, at]) => grantOf(of, at));
const someEvent: fc.Arbitrary<SessionEvent> = fc.oneof(
  fc.constantFrom<SessionEvent>(
    { type: 'restore-failed', reason: null },
    { type: 'sign-out' },
    { type: 'renewal-needless' },
    { type: 'hello-received' },
    { type: 'signed-out-received', sessionId: null },
  ),
  fc.record({
    type: fc.constantFrom('tick' as const, 'woke' as const, 'credentials-needed' as const),
    nowMs,
  }),
  fc.record({ type: fc.constant('network' as const), isUp: fc.boolean(), nowMs }),
  fc.record({ type: fc.constant('signed-in' as const), core: someCore, grant: someGrant }),
  fc.record({ type: fc.constant('grant-received' as const), core: someCore, grant: someGrant }),
  fc.record({
    type: fc.constantFrom('credentials-refused' as const, 'renewal-refused' as const),
    sessionId: fc.constantFrom('s1', 's2', 's3'),
    generation,
  }),
  fc.record({
    type: fc.constant('renewed' as const),
    sessionId: fc.constantFrom('s1', 's2', 's3'),
    grant: someGrant,
  }),
  fc.record({
    type: fc.constant('renewal-failed' as const),
    nowMs,
    retryDelayMs: fc.nat(60_000),
    leastDelayMs: fc.nat(60_000),
  }),
  fc.record({
    type: fc.constant('stored-session-seen' as const),
    stored: fc.option(
      fc.record({
        sessionId: fc.constantFrom('s1', 's2', 's3'),
        generation,
        status: fc.constantFrom('live' as const, 'ended' as const, 'signed-out' as const),
      }),
    ),
  }),
  fc.record({
    type: fc.constant('ended-received' as const),
    core: someCore,
    generation,
    rightIds: fc.constant(null),
    endedBy: fc.constantFrom('service' as const, 'idle' as const),
  }),
  fc.record({
    type: fc.constant('limit-reached' as const),
    sessionId: fc.constantFrom('s1', 's2', 's3'),
    limit: fc.constantFrom('idle' as const, 'too-old' as const),
  }),
  fc.record({
    type: fc.constant('restored' as const),
    core: someCore,
    generation,
    rightIds: fc.constant(null),
    grant: fc.constant(null),
    endedBy: fc.constantFrom(null, 'service' as const, 'idle' as const),
  }),
);

const MAY_SIGN_OUT = ['sign-out', 'signed-out-received', 'stored-session-seen', 'grant-received'];
const MAY_END = [
  'limit-reached',
  'renewal-refused',
  'credentials-refused',
  'stored-session-seen',
  'ended-received',
];

/** Returns the rule that a transition violates; null if it violates none. */
function violationOf(before: MachineState, event: SessionEvent): string | null {
  const { state: after, effects } = transition(before, event);
  const renewals = effects.filter(({ type }) => type === 'renew').length;
  const wasRunning = before.phase === 'active' && before.renewal.status === 'running';
  const isRunning = after.phase === 'active' && after.renewal.status === 'running';
  if (renewals > 1 || (renewals === 1 && (wasRunning || !isRunning))) return 'a renewal beside another';
  if (isRunning && !wasRunning && renewals === 0) return 'a renewal that nobody runs';
  // Only the service, the user or another tab may end a session.
  if (before.phase === 'active' && after.phase === 'ended' && !MAY_END.includes(event.type)) {
    return 'ended by itself';
  }
  const wasSignedIn = before.phase === 'active' || before.phase === 'ended';
  if (wasSignedIn && after.phase === 'signed-out' && !MAY_SIGN_OUT.includes(event.type)) {
    return 'signed out by itself';
  }
  const isSameSession =
    before.phase === 'active' &&
    after.phase === 'active' &&
    before.core.account.sessionId === after.core.account.sessionId;
  const isOwnDoing = event.type === 'signed-in' || event.type === 'renewed';
  if (isSameSession && !isOwnDoing && after.grant !== null && before.grant !== null) {
    if (after.grant.generation < before.grant.generation) return 'back to what was spent';
  }
  return null;
}

test('for any events in any order', () => {
  fc.assert(
    fc.property(fc.array(someEvent, { maxLength: 60 }), (events) => {
      let state: MachineState = restoring;
      for (const event of events) {
        expect(violationOf(state, event)).toBeNull();
        ({ state } = transition(state, event));
      }
    }),
    { numRuns: runs(500) },
  );
});
