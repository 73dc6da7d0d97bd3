import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLockedInTest, TEST_PRICE_COLUMN, testField } from '@/test/test-price-column';
import {
  addedColumnsFromParameter,
  addedColumnsToParameter,
  addedFields,
  askedCounts,
  type AddedColumns,
} from './added-columns';

const decimal = { type: 'number', sqlType: 'decimal', scale: 2 } as const;
const COSTS = {
  ...TEST_PRICE_COLUMN,
  name: 'Costs',
  displayName: 'Costs',
  fields: [
    testField('Item', { isKey: true }),
    testField('Amount, net', decimal),
    testField('Secret', { ...decimal, viewRight: 'cost-view' }),
    testField('From', { type: 'date' }),
    testField('To', { type: 'date' }),
  ],
};
const SCOPE = {
  columns: TEST_PRICE_COLUMN.fields.filter((field) => !isLockedInTest(field)),
  priceColumn: TEST_PRICE_COLUMN,
  priceColumns: [TEST_PRICE_COLUMN, COSTS],
  isLocked: isLockedInTest,
};
const ADDED: AddedColumns = {
  label: 'Cost',
  origin: { kind: 'price-column', name: 'Costs' },
  keys: [{ current: 'Number', reference: 'Item' }],
  columns: ['Amount, net'],
  several: { kind: 'empty' },
  isLenient: false,
};
const readingOf = (...added: readonly AddedColumns[]) =>
  addedColumnsFromParameter(addedColumnsToParameter(added) ?? '', SCOPE);

test('added columns stand in the address as people can read them', () => {
  expect(addedColumnsToParameter([])).toBeUndefined();
  expect(
    addedColumnsToParameter([{ ...ADDED, several: { kind: 'latest', column: 'From' }, isLenient: true }]),
  ).toBe('1;Cost,price-column~Costs,key~Number~Item,take~Amount!c net,latest~From,lenient');
});

test('what is written is read as it was, whatever names hold', () => {
  const label = fc
    .string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
    .filter((text) => text.trim() === text && text !== '');
  fc.assert(
    fc.property(
      label,
      fc.constantFrom<AddedColumns['several'][]>(
        { kind: 'empty' },
        { kind: 'valid-on', from: 'From', to: 'To', day: 'today' },
        { kind: 'least', column: 'Amount, net' },
        { kind: 'greatest', column: 'Amount, net' },
        { kind: 'latest', column: 'From' },
      ),
      fc.boolean(),
      fc.constantFrom<AddedColumns['origin'][]>({ kind: 'price-column', name: 'Costs' }),
      (name, several, isLenient, origin) => {
        const added = { ...ADDED, label: name, several, isLenient, origin };
        expect(readingOf(added)).toEqual({ ok: true, added: [added] });
      },
    ),
  );
  const copy: AddedColumns = {
    ...ADDED,
    origin: { kind: 'copy', id: 'a' },
    keys: [{ current: 'Number', reference: 'Number' }],
    columns: ['Value'],
  };
  expect(readingOf(ADDED, { ...copy, label: 'Then' })).toEqual({
    ok: true,
    added: [ADDED, { ...copy, label: 'Then' }],
  });
});

test.each<[string, Partial<AddedColumns>, string, string]>([
  ['a source that is gone', { origin: { kind: 'price-column', name: 'Gone' } }, 'unknown-source', 'Gone'],
  ['a column that is gone', { columns: ['Gone'] }, 'unknown-field', 'Gone'],
  ['a column that may not be viewed', { columns: ['Secret'] }, 'unknown-field', 'Secret'],
  [
    'a key that may not be viewed',
    { keys: [{ current: 'Cost', reference: 'Item' }] },
    'unknown-field',
    'Cost',
  ],
  [
    'a rule by what may not be viewed',
    { several: { kind: 'least', column: 'Secret' } },
    'unknown-field',
    'Secret',
  ],
  [
    'a key of another type',
    { keys: [{ current: 'ValidFrom', reference: 'Amount, net' }] },
    'other-type',
    'Amount, net',
  ],
  [
    'the latest of numbers',
    { several: { kind: 'latest', column: 'Amount, net' } },
    'other-type',
    'Amount, net',
  ],
])('%s is refused', (_, changes, kind, text) => {
  expect(readingOf({ ...ADDED, ...changes })).toEqual({ ok: false, problem: { kind, text } });
});

test('two sources of one name, and more than can be read, are refused', () => {
  expect(readingOf(ADDED, ADDED)).toMatchObject({ ok: false, problem: { kind: 'name-taken' } });
  const four = ['A', 'B', 'C', 'D'].map((label) => ({ ...ADDED, label }));
  expect(readingOf(...four)).toMatchObject({ ok: false, problem: { kind: 'too-many' } });
});

test('of parts that cannot be listed, the last one applies', () => {
  const text = '1;Cost,price-column~Costs,key~Number~Item,take~From,take~Amount!c net';
  expect(addedColumnsFromParameter(text, SCOPE)).toEqual({ ok: true, added: [ADDED] });
});

test.each([
  '2;Cost,price-column~Costs',
  '1',
  '1;',
  '1;Cost,mail~x,key~Number~Item,take~From',
  '1;Cost,price-column~Costs,take~From',
  '1;Cost,price-column~Costs,key~Number~Item',
  '1;Cost,price-column~Costs,key~Number~Item,take~From,best~From',
  '1;Cost,file~x,key~Number~Item,take~From',
  '1;Cost,price-column~Costs,key~Number~Item,take~Amount!c net~Amount!c net',
  `1;${'a'.repeat(61)},price-column~Costs,key~Number~Item,take~Amount!c net`,
  `1;Cost,price-column~Costs${',key~Number~Item'.repeat(9)},take~Amount!c net`,
  '1;Cost,file~x,key~Number~A,take~A,own~A~text~39',
  '1; ,price-column~Costs,key~Number~Item,take~From',
  '1;!zq,price-column~Costs,key~Number~Item,take~From',
])('a link with %j is reported, and never throws', (parameter) => {
  expect(addedColumnsFromParameter(parameter, SCOPE)).toMatchObject({ ok: false });
});

test('added columns have the types and decimals of the other side, and none of its roles', () => {
  const [amount, ...others] = addedFields([ADDED], SCOPE, []);
  expect(amount).toMatchObject({
    name: 'Cost · Amount, net',
    type: 'number',
    scale: 2,
    isKey: false,
    isFilterable: false,
  });
  expect(others).toEqual([]);
});

test('the column that counts partners is there where somebody has asked for it, or an address names it', () => {
  const namesOf = (added: AddedColumns, search: object) =>
    addedFields([added], SCOPE, askedCounts([added], search)).map(({ name }) => name);
  const [amount = ''] = namesOf(ADDED, {});
  const asked = { ...ADDED, counts: true } as const;
  expect(namesOf(asked, {})).toEqual([amount, 'Cost · #']);
  expect(readingOf(asked)).toEqual({ ok: true, added: [asked] });
  const added = addedColumnsToParameter([ADDED]);
  expect(namesOf(ADDED, { added, order: '1;Cost · Value~ascending', row: 4 })).toEqual([amount]);
  expect(namesOf(ADDED, { refine: '1;all;Cost · #~equals~1' })).toEqual([amount, 'Cost · #']);
  expect(namesOf({ ...ADDED, label: 'a]b' }, { refine: '1;!new~Twice~0~[a]]b · #] * 2' })).toEqual([
    amount.replace('Cost', 'a]b'),
    'a]b · #',
  ]);
  expect(namesOf(ADDED, { subset: '1;is~Cost · #~0' })).toEqual([amount, 'Cost · #']);
});

describe('a file with columns that no field has', () => {
  const PURCHASE: AddedColumns = {
    label: 'einkauf',
    origin: { kind: 'file', name: 'einkauf.csv' },
    keys: [{ current: 'Number', reference: 'Artikel' }],
    columns: ['Einkauf', 'Bemerkung'],
    own: [
      { name: 'Artikel', kind: 'text', places: 0 },
      { name: 'Einkauf', kind: 'number', places: 2 },
      { name: 'Bemerkung', kind: 'text', places: 0 },
    ],
    several: { kind: 'empty' },
    isLenient: false,
  };

  test('its columns stand in the address with their types, and are fields like others', () => {
    expect(addedColumnsToParameter([PURCHASE])).toBe(
      '1;einkauf,file~einkauf.csv,key~Number~Artikel,take~Einkauf~Bemerkung,own~Artikel~text~0,own~Einkauf~number~2,own~Bemerkung~text~0',
    );
    expect(readingOf(PURCHASE)).toEqual({ ok: true, added: [PURCHASE] });
    expect(addedFields([PURCHASE], SCOPE, [])).toMatchObject([
      { name: 'einkauf · Einkauf', type: 'number', scale: null, formatting: '#,##0.00########' },
      { name: 'einkauf · Bemerkung', type: 'text' },
    ]);
  });

  test.each<[string, Partial<AddedColumns>, string]>([
    ['a column without its type', { columns: ['Rabatt'] }, 'unknown-field'],
    [
      'columns of a source that says itself what they are',
      { origin: { kind: 'price-column', name: 'Costs' } },
      'unreadable',
    ],
    [
      'a column with two types',
      { own: [...(PURCHASE.own ?? []), { name: 'Einkauf', kind: 'text', places: 0 }] },
      'unreadable',
    ],
  ])('%s is refused', (_, changes, kind) => {
    expect(readingOf({ ...PURCHASE, ...changes })).toMatchObject({ ok: false, problem: { kind } });
  });
});
