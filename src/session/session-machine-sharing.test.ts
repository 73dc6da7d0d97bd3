import { describe } from 'vitest';
import { coreOf, grantOf } from '@/test/session-parts';
import {
  active,
  running,
  refusedRunning,
  ended,
  restoring,
  signedOut,
  replaced,
  live,
  core,
  testTransitions,
} from '@/test/session-states';

describe('what is stored', () => {
  testTransitions([
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
  ]);
});

describe('other tabs', () => {
  testTransitions([
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
  ]);
});
