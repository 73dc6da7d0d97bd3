import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  highlightsFromParameter,
  highlightsToParameter,
  HIGHLIGHT_SCOPES,
  type Highlight,
} from '@/features/workbench/model/highlight';
import { packedDigests, packSearch, unpackSearch } from '@/features/workbench/model/packed-search';
import { queryFromSearch, queryToSearch } from '@/features/workbench/model/query-address';
import type { RefineCondition } from '@/features/workbench/model/refinement';
import type { SimpleCondition, SubsetCondition } from '@/features/workbench/model/row-subset';
import {
  displayOf,
  isSameAddress,
  isSameDisplay,
  isSameSnapshot,
  positionFromSearch,
  workbenchSearchSchema,
  type WorkbenchSearch,
} from '@/features/workbench/model/workbench-search';
import { subsetFromParameter, subsetToParameter } from '@/features/workbench/model/subset-address';
import { HIGHLIGHT_COLOURS } from '@/lib/grid/grid-model';
import { anyChar } from '../any-char';
import { anyQuery } from '../draft-query.arbitraries';
import { runs } from '../runs';
import { isLockedInTest, TEST_PRICE_COLUMN } from '../test-price-column';
import * as formerHighlight from './former-highlight';
import * as formerPacked from './former-packed-search';
import * as formerQuery from './former-query-address';
import * as formerSubset from './former-subset-address';
import * as formerSearch from './former-workbench-search';

// The readers and writers of the query that its codecs replace. They go when their corpus has passed.

const CASES = { numRuns: runs(10_000) };

const COLUMNS = TEST_PRICE_COLUMN.fields;
const COMMON_NAMES = COLUMNS.map(({ name }) => name);

const separators = fc.string({ unit: fc.constantFrom('~', ',', ';', '!', '-', 'a', ' ', 'ü', '\ud83d') });
/** The name of a column that the rows have, or any other text. */
const anyName = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...COMMON_NAMES) },
  fc.string({ unit: anyChar, minLength: 1 }),
  separators.filter((text) => text !== ''),
  fc.constantFrom('!none', '!', '!off', '-', '\ud800', 'ß🙂', '0', 'constructor', '__proto__'),
);
const anyText = fc.oneof(anyName, fc.constantFrom('', '1.50', '-2', '2026-06-15', 'today', 'true'));

const REFERENCE = `!list~${'0123456789abcdef'.repeat(2).slice(0, 28)}`;

/** Parts of texts of all parameters. Those that somebody mistyped are built of them. */
const TOKENS = [
  '',
  ...COMMON_NAMES,
  ...'~ , ; ! !none !q !t !mx !off !off~ - 0 1 9 10.5 A today 2026-06-15 2026-02-30 true =~ !e !e~'.split(
    ' ',
  ),
  ...'is is-not is-any-of is-none-of between equals last-days on before is-empty greater-than'.split(' '),
  ...'is-true is-false is!mtrue below up-to other misfit any red amber row cell pink valid-on'.split(' '),
  ...'!list !list~ ~12 ~1234567 rule by~percent~3 for~ ;rule,for~ ,for~ ;file, file'.split(' '),
  REFERENCE,
  `${REFERENCE}~12`,
  'A'.repeat(120),
  'AB~'.repeat(600),
  'A,'.repeat(2_600),
];

/** A text that a writer has written, with up to three tokens in place of others, or a text of any tokens. */
function mistyped(written: fc.Arbitrary<string>, version = '1;'): fc.Arbitrary<string> {
  const change = fc.tuple(fc.nat(), fc.constantFrom(...TOKENS), fc.nat(2));
  const changed = fc.tuple(written, fc.array(change, { maxLength: 3 })).map(([text, changes]) => {
    const pieces = text.split(/([~,;])/);
    for (const [at, token, removed] of changes) pieces.splice(at % (pieces.length + 1), removed, token);
    return pieces.join('');
  });
  const tokens = fc
    .array(fc.constantFrom(...TOKENS), { maxLength: 12 })
    .map((each) => `${version}${each.join('')}`);
  return fc.oneof({ weight: 3, arbitrary: changed }, tokens);
}

describe('a query', () => {
  test('is written as before', () => {
    fc.assert(
      fc.property(anyQuery(), ({ draft }) => {
        expect(queryToSearch(draft)).toStrictEqual(formerQuery.queryToSearch(draft));
      }),
      CASES,
    );
  });

  test('is read as before', () => {
    const textOf = (name: 'fields' | 'filter' | 'sort') =>
      fc.oneof(
        fc.constant(undefined),
        mistyped(
          anyQuery().map(({ draft }) => formerQuery.queryToSearch(draft)[name] ?? ''),
          '',
        ),
      );
    const search = fc.record({
      v: fc.constantFrom('1', '1', '1', undefined, '2'),
      fields: textOf('fields'),
      filter: textOf('filter'),
      sort: textOf('sort'),
    });
    fc.assert(
      fc.property(anyQuery(), search, ({ fields }, broken) => {
        const column = { fields: [...fields, ...COLUMNS] };
        expect(queryFromSearch(broken, column, isLockedInTest)).toStrictEqual(
          formerQuery.queryFromSearch(broken, column, isLockedInTest),
        );
      }),
      CASES,
    );
  });

  test('of the columns on screen is read as before', () => {
    const piece = fc
      .tuple(
        fc.constantFrom('', '', '!off~', '-'),
        fc.constantFrom(...COMMON_NAMES, 'Gone', '!q', '!none'),
        fc.array(fc.constantFrom(...TOKENS.filter((token) => token.length < 30)), { maxLength: 4 }),
      )
      .map(([mark, ...rest]) => mark + rest.flat().join('~'));
    const filter = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(';'));
    const sort = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(','));
    fc.assert(
      fc.property(filter, sort, sort, (filters, sorted, fields) => {
        const search = { v: '1', filter: filters, sort: sorted, fields };
        expect(queryFromSearch(search, TEST_PRICE_COLUMN, isLockedInTest)).toStrictEqual(
          formerQuery.queryFromSearch(search, TEST_PRICE_COLUMN, isLockedInTest),
        );
      }),
      CASES,
    );
  });
});

const anyEnd = fc.option(anyText);
const anySimple: fc.Arbitrary<SimpleCondition> = fc.oneof(
  fc.record({
    kind: fc.constant('is' as const),
    column: anyName,
    value: fc.oneof(fc.boolean(), fc.option(anyText)),
  }),
  fc.record({
    kind: fc.constant('between' as const),
    column: anyName,
    from: anyEnd,
    to: anyEnd,
    includesEnd: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('other-than' as const),
    column: anyName,
    values: fc.array(anyText, { maxLength: 4 }),
  }),
  fc.record({ kind: fc.constant('misfit' as const), column: anyName }),
);
const anyAnyOf: fc.Arbitrary<SubsetCondition> = fc
  .tuple(anyName, fc.array(anySimple, { maxLength: 4 }))
  .map(([column, conditions]) => ({
    kind: 'any-of',
    column,
    conditions: conditions.map((each) => ({ ...each, column })),
  }));
const anySubset = fc.record({ conditions: fc.array(fc.oneof(anySimple, anyAnyOf), { maxLength: 4 }) });

describe('some of the rows', () => {
  test('are written as before', () => {
    fc.assert(
      fc.property(anySubset, (subset) => {
        expect(subsetToParameter(subset)).toBe(formerQuery.subsetToParameter(subset));
      }),
      CASES,
    );
  });

  test('are read as before', () => {
    fc.assert(
      fc.property(mistyped(anySubset.map(formerQuery.subsetToParameter)), (text) => {
        expect(subsetFromParameter(text, COLUMNS)).toStrictEqual(
          formerSubset.subsetFromParameter(text, COLUMNS),
        );
      }),
      CASES,
    );
  });
});

const anyCondition: fc.Arbitrary<RefineCondition> = fc.oneof(
  fc.record({
    kind: fc.constant('condition' as const),
    column: anyName,
    operator: fc.constantFrom('is', 'is-any-of', 'between', 'less-than', 'is-empty'),
    operand: fc.oneof(
      fc.constant({ kind: 'none' as const }),
      fc.record({
        kind: fc.constant('values' as const),
        values: fc.array(fc.oneof(anyText, fc.constant('=')), { minLength: 1, maxLength: 3 }),
      }),
      fc.record({ kind: fc.constant('column' as const), column: anyName }),
    ),
  }),
  fc.record({
    kind: fc.constant('condition' as const),
    column: anyName,
    operator: fc.constant('valid-on' as const),
    operand: fc.record({ kind: fc.constant('validity' as const), to: anyName, day: anyText }),
  }),
);
const anyHighlights: fc.Arbitrary<readonly Highlight[]> = fc.array(
  fc.record({
    colour: fc.constantFrom(...HIGHLIGHT_COLOURS),
    scope: fc.constantFrom(...HIGHLIGHT_SCOPES),
    condition: anyCondition,
  }),
  { maxLength: 12 },
);

describe('highlights', () => {
  test('are written as before', () => {
    fc.assert(
      fc.property(anyHighlights, (highlights) => {
        expect(highlightsToParameter(highlights)).toBe(formerHighlight.highlightsToParameter(highlights));
      }),
      CASES,
    );
  });

  test('are read as before', () => {
    const written = anyHighlights.map((each) => formerHighlight.highlightsToParameter(each) ?? '1');
    fc.assert(
      fc.property(mistyped(written), (text) => {
        expect(highlightsFromParameter(text)).toStrictEqual(formerHighlight.highlightsFromParameter(text));
      }),
      CASES,
    );
  });
});

describe('long lists', () => {
  const listed = fc
    .tuple(
      fc.constantFrom('', '!off~'),
      anyName.map((name) => name.replaceAll(/[~;]/g, '')),
      fc.constantFrom('is-any-of', 'is-none-of', 'is', 'between'),
      fc.constantFrom('A', 'A~B', 'AB~'.repeat(499), 'A\n~'.repeat(500), 'AB~C'.repeat(600)),
    )
    .map(([off, name, operator, list]) => `${off}${name}~${operator}~${list}`);
  const filter = fc.array(listed, { maxLength: 4 }).map((pieces) => pieces.join(';'));
  const fields = fc.constantFrom('Name', 'A,'.repeat(2_500), 'A,'.repeat(2_501), 'A,B'.repeat(2_600));
  const longText = fc.constantFrom(
    'A',
    '1!sall!sA!tis!tB',
    'A'.repeat(99),
    'A'.repeat(100),
    'B'.repeat(1_600),
  );
  const rule = longText.map((text) => `rule,for~${text},by~percent~3`);
  const file = fc.array(longText).map((texts) => `file,${texts.map((text) => `field~${text}`).join(',')}`);
  const proposal = fc
    .array(fc.oneof(rule, file, fc.constant('weight,Volume')), { maxLength: 6 })
    .map((parts) => ['1', ...parts].join(';'));
  const anyLong = fc.record({ v: fc.constant('1'), filter, fields, proposal }, { requiredKeys: ['v'] });
  const former = anyLong.map((search) => formerPacked.packSearch(search).search);
  const textOf = (searches: typeof former, name: 'filter' | 'fields' | 'proposal') => {
    const text = searches.map((search) => search[name] ?? '');
    return fc.oneof(text, mistyped(text, ''));
  };
  const broken = fc.record(
    {
      v: fc.constant('1'),
      filter: fc.oneof(textOf(anyLong, 'filter'), textOf(former, 'filter')),
      fields: fc.oneof(textOf(anyLong, 'fields'), textOf(former, 'fields')),
      proposal: fc.oneof(textOf(anyLong, 'proposal'), textOf(former, 'proposal')),
    },
    { requiredKeys: [] },
  );
  // No writer writes more text behind a reference to the columns of a file, or the field `!off`. It is packed otherwise now, or named
  // otherwise where its list is missing.
  const anySearch: fc.Arbitrary<formerPacked.PackableSearch> = fc
    .oneof(anyLong, broken)
    .filter(
      (search) =>
        !/;file,!list~[0-9a-f]{28}[^;]/.test(search.proposal ?? '') &&
        !/(?:^|;)!off~is-(?:any|none)-of~/.test(search.filter ?? ''),
    );

  test('are packed as before', () => {
    fc.assert(
      fc.property(anySearch, (search) => {
        const packed = packSearch(search);
        const before = formerPacked.packSearch(search);
        expect(packed).toStrictEqual(before);
        expect(packed.search === search).toBe(before.search === search);
      }),
      CASES,
    );
  });

  test('are restored as before', () => {
    fc.assert(
      fc.property(anySearch, fc.nat(3), (search, kept) => {
        const { search: packed, lists } = formerPacked.packSearch(search);
        const stored = new Map([...lists].slice(0, kept));
        for (const each of [packed, search]) {
          expect(packedDigests(each)).toStrictEqual(formerPacked.packedDigests(each));
          const unpacked = unpackSearch(each, stored);
          const before = formerPacked.unpackSearch(each, stored);
          expect(unpacked).toStrictEqual(before);
          expect(unpacked.search === each).toBe(before.search === each);
        }
      }),
      CASES,
    );
  });
});

describe('addresses', () => {
  const value = fc.constantFrom(undefined, '1', '2', '', ' ', '0');
  const members = Object.fromEntries(Object.keys(workbenchSearchSchema.shape).map((name) => [name, value]));
  const anySearch = fc.record(members, { requiredKeys: [] }) as fc.Arbitrary<WorkbenchSearch>;
  /** Two addresses that differ in hardly anything. */
  const pair = fc
    .tuple(anySearch, anySearch, fc.subarray(Object.keys(members), { maxLength: 1 }))
    .map(([a, b, names]) => [
      a,
      { ...a, ...Object.fromEntries(names.map((name) => [name, b[name as 'v']])) },
    ]);

  test('are compared as before', () => {
    fc.assert(
      fc.property(pair, ([a = {}, b = {}]) => {
        expect(isSameAddress(a, b)).toBe(formerSearch.isSameAddress(a, b));
        expect(isSameSnapshot(a, b)).toBe(formerSearch.isSameSnapshot(a, b));
        expect(isSameDisplay(a, b)).toBe(formerSearch.isSameDisplay(a, b));
      }),
      CASES,
    );
  });

  test('say as before where they point to, and how', () => {
    fc.assert(
      fc.property(anySearch, fc.boolean(), (search, hasAnalysis) => {
        expect(JSON.stringify(displayOf(search))).toBe(JSON.stringify(formerSearch.displayOf(search)));
        expect(displayOf(search)).toStrictEqual(formerSearch.displayOf(search));
        expect(positionFromSearch(search, { hasAnalysis })).toStrictEqual(
          formerSearch.positionFromSearch(search, { hasAnalysis }),
        );
      }),
      CASES,
    );
  });
});
