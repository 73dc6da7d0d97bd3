import { expect, test } from 'vitest';
import { createFakeClock } from '@/test/fake-clock';
import type { Grant, SessionCore } from '../machine/session-model';
import {
  grantMessage,
  grantOfMessage,
  readMessage,
  type SentMessage,
  type SessionMessage,
} from './session-messages';

const core: SessionCore = {
  account: {
    serviceAddress: 'https://prices.test/papi',
    service: 'https://prices.test/papi',
    clientId: 'colonnade',
    userName: 'anna',
    displayName: 'Anna',
    method: 'password',
    sessionId: 's1',
  },
  isKept: false,
  configured: { serviceAddress: null, isFixed: false, upstreamAddress: null },
  signedInAtMs: 0,
  tabSecret: 'opaque',
};

const grant: Grant = {
  credentials: { kind: 'bearer', accessToken: 'a', clientId: 'colonnade' },
  generation: 3,
  receivedAtMs: 0,
  lifetimeMs: 1_200_000,
  rightIds: ['a'],
};

/** Returns the message as it arrives in another tab. */
function sent(message: SentMessage): Extract<SessionMessage, { type: 'grant' }> {
  const arrived = readMessage(structuredClone(message));
  if (arrived?.type !== 'grant') throw new Error('not a grant');
  return arrived;
}

test('the age of a grant goes along, and the time it was on its way', async () => {
  const sender = createFakeClock();
  await sender.advance(600_000);
  const message = sent(grantMessage(core, grant, sender));
  // The clock of each page starts when the page is opened. The computer's clock is the same for both pages.
  const receiver = createFakeClock(sender.wallMs());
  await receiver.advance(30_000);
  expect(grantOfMessage(message, receiver)).toEqual({ ...grant, receivedAtMs: -600_000 });
});

test('an API key does not go along', () => {
  const clock = createFakeClock();
  const credentials = { kind: 'api-key', userName: 'robot', password: 'key' } as const;
  const message = sent(grantMessage(core, { ...grant, credentials, lifetimeMs: null }, clock));
  expect(JSON.stringify(message)).not.toContain('key"');
  expect(grantOfMessage(message, clock)).toBeNull();
});

test.each([
  [null],
  ['hello'],
  [{ type: 'farewell' }],
  [{ type: 'grant', core }],
  [{ type: 'ended', core: {}, generation: 1, rightIds: null }],
])('what is no message is none: %j', (data) => {
  expect(readMessage(data)).toBeNull();
});
