import { describe, expect, test } from 'vitest';
import { flush } from '@/test/fake-clock';
import { ANNA, createWorld, DAY_MS, kindOf, MINUTE_MS, ROBOT } from '@/test/session-world';

const HOUR_MS = 60 * MINUTE_MS;
const KEPT = { ...ANNA, keepSignedIn: true };
const limits = (idleMinutes: number | null, maxHours = 120) => ({
  limits: { idleMs: idleMinutes === null ? null : idleMinutes * MINUTE_MS, maxAgeMs: maxHours * HOUR_MS },
});

describe('a console that nobody uses', () => {
  test.each([
    ['with a password', ANNA],
    ['with an API key', ROBOT],
  ])('is locked in all tabs, its secrets gone, and goes on after the password: %s', async (_, request) => {
    const { signedInTab, open, service, browser, clock } = createWorld(limits(30));
    const tab = await signedInTab(request);
    const other = open();
    await clock.advance(31 * MINUTE_MS);
    expect(tab.session.getState()).toMatchObject({ status: 'ended', endedBy: 'idle' });
    expect(other.session.getState()).toMatchObject({ status: 'ended', endedBy: 'idle' });
    expect(browser.record()?.body).toContain('"secret":null');
    service.calls.length = 0;
    const reading = other.read();
    await clock.advance(MINUTE_MS);
    expect(service.calls).toEqual([]);
    await tab.session.signInAgain(request.password);
    await expect(reading).resolves.toEqual([]);
    expect([tab.status(), other.status()]).toEqual(['signed-in', 'signed-in']);
    await clock.advance(29 * MINUTE_MS);
    expect([tab.status(), other.status()]).toEqual(['signed-in', 'signed-in']);
    await clock.advance(2 * MINUTE_MS);
    expect([tab.status(), other.status()]).toEqual(['ended', 'ended']);
  });

  test('is not locked while any of its tabs is used, asleep as the others may be', async () => {
    const { signedInTab, open, clock } = createWorld(limits(30));
    const tab = await signedInTab();
    const other = open();
    await clock.advance(1_000);
    for (let minute = 0; minute < 100; minute += 1) {
      await clock.advance(MINUTE_MS);
      tab.use();
    }
    other.emit('woke');
    await clock.advance(1_000);
    expect([tab.status(), other.status()]).toEqual(['signed-in', 'signed-in']);
  });

  test('is not locked where the configuration sets no time', async () => {
    const { signedInTab, clock } = createWorld(limits(null));
    const tab = await signedInTab();
    await clock.advance(2 * DAY_MS);
    expect(tab.status()).toBe('signed-in');
  });

  test('after sleep it is locked before any request goes out, and moving the mouse does not help', async () => {
    const { signedInTab, service, clock } = createWorld(limits(30));
    for (const wake of ['request', 'woke', 'use', 'timer'] as const) {
      const tab = await signedInTab();
      await clock.advance(MINUTE_MS);
      clock.sleep(40 * MINUTE_MS);
      service.calls.length = 0;
      if (wake === 'request') void kindOf(tab.read());
      if (wake === 'woke') tab.emit('woke');
      if (wake === 'use') tab.use();
      if (wake === 'timer') await clock.advance(30_000);
      await flush();
      expect(tab.session.getState()).toMatchObject({ status: 'ended', endedBy: 'idle' });
      expect(service.calls).toEqual([]);
      await tab.session.signOut();
    }
  });

  test('after sleep it is locked before a request is sent again that failed before', async () => {
    const { signedInTab, service, clock } = createWorld(limits(30));
    const tab = await signedInTab();
    service.behaviour = 'down';
    const reading = tab.read();
    await flush();
    clock.sleep(40 * MINUTE_MS);
    service.behaviour = 'normal';
    service.calls.length = 0;
    await clock.advance(0);
    expect(tab.session.getState()).toMatchObject({ status: 'ended', endedBy: 'idle' });
    expect(service.calls).toEqual([]);
    await tab.session.signInAgain('right');
    await expect(reading).resolves.toEqual([]);
  });

  test('a reload does not open it', async () => {
    const { signedInTab, open, clock } = createWorld(limits(30));
    const tab = await signedInTab();
    tab.belongings.write('draft', 'half a query');
    await clock.advance(31 * MINUTE_MS);
    tab.session.stop();
    const again = open(tab.storage);
    await clock.advance(1_000);
    expect(again.session.getState()).toMatchObject({ status: 'ended', endedBy: 'idle' });
    expect(again.belongings.read('draft')).toBe('half a query');
  });
});

describe('at the next start', () => {
  test('a kept session that was left alone for too long asks for the password', async () => {
    const { signedInTab, open, service, browser, clock } = createWorld(limits(30));
    const tab = await signedInTab(KEPT);
    await clock.advance(10 * MINUTE_MS);
    tab.use();
    tab.session.stop();
    clock.sleep(29 * MINUTE_MS);
    const soon = open();
    await clock.advance(1_000);
    expect(soon.status()).toBe('signed-in');
    soon.session.stop();
    clock.sleep(40 * MINUTE_MS);
    service.calls.length = 0;
    const late = open();
    await clock.advance(MINUTE_MS);
    expect(late.session.getState()).toEqual({ status: 'signed-out', reason: 'idle' });
    expect(service.calls).toEqual([]);
    expect(browser.record()?.body ?? null).toBeNull();
  });

  test('a tab that comes back with its work goes on over it', async () => {
    const { signedInTab, open, clock } = createWorld(limits(30));
    const tab = await signedInTab(KEPT);
    tab.belongings.write('draft', 'half a query');
    tab.session.stop();
    clock.sleep(40 * MINUTE_MS);
    const again = open(tab.storage);
    await clock.advance(1_000);
    expect(again.session.getState()).toMatchObject({ status: 'ended', endedBy: 'idle' });
    await again.session.signInAgain('right');
    expect(again.belongings.read('draft')).toBe('half a query');
  });

  test('a kept session past its age asks for the password', async () => {
    const { signedInTab, open, clock } = createWorld(limits(null, 8));
    const tab = await signedInTab(KEPT);
    tab.session.stop();
    clock.sleep(9 * HOUR_MS);
    const late = open();
    await clock.advance(MINUTE_MS);
    expect(late.session.getState()).toEqual({ status: 'signed-out', reason: 'too-old' });
  });
});

describe('a session whose password was typed long ago', () => {
  test('is locked, however often it was renewed, used and reloaded', async () => {
    const { signedInTab, open, clock } = createWorld(limits(null, 8));
    let tab = await signedInTab();
    for (let hour = 0; hour < 7; hour += 1) {
      await clock.advance(HOUR_MS);
      tab.use();
      tab.session.stop();
      tab = open(tab.storage);
    }
    await clock.advance(50 * MINUTE_MS);
    expect(tab.status()).toBe('signed-in');
    await clock.advance(11 * MINUTE_MS);
    expect(tab.session.getState()).toMatchObject({ status: 'ended', endedBy: 'too-old' });
    await tab.session.signInAgain('right');
    await clock.advance(7 * HOUR_MS);
    expect(tab.status()).toBe('signed-in');
    await clock.advance(2 * HOUR_MS);
    expect(tab.status()).toBe('ended');
  });

  test('a clock that is set back does not make it younger; one that was far ahead proves nothing', async () => {
    const { signedInTab, open, clock } = createWorld(limits(null, 8));
    const tab = await signedInTab();
    await clock.advance(7 * HOUR_MS);
    clock.setWall(-6 * HOUR_MS);
    await clock.advance(2 * HOUR_MS);
    expect(tab.status()).toBe('ended');
    await tab.session.signInAgain('right');
    tab.session.stop();
    clock.setWall(-DAY_MS);
    const again = open(tab.storage);
    await clock.advance(1_000);
    expect(again.session.getState()).toMatchObject({ status: 'ended', endedBy: 'too-old' });
  });

  test('a lock beats the renewal that another tab has just made', async () => {
    const { signedInTab, open, browser, clock } = createWorld({ ...limits(16), messageMs: 3_000 });
    const tab = await signedInTab();
    const other = open();
    await clock.advance(60 * MINUTE_MS);
    expect([tab.status(), other.status()]).toEqual(['ended', 'ended']);
    expect(browser.record()?.body).toContain('"secret":null');
  });
});
