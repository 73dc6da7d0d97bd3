import { describe, expect, test } from 'vitest';
import { type SignInRequest } from './sign-in';
import { ANNA, ROBOT, createWorld, kindOf } from '@/test/session-world';
import { STUB_ADDRESS } from '@/test/stub-service';

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
      account: {
        serviceAddress: STUB_ADDRESS,
        service: STUB_ADDRESS,
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
      account: { method: 'api-key', userName: 'robot' },
      rights: { kind: 'unknown' },
      renewsAtMs: null,
    });
  });

  test('rights are unknown where the token does not name them', async () => {
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
    expect(tab.session.getState()).toMatchObject({ account: { serviceAddress: STUB_ADDRESS } });
  });
});
