import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ServiceError } from '@/ui/http/service-error';
import { flush } from '@/test/fake-clock';
import { ANNA, BEN, MINUTE_MS, createWorld, kindOf } from '@/test/session-world';
import { STUB_ADDRESS } from '@/test/stub-service';
import type { ConfiguredService } from './machine/service-binding';

const BY_PAGE: ConfiguredService = { serviceAddress: STUB_ADDRESS, isFixed: true, upstreamAddress: null };
const BY_SERVER: ConfiguredService = { ...BY_PAGE, custody: 'server' };
const KEPT = { ...ANNA, keepSignedIn: true };

beforeAll(() => vi.stubGlobal('location', new URL(STUB_ADDRESS)));
afterAll(() => vi.unstubAllGlobals());

/** Creates a test world in which the server that passes calls through keeps the refresh token. */
function createWorldWithCustody(options: Parameters<typeof createWorld>[0] = {}) {
  const world = createWorld(options);
  world.service.custody = 'server';
  const open = (storage?: Map<string, string>) => world.open(storage, { configured: BY_SERVER });
  const signedInTab = (request = ANNA) => world.signedInTab(request, { configured: BY_SERVER });
  return { ...world, open, signedInTab };
}

describe('a session whose refresh token the server keeps', () => {
  test('is renewed once for all tabs, and the page never has the token', async () => {
    const { signedInTab, open, service, browser, clock } = createWorldWithCustody({ latencyMs: () => 40 });
    const signingIn = signedInTab(KEPT);
    await clock.advance(1_000);
    const tabs = [await signingIn, open(), open()];
    await clock.advance(1_000);
    service.calls.length = 0;
    for (const round of [1, 2]) {
      service.expireAccessTokens();
      const requests = tabs.map((tab) => tab.read());
      await clock.advance(1_000);
      expect(await Promise.all(requests)).toEqual([[], [], []]);
      expect(service.tokenCalls()).toHaveLength(round);
    }
    expect(service.reuseCount()).toBe(0);
    const sent = service.tokenCalls().map(({ form }) => Object.fromEntries(form ?? []));
    expect(sent[1]).toEqual({
      grant_type: 'refresh_token',
      session_binding: 'binding-1',
      client_id: 'colonnade',
    });
    expect(JSON.stringify([browser.record(), browser.messages, sent])).not.toContain('refresh-secret');
  });

  test.each([true, false])('survives a reload; kept for days: %s', async (keepSignedIn) => {
    const { signedInTab, open, service, clock } = createWorldWithCustody();
    const tab = await signedInTab({ ...ANNA, keepSignedIn });
    expect(service.kept()).toMatchObject({ isForDays: keepSignedIn });
    tab.session.stop();
    const next = open(tab.storage);
    await clock.advance(MINUTE_MS);
    await expect(next.read()).resolves.toEqual([]);
    expect(service.tokenCalls()).toHaveLength(1);
    expect(service.kept()).toMatchObject({ refreshToken: 'refresh-secret-2', isForDays: keepSignedIn });
  });

  test('ends when the service ends it, and is gone on with', async () => {
    const { signedInTab, service, clock } = createWorldWithCustody();
    const tab = await signedInTab();
    service.expireAccessTokens();
    service.expireRefreshTokens();
    const reading = tab.read();
    await clock.advance(MINUTE_MS);
    expect(tab.status()).toBe('ended');
    await tab.session.signInAgain('right');
    await expect(reading).resolves.toEqual([]);
  });

  test('signing out has the server drop the token, and the next sign-in waits for that', async () => {
    let latencyMs = 40;
    const { signedInTab, service, clock } = createWorldWithCustody({ latencyMs: () => latencyMs });
    const signingIn = signedInTab();
    await clock.advance(1_000);
    const tab = await signingIn;
    latencyMs = 400;
    const signingOut = tab.session.signOut();
    await flush();
    latencyMs = 40;
    const again = tab.session.signIn(BEN);
    await clock.advance(1_000);
    await Promise.all([signingOut, again]);
    expect(service.kept()).not.toBeNull();
    service.expireAccessTokens();
    const reading = tab.read();
    await clock.advance(1_000);
    await expect(reading).resolves.toEqual([]);
    void tab.session.signOut();
    await clock.advance(1_000);
    expect(service.kept()).toBeNull();
  });

  test.each([true, false])(
    'signing out says which session ends, for a copy of its cookie to renew nothing; kept for days: %s',
    async (keepSignedIn) => {
      const { signedInTab, service, clock } = createWorldWithCustody();
      const tab = await signedInTab({ ...ANNA, keepSignedIn });
      service.expireAccessTokens();
      await tab.read();
      service.calls.length = 0;
      await tab.session.signOut();
      await clock.advance(MINUTE_MS);
      expect(service.calls).toMatchObject([
        { path: '/token', endedBinding: 'binding-1', clientId: 'colonnade', status: 204 },
      ]);
    },
  );

  test('signing out after the session has ended has no session to name', async () => {
    const { signedInTab, service, clock } = createWorldWithCustody();
    const tab = await signedInTab();
    service.expireAccessTokens();
    service.expireRefreshTokens();
    const reading = kindOf(tab.read());
    await clock.advance(MINUTE_MS);
    service.calls.length = 0;
    await tab.session.signOut();
    await clock.advance(MINUTE_MS);
    expect(await reading).toBe('unauthenticated');
    expect(service.calls).toMatchObject([{ path: '/token', endedBinding: null, status: 204 }]);
  });

  test('signing out needs no network: without its binding nothing can use the token', async () => {
    const { signedInTab, open, service, browser, clock } = createWorldWithCustody();
    const tab = await signedInTab(KEPT);
    service.behaviour = 'down';
    await tab.session.signOut();
    expect(tab.status()).toBe('signed-out');
    expect(browser.record()).toMatchObject({ body: null });
    expect(service.kept()).not.toBeNull();
    service.behaviour = 'normal';
    const next = open();
    await clock.advance(MINUTE_MS);
    expect(next.status()).toBe('signed-out');
  });

  test("another account's sign-in takes its place, and no tab of the one before gets the other's token", async () => {
    const { signedInTab, open, service, clock } = createWorldWithCustody();
    const first = await signedInTab(KEPT);
    const other = open(new Map());
    await clock.advance(1_000);
    await other.session.signIn({ ...BEN, keepSignedIn: true });
    service.expireAccessTokens();
    const reading = kindOf(first.read());
    await clock.advance(MINUTE_MS);
    expect(await reading).toBe('unauthenticated');
    await expect(other.read()).resolves.toEqual([]);
  });
});

describe('a server that is to keep tokens and does not', () => {
  test.each([
    ['and knows nothing of it', 'unheard-of'],
    ['but gives them to the page as well', 'given-away'],
  ] as const)('signs nobody in, and nothing is kept: %s', async (_, custody) => {
    const { open, browser, service } = createWorld();
    service.custody = custody;
    const tab = open(undefined, { configured: BY_SERVER });
    expect(await kindOf(tab.session.signIn(KEPT))).toBe('no-custody');
    expect(tab.status()).toBe('signed-out');
    expect(browser.record()).toBeNull();
  });

  test('gets no password where it has another origin than the page', async () => {
    const { open, service } = createWorld();
    const tab = open(undefined, { configured: { ...BY_SERVER, serviceAddress: null, isFixed: false } });
    const elsewhere = { ...ANNA, serviceAddress: 'https://elsewhere.test/papi' };
    expect(await kindOf(tab.session.signIn(elsewhere))).toBe('no-custody');
    expect(service.calls).toEqual([]);
  });
});

test.each([
  ['the server', BY_PAGE, 'server'],
  ['the page', BY_SERVER, 'page'],
] as const)(
  'a page that was opened before %s kept tokens says so, and its token goes nowhere',
  async (_, then, now) => {
    const { service, open, clock } = createWorld();
    service.custody = then.custody ?? 'page';
    const tab = open(undefined, { configured: then });
    await tab.session.signIn(ANNA);
    service.custody = now;
    service.expireAccessTokens();
    const failureOf = (promise: Promise<unknown>) =>
      promise.then(
        () => null,
        (error: unknown) => (error instanceof ServiceError ? error.failure : error),
      );
    const reading = failureOf(tab.read());
    await clock.advance(MINUTE_MS);
    expect(await reading).toMatchObject({ kind: 'misdirected', of: 'custody' });
    expect(tab.status()).toBe('signed-in');
    const fresh = open(new Map(), { configured: then });
    const signingIn = failureOf(fresh.session.signIn(BEN));
    await clock.advance(MINUTE_MS);
    expect(await signingIn).toMatchObject({ kind: 'misdirected', of: 'custody' });
    expect(service.tokenCalls().map(({ status }) => status)).toEqual([200, 421, 421]);
    // With the earlier setting restored, the session continues.
    service.custody = then.custody ?? 'page';
    tab.emit('woke');
    const again = tab.read();
    await clock.advance(MINUTE_MS);
    await expect(again).resolves.toEqual([]);
  },
);

test.each([
  ['the server', BY_PAGE, BY_SERVER],
  ['the page', BY_SERVER, BY_PAGE],
])('a session from before %s kept tokens is deleted, and nothing of it sent', async (_, then, now) => {
  const { service, open, browser, clock } = createWorld();
  service.custody = then.custody ?? 'page';
  const tab = open(undefined, { configured: then });
  await tab.session.signIn(KEPT);
  tab.session.stop();
  service.calls.length = 0;
  const next = open(tab.storage, { configured: now });
  await clock.advance(MINUTE_MS);
  expect(next.session.getState()).toEqual({ status: 'signed-out', reason: null });
  expect(browser.record()).toBeNull();
  expect(service.calls).toEqual([]);
});
