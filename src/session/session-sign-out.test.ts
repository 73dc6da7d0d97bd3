import { describe, expect, test } from 'vitest';
import { flush } from '@/test/fake-clock';
import { ANNA, BEN, MINUTE_MS, createWorld, kindOf } from '@/test/session-world';

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

  test('reaches a tab that is being taken in while storage is not done with it', async () => {
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
    expect(late.status()).toBe('signed-out');
    await clock.advance(1_000);
    expect(late.status()).toBe('signed-out');
  });

  test('on a full disk, which keeps no mark of it, is not undone by an invitation that is late', async () => {
    const undelivered: (() => void)[] = [];
    const { open, clock, browser } = createWorld({ deliver: (run) => undelivered.push(run) });
    const deliver = async () => {
      for (const run of undelivered.splice(0)) run();
      await flush();
    };
    const tab = open();
    await tab.session.signIn(ANNA);
    const letIn = open();
    await flush();
    await deliver();
    const asking = open();
    await flush();
    browser.faults.isFull = true;
    await tab.session.signOut();
    expect(browser.record()).toBeNull();
    const last = open();
    await clock.advance(1_000);
    // One tab receives the grant, passes it on, and only then learns of the sign-out. The others learn of it before the grant arrives.
    for (let round = 0; round < 4; round += 1) await deliver();
    expect(undelivered).toEqual([]);
    expect([tab, letIn, asking, last].map(({ status }) => status())).toEqual(
      Array.from({ length: 4 }, () => 'signed-out'),
    );
  });

  test('is not undone by a tab that tells late of the end of the session', async () => {
    const undelivered: (() => void)[] = [];
    const { open, clock, browser, service } = createWorld({ deliver: (run) => undelivered.push(run) });
    const tab = open();
    await tab.session.signIn(ANNA);
    service.expireAccessTokens();
    service.expireRefreshTokens();
    const reading = kindOf(tab.read());
    await clock.advance(1_000);
    expect(tab.status()).toBe('ended');
    const news = browser.messages.find((message) => (message as { type: string }).type === 'ended');
    const asking = open();
    await flush();
    await tab.session.signOut();
    expect(await reading).toBe('unauthenticated');
    // The message about the sign-out arrives first, then one from a third tab that does not know of the sign-out yet.
    browser.openTab().ports.channel.post(news);
    for (const run of undelivered.splice(0)) run();
    await flush();
    expect(asking.status()).toBe('signed-out');
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
    deaf.emit('woke');
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

  test('caches are notified before any screen is', async () => {
    const { open } = createWorld();
    const tab = open();
    await tab.session.restored;
    const order: string[] = [];
    tab.session.onAccountChange((sessionId) => {
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
    // Both tabs are due to renew. The first is waiting for its response when the second signs out.
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
      // A draft that a screen saves while it closes is not kept either.
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
  // Tabs send each other access tokens, in memory, but no secrets with a longer lifetime.
  const between = JSON.stringify(browser.messages);
  expect(between).toContain('access-secret');
  expect(between).not.toMatch(/refresh-secret/);
});
