import { describe, expect, test } from 'vitest';
import { itemTableEndpoint } from '@/contract/item-table.schema';
import { createFakeBrowser, type FakeBrowserOptions } from '@/test/fake-browser';
import { createFakeClock, flush } from '@/test/fake-clock';
import { createStubService, STUB_ADDRESS, type StubServiceOptions } from '@/test/stub-service';
import { createSession } from './session';
import type { SignInRequest } from './sign-in';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const ANNA: SignInRequest = {
  method: 'password',
  serviceAddress: STUB_ADDRESS,
  clientId: 'colonnade',
  userName: 'anna',
  password: 'right',
  keepSignedIn: false,
};
const BEN: SignInRequest = { ...ANNA, userName: 'ben' };
const ROBOT: SignInRequest = { ...ANNA, method: 'api-key', userName: 'robot', password: 'key' };

function createWorld({
  wallMs,
  messageMs = 0,
  ...options
}: Partial<FakeBrowserOptions> &
  Partial<StubServiceOptions> & { readonly wallMs?: number; readonly messageMs?: number } = {}) {
  const clock = createFakeClock(wallMs);
  const service = createStubService({ clock, ...options });
  const deliver = (run: () => void) => {
    if (messageMs > 0) clock.after(messageMs, run);
    else queueMicrotask(run);
  };
  const browser = createFakeBrowser({ clock, fetch: service.fetch, deliver, ...options });
  const open = (storage?: Map<string, string>) => {
    const tab = browser.openTab(storage === undefined ? {} : { storage });
    const session = createSession(tab.ports);
    const read = (signal?: AbortSignal) => session.client.send(itemTableEndpoint, undefined, { signal });
    return { ...tab, session, read, status: () => session.getState().status };
  };
  /** A tab in which somebody is signed in. */
  const signedInTab = async (request = ANNA) => {
    const tab = open();
    await tab.session.signIn(request);
    service.calls.length = 0;
    return tab;
  };
  return { clock, service, browser, open, signedInTab };
}

function kindOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'success',
    (error: { failure?: { kind: string }; problem?: string }) =>
      error.failure?.kind ?? error.problem ?? error,
  );
}

describe('signing in', () => {
  test('with a password: the form of the contract, and then the service answers', async () => {
    const { open, service } = createWorld();
    const tab = open();
    await tab.session.restored;
    expect(tab.session.getState()).toEqual({ status: 'signed-out', reason: null });
    await tab.session.signIn(ANNA);
    expect(Object.fromEntries(service.tokenCalls()[0]?.form ?? [])).toEqual({
      grant_type: 'password',
      username: 'anna',
      password: 'right',
      client_id: 'colonnade',
    });
    expect(tab.session.getState()).toEqual({
      status: 'signed-in',
      identity: {
        serviceAddress: STUB_ADDRESS,
        clientId: 'colonnade',
        userName: 'anna',
        displayName: 'anna',
        method: 'password',
        sessionId: expect.any(String),
      },
      rights: { kind: 'known', ids: new Set(['api-prices-extraction']) },
      renewsAtMs: Date.UTC(2026, 10, 21, 12, 16),
      connection: 'online',
      isKept: false,
    });
    await expect(tab.read()).resolves.toEqual([]);
    expect(service.calls.at(-1)).toMatchObject({
      authorization: expect.stringMatching(/^Bearer head\./),
      clientId: 'colonnade',
    });
  });

  test('with an API key: no token call, but the key is tried', async () => {
    const { open, service } = createWorld();
    const tab = open();
    await tab.session.signIn(ROBOT);
    expect(service.calls.map(({ path, authorization }) => [path, authorization])).toEqual([
      ['/api/tables/item', 'ApiKey robot:key'],
    ]);
    expect(tab.session.getState()).toMatchObject({
      status: 'signed-in',
      identity: { method: 'api-key', userName: 'robot' },
      rights: { kind: 'unknown' },
      renewsAtMs: null,
    });
  });

  test('rights are unknown where the token does not tell', async () => {
    const { open } = createWorld({ rights: null });
    const tab = open();
    await tab.session.signIn(ANNA);
    expect(tab.session.getState()).toMatchObject({ rights: { kind: 'unknown' } });
  });

  test.each<[string, Partial<SignInRequest>, string, number]>([
    ['a wrong password', { password: 'wrong' }, 'unauthenticated', 1],
    ['a wrong API key', { method: 'api-key' }, 'unauthenticated', 1],
    [
      'a colon in the user name of an API key',
      { method: 'api-key', userName: 'a:b' },
      'colon-in-user-name',
      0,
    ],
    ['an API key that no header can carry', { method: 'api-key', password: '€' }, 'header-unsafe', 0],
    ['plain http', { serviceAddress: 'http://prices.test/papi' }, 'plain-http', 0],
  ])('%s is refused, and nothing remains', async (_, change, kind, calls) => {
    const { open, service, browser } = createWorld();
    const tab = open();
    expect(await kindOf(tab.session.signIn({ ...ANNA, ...change }))).toBe(kind);
    expect(tab.session.getState()).toEqual({ status: 'signed-out', reason: null });
    expect(service.calls).toHaveLength(calls);
    expect(browser.record()).toBeNull();
    expect(tab.storage.size).toBe(0);
  });

  test.each([
    ['down', 'unreachable'],
    ['token-503', 'unreachable'],
    ['token-throttled', 'throttled'],
  ] as const)('a service that is %s: %s, tried once', async (behaviour, kind) => {
    const { open, service } = createWorld();
    service.behaviour = behaviour;
    expect(await kindOf(open().session.signIn(ANNA))).toBe(kind);
    expect(service.calls.length).toBeLessThanOrEqual(1);
  });

  test('can be cancelled', async () => {
    const { open, clock, browser } = createWorld({ latencyMs: () => 100 });
    const tab = open();
    const controller = new AbortController();
    const result = kindOf(tab.session.signIn(ANNA, { signal: controller.signal }));
    await clock.advance(50);
    controller.abort();
    expect(await result).toBe('cancelled');
    await clock.advance(1_000);
    expect(tab.status()).toBe('signed-out');
    expect(browser.record()).toBeNull();
  });

  test('repairs the address', async () => {
    const { open } = createWorld();
    const tab = open();
    await tab.session.signIn({ ...ANNA, serviceAddress: 'prices.test/papi/token' });
    expect(tab.session.getState()).toMatchObject({ identity: { serviceAddress: STUB_ADDRESS } });
  });
});

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
    const { open, service, clock } = createWorld({ latencyMs: () => 40, messageMs: 90, storageMs: 30 });
    const first = open();
    const signingIn = first.session.signIn({ ...ANNA, keepSignedIn: true });
    await clock.advance(1_000);
    await signingIn;
    const tabs = [first, open(), open()];
    await clock.advance(3_000);
    service.calls.length = 0;
    service.expireAccessTokens();
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
    // The answer of this one request is held back until the token has been replaced.
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
      tab.tell(event);
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
    const { sessionId } = (tab.session.getState() as { identity: { sessionId: string } }).identity;
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
      identity: { userName: 'anna' },
      rights: { kind: 'known' },
    });
  });

  test('however slow the news and the storage: one try', async () => {
    const { open, service, clock } = createWorld({ latencyMs: () => 40, messageMs: 90, storageMs: 30 });
    const first = open();
    const signingIn = first.session.signIn({ ...ANNA, keepSignedIn: true });
    await clock.advance(1_000);
    await signingIn;
    const tabs = [first, open(), open()];
    await clock.advance(3_000);
    service.calls.length = 0;
    service.expireAccessTokens();
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
    tab.session.onIdentityChange((next) => changes.push(next));
    await tab.session.signInAgain('right');
    expect(await Promise.all(waiting)).toEqual([[], [], []]);
    expect([tab.status(), other.status()]).toEqual(['signed-in', 'signed-in']);
    expect(tab.session.getState()).toMatchObject({ identity: { sessionId } });
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

  test('nor does a client elsewhere that waits for credentials', async () => {
    const { tab, waiting } = await endedWorld();
    const kinds = Promise.all([...waiting, tab.session.authorize({ refused: null })].map(kindOf));
    await tab.session.signIn(BEN);
    expect(new Set(await kinds)).toEqual(new Set(['unauthenticated']));
    await expect(tab.session.authorize({ refused: null })).resolves.toMatchObject({
      serviceAddress: STUB_ADDRESS,
    });
  });

  test('a reload finds the session ended, and asks nobody', async () => {
    const { tab, open, clock, service } = await endedWorld();
    tab.session.stop();
    service.calls.length = 0;
    const again = open(tab.storage);
    await clock.advance(1_000);
    expect(again.session.getState()).toMatchObject({ status: 'ended', identity: { userName: 'anna' } });
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

  test('attempts grow apart, with at least a second between them, and wait as long as told', async () => {
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
    for (let ask = 0; ask < 20; ask += 1) tab.tell('woke');
    expect(service.tokenCalls().length).toBeLessThanOrEqual(tries + 1);
    service.behaviour = 'token-throttled';
    await clock.advance(MINUTE_MS);
    service.calls.length = 0;
    for (let second = 0; second < 60; second += 1) {
      tab.tell('woke');
      await clock.advance(1_000);
    }
    expect(service.tokenCalls().length).toBeLessThanOrEqual(2);
  });

  test('the browser says that the network is gone, and back', async () => {
    const { signedInTab } = createWorld();
    const tab = await signedInTab();
    tab.tell('network-down');
    expect(tab.session.getState()).toMatchObject({ connection: 'offline' });
    tab.tell('network-up');
    expect(tab.session.getState()).toMatchObject({ connection: 'online' });
  });
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
    // And it belongs to the session from now on: it may be the last one.
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
      identity: { userName: 'anna' },
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

  test('an open page outlasts them: what the service says counts', async () => {
    const { signedInTab, clock } = createWorld();
    const tab = await signedInTab();
    clock.sleep(6 * DAY_MS);
    tab.tell('woke');
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
    tab.tell('woke');
    await world.clock.advance(1_000);
    expect(tab.status()).toBe('ended');
    await tab.session.signInAgain('right');
    await world.clock.advance(17 * MINUTE_MS);
    expect(tab.status()).toBe('signed-in');
  });
});

describe('signing out', () => {
  test('forgets everything, in every tab', async () => {
    const { signedInTab, open, clock, browser } = createWorld();
    const tab = await signedInTab();
    const other = open();
    await clock.advance(1_000);
    await tab.session.signOut();
    await flush();
    expect(tab.session.getState()).toEqual({ status: 'signed-out', reason: 'signed-out' });
    expect(other.session.getState()).toEqual({ status: 'signed-out', reason: 'ended-elsewhere' });
    expect([tab.storage.size, other.storage.size]).toEqual([0, 0]);
    expect(browser.record()).toMatchObject({ body: null, header: { status: 'signed-out' } });
    const next = open();
    await next.session.restored;
    expect(next.status()).toBe('signed-out');
  });

  test('reaches the other tabs before storage is done with it', async () => {
    const { open, clock } = createWorld({ storageMs: 50 });
    const tab = open();
    const signingIn = tab.session.signIn({ ...ANNA, keepSignedIn: true });
    await clock.advance(1_000);
    await signingIn;
    const other = open();
    await clock.advance(1_000);
    void tab.session.signOut();
    await flush();
    expect(other.status()).toBe('signed-out');
  });

  test('reaches a tab that was taken in while storage was not done with it', async () => {
    const { open, clock, browser } = createWorld({ storageMs: 50 });
    const tab = open();
    const signingIn = tab.session.signIn(ANNA);
    await clock.advance(1_000);
    await signingIn;
    const invitation = browser.messages.find((message) => (message as { type: string }).type === 'grant');
    const late = open();
    void tab.session.signOut();
    await flush();
    browser.openTab().ports.channel.post(invitation);
    await flush();
    expect(late.status()).toBe('signed-in');
    await clock.advance(1_000);
    expect(late.status()).toBe('signed-out');
  });

  test('reaches a tab that missed the message, when it wakes', async () => {
    const { open, clock, browser } = createWorld({ deliver: () => undefined });
    const tab = open();
    await tab.session.signIn({ ...ANNA, keepSignedIn: true });
    const deaf = open();
    await clock.advance(1_000);
    expect(deaf.status()).toBe('signed-in');
    await tab.session.signOut();
    expect(browser.messages.at(-1)).toMatchObject({ type: 'signed-out' });
    expect(deaf.status()).toBe('signed-in');
    deaf.tell('woke');
    await flush();
    expect(deaf.session.getState()).toEqual({ status: 'signed-out', reason: 'ended-elsewhere' });
  });

  test('what is on its way does not arrive any more', async () => {
    const { open, clock } = createWorld({ latencyMs: () => 100 });
    const tab = open();
    const signingIn = tab.session.signIn(ANNA);
    await clock.advance(1_000);
    await signingIn;
    const result = kindOf(tab.read());
    await clock.advance(150);
    await tab.session.signOut();
    expect(await result).toBe('unauthenticated');
    expect(await kindOf(tab.read())).toBe('unauthenticated');
  });

  test('caches are told before any screen is', async () => {
    const { open } = createWorld();
    const tab = open();
    await tab.session.restored;
    const order: string[] = [];
    tab.session.onIdentityChange((sessionId) => {
      order.push(`caches: ${sessionId === null ? 'nobody' : 'somebody'}, screens: ${tab.status()}`);
    });
    tab.session.subscribe(() => order.push(`screens: ${tab.status()}`));
    await tab.session.signIn(ANNA);
    await tab.session.signOut();
    await tab.session.signIn(BEN);
    expect(order).toEqual([
      'caches: somebody, screens: signed-out',
      'screens: signed-in',
      'caches: nobody, screens: signed-in',
      'screens: signed-out',
      'caches: somebody, screens: signed-out',
      'screens: signed-in',
    ]);
  });

  test('while another tab renews: what the renewal brings is thrown away', async () => {
    const { open, clock, browser } = createWorld({ latencyMs: () => 100 });
    const tab = open();
    const signingIn = tab.session.signIn(ANNA);
    await clock.advance(1_000);
    await signingIn;
    const other = open();
    await clock.advance(1_000);
    // Both are due; the first is waiting for the answer when the second signs out.
    await clock.advance(16 * MINUTE_MS - 2_000 + 150);
    await other.session.signOut();
    await clock.advance(5_000);
    expect([tab.status(), other.status()]).toEqual(['signed-out', 'signed-out']);
    expect(browser.record()?.body).toBeNull();
  });
});

describe('what a tab keeps of its person', () => {
  const DRAFT = ['draft.Sales', 'half a query'] as const;

  test('is there after a reload, and after the same person signed in again', async () => {
    const { signedInTab, open, service, clock } = createWorld();
    const tab = await signedInTab();
    tab.belongings.write(...DRAFT);
    tab.session.stop();
    service.expireRefreshTokens();
    const again = open(tab.storage);
    await clock.advance(1_000);
    expect(again.status()).toBe('ended');
    expect(again.belongings.read('draft.Sales')).toBe('half a query');
    await again.session.signInAgain('right');
    expect(again.belongings.read('draft.Sales')).toBe('half a query');
  });

  test('is gone when they sign out, in every tab', async () => {
    const { signedInTab, open, clock } = createWorld();
    const tab = await signedInTab();
    const other = open();
    await clock.advance(1_000);
    tab.belongings.write(...DRAFT);
    other.belongings.write(...DRAFT);
    await tab.session.signOut();
    await clock.advance(1_000);
    for (const { belongings, storage } of [tab, other]) {
      // What a screen on its way out still wants to save is not kept either.
      belongings.write(...DRAFT);
      expect([...storage]).toEqual([]);
    }
  });

  test('is gone when somebody else signs in, elsewhere or in a tab that slept through the sign-out', async () => {
    const { signedInTab, open, clock } = createWorld();
    const tab = await signedInTab();
    tab.belongings.write(...DRAFT);
    tab.session.stop();
    const elsewhere = open();
    await clock.advance(1_000);
    await elsewhere.session.signIn(BEN);
    const reopened = open(tab.storage);
    await clock.advance(1_000);
    expect(reopened.belongings.read('draft.Sales')).toBeNull();
    expect([...reopened.storage].join()).not.toMatch(/half a query|anna/);
  });

  test('is gone when a page finds its session gone', async () => {
    const { signedInTab, open, browser, clock } = createWorld();
    const tab = await signedInTab();
    tab.belongings.write(...DRAFT);
    tab.session.stop();
    browser.loseStorage();
    const again = open(tab.storage);
    await clock.advance(1_000);
    expect(again.status()).toBe('signed-out');
    expect([...again.storage].join()).not.toMatch(/half a query|anna/);
  });
});

test('no secret is where it does not belong', async () => {
  const { open, clock, browser, service } = createWorld();
  const tab = open();
  const seen: unknown[] = [];
  tab.session.subscribe(() => seen.push(structuredClone(tab.session.getState())));
  await tab.session.signIn({ ...ANNA, keepSignedIn: false });
  const other = open();
  await clock.advance(17 * MINUTE_MS);
  service.expireAccessTokens();
  service.expireRefreshTokens();
  const reading = kindOf(other.read());
  await clock.advance(1_000);
  await tab.session.signInAgain('right');
  await reading;
  const inTheOpen = JSON.stringify([
    seen,
    tab.session.getState(),
    [...tab.storage],
    [...other.storage],
    browser.record()?.header,
  ]);
  expect(inTheOpen).not.toMatch(/access-secret|refresh-secret|right"/);
  // Access tokens go from tab to tab, in memory; what outlives them does not.
  const between = JSON.stringify(browser.messages);
  expect(between).toContain('access-secret');
  expect(between).not.toMatch(/refresh-secret/);
});
