import { describe, expect, test } from 'vitest';
import { flush } from '@/test/fake-clock';
import { ANNA, createWorld, kindOf, MINUTE_MS, ROBOT } from '@/test/session-world';
import { STUB_ADDRESS } from '@/test/stub-service';
import type { ConfiguredService } from './machine/service-binding';

const A = 'https://a.example.com/papi';
const B = 'https://b.example.com/papi';

/** Returns the configuration of a console whose address stays the same, but leads to this service. */
function inFrontOf(upstreamAddress: string): { readonly configured: ConfiguredService } {
  return { configured: { serviceAddress: STUB_ADDRESS, isFixed: true, upstreamAddress } };
}

describe('a stored session, when the console works with another service', () => {
  test.each([
    ['a refresh token', { ...ANNA, keepSignedIn: true }],
    ['an API key', { ...ROBOT, keepSignedIn: true }],
    ['a session of this tab', ANNA],
  ])('is not restored, sent nowhere, deleted, and reported: %s', async (_, request) => {
    const { signedInTab, open, service, browser, clock } = createWorld();
    const tab = await signedInTab(request, inFrontOf(A));
    tab.session.stop();
    const next = open(tab.storage, inFrontOf(B));
    const reading = kindOf(next.read());
    await clock.advance(MINUTE_MS);
    expect(next.session.getState()).toMatchObject({
      status: 'signed-out',
      reason: { kind: 'service-changed', signedInTo: A, worksWith: B },
    });
    expect(await reading).toBe('unauthenticated');
    expect(service.calls).toEqual([]);
    expect(browser.record()?.body ?? null).toBeNull();
    next.session.stop();
    // The session stays deleted, even if the address leads to the first service again.
    const back = open(tab.storage, inFrontOf(A));
    await clock.advance(MINUTE_MS);
    expect(back.status()).toBe('signed-out');
  });

  test('is restored as long as it is the same', async () => {
    const { signedInTab, open, clock } = createWorld();
    const tab = await signedInTab({ ...ANNA, keepSignedIn: true }, inFrontOf(A));
    tab.session.stop();
    const next = open(undefined, inFrontOf(A));
    await clock.advance(MINUTE_MS);
    expect(next.status()).toBe('signed-in');
  });
});

test('tabs in front of different services do not take each other in', async () => {
  const { signedInTab, open, service, clock } = createWorld();
  const tab = await signedInTab(ANNA, inFrontOf(A));
  const other = open(undefined, inFrontOf(B));
  await clock.advance(MINUTE_MS);
  expect(other.status()).toBe('signed-out');
  service.expireAccessTokens();
  service.expireRefreshTokens();
  // This request fails, so the tab notices that the session has ended, and tells the other tabs.
  void tab.read();
  await clock.advance(MINUTE_MS);
  expect([tab.status(), other.status()]).toEqual(['ended', 'signed-out']);
});

describe('an open page whose address leads to another service', () => {
  test('names the service with every request, and takes the refusal for no end', async () => {
    const { signedInTab, service, clock } = createWorld();
    const tab = await signedInTab(ANNA, inFrontOf(A));
    await tab.read();
    expect(service.calls.map(({ upstream }) => upstream)).toEqual([A]);
    service.upstreamAddress = B;
    expect(await kindOf(tab.read())).toBe('misdirected');
    expect(tab.status()).toBe('signed-in');
    const calls = service.calls.length;
    await clock.advance(25 * MINUTE_MS);
    // Only one renewal was tried. Its headers name the service that the session belongs to.
    expect(service.calls.length).toBe(calls + 1);
    expect(service.tokenCalls()).toMatchObject([{ upstream: A, status: 421 }]);
    expect(await kindOf(tab.read())).toBe('misdirected');
    expect(tab.status()).toBe('signed-in');
    expect(service.calls.length).toBe(calls + 1);
    service.upstreamAddress = A;
    tab.emit('woke');
    await flush();
    expect(await kindOf(tab.read())).toBe('success');
  });

  test('signs nobody in', async () => {
    const { open, service } = createWorld();
    service.upstreamAddress = B;
    for (const request of [ANNA, ROBOT]) {
      const tab = open(undefined, inFrontOf(A));
      expect(await kindOf(tab.session.signIn(request))).toBe('misdirected');
    }
  });

  test('elsewhere no service is named', async () => {
    const { signedInTab, service } = createWorld();
    const tab = await signedInTab(ANNA, {
      configured: { serviceAddress: 'https://other.test/papi', isFixed: false, upstreamAddress: A },
    });
    await tab.read();
    expect(service.calls.map(({ upstream }) => upstream)).toEqual([null]);
  });
});
