import { describe, expect, test } from 'vitest';
import { createSession } from './session';
import { itemTableEndpoint } from '@/contract/item-table.schema';
import { flush } from '@/test/fake-clock';
import { ANNA, BEN, DAY_MS, MINUTE_MS, createWorld, kindOf } from '@/test/session-world';
import { STUB_ADDRESS } from '@/test/stub-service';

test('a request leaves at once while its token is good: nothing else that the page does comes before it', async () => {
  const { clock, open } = createWorld();
  const tab = open();
  await tab.session.signIn(ANNA);
  const left: string[] = [];
  const watched = createSession({
    ...tab.ports,
    fetch: (request) => {
      left.push(new URL(request.url).pathname);
      return tab.ports.fetch(request);
    },
  });
  await watched.restored;
  await clock.advance(1_000);
  left.length = 0;
  const response = watched.client.send(itemTableEndpoint, undefined);
  expect(left).toEqual(['/papi/api/tables/item']);
  await clock.advance(1_000);
  await expect(response).resolves.toEqual([]);
});

/** Opens three tabs of one session whose access token has expired. Messages between tabs and storage are slow. */
async function openSlowTabs() {
  const { open, service, clock } = createWorld({ latencyMs: () => 40, messageMs: 90, storageMs: 30 });
  const first = open();
  const signingIn = first.session.signIn({ ...ANNA, keepSignedIn: true });
  await clock.advance(1_000);
  await signingIn;
  const tabs = [first, open(), open()];
  await clock.advance(3_000);
  service.calls.length = 0;
  service.expireAccessTokens();
  return { first, tabs, service, clock };
}

describe('an expired token', () => {
  test('twenty requests in three tabs: one renewal, every request replayed once', async () => {
    const { open, signedInTab, service, clock } = createWorld({ latencyMs: () => 40 });
    const signingIn = signedInTab();
    await clock.advance(1_000);
    const tabs = [await signingIn, open(), open()];
    await clock.advance(1_000);
    expect(tabs.map((tab) => tab.status())).toEqual(['signed-in', 'signed-in', 'signed-in']);
    service.calls.length = 0;
    service.expireAccessTokens();
    const requests = tabs.flatMap((tab, index) =>
      Array.from({ length: [7, 7, 6][index] ?? 0 }, () => tab.read()),
    );
    await clock.advance(1_000);
    expect(await Promise.all(requests)).toEqual(Array.from({ length: 20 }, () => []));
    expect(service.tokenCalls()).toHaveLength(1);
    const statuses = service.calls.filter(({ path }) => path !== '/token').map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(service.reuseCount()).toBe(0);
  });

  test('however slow the news and the storage: one renewal', async () => {
    const { tabs, service, clock } = await openSlowTabs();
    const requests = tabs.map((tab) => tab.read());
    await clock.advance(3_000);
    expect(await Promise.all(requests)).toEqual([[], [], []]);
    expect(service.tokenCalls()).toHaveLength(1);
  });

  test('a 401 that comes late, for a token already replaced, is just replayed', async () => {
    const { clock, service, open } = createWorld();
    const tab = open();
    await tab.session.signIn(ANNA);
    const release: (() => void)[] = [];
    const { fetch } = tab.ports;
    // The 401 of this one request is held back until the token has been replaced.
    const slow = createSession({
      ...tab.ports,
      fetch: async (request) => {
        const response = await fetch(request);
        if (response.status === 401 && release.length === 0)
          await new Promise<void>((go) => release.push(go));
        return response;
      },
    });
    await clock.advance(1_000);
    service.expireAccessTokens();
    const late = slow.client.send(itemTableEndpoint, undefined);
    await flush();
    await slow.client.send(itemTableEndpoint, undefined);
    const renewals = service.tokenCalls().length;
    release[0]?.();
    await expect(late).resolves.toEqual([]);
    expect(service.tokenCalls()).toHaveLength(renewals);
  });

  test('a request that is refused twice says so, and the session stays', async () => {
    const { signedInTab, service, clock } = createWorld();
    const tab = await signedInTab();
    service.expireAccessTokens();
    const { fetch } = tab.ports;
    const session = createSession({
      ...tab.ports,
      fetch: (request) => {
        service.expireAccessTokens();
        return fetch(request);
      },
    });
    await clock.advance(1_000);
    expect(await kindOf(session.client.send(itemTableEndpoint, undefined))).toBe('unauthenticated');
    expect(session.getState().status).toBe('signed-in');
  });
});

describe('renewing ahead of time', () => {
  test('at 80 % of the lifetime, and again', async () => {
    const { signedInTab, service, clock } = createWorld();
    await signedInTab();
    await clock.advance(16 * MINUTE_MS - 1);
    expect(service.tokenCalls()).toHaveLength(0);
    await clock.advance(1);
    expect(service.tokenCalls()).toHaveLength(1);
    await clock.advance(16 * MINUTE_MS);
    expect(service.tokenCalls()).toHaveLength(2);
  });

  test.each(['woke', 'network-up'] as const)(
    'after sleep, on %s, before any request fails',
    async (event) => {
      const { signedInTab, service, clock } = createWorld();
      const tab = await signedInTab();
      clock.sleep(9 * 60 * MINUTE_MS);
      service.expireAccessTokens();
      tab.emit(event);
      await expect(tab.read()).resolves.toEqual([]);
      expect(service.calls.map(({ path, status }) => [path, status])).toEqual([
        ['/token', 200],
        ['/api/tables/item', 200],
      ]);
    },
  );

  test.each([
    ['a day ahead', DAY_MS],
    ['a day behind', -DAY_MS],
  ])('with a clock %s', async (_, errorMs) => {
    const { signedInTab, service, clock } = createWorld({ wallMs: Date.UTC(2026, 10, 21) + errorMs });
    const tab = await signedInTab();
    await clock.advance(15 * MINUTE_MS);
    await tab.read();
    expect(service.tokenCalls()).toHaveLength(0);
    await clock.advance(MINUTE_MS);
    expect(service.tokenCalls()).toHaveLength(1);
  });

  test('in a tab that was frozen, before its first request, without any notice', async () => {
    const { signedInTab, service, clock } = createWorld();
    const tab = await signedInTab();
    // The service, too, considers the token expired and refuses it.
    service.expireAccessTokens();
    clock.sleep(9 * 60 * MINUTE_MS);
    await expect(tab.read()).resolves.toEqual([]);
    expect(service.calls.map(({ path, status }) => `${path} ${status}`)).toEqual([
      '/token 200',
      '/api/tables/item 200',
    ]);
  });

  test('three tabs: one of them does it', async () => {
    const { signedInTab, open, service, clock } = createWorld();
    const tabs = [await signedInTab(), open(), open()];
    await clock.advance(16 * MINUTE_MS);
    expect(service.tokenCalls()).toHaveLength(1);
    service.expireAccessTokens();
    expect(tabs.map(({ session }) => session.getState())).toMatchObject([
      { renewsAtMs: Date.UTC(2026, 10, 21, 12, 32) },
      { renewsAtMs: Date.UTC(2026, 10, 21, 12, 32) },
      { renewsAtMs: Date.UTC(2026, 10, 21, 12, 32) },
    ]);
  });
});

describe('a renewal that the service refuses', () => {
  async function endedWorld() {
    const world = createWorld();
    const tab = await world.signedInTab();
    const other = world.open();
    await world.clock.advance(1_000);
    const { sessionId } = (tab.session.getState() as { account: { sessionId: string } }).account;
    world.service.expireAccessTokens();
    world.service.expireRefreshTokens();
    const waiting = [tab.read(), tab.read(), other.read()];
    await world.clock.advance(1_000);
    return { ...world, tab, other, waiting, sessionId };
  }

  test('ends the session in every tab, after one try', async () => {
    const { tab, other, service } = await endedWorld();
    expect([tab.status(), other.status()]).toEqual(['ended', 'ended']);
    expect(service.tokenCalls()).toHaveLength(1);
    expect(tab.session.getState()).toMatchObject({
      account: { userName: 'anna' },
      rights: { kind: 'known' },
    });
  });

  test('however slow the news and the storage: one try', async () => {
    const { first, tabs, service, clock } = await openSlowTabs();
    service.expireRefreshTokens();
    const requests = tabs.map((tab) => kindOf(tab.read()));
    await clock.advance(3_000);
    expect(tabs.map((tab) => tab.status())).toEqual(['ended', 'ended', 'ended']);
    expect(service.tokenCalls()).toHaveLength(1);
    void first.session.signOut();
    await clock.advance(3_000);
    expect(await Promise.all(requests)).toEqual(['unauthenticated', 'unauthenticated', 'unauthenticated']);
  });

  test('signing in again: what waited is answered, in the other tab too; to caches it is the same session', async () => {
    const { tab, other, waiting, sessionId } = await endedWorld();
    const changes: (string | null)[] = [];
    tab.session.onAccountChange((next) => changes.push(next));
    await tab.session.signInAgain('right');
    expect(await Promise.all(waiting)).toEqual([[], [], []]);
    expect([tab.status(), other.status()]).toEqual(['signed-in', 'signed-in']);
    expect(tab.session.getState()).toMatchObject({ account: { sessionId } });
    expect(changes).toEqual([]);
  });

  test('a wrong password changes nothing, and what waits goes on waiting', async () => {
    const { tab, waiting } = await endedWorld();
    expect(await kindOf(tab.session.signInAgain('wrong'))).toBe('unauthenticated');
    expect(tab.status()).toBe('ended');
    await tab.session.signInAgain('right');
    await expect(Promise.all(waiting)).resolves.toHaveLength(3);
  });

  test('signing out instead: what waited fails as unauthenticated', async () => {
    const { tab, other, waiting } = await endedWorld();
    const kinds = Promise.all(waiting.map(kindOf));
    await tab.session.signOut();
    expect(await kinds).toEqual(['unauthenticated', 'unauthenticated', 'unauthenticated']);
    expect(other.session.getState()).toEqual({ status: 'signed-out', reason: 'ended-elsewhere' });
  });

  test('somebody else signing in gets none of the requests that waited', async () => {
    const { tab, other, waiting, service } = await endedWorld();
    const kinds = Promise.all(waiting.map(kindOf));
    service.calls.length = 0;
    await tab.session.signIn(BEN);
    expect(await kinds).toEqual(['unauthenticated', 'unauthenticated', 'unauthenticated']);
    expect(service.calls.map(({ path }) => path)).toEqual(['/token']);
    expect(other.session.getState()).toEqual({ status: 'signed-out', reason: 'replaced-elsewhere' });
  });

  test('nor does a stream of events that waits for credentials', async () => {
    const { tab, waiting, service } = await endedWorld();
    const open = (address: string) =>
      tab.session.client.openEventStream(address, new AbortController().signal);
    const kinds = Promise.all([...waiting, open(`${STUB_ADDRESS}/events/old`)].map(kindOf));
    service.calls.length = 0;
    await tab.session.signIn(BEN);
    expect(new Set(await kinds)).toEqual(new Set(['unauthenticated']));
    expect(service.calls.map(({ path }) => path)).toEqual(['/token']);
    const response = await open(`${STUB_ADDRESS}/events/new`);
    expect(response.status).toBe(200);
    expect(service.calls.at(-1)).toMatchObject({
      path: '/events/new',
      authorization: expect.stringContaining('Bearer ') as string,
      clientId: BEN.clientId,
    });
  });

  test('a reload finds the session ended, and asks nobody', async () => {
    const { tab, open, clock, service } = await endedWorld();
    tab.session.stop();
    service.calls.length = 0;
    const again = open(tab.storage);
    await clock.advance(1_000);
    expect(again.session.getState()).toMatchObject({ status: 'ended', account: { userName: 'anna' } });
    expect(service.calls).toEqual([]);
    await again.session.signInAgain('right');
    expect(again.status()).toBe('signed-in');
  });

  test('a request given up while it waits is cancelled', async () => {
    const { tab, service } = await endedWorld();
    const controller = new AbortController();
    const result = kindOf(tab.read(controller.signal));
    controller.abort();
    expect(await result).toBe('cancelled');
    expect(service.calls.filter(({ path }) => path !== '/token')).toHaveLength(3);
  });
});

describe('a renewal that does not get there', () => {
  test.each(['down', 'token-503', 'token-throttled'] as const)(
    '%s: the session stays, offline, and comes back by itself',
    async (behaviour) => {
      const { signedInTab, service, clock } = createWorld();
      const tab = await signedInTab();
      service.behaviour = behaviour;
      await clock.advance(17 * MINUTE_MS);
      expect(tab.session.getState()).toMatchObject({ status: 'signed-in', connection: 'offline' });
      service.behaviour = 'normal';
      await clock.advance(2 * MINUTE_MS);
      expect(tab.session.getState()).toMatchObject({ status: 'signed-in', connection: 'online' });
      expect(service.reuseCount()).toBe(0);
    },
  );

  test('the token in use is used on', async () => {
    const { signedInTab, service, clock } = createWorld();
    const tab = await signedInTab();
    service.behaviour = 'token-down';
    await clock.advance(17 * MINUTE_MS);
    await expect(tab.read()).resolves.toEqual([]);
  });

  test('without a token, requests give up after some tries, and the session stays', async () => {
    const { signedInTab, service, clock } = createWorld();
    const tab = await signedInTab();
    service.behaviour = 'token-down';
    service.expireAccessTokens();
    const result = kindOf(tab.read());
    await clock.advance(20_000);
    expect(await result).toBe('unreachable');
    expect(tab.status()).toBe('signed-in');
  });

  test('where the browser says that there is no network, they give up after one, and come with it', async () => {
    const { signedInTab, service, clock } = createWorld();
    const tab = await signedInTab();
    service.behaviour = 'token-down';
    service.expireAccessTokens();
    tab.emit('network-down');
    const result = kindOf(tab.read());
    await clock.advance(2_000);
    expect(await result).toBe('unreachable');
    service.behaviour = 'normal';
    const next = tab.read();
    tab.emit('network-up');
    await clock.advance(2_000);
    await expect(next).resolves.toEqual([]);
  });

  test('attempts grow apart, with at least a second between them, and wait as long as the service asks', async () => {
    const { signedInTab, service, clock } = createWorld();
    const tab = await signedInTab();
    service.behaviour = 'token-503';
    service.expireAccessTokens();
    const pending = kindOf(tab.read());
    await clock.advance(10 * MINUTE_MS);
    await pending;
    const tries = service.tokenCalls().length;
    expect(tries).toBeGreaterThan(10);
    expect(tries).toBeLessThan(30);
    for (let ask = 0; ask < 20; ask += 1) tab.emit('woke');
    expect(service.tokenCalls().length).toBeLessThanOrEqual(tries + 1);
    service.behaviour = 'token-throttled';
    await clock.advance(MINUTE_MS);
    service.calls.length = 0;
    for (let second = 0; second < 60; second += 1) {
      tab.emit('woke');
      await clock.advance(1_000);
    }
    expect(service.tokenCalls().length).toBeLessThanOrEqual(2);
  });

  test('asked to wait for weeks, it is tried again all the same, every two minutes', async () => {
    const { signedInTab, service, clock } = createWorld();
    const tab = await signedInTab();
    service.behaviour = 'token-throttled';
    service.tokenRetryAfter = '2147484';
    service.expireAccessTokens();
    const pending = kindOf(tab.read());
    await clock.advance(4 * MINUTE_MS);
    expect(service.tokenCalls().length).toBeGreaterThan(2);
    expect(service.tokenCalls().length).toBeLessThan(5);
    service.behaviour = 'normal';
    await clock.advance(3 * MINUTE_MS);
    expect(tab.session.getState()).toMatchObject({ status: 'signed-in', connection: 'online' });
    await pending;
  });

  test('the browser says that the network is gone, and back', async () => {
    const { signedInTab } = createWorld();
    const tab = await signedInTab();
    tab.emit('network-down');
    expect(tab.session.getState()).toMatchObject({ connection: 'offline' });
    tab.emit('network-up');
    expect(tab.session.getState()).toMatchObject({ connection: 'online' });
  });
});
