import { describe, expect, test, vi } from 'vitest';
import { ANNA, createWorld, kindOf, MINUTE_MS } from '@/test/session-world';

const KEPT = { ...ANNA, keepSignedIn: true };

describe('storage that opens slowly', () => {
  /** Stores a kept session of a user. After that, storage takes `openingMs` to open. */
  async function slowWorld(openingMs: number) {
    const speed = { openingMs: 0 };
    const world = createWorld({ openingMs: () => speed.openingMs });
    const first = await world.signedInTab(KEPT);
    first.session.stop();
    speed.openingMs = openingMs;
    const slow = world.open();
    await world.clock.advance(4_000);
    expect(slow.status()).toBe('signed-out');
    return { ...world, speed, slow };
  }

  test.each([10_000, 10 * MINUTE_MS])(
    'signing out ends with nothing stored, opened after %d ms or not',
    async (openingMs) => {
      const { slow, clock, speed, browser, open } = await slowWorld(openingMs);
      await slow.session.signIn(ANNA);
      await slow.session.signOut();
      await clock.advance(MINUTE_MS);
      slow.session.stop();
      speed.openingMs = 0;
      const next = open();
      await clock.advance(MINUTE_MS);
      expect(next.status()).toBe('signed-out');
      expect(browser.record()?.body ?? null).toBeNull();
    },
  );

  test('a session moves in when it is open, and replaces the stored one', async () => {
    const { slow, clock, service, speed, open } = await slowWorld(10_000);
    await slow.session.signIn({ ...ANNA, userName: 'ben' });
    await clock.advance(MINUTE_MS);
    speed.openingMs = 0;
    const other = open();
    await clock.advance(1_000);
    expect(other.session.getState()).toMatchObject({ account: { userName: 'ben' } });
    service.calls.length = 0;
    await clock.advance(17 * MINUTE_MS);
    expect(service.tokenCalls()).toHaveLength(1);
    slow.session.stop();
    other.session.stop();
    const again = open(slow.storage);
    await clock.advance(1_000);
    expect(again.session.getState()).toMatchObject({ status: 'signed-in', account: { userName: 'ben' } });
    expect(service.reuseCount()).toBe(0);
  });

  test('nobody is signed in by it late, but the next start finds the session', async () => {
    const { slow, clock, speed, open } = await slowWorld(10_000);
    await clock.advance(MINUTE_MS);
    expect(slow.status()).toBe('signed-out');
    speed.openingMs = 0;
    const next = open();
    await clock.advance(1_000);
    expect(next.status()).toBe('signed-in');
  });
});

describe('signing out', () => {
  test('on a full disk: what is stored is deleted all the same', async () => {
    const { signedInTab, open, browser, clock } = createWorld();
    const tab = await signedInTab(KEPT);
    browser.faults.isFull = true;
    await tab.session.signOut();
    expect(tab.session.getState()).toEqual({ status: 'signed-out', reason: 'signed-out' });
    expect(browser.record()).toBeNull();
    const next = open();
    await clock.advance(1_000);
    expect(next.status()).toBe('signed-out');
  });

  test('is tried again where storage refuses to delete', async () => {
    const { signedInTab, browser, clock } = createWorld();
    const tab = await signedInTab(KEPT);
    browser.faults.isStuck = true;
    const signingOut = tab.session.signOut();
    await clock.advance(100);
    browser.faults.isStuck = false;
    await clock.advance(10_000);
    await signingOut;
    expect(browser.record()?.body ?? null).toBeNull();
    expect(tab.session.getState()).toEqual({ status: 'signed-out', reason: 'signed-out' });
  });

  test('that leaves something behind is reported, and still counts at the next start', async () => {
    const { signedInTab, open, browser, clock, service } = createWorld();
    const tab = await signedInTab(KEPT);
    browser.faults.isStuck = true;
    void tab.session.signOut();
    expect(tab.status()).toBe('signed-out');
    await clock.advance(30_000);
    expect(tab.session.getState()).toEqual({ status: 'signed-out', reason: 'not-erased' });
    tab.session.stop();
    const next = open();
    await clock.advance(30_000);
    expect(next.session.getState()).toEqual({ status: 'signed-out', reason: 'not-erased' });
    expect(service.calls).toEqual([]);
    // From here on, the storage deletes again.
    browser.faults.isStuck = false;
    next.emit('woke');
    await clock.advance(1_000);
    expect(next.session.getState()).toEqual({ status: 'signed-out', reason: 'signed-out' });
    expect(browser.record()?.body ?? null).toBeNull();
    await next.session.signIn(KEPT);
    next.session.stop();
    const last = open();
    await clock.advance(1_000);
    expect(last.status()).toBe('signed-in');
  });

  test('takes what is kept along where that is wanted, and says where it cannot', async () => {
    const { signedInTab, clock } = createWorld();
    const tab = await signedInTab();
    let failures = 2;
    const order: string[] = [];
    const deleteRecords = () => {
      failures -= 1;
      order.push(tab.status());
      return failures < 0 ? Promise.resolve() : Promise.reject(new Error('stuck'));
    };
    void tab.session.signOut(deleteRecords);
    await clock.advance(10_000);
    expect(order).toEqual(['signed-out', 'signed-out', 'signed-out']);
    expect(tab.session.getState()).toEqual({ status: 'signed-out', reason: 'signed-out' });
    await tab.session.signIn(ANNA);
    failures = 99;
    void tab.session.signOut(deleteRecords);
    await clock.advance(10_000);
    expect(tab.session.getState()).toEqual({ status: 'signed-out', reason: 'records-left' });
  });

  test('reaches a tab that slept, though nothing could be deleted', async () => {
    const { open, browser, clock } = createWorld({ deliver: () => undefined });
    const tab = open();
    await tab.session.signIn(KEPT);
    const asleep = open();
    await clock.advance(1_000);
    browser.faults.isStuck = true;
    void tab.session.signOut();
    await clock.advance(30_000);
    asleep.emit('woke');
    await clock.advance(1_000);
    expect(asleep.session.getState()).toEqual({ status: 'signed-out', reason: 'ended-elsewhere' });
  });
});

describe('a renewed token that cannot be stored', () => {
  test('is used for the next renewal, and stored once there is room', async () => {
    const { signedInTab, open, browser, clock, service } = createWorld();
    const tab = await signedInTab(KEPT);
    browser.faults.isFull = true;
    await clock.advance(40 * MINUTE_MS);
    expect(tab.status()).toBe('signed-in');
    expect(service.tokenCalls().length).toBeGreaterThan(1);
    expect(service.reuseCount()).toBe(0);
    browser.faults.isFull = false;
    await clock.advance(2 * MINUTE_MS);
    tab.session.stop();
    const next = open();
    await clock.advance(1_000);
    expect(next.status()).toBe('signed-in');
    expect(service.reuseCount()).toBe(0);
  });

  test('is not spent by the other tabs', async () => {
    const { signedInTab, open, browser, clock, service } = createWorld();
    const tab = await signedInTab();
    const others = [open(), open()];
    await clock.advance(1_000);
    browser.faults.isFull = true;
    for (let round = 0; round < 12; round += 1) {
      await clock.advance(7 * MINUTE_MS);
      for (const other of others) other.emit('woke');
      tab.emit('woke');
      service.expireAccessTokens();
      const reading = others[round % 2]?.read();
      await clock.advance(30_000);
      await expect(reading).resolves.toEqual([]);
    }
    expect([tab, ...others].map(({ status }) => status())).toEqual(['signed-in', 'signed-in', 'signed-in']);
    expect(service.reuseCount()).toBe(0);
  });

  test('that went with its tab ends the session by the service’s word alone', async () => {
    const { signedInTab, open, browser, clock, service } = createWorld();
    const tab = await signedInTab();
    const other = open();
    await clock.advance(1_000);
    browser.faults.isFull = true;
    await clock.advance(17 * MINUTE_MS);
    const [holder, left] = service.tokenCalls().length === 1 ? [tab, other] : [other, tab];
    holder.session.stop();
    await clock.advance(25 * MINUTE_MS);
    expect(['signed-in', 'ended']).toContain(left.status());
    await clock.advance(25 * MINUTE_MS);
    // The tab with the newest token is closed. The session ends only if the service has refused the stored, older token.
    expect(service.refusedRenewals()).toBe(left.status() === 'ended' ? 1 : 0);
  });

  test('is unknown to a tab that ends the session; what waits for another one is answered after signing in again', async () => {
    const { signedInTab, open, browser, clock, service } = createWorld({ messageMs: 5_000 });
    const tab = await signedInTab();
    browser.faults.isFull = true;
    await clock.advance(33 * MINUTE_MS);
    expect(service.tokenCalls()).toHaveLength(2);
    service.expireAccessTokens();
    // Storage works again before the tab next tries to store its token.
    browser.faults.isFull = false;
    // The duplicated tab has only the stored refresh token, which was used already.
    const duplicate = open(new Map(tab.storage));
    await clock.advance(200);
    expect(duplicate.status()).toBe('ended');
    const outcome = vi.fn<(kind: unknown) => void>();
    void kindOf(tab.read()).then(outcome);
    await clock.advance(200);
    expect(tab.status()).toBe('ended');
    await duplicate.session.signInAgain('right');
    // This grant has the same generation as the refused one, but another token.
    await tab.session.signInAgain('right');
    await clock.advance(1_000);
    expect(outcome).toHaveBeenCalledWith('success');
  });

  test('is thrown away by a sign-out', async () => {
    const { signedInTab, open, browser, clock } = createWorld();
    const tab = await signedInTab(KEPT);
    browser.faults.isFull = true;
    await clock.advance(17 * MINUTE_MS);
    await tab.session.signOut();
    browser.faults.isFull = false;
    await clock.advance(10 * MINUTE_MS);
    expect(browser.record()?.body ?? null).toBeNull();
    const next = open();
    await clock.advance(1_000);
    expect(next.status()).toBe('signed-out');
  });
});
