import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestService } from '@mocks/node';
import { browserStateStore } from './browser-state-store';
import { initialState } from './state';
import { createTestCaller, refreshForm } from '@/test/test-caller';

/** Creates a storage that several stores (the "tabs") share. `isFull` and `isClosed` make it fail. */
function fakeStorage() {
  const items = new Map<string, string>();
  const state = { isFull: false, isClosed: false };
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    removeItem: (key: string) => void items.delete(key),
    setItem: (key: string, value: string) => {
      if (state.isClosed || (state.isFull && value.length > 1_000))
        throw new DOMException('full', 'QuotaExceededError');
      items.set(key, value);
    },
  };
  return { items, state, storage };
}

let fake: ReturnType<typeof fakeStorage>;
beforeEach(() => {
  fake = fakeStorage();
  vi.stubGlobal('localStorage', fake.storage);
  vi.stubGlobal('addEventListener', () => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the state in the browser', () => {
  test('outlives the page and is shared by tabs', () => {
    const [tab, other] = [browserStateStore(), browserStateStore()];
    tab.write({ ...tab.read(), sourceVersion: 3 });
    expect(other.read().sourceVersion).toBe(3);
    other.write({ ...other.read(), refreshReuseCount: 1 });
    expect(tab.read()).toMatchObject({ sourceVersion: 3, refreshReuseCount: 1 });
    expect(browserStateStore().read()).toMatchObject({ sourceVersion: 3, refreshReuseCount: 1 });
  });

  test('is the same object until it changes', () => {
    const [tab, other] = [browserStateStore(), browserStateStore()];
    tab.write({ ...tab.read(), sourceVersion: 1 });
    expect(other.read()).toBe(other.read());
    const before = other.read();
    tab.write({ ...tab.read(), sourceVersion: 2 });
    expect(other.read()).not.toBe(before);
  });

  test('lies under the prefix of the demo', () => {
    const store = browserStateStore();
    store.write(store.read());
    expect([...fake.items.keys()]).toEqual(['colonnade-demo-service']);
  });

  test.each([
    'no JSON',
    '{}',
    '{"sourceVersion":1}',
    JSON.stringify({ ...initialState(), snapshots: 'none' }),
  ])('starts empty with %s in its place', (text) => {
    fake.items.set('colonnade-demo-service', text);
    expect(browserStateStore().read()).toEqual(initialState());
  });

  test('goes on in memory where storage is full or closed', () => {
    const store = browserStateStore();
    store.write({ ...store.read(), sourceVersion: 1 });
    fake.state.isFull = true;
    const announcements = Array.from({ length: 40 }, () => ({
      priceColumn: 'p',
      cacheKey: 'k',
      createdAtMs: 0,
    }));
    store.write({ ...store.read(), sourceVersion: 2, announcements });
    expect(store.read().sourceVersion).toBe(2);
    fake.state.isClosed = true;
    const closed = browserStateStore();
    closed.write({ ...closed.read(), sourceVersion: 7 });
    expect(closed.read().sourceVersion).toBe(7);
  });

  test('keeps sessions, spent refresh tokens and snapshots over a reload', async () => {
    const load = () =>
      createTestCaller(createTestService({ store: browserStateStore(), signingText: 'demo' }));
    const before = load();
    const { extract, refreshToken } = await before.signIn('manager');
    const { json } = await extract('PromotionPrice', {
      page: 1,
      nrOfRecords: 2,
      useCache: true,
      orderby: ['PromotionValue desc'],
    });
    await before.token(refreshForm(refreshToken));
    const after = load();
    const { Data } = json as { Data: { cacheKey: string; data: unknown } };
    const { extract: extractAgain } = await after.signIn('manager');
    const again = await extractAgain('PromotionPrice', { page: 1, nrOfRecords: 2, cacheKey: Data.cacheKey });
    expect(again.json).toEqual(json);
    expect((await after.token(refreshForm(refreshToken))).status).toBe(403);
    expect([...fake.items.values()].join()).not.toContain(refreshToken);
  });
});

test('follows the changes of another tab', () => {
  let dispatch: (event: Partial<StorageEvent>) => void = () => undefined;
  vi.stubGlobal('addEventListener', (_type: string, listener: typeof dispatch) => {
    dispatch = listener;
  });
  const store = browserStateStore();
  let tellings = 0;
  store.subscribe(() => tellings++);
  const storageArea = fake.storage as unknown as Storage;
  dispatch({ key: 'something else', storageArea });
  expect(tellings).toBe(0);
  dispatch({ key: 'colonnade-demo-service', storageArea });
  expect(tellings).toBe(1);
});
