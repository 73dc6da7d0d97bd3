import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyQuery } from '@/test/draft-query.arbitraries';
import { digestOf, packSearch, packedDigests, unpackSearch } from './packed-search';
import { queryFromSearch, queryToSearch } from './query-address';
import { conditionsOfKeys, withRuleFor } from '@/analysis/conditions/refinement-of-rows';
import { isLockedInTest, TEST_PRICE_COLUMN } from '@/test/test-price-column';

const LIST = Array.from({ length: 5000 }, (_, index) => `A-${100_000 + index}`).join('~');
const SEARCH = searchWith('is-any-of');

function searchWith(operator: string) {
  return { v: '1', filter: `Value~equals~1;!off~Name~${operator}~${LIST};Number~is~x`, sort: '-Value' };
}

describe('a search with a long list', () => {
  test('is short and is restored completely', () => {
    const { search, lists } = packSearch(SEARCH);
    expect(search.filter).toMatch(/^Value~equals~1;!off~Name~is-any-of~!list~[0-9a-f]{28}~5000;Number~is~x$/);
    expect(packedDigests(search)).toEqual([...lists.keys()]);
    expect(unpackSearch(search, lists)).toEqual({ search: SEARCH, missing: [], isTooLong: false });
  });

  test('is too long for an address until it is packed', () => {
    expect(unpackSearch(SEARCH, new Map()).isTooLong).toBe(true);
    expect(unpackSearch(packSearch(SEARCH).search, new Map()).isTooLong).toBe(false);
  });

  test('of "is none of" too', () => {
    const { search, lists } = packSearch(searchWith('is-none-of'));
    expect(search.filter).toMatch(/;!off~Name~is-none-of~!list~[0-9a-f]{28}~5000;/);
    expect(unpackSearch(search, lists)).toMatchObject({ search: searchWith('is-none-of'), missing: [] });
  });

  test('in another browser reports the missing list and cannot be run without the condition', () => {
    const { search } = packSearch(SEARCH);
    const unpacked = unpackSearch(search, new Map());
    expect(unpacked.missing).toEqual([{ field: 'Name', count: 5000 }]);
    const { draft } = queryFromSearch(unpacked.search, TEST_PRICE_COLUMN, isLockedInTest);
    expect(draft?.filters[1]).toMatchObject({ field: 'Name', operator: 'is-any-of', values: [] });
  });

  test('rejects a list that does not match its digest', () => {
    const { search, lists } = packSearch(SEARCH);
    const changed = new Map([...lists].map(([digest, list]) => [digest, `${list}~B`]));
    expect(unpackSearch(search, changed).missing).toHaveLength(1);
  });
});

test('a reference to a list without its count is not understood', () => {
  const { search, lists } = packSearch(SEARCH);
  const broken = { ...search, filter: search.filter.replace('~5000', '') };
  expect(packedDigests(broken)).toEqual([]);
  expect(unpackSearch(broken, lists).search).toBe(broken);
});

describe('a search with thousands of fields', () => {
  const fields = Array.from({ length: 4_095 }, (_, index) => `Value_${index}`).join(',');
  const search = { v: '1', fields, sort: '-Value' };

  test('is short and is restored completely', () => {
    const packed = packSearch(search);
    expect(packed.search.fields).toMatch(/^!list~[0-9a-f]{28}~4095$/);
    expect(packedDigests(packed.search)).toEqual([...packed.lists.keys()]);
    expect(unpackSearch(packed.search, packed.lists)).toEqual({ search, missing: [], isTooLong: false });
    expect(unpackSearch(search, new Map()).isTooLong).toBe(true);
  });

  test('in another browser reports the missing choice and cannot be run with all fields instead', () => {
    const unpacked = unpackSearch(packSearch(search).search, new Map());
    expect(unpacked.missing).toEqual([{ field: null, count: 4_095 }]);
    const { draft } = queryFromSearch(unpacked.search, TEST_PRICE_COLUMN, isLockedInTest);
    expect(draft?.fields).toEqual([]);
  });

  test('stays in the address where it is short enough for servers, so that the link opens anywhere', () => {
    const few = { v: '1', fields: fields.slice(0, 4_900) };
    expect(packSearch(few).search).toBe(few);
  });
});

describe('a search with long rules for new prices', () => {
  const keys = Array.from({ length: 500 }, (_, index) => [`Article ${100_000 + index}`]);
  const conditions = conditionsOfKeys([{ name: 'Number', type: 'text' }], keys);
  if (conditions === null) throw new Error('The keys are no condition.');
  const forKeys = withRuleFor('1;rule,by~percent~3', conditions) ?? '';
  const fields = Array.from({ length: 300 }, (_, index) => `field~Value_${index}`).join(',');
  const search = { v: '1', proposal: `${forKeys};weight,Volume;file,${fields},newValue` };

  test('is short, keeps what can be read, and is restored completely', () => {
    const packed = packSearch(search);
    expect(packed.search.proposal).toMatch(
      /^1;rule,for~!list~[0-9a-f]{28},by~percent~0;rule,by~percent~3;weight,Volume;file,!list~[0-9a-f]{28}$/,
    );
    expect(packedDigests(packed.search)).toEqual([...packed.lists.keys()]);
    expect(unpackSearch(packed.search, packed.lists)).toEqual({ search, missing: [], isTooLong: false });
    expect(unpackSearch(search, new Map()).isTooLong).toBe(true);
  });

  test('stores nothing again for another percentage', () => {
    const other = { ...search, proposal: search.proposal.replace('by~percent~0', 'by~percent~4') };
    expect(other).not.toEqual(search);
    expect([...packSearch(other).lists.keys()]).toEqual([...packSearch(search).lists.keys()]);
  });

  test('in another browser keeps the references, and the query can be run', () => {
    const { search: packed, lists } = packSearch({ ...SEARCH, ...search });
    const [list = '', ...ofRules] = [...lists.keys()];
    const ofQuery = new Map([[list, lists.get(list) ?? '']]);
    const unpacked = unpackSearch(packed, ofQuery);
    expect(unpacked).toMatchObject({ missing: [], isTooLong: false, search: { filter: SEARCH.filter } });
    expect(packedDigests(unpacked.search)).toEqual(ofRules);
  });

  test('keeps short parts in the address', () => {
    const short = { v: '1', proposal: search.proposal.replace('rule,by', 'rule,for~1!sall!sName!tis!tA,by') };
    expect(packSearch(short).search.proposal).toContain(';rule,for~1!sall!sName!tis!tA,by~percent~3;');
  });

  test('stays in the address where the rules are short', () => {
    const short = { v: '1', proposal: forKeys.slice(0, 1_500) };
    expect(packSearch(short).search).toBe(short);
  });

  test('is restored whatever the rules are', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '!t', '!c', '~', ',', ';', 'é'), maxLength: 400 });
    const rule = fc.tuple(text, text).map(([first, second]) => `rule,for~${first},by~${second}`);
    const part = fc.oneof(
      rule,
      text.map((columns) => `file,${columns}`),
      text,
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 4, maxLength: 8 }), (parts) => {
        const any = { v: '1', proposal: ['1', ...parts].join(';') };
        const packed = packSearch(any);
        expect(unpackSearch(packed.search, packed.lists)).toEqual({
          search: any,
          missing: [],
          isTooLong: false,
        });
      }),
    );
  });
});

test('any other search stays the same', () => {
  fc.assert(
    fc.property(anyQuery(), ({ draft }) => {
      const search = queryToSearch(draft);
      const packed = packSearch(search);
      expect(unpackSearch(packed.search, packed.lists)).toMatchObject({ search, missing: [] });
      if (packed.lists.size === 0) expect(packed.search).toBe(search);
    }),
  );
});

test('digests of similar texts differ', () => {
  const digests = Array.from({ length: 10_000 }, (_, index) => digestOf(`${LIST.slice(0, 40)}${index}`));
  expect(new Set(digests).size).toBe(digests.length);
});
