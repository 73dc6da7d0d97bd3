import { expect, test } from 'vitest';
import { itemTableEndpoint } from '@/contract/item-table.schema';
import { createFakeBrowser } from '@/test/fake-browser';
import { createFakeClock, flush } from '@/test/fake-clock';
import { createStubService } from '@/test/stub-service';
import { createSession } from './session';
import type { SignInRequest } from './sign-in';

const SIGN_IN: SignInRequest = {
  method: 'password',
  serviceAddress: 'https://prices.test/papi',
  clientId: 'colonnade',
  userName: 'anna',
  password: 'right',
  keepSignedIn: false,
};

function createWorld() {
  const clock = createFakeClock();
  const service = createStubService();
  const browser = createFakeBrowser({ clock, fetch: service.fetch });
  const open = (storage?: Map<string, string>) => {
    const tab = browser.openTab(storage === undefined ? {} : { storage });
    const session = createSession(tab.ports);
    return { ...tab, session, read: () => session.client.send(itemTableEndpoint, undefined) };
  };
  return { clock, service, browser, open };
}

test('signs in and calls the service', async () => {
  const { open, service } = createWorld();
  const tab = open();
  await tab.session.restored;
  expect(tab.session.getState()).toEqual({ status: 'signed-out', reason: null });
  await tab.session.signIn(SIGN_IN);
  expect(tab.session.getState().status).toBe('signed-in');
  await expect(tab.read()).resolves.toEqual([]);
  expect(service.calls.at(-1)?.clientId).toBe('colonnade');
});

test('twenty requests in three tabs meet an expired token: one renewal, all answered', async () => {
  const { open, service, clock } = createWorld();
  const first = open();
  await first.session.signIn(SIGN_IN);
  const tabs = [first, open(), open()];
  await clock.advance(1000);
  expect(tabs.map(({ session }) => session.getState().status)).toEqual([
    'signed-in',
    'signed-in',
    'signed-in',
  ]);
  service.expireAccessTokens();
  service.calls.length = 0;
  const requests = Array.from({ length: 20 }, (_, index) => tabs[index % 3]?.read());
  await clock.advance(1000);
  await Promise.all(requests);
  expect(service.tokenCalls()).toHaveLength(1);
  expect(service.calls.filter(({ status }) => status === 401)).toHaveLength(20);
  expect(service.calls.filter(({ path, status }) => path !== '/token' && status === 200)).toHaveLength(20);
});

test('a reload keeps the session', async () => {
  const { open, service, clock } = createWorld();
  const tab = open();
  await tab.session.signIn(SIGN_IN);
  tab.session.stop();
  const again = open(tab.storage);
  await clock.advance(1000);
  expect(again.session.getState().status).toBe('signed-in');
  await again.read();
  expect(service.tokenCalls()).toHaveLength(2);
});

test('refused renewal: requests wait, and go on after signing in again', async () => {
  const { open, service, clock } = createWorld();
  const tab = open();
  await tab.session.signIn(SIGN_IN);
  service.expireAccessTokens();
  service.expireRefreshTokens();
  const reading = tab.read();
  await clock.advance(1000);
  expect(tab.session.getState().status).toBe('ended');
  await tab.session.signInAgain('right');
  await expect(reading).resolves.toEqual([]);
  await flush();
});
