import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyChar } from '@/test/any-char';
import {
  comparisonFromSearch,
  comparisonToSearch,
  lastKeptCopy,
  usualComparison,
  type ComparableSnapshot,
  type ComparisonChoice,
} from './compare-with';
import { workbenchSearchSchema } from './workbench-search';

const anyName = fc.oneof(
  fc.string({ unit: anyChar, minLength: 1, maxLength: 40 }),
  fc.constantFrom('a~b', 'a,b', 'a;b', '!none', '!', '\ud800', 'ß🙂', '0', 'true'),
);
const anyChoice: fc.Arbitrary<ComparisonChoice> = fc.record({
  with: fc.oneof(
    fc.record({ kind: fc.constant('snapshot' as const), cacheKey: anyName }),
    fc.record({ kind: fc.constant('copy' as const), id: anyName }),
    fc.record({ kind: fc.constant('file' as const), name: anyName }),
  ),
  keys: fc.option(fc.uniqueArray(anyName, { minLength: 1, maxLength: 4 })),
  price: fc.option(fc.option(anyName, { nil: undefined })),
});

test('any comparison survives the way through an address', () => {
  fc.assert(
    fc.property(anyChoice, (choice) => {
      const search = comparisonToSearch(choice);
      const read = comparisonFromSearch(workbenchSearchSchema.parse(JSON.parse(JSON.stringify(search))));
      expect(read).toEqual({ ok: true, choice });
    }),
  );
});

test('any text is read or reported, and never throws', () => {
  const anyText = fc.option(fc.string({ unit: fc.constantFrom('~', ',', '!', 'x', 'snapshot') }), {
    nil: undefined,
  });
  fc.assert(
    fc.property(fc.record({ with: anyText, keys: anyText, price: anyText }), (search) => {
      const read = comparisonFromSearch(search);
      expect(read === null).toBe(search.with === undefined);
    }),
  );
});

test.each([
  [{ with: 'snapshot~' }, 'unreadable-side'],
  [{ with: 'snapshot' }, 'unreadable-side'],
  [{ with: 'elsewhere~a' }, 'unreadable-side'],
  [{ with: 'snapshot~a~b' }, 'unreadable-side'],
  [{ with: 'price-column~SalesPrice' }, 'unreadable-side'],
  [{ with: 'snapshot~a', keys: '' }, 'unreadable-keys'],
  [{ with: 'snapshot~a', keys: 'Number,Number' }, 'unreadable-keys'],
  [{ with: 'snapshot~a', keys: 'Number,!q' }, 'unreadable-keys'],
  [{ with: 'snapshot~a', price: '!q' }, 'unreadable-price'],
] as const)('%j is reported as %s', (search, kind) => {
  expect(comparisonFromSearch({ keys: undefined, price: undefined, ...search })).toMatchObject({
    ok: false,
    problem: { kind },
  });
});

test('a comparison is legible in the address', () => {
  expect(
    comparisonToSearch({
      with: { kind: 'snapshot', cacheKey: 'abc' },
      keys: ['Number', 'Country'],
      price: null,
    }),
  ).toEqual({ with: 'snapshot~abc', keys: 'Number,Country', price: '!none' });
});

test('the last kept copy is one of another snapshot, whenever that was taken', () => {
  const side = (cacheKey: string, kept: ComparableSnapshot['kept']): ComparableSnapshot => ({
    cacheKey,
    label: cacheKey,
    rowCount: 1,
    takenAtMs: 0,
    expiresAtMs: null,
    needsSeconds: false,
    search: {},
    kept,
  });
  const sides = [
    side('today', null),
    side('copy:old', { atMs: 1, cacheKey: 'january' }),
    side('copy:last', { atMs: 3, cacheKey: 'february' }),
    side('copy:now', { atMs: 5, cacheKey: 'today' }),
  ];
  const last = (cacheKey: string, keptOf?: string) => lastKeptCopy(sides, { cacheKey, keptOf })?.cacheKey;
  expect(last('today')).toBe('copy:last');
  expect(last('copy:now', 'today')).toBe('copy:last');
  expect(last('copy:last', 'february')).toBe('copy:now');
  expect(lastKeptCopy(sides.slice(3), { cacheKey: 'today', keptOf: undefined })).toBeNull();
});

describe('a snapshot is usually compared with the one before', () => {
  const openSnapshot = { snapshot: { cacheKey: 'now' }, takenAtMs: 100 };
  const query = { v: '1', filter: 'Value~gt~1' };
  const known = (cacheKey: string, takenAtMs: number, changes: Partial<ComparableSnapshot> = {}) => ({
    cacheKey,
    label: '',
    rowCount: 1,
    takenAtMs,
    expiresAtMs: null,
    needsSeconds: false,
    search: { ...query, cacheKey },
    kept: null,
    ...changes,
  });
  const usual = (...snapshots: ComparableSnapshot[]) =>
    usualComparison(snapshots, { openSnapshot, query, nowMs: 120 })?.cacheKey ?? null;

  test('of the same query, whatever its order', () => {
    expect(
      usual(known('a', 10), known('b', 90, { search: { ...query, sort: 'Value' } }), known('now', 100)),
    ).toBe('b');
    expect(usual(known('a', 10), known('b', 90, { search: { v: '1' } }))).toBe('a');
    expect(usual(known('a', 90, { search: { v: '1' } }))).toBeNull();
  });

  test('taken before, and still there', () => {
    expect(usual(known('a', 110))).toBeNull();
    expect(usual(known('a', 90, { expiresAtMs: 110 }), known('b', 80, { expiresAtMs: 130 }))).toBe('b');
  });

  test('a copy of it rather than the snapshot itself, and never a copy of the one on screen', () => {
    const copy = known('copy', 90, { kept: { atMs: 95, cacheKey: 'a' } });
    expect(usual(known('a', 90), copy)).toBe('copy');
    expect(usual(known('own', 99, { kept: { atMs: 101, cacheKey: 'now' } }))).toBeNull();
  });

  test('nothing, where the query is not known', () => {
    expect(usualComparison([known('a', 10)], { openSnapshot, query: {}, nowMs: 0 })).toBeNull();
  });
});
