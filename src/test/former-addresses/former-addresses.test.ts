import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparisonFromSearch, comparisonToSearch } from '@/features/workbench/model/compare-with';
import { rowOrderFromParameter, rowOrderToParameter } from '@/features/workbench/model/row-order';
import {
  sourceFromParameter,
  sourceToParameter,
  type SameColumnSource,
  type Source,
} from '@/features/workbench/model/source';
import { CHECK_IDS } from '@/features/workbench/rows-read/checks/check-definitions';
import { checksFromParameter, checksToParameter } from '@/features/workbench/rows-read/checks/checks-address';
import type { ChecksSpec } from '@/features/workbench/rows-read/checks/checks-spec';
import type { OwnCheck } from '@/features/workbench/rows-read/checks/own-checks';
import {
  shownChangesFromParameter,
  shownChangesToParameter,
  type ShownChanges,
} from '@/features/workbench/rows-read/comparison/changes-address';
import { ROW_KINDS } from '@/features/workbench/rows-read/comparison/comparison';
import {
  pivotFromParameter,
  pivotToParameter,
  type PivotFromAddress,
} from '@/features/workbench/views/pivot/pivot-address';
import {
  CHART_KINDS,
  DATE_STEPS,
  MEASURE_FUNCTIONS,
  type PivotSpec,
} from '@/features/workbench/views/pivot/pivot-spec';
import { ROLES } from '@/rows/price-rows/column-roles';
import { anyChar } from '../any-char';
import { runs } from '../runs';
import * as formerChanges from './former-changes';
import * as formerChecks from './former-checks';
import * as formerComparison from './former-compare-with';
import * as formerPivot from './former-pivot';
import * as formerOrder from './former-row-order';
import * as formerSource from './former-source';

// The readers and writers that the codecs of addresses replace. Each goes when its corpus has passed.

const CASES = { numRuns: runs(10_000) };

const COMMON_NAMES = ['Country', 'ValidFrom', 'Value', 'Blocked'];
const COLUMNS = [
  { name: 'Country', type: 'text' },
  { name: 'ValidFrom', type: 'date' },
  { name: 'Value', type: 'number' },
  { name: 'Blocked', type: 'boolean' },
] as const;

const separators = fc.string({ unit: fc.constantFrom('~', ',', ';', '!', '-', 'a', ' ', 'ü', '\ud83d') });
/** The name of a column that the rows have, or any other text. */
const anyName = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...COMMON_NAMES) },
  fc.string({ unit: anyChar, minLength: 1 }),
  separators.filter((text) => text !== ''),
  fc.constantFrom('!none', '!', '\ud800', 'ß🙂', '0', 'constructor', '__proto__'),
);
const anyDecimal = fc.oneof(
  fc.constantFrom('0', '-2.5', '10', '0.25', '1e3', '12345678901234567.25'),
  anyName,
);

/** Parts of texts of all parameters. Those that somebody mistyped are built of them. */
const TOKENS = [
  '',
  ...COMMON_NAMES,
  ...'~ , ; ! !none !q !t 0 1 9 - A rows columns measures sort chart shade count sum month bars lines'.split(
    ' ',
  ),
  ...'differs below up-to price find group added changed raised percent key ascending descending'.split(' '),
  ...'roles within day use skip set own against gap below-cost margin used own-1 cost unit 20'.split(' '),
  ...'2026-06-15 2026-02-30 snapshot copy file price-column snapshot-of'.split(' '),
];

/** A text that a writer has written, with up to three tokens in place of others, or a text of any tokens. */
function mistyped(written: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const change = fc.tuple(fc.nat(), fc.constantFrom(...TOKENS), fc.nat(2));
  const changed = fc.tuple(written, fc.array(change, { maxLength: 3 })).map(([text, changes]) => {
    const pieces = text.split(/([~,;])/);
    for (const [at, token, removed] of changes) pieces.splice(at % (pieces.length + 1), removed, token);
    return pieces.join('');
  });
  const tokens = fc.array(fc.constantFrom(...TOKENS), { maxLength: 12 }).map((each) => `1;${each.join('')}`);
  return fc.oneof({ weight: 3, arbitrary: changed }, tokens);
}

const anyGrouping = fc.record({
  field: anyName,
  step: fc.option(fc.oneof(fc.constantFrom(...DATE_STEPS), fc.constantFrom('100', '0.25'), anyDecimal)),
});
const anyPivot: fc.Arbitrary<PivotSpec> = fc.record(
  {
    rows: fc.array(anyGrouping, { maxLength: 5 }),
    columns: fc.array(anyGrouping, { maxLength: 3 }),
    measures: fc.array(fc.record({ fn: fc.constantFrom(...MEASURE_FUNCTIONS), field: fc.option(anyName) }), {
      maxLength: 9,
    }),
    sort: fc.option(
      fc.record({
        by: fc.constantFrom('group', 'measure'),
        index: fc.nat(9),
        isDescending: fc.boolean(),
      }),
    ),
    hasChart: fc.boolean(),
    chart: fc.record({ kind: fc.constantFrom(...CHART_KINDS), measure: fc.nat(9) }),
    isShaded: fc.boolean(),
  },
  { requiredKeys: ['rows', 'columns', 'measures', 'sort', 'hasChart'] },
);

describe('a pivot', () => {
  test('is written as before', () => {
    fc.assert(
      fc.property(anyPivot, (spec) => {
        expect(pivotToParameter(spec)).toBe(formerPivot.pivotToParameter(spec));
      }),
      CASES,
    );
  });

  test('is read as before', () => {
    // With several mistakes, the first one is reported now, and before it the first unknown part.
    const meaning = (read: PivotFromAddress) =>
      !read.ok && read.problem.kind === 'unreadable' ? 'unreadable' : read;
    fc.assert(
      fc.property(mistyped(anyPivot.map(formerPivot.pivotToParameter)), (text) => {
        expect(meaning(pivotFromParameter(text, COLUMNS))).toEqual(
          meaning(formerPivot.pivotFromParameter(text, COLUMNS)),
        );
      }),
      CASES,
    );
  });
});

const anyShown: fc.Arbitrary<ShownChanges> = fc.record({
  kinds: fc.oneof(fc.subarray([...ROW_KINDS]), fc.array(fc.constantFrom(...ROW_KINDS), { maxLength: 4 })),
  column: fc.option(anyName),
  range: fc.option(
    fc.record({ from: fc.option(anyDecimal), to: fc.option(anyDecimal), includesEnd: fc.boolean() }),
  ),
  movement: fc.constantFrom('raised', 'lowered', undefined),
  sort: fc.option(
    fc.record({ by: fc.constantFrom('kind', 'delta', 'percent', 'key'), isDescending: fc.boolean() }),
  ),
  find: fc.oneof(fc.constant(''), anyName, fc.constant('a'.repeat(201))),
  group: fc.option(anyName),
  weight: fc.option(anyName),
});
const NAMEABLE = { differing: COMMON_NAMES, groups: COMMON_NAMES, weights: ['Value'] };

describe('the shown changes', () => {
  test('are written as before', () => {
    fc.assert(
      fc.property(anyShown, (shown) => {
        expect(shownChangesToParameter(shown)).toBe(formerChanges.shownChangesToParameter(shown));
      }),
      CASES,
    );
  });

  test('are read as before', () => {
    const written = anyShown.map((shown) => formerChanges.shownChangesToParameter(shown) ?? '1');
    fc.assert(
      fc.property(mistyped(written), (text) => {
        expect(shownChangesFromParameter(text, NAMEABLE)).toEqual(
          formerChanges.shownChangesFromParameter(text, NAMEABLE),
        );
      }),
      CASES,
    );
  });
});

const anyOwnCheck: fc.Arbitrary<OwnCheck> = fc.record({
  id: anyName.map((end): OwnCheck['id'] => `own-${end}`),
  name: fc.oneof(anyName, fc.constant('a'.repeat(81))),
  means: fc.oneof(anyName, fc.constant('a'.repeat(301))),
  isUsed: fc.boolean(),
  refine: anyName,
});
const anyCheckSource = fc.oneof(
  fc.record({ kind: fc.constant('copy' as const), id: anyName }),
  fc.record({ kind: fc.constant('snapshot' as const), cacheKey: anyName }),
  fc.record({
    kind: fc.constant('price-column' as const),
    name: anyName,
    amount: fc.option(anyName),
    matches: fc.dictionary(anyName, anyName, { noNullPrototype: true, maxKeys: 3 }),
  }),
);
const anyChecks: fc.Arbitrary<ChecksSpec> = fc.record({
  roles: fc.dictionary(fc.constantFrom(...ROLES), fc.option(anyName), { maxKeys: 4 }),
  key: fc.option(fc.array(anyName, { maxLength: 4 })),
  currencyScope: fc.oneof(fc.constant(undefined), fc.constant(null), anyName),
  day: fc.constantFrom(null, '2026-06-15', '2026-02-30'),
  used: fc.dictionary(fc.constantFrom(...CHECK_IDS), fc.boolean(), { maxKeys: 4 }),
  parameters: fc.dictionary(
    fc.constantFrom(...CHECK_IDS),
    fc.dictionary(fc.constantFrom('margin', 'percent', 'times', 'days'), anyDecimal, { maxKeys: 2 }),
    { maxKeys: 3 },
  ),
  own: fc.array(anyOwnCheck, { maxLength: 3 }),
  sources: fc.dictionary(fc.constantFrom(...CHECK_IDS), anyCheckSource, { maxKeys: 3 }),
});

describe('checks', () => {
  test('are written as before', () => {
    fc.assert(
      fc.property(anyChecks, (spec) => {
        expect(checksToParameter(spec)).toBe(formerChecks.checksToParameter(spec));
      }),
      CASES,
    );
  });

  test('are read as before', () => {
    const written = anyChecks.map((spec) => formerChecks.checksToParameter(spec) ?? '1');
    fc.assert(
      fc.property(mistyped(written), (text) => {
        expect(checksFromParameter(text)).toEqual(formerChecks.checksFromParameter(text));
      }),
      CASES,
    );
  });
});

const anyOrder = fc.array(
  fc.record({
    column: anyName,
    direction: fc.constantFrom('ascending' as const, 'descending' as const),
  }),
  { maxLength: 4 },
);

describe('an order of rows', () => {
  test('is written as before', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        expect(rowOrderToParameter(order)).toBe(formerOrder.rowOrderToParameter(order));
      }),
      CASES,
    );
  });

  test('is read as before', () => {
    const written = anyOrder.map((order) => formerOrder.rowOrderToParameter(order) ?? '1');
    const hasColumn = (name: string) => COMMON_NAMES.includes(name);
    fc.assert(
      fc.property(mistyped(written), (text) => {
        // Before, a third text of a rule was ignored, and not the rule.
        fc.pre(text.split(';').every((rule) => rule.split('~').length <= 2));
        expect(rowOrderFromParameter(text, hasColumn)).toEqual(
          formerOrder.rowOrderFromParameter(text, hasColumn),
        );
      }),
      CASES,
    );
  });
});

const anyLongName = fc.oneof(anyName, fc.constantFrom('a'.repeat(1_000), 'a'.repeat(1_001)));
const anySameColumnSource: fc.Arbitrary<SameColumnSource> = fc.oneof(
  fc.record({ kind: fc.constant('snapshot' as const), cacheKey: anyLongName }),
  fc.record({ kind: fc.constant('copy' as const), id: anyLongName }),
  fc.record({ kind: fc.constant('file' as const), name: anyLongName }),
);
const anySource: fc.Arbitrary<Source> = fc.oneof(
  anySameColumnSource,
  fc.record({ kind: fc.constant('price-column' as const), name: anyLongName }),
  fc.record({ kind: fc.constant('snapshot-of' as const), name: anyLongName, cacheKey: anyLongName }),
);

describe('a source', () => {
  test('is written as before', () => {
    fc.assert(
      fc.property(anySource, (source) => {
        expect(sourceToParameter(source)).toBe(formerSource.sourceToParameter(source));
      }),
      CASES,
    );
  });

  test('is read as before', () => {
    fc.assert(
      fc.property(mistyped(anySource.map(formerSource.sourceToParameter)), (text) => {
        expect(sourceFromParameter(text)).toEqual(formerSource.sourceFromParameter(text));
      }),
      CASES,
    );
  });
});

const anyComparison = fc.record({
  with: anySameColumnSource,
  keys: fc.option(fc.array(anyLongName, { minLength: 1, maxLength: 4 })),
  price: fc.option(fc.option(anyName, { nil: undefined })),
});

describe('a comparison', () => {
  test('is written as before', () => {
    fc.assert(
      fc.property(anyComparison, (choice) => {
        expect(comparisonToSearch(choice)).toEqual(formerComparison.comparisonToSearch(choice));
      }),
      CASES,
    );
  });

  test('is read as before', () => {
    const written = anyComparison.map(formerComparison.comparisonToSearch);
    const textOf = (name: 'with' | 'keys' | 'price') => {
      const text = written.map((search) => search[name] ?? '');
      return fc.oneof(fc.constant(undefined), text, mistyped(text));
    };
    fc.assert(
      fc.property(
        fc.record({ with: textOf('with'), keys: textOf('keys'), price: textOf('price') }),
        (search) => {
          expect(comparisonFromSearch(search)).toEqual(formerComparison.comparisonFromSearch(search));
        },
      ),
      CASES,
    );
  });
});
