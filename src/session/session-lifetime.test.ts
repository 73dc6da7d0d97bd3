import { describe, expect, test } from 'vitest';
import { createSession } from './session';
import { itemTableEndpoint } from '@/contract/item-table.schema';
import { flush } from '@/test/fake-clock';
import { ANNA, BEN, DAY_MS, MINUTE_MS, ROBOT, createWorld } from '@/test/session-world';

test('data left at rest has a key of the session, in all its tabs and no longer', async () => {
  const { signedInTab, open, clock } = createWorld();
  const tab = await signedInTab();
  const key = await tab.session.sealingKey('stage');
  expect(key?.extractable).toBe(false);
  const other = open();
  await clock.advance(1_000);
  expect(await other.session.sealingKey('stage')).toBe(key);
  tab.session.stop();
  other.session.stop();
  const again = open(tab.storage);
  expect(await again.session.sealingKey('stage')).toBe(key);
  await again.session.signOut();
  expect(await again.session.sealingKey('stage')).toBeNull();
  await again.session.signIn(ANNA);
  expect(await again.session.sealingKey('stage')).not.toBe(key);
});

describe('how long a session lives', () => {
  test('a reload keeps it, with one renewal', async () => {
    const { signedInTab, open, service, clock } = createWorld();
    const tab = await signedInTab();
    tab.session.stop();
    const again = open(tab.storage);
    await again.session.restored;
    expect(again.status()).toBe('signed-in');
    const reading = again.read();
    await clock.advance(1_000);
    await expect(reading).resolves.toEqual([]);
    expect(service.tokenCalls()).toHaveLength(1);
    expect(again.session.getState()).toEqual(tab.session.getState());
  });

  test('a tab opened beside a living one is taken in, without a renewal', async () => {
    const { signedInTab, open, service, clock } = createWorld();
    const tab = await signedInTab();
    await clock.advance(10 * MINUTE_MS);
    const other = open();
    await clock.advance(1_000);
    expect(other.session.getState()).toEqual(tab.session.getState());
    await other.read();
    expect(service.tokenCalls()).toHaveLength(0);
    // The new tab keeps the session even after all other tabs are closed.
    tab.session.stop();
    other.session.stop();
    const again = open(other.storage);
    await clock.advance(1_000);
    expect(again.status()).toBe('signed-in');
  });

  test('closing the last tab ends it', async () => {
    const { signedInTab, open, clock, service } = createWorld();
    const tab = await signedInTab();
    tab.session.stop();
    const next = open();
    await clock.advance(1_000);
    expect(next.session.getState()).toEqual({ status: 'signed-out', reason: null });
    expect(service.calls).toEqual([]);
  });

  test('kept, it outlives its tabs', async () => {
    const { signedInTab, open, clock } = createWorld();
    const tab = await signedInTab({ ...ANNA, keepSignedIn: true });
    expect(tab.storage.has('tab')).toBe(false);
    tab.session.stop();
    clock.sleep(4 * DAY_MS);
    const next = open();
    const reading = next.read();
    await clock.advance(1_000);
    await reading;
    expect(next.session.getState()).toMatchObject({
      status: 'signed-in',
      isKept: true,
      account: { userName: 'anna' },
    });
  });

  test('kept, it lasts five days', async () => {
    const { signedInTab, open, clock, service } = createWorld();
    const tab = await signedInTab({ ...ANNA, keepSignedIn: true });
    tab.session.stop();
    clock.sleep(5 * DAY_MS);
    const next = open();
    await next.session.restored;
    expect(next.status()).toBe('signed-out');
    expect(service.calls).toEqual([]);
  });

  test('an open page outlasts them, as long as the configuration lets it', async () => {
    const { signedInTab, clock } = createWorld({ limits: { idleMs: null, maxAgeMs: 30 * DAY_MS } });
    const tab = await signedInTab();
    clock.sleep(6 * DAY_MS);
    tab.emit('woke');
    await clock.advance(1_000);
    expect(tab.status()).toBe('signed-in');
  });

  test('an API key is kept like a refresh token', async () => {
    const { signedInTab, open, clock, service } = createWorld();
    const tab = await signedInTab(ROBOT);
    const other = open();
    await clock.advance(1_000);
    await other.read();
    tab.session.stop();
    other.session.stop();
    const again = open(tab.storage);
    await again.read();
    expect(service.calls.map(({ authorization }) => authorization)).toEqual([
      'ApiKey robot:key',
      'ApiKey robot:key',
    ]);
  });

  test('an API key that is not accepted any more ends the session; a new one goes on with it', async () => {
    const { signedInTab } = createWorld();
    const tab = await signedInTab(ROBOT);
    const { fetch } = tab.ports;
    let isAccepted = false;
    const session = createSession({
      ...tab.ports,
      fetch: (request) =>
        isAccepted ? fetch(request) : Promise.resolve(new Response('{}', { status: 401 })),
    });
    await session.restored;
    const reading = session.client.send(itemTableEndpoint, undefined);
    await flush();
    expect(session.getState().status).toBe('ended');
    isAccepted = true;
    await session.signInAgain('key');
    await expect(reading).resolves.toEqual([]);
  });

  test('where nothing can be stored it lives in memory, each tab by itself', async () => {
    const { signedInTab, open, clock, service } = createWorld({ isIsolated: true });
    const tab = await signedInTab({ ...ANNA, keepSignedIn: true });
    expect(tab.session.getState()).toMatchObject({ isKept: false });
    expect(tab.storage.has('tab')).toBe(false);
    const other = open();
    await clock.advance(1_000);
    expect(other.status()).toBe('signed-out');
    service.expireAccessTokens();
    await expect(tab.read()).resolves.toEqual([]);
    await other.session.signIn(BEN);
    await tab.session.signOut();
    await flush();
    expect([tab.status(), other.status()]).toEqual(['signed-out', 'signed-out']);
  });

  test('storage that is emptied under an open page: the page stays, and asks to sign in again', async () => {
    const world = createWorld();
    const tab = await world.signedInTab();
    world.browser.loseStorage();
    tab.emit('woke');
    await world.clock.advance(1_000);
    expect(tab.status()).toBe('ended');
    await tab.session.signInAgain('right');
    await world.clock.advance(17 * MINUTE_MS);
    expect(tab.status()).toBe('signed-in');
  });
});
