import { describe } from 'vitest';
import { coreOf, grantOf } from '@/test/session-parts';
import {
  active,
  running,
  backingOff,
  ended,
  restoring,
  signedOut,
  apiKey,
  core,
  testTransitions,
} from '@/test/session-states';

describe('restoring a session', () => {
  testTransitions([
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
  ]);
});

describe('signing in and out', () => {
  testTransitions([
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
  ]);
});
