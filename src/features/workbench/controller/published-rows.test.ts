import { expect, test, vi } from 'vitest';
import type { KnownValuesSource } from '../model/known-values';
import { createPublishedRows } from './published-rows';

const SOURCE: KnownValuesSource = {
  columns: new Set(['Name']),
  origin: 'read',
  readCount: 2,
  isPart: false,
  queryKey: ['analysis', 'rows_1', 1],
  find: () => Promise.resolve({ values: [], hasMore: false }),
};

test('listeners hear of another value once', () => {
  const store = createPublishedRows();
  const listener = vi.fn<() => void>();
  const unsubscribe = store.subscribe(listener);
  store.publish('knownValues', SOURCE);
  store.publish('knownValues', SOURCE);
  expect(store.get().knownValues).toBe(SOURCE);
  expect(listener).toHaveBeenCalledTimes(1);
  store.publish('knownValues', null);
  unsubscribe();
  store.publish('knownValues', SOURCE);
  expect(listener).toHaveBeenCalledTimes(2);
});
