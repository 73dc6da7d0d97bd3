import { expect, test } from 'vitest';
import { createFakeStorage } from '@/test/fake-storage';
import { createTabBelongings } from './tab-belongings';

function keysOf(storage: Storage): (string | null)[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index));
}

function createTab(storage = createFakeStorage()) {
  return { storage, belongings: createTabBelongings(() => storage) };
}

test('a reload restores the work of the same account', () => {
  const { storage, belongings } = createTab();
  belongings.claim('anna');
  belongings.write('draft.Sales', 'text');
  expect(belongings.read('draft.Sales')).toBe('text');
  const reloaded = createTab(storage);
  reloaded.belongings.claim('anna');
  expect(reloaded.belongings.read('draft.Sales')).toBe('text');
});

test('signing out clears the storage, and ignores later writes', () => {
  const { storage, belongings } = createTab();
  storage.setItem('colonnade-session', 'not a belonging');
  storage.setItem('of another application', 'stays');
  belongings.claim('anna');
  for (let index = 0; index < 5; index += 1) belongings.write(`draft.${index}`, 'text');
  belongings.claim(null);
  belongings.write('draft.late', 'typed just before');
  expect(keysOf(storage)).toEqual(['colonnade-session', 'of another application']);
  expect(belongings.read('draft.0')).toBeNull();
});

test('another account finds nothing, even in a tab that missed the sign-out', () => {
  const { storage, belongings } = createTab();
  belongings.claim('anna');
  belongings.write('draft.Sales', 'text');
  const reopened = createTab(storage);
  expect(reopened.belongings.read('draft.Sales')).toBeNull();
  reopened.belongings.claim('ben');
  expect(reopened.belongings.read('draft.Sales')).toBeNull();
  expect(keysOf(storage)).toEqual(['colonnade-owner']);
});

test('denied and full storage are ignored', () => {
  const forbidden = createTabBelongings(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  forbidden.claim('anna');
  forbidden.write('draft.Sales', 'text');
  expect(forbidden.read('draft.Sales')).toBeNull();

  const fullStorage = createFakeStorage();
  fullStorage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const full = createTabBelongings(() => fullStorage);
  full.claim('anna');
  full.write('draft.Sales', 'text');
  expect(full.read('draft.Sales')).toBeNull();
});
