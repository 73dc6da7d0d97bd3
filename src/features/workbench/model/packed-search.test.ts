import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyQuery } from './draft-query.arbitraries';
import { digestOf, packSearch, packedDigests, unpackSearch } from './packed-search';
import { queryFromSearch, queryToSearch } from './query-address';
import { isLockedInTest, TEST_PRICE_COLUMN } from './test-price-column';

const LIST = Array.from({ length: 5000 }, (_, index) => `A-${100_000 + index}`).join('~');
const SEARCH = { v: '1', filter: `Value~equals~1;!off~Name~is-any-of~${LIST};Number~is~x`, sort: '-Value' };

describe('a search with a long list', () => {
  test('is short, and comes back whole', () => {
    const { search, lists } = packSearch(SEARCH);
    expect(search.filter).toMatch(/^Value~equals~1;!off~Name~is-any-of~!list~[0-9a-f]{28}~5000;Number~is~x$/);
    expect(packedDigests(search)).toEqual([...lists.keys()]);
    expect(unpackSearch(search, lists)).toEqual({ search: SEARCH, missing: [] });
  });

  test('elsewhere tells what is missing, and cannot be taken for one without the condition', () => {
    const { search } = packSearch(SEARCH);
    const unpacked = unpackSearch(search, new Map());
    expect(unpacked.missing).toEqual([{ field: 'Name', count: 5000 }]);
    const { draft } = queryFromSearch(unpacked.search, TEST_PRICE_COLUMN, isLockedInTest);
    expect(draft?.filters[1]).toMatchObject({ field: 'Name', operator: 'is-any-of', values: [] });
  });

  test('does not trust a list that was changed', () => {
    const { search, lists } = packSearch(SEARCH);
    const changed = new Map([...lists].map(([digest, list]) => [digest, `${list}~B`]));
    expect(unpackSearch(search, changed).missing).toHaveLength(1);
  });
});

test('any other search stays as it is', () => {
  fc.assert(
    fc.property(anyQuery(), ({ draft }) => {
      const search = queryToSearch(draft);
      const packed = packSearch(search);
      expect(unpackSearch(packed.search, packed.lists)).toEqual({ search, missing: [] });
      if (packed.lists.size === 0) expect(packed.search).toBe(search);
    }),
  );
});

test('digests of texts that differ in little differ', () => {
  const digests = Array.from({ length: 10_000 }, (_, index) => digestOf(`${LIST.slice(0, 40)}${index}`));
  expect(new Set(digests).size).toBe(digests.length);
});
