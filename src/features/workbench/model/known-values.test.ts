import { expect, test, vi } from 'vitest';
import { createKnownValuesStore, type KnownValuesSource } from './known-values';

const SOURCE: KnownValuesSource = {
  columns: new Set(['Name']),
  readCount: 2,
  isPart: false,
  queryKey: ['analysis', 'rows_1', 1],
  find: () => Promise.resolve({ values: [], hasMore: false }),
};

test('listeners hear of another source once', () => {
  const store = createKnownValuesStore();
  const listener = vi.fn<() => void>();
  const unsubscribe = store.subscribe(listener);
  store.setSource(SOURCE);
  store.setSource(SOURCE);
  expect(store.getSource()).toBe(SOURCE);
  expect(listener).toHaveBeenCalledTimes(1);
  store.setSource(null);
  unsubscribe();
  store.setSource(SOURCE);
  expect(listener).toHaveBeenCalledTimes(2);
});
