import { expect, test } from 'vitest';
import { decodeSourceChanged, SOURCE_CHANGED_EVENT } from './source-changed.schema';

test('the event (docs/service-contract.md, section 7)', () => {
  expect(SOURCE_CHANGED_EVENT).toBe('price-source-changed');
  expect(
    decodeSourceChanged({ priceColumn: 'SalesPrice', cacheKey: 'k', created: '2026-11-21T10:00:00Z' }),
  ).toEqual({ priceColumn: 'SalesPrice', cacheKey: 'k', createdAtMs: Date.UTC(2026, 10, 21, 10) });
});

test.each([
  null,
  {},
  { priceColumn: '', cacheKey: 'k', created: '2026-11-21T10:00:00Z' },
  { priceColumn: 'SalesPrice', cacheKey: '', created: '2026-11-21T10:00:00Z' },
  { priceColumn: 'SalesPrice', cacheKey: 'k', created: 'just now' },
  { priceColumn: 'SalesPrice', cacheKey: 'k'.repeat(4_097), created: '2026-11-21T10:00:00Z' },
  { priceColumn: 'P'.repeat(257), cacheKey: 'k', created: '2026-11-21T10:00:00Z' },
])('%j is not one', (json) => {
  expect(() => decodeSourceChanged(json)).toThrow(Error);
});
