import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyChar } from '@/test/any-char';
import { TEST_PRICE_COLUMN } from '@/test/test-price-column';
import type { RowSubset, SimpleCondition, SubsetCondition } from './row-subset';
import { subsetFromParameter, subsetToParameter } from './subset-address';

const HOSTILE = [
  'a~b',
  'a;b',
  '!none',
  "x'); DROP TABLE rows_read; --",
  '"',
  '',
  '\ud800',
  '\0',
  'ß🙂',
  '1;is~Name',
];
const COLUMNS = [
  { name: 'Name', type: 'text' },
  { name: 'Value', type: 'number' },
  { name: 'From', type: 'date' },
  { name: 'Active', type: 'boolean' },
  ...HOSTILE.filter((name) => name !== '').map((name) => ({ name, type: 'text' as const })),
] as const;

const anyText = fc.oneof(fc.string({ unit: anyChar }), fc.constantFrom(...HOSTILE));
const anyNumber = fc.constantFrom('0', '-1.50', '123456789012345678.1234', '0.00');
const anyDate = fc.constantFrom('2026-01-31', '2026-01-31T10:00:00.1234567', '0001-01-01');
const ends = (value: fc.Arbitrary<string>) =>
  fc.tuple(fc.option(value), fc.option(value)).filter(([from, to]) => from !== null || to !== null);
const between = (column: string, value: fc.Arbitrary<string>) =>
  fc.tuple(ends(value), fc.boolean()).map(([[from, to], includesEnd]): SimpleCondition => ({
    kind: 'between',
    column,
    from,
    to,
    includesEnd,
  }));
const simple: fc.Arbitrary<SimpleCondition> = fc.oneof(
  fc.record({
    kind: fc.constant('is' as const),
    column: fc.constantFrom('Name', ...HOSTILE.filter((name) => name !== '')),
    value: fc.option(anyText),
  }),
  fc.record({
    kind: fc.constant('is' as const),
    column: fc.constant('Active'),
    value: fc.option(fc.boolean()),
  }),
  between('Value', anyNumber),
  between('From', anyDate),
  fc.record({
    kind: fc.constant('other-than' as const),
    column: fc.constant('Name'),
    values: fc.array(anyText, { maxLength: 4 }),
  }),
  fc.record({ kind: fc.constant('misfit' as const), column: fc.constantFrom('Value', 'From', 'Active') }),
);

/** Generates alternatives on a single column, because the column determines the type of the values. */
const anyOf = fc.array(simple, { minLength: 1, maxLength: 8 }).map((conditions): SubsetCondition => {
  const column = conditions[0]?.column ?? '';
  return { kind: 'any-of', column, conditions: conditions.filter((each) => each.column === column) };
});
const anyCondition: fc.Arbitrary<SubsetCondition> = fc.oneof({ weight: 3, arbitrary: simple }, anyOf);

test('an address brings back the same rows, whatever the names and values', () => {
  fc.assert(
    fc.property(fc.array(anyCondition, { minLength: 1, maxLength: 6 }), (conditions) => {
      const subset: RowSubset = { conditions };
      expect(subsetFromParameter(subsetToParameter(subset), COLUMNS)).toEqual({ ok: true, subset });
    }),
  );
});

test('is short and readable', () => {
  expect(
    subsetToParameter({
      conditions: [
        { kind: 'is', column: 'Country', value: 'DE' },
        { kind: 'is', column: 'Unit', value: null },
        { kind: 'is', column: 'Active', value: true },
        { kind: 'between', column: 'Value', from: '1.00', to: '2.00', includesEnd: false },
        { kind: 'between', column: 'Value', from: '1.00', to: null, includesEnd: true },
        { kind: 'misfit', column: 'ValidTo' },
      ],
    }),
  ).toBe(
    '1;is~Country~DE;is~Unit;is-true~Active;below~Value~1.00~2.00;up-to~Value~1.00~!none;misfit~ValidTo',
  );
});

test('escapes names', () => {
  const conditions = [
    { kind: 'is', column: 'Country', value: 'DE' },
    { kind: 'is', column: 'Unit', value: null },
    { kind: 'is', column: 'Active', value: true },
    { kind: 'between', column: 'Value', from: '1.00', to: '2.00', includesEnd: false },
    { kind: 'between', column: 'Value', from: '1.00', to: null, includesEnd: true },
    { kind: 'misfit', column: 'Valid;To' },
  ] as const;
  expect(subsetToParameter({ conditions })).toBe(
    '1;is~Country~DE;is~Unit;is-true~Active;below~Value~1.00~2.00;up-to~Value~1.00~!none;misfit~Valid!sTo',
  );
});

test.each([
  ['2;is~Name~a', 'unknown-version'],
  ['', 'unknown-version'],
  ['1', 'unreadable'],
  ['1;', 'unreadable'],
  ['1;is', 'unreadable'],
  ['1;is~Name~a~b', 'unreadable'],
  ['1;is~Name~!q', 'unreadable'],
  ['1;is~Name~!none', 'unreadable'],
  ['1;drop~Name', 'unreadable'],
  ['1;is~Name,is~a', 'unreadable'],
  [`1${';is~Name~a'.repeat(51)}`, 'unreadable'],
  ['1;is~Nobody~a', 'unknown-field'],
  ['1;is~__proto__~a', 'unknown-field'],
  ['1;is~Value~abc', 'unreadable-value'],
  ['1;is~Value~1e9', 'unreadable-value'],
  ['1;is-true~Name', 'unreadable-value'],
  ['1;below~Name~a~b', 'unreadable-value'],
  ['1;below~Value~!none~!none', 'unreadable-value'],
  ['1;below~From~2026-02-30~!none', 'unreadable-value'],
  ['1;misfit~Name', 'unreadable-value'],
])('an address with %j is refused', (parameter, kind) => {
  expect(subsetFromParameter(parameter, COLUMNS)).toMatchObject({ ok: false, problem: { kind } });
});

test('no text makes it throw', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyChar }), (text) => {
      subsetFromParameter(text, TEST_PRICE_COLUMN.fields);
      subsetFromParameter(`1;${text}`, TEST_PRICE_COLUMN.fields);
    }),
  );
});
