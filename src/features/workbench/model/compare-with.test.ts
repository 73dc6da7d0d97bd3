import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  comparisonFromSearch,
  comparisonToSearch,
  lastKeptCopy,
  type ComparableSnapshot,
  type ComparisonChoice,
} from './compare-with';
import { workbenchSearchSchema } from './workbench-search';

const anyName = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
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
