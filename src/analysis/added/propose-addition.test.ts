import { expect, test } from 'vitest';
import type { PriceColumn } from '@/contract/column';
import { isLockedInTest, TEST_PRICE_COLUMN, testField } from '@/test/test-price-column';
import { isUsableSource, mixedDenominations, proposeAddition, proposeMargin } from './propose-addition';

const amount = (name: string, isPriceColumn: boolean | null = null) =>
  testField(name, { type: 'number', sqlType: 'decimal', scale: 4, isPriceColumn });
const whole = (name: string, isPrimaryKey = false) =>
  testField(name, { type: 'number', sqlType: 'bigint', scale: 0, isPrimaryKey, isKey: isPrimaryKey });
const day = (name: string, isKey = false) => testField(name, { type: 'date', sqlType: 'date', isKey });
const key = (name: string, target: string | null = null) =>
  testField(name, {
    isKey: true,
    isPrimaryKey: true,
    foreignKey: target === null ? null : { table: target, column: 'Code' },
  });
const reference = (table: string) => ({ foreignKey: { table, column: 'Code' } });

const SALES = [
  whole('EntryNo', true),
  testField('ItemNumber'),
  testField('cd_PriceGroup', reference('PriceGroup')),
  testField('PriceList', reference('PriceList')),
  testField('Currency'),
  amount('Value', true),
  testField('Unit'),
  day('ValidFrom'),
  day('ValidTo'),
];
const CURRENT = {
  columns: SALES.map(({ name, type, scale }) => ({ name, type, scale })),
  fields: SALES,
};
const columnOf = (...fields: readonly ReturnType<typeof testField>[]): PriceColumn => ({
  ...TEST_PRICE_COLUMN,
  name: 'Other',
  fields,
});
const proposalOf = (...fields: readonly ReturnType<typeof testField>[]) =>
  proposeAddition(columnOf(...fields), CURRENT, isLockedInTest);

test('costs are found by the article, whatever it is called, and by the currency of both sides', () => {
  expect(
    proposalOf(key('Number'), testField('Name'), amount('CostForPricing', true), testField('Currency')),
  ).toEqual({
    keys: [
      { current: 'ItemNumber', reference: 'Number' },
      { current: 'Currency', reference: 'Currency' },
    ],
    columns: ['CostForPricing'],
    furtherKeys: [],
  });
});

test.each([
  ['Currency', testField('Currency')],
  ['cd_PriceGroup', testField('cd_PriceGroup', reference('PriceGroup'))],
])('rates and factors of no article are found by %s', (name, field) => {
  expect(proposalOf(field, amount('Rate', true))).toEqual({
    keys: [{ current: name, reference: name }],
    columns: ['Rate'],
    furtherKeys: [],
  });
});

test('further parts of the other key are named, and are no part of this one', () => {
  const proposal = proposalOf(
    key('ItemNumber'),
    key('CustomerNumber'),
    day('ValidFrom', true),
    amount('ContractValue', true),
  );
  expect(proposal).toEqual({
    keys: [{ current: 'ItemNumber', reference: 'ItemNumber' }],
    columns: ['ContractValue'],
    furtherKeys: ['CustomerNumber'],
  });
});

test('a number of the entry tells nothing, unlike the article; a column that refers to the same is the same', () => {
  expect(
    proposalOf(
      whole('Entry', true),
      testField('Article'),
      testField('List', reference('PriceList')),
      amount('Price', true),
    ).keys,
  ).toEqual([{ current: 'ItemNumber', reference: 'Article' }]);
  expect(proposalOf(key('List', 'PriceList'), key('Item_Number'), amount('Price', true)).keys).toEqual([
    { current: 'PriceList', reference: 'List' },
    { current: 'ItemNumber', reference: 'Item_Number' },
  ]);
});

test('rates are found by their currency', () => {
  expect(proposalOf(key('Currency'), amount('Rate', true)).keys).toEqual([
    { current: 'Currency', reference: 'Currency' },
  ]);
});

test('what may not be viewed is not proposed, and a source of nothing else is none', () => {
  const cost = testField('Cost', { type: 'number', scale: 4, isPriceColumn: true, viewRight: 'cost-view' });
  expect(proposalOf(key('Number'), cost).columns).toEqual([]);
  expect(isUsableSource(columnOf(key('Number'), cost), CURRENT, isLockedInTest)).toBe(false);
  const hidden = { ...key('Number'), viewRight: 'number-view' };
  expect(isUsableSource(columnOf(hidden, amount('Cost', true)), CURRENT, isLockedInTest)).toBe(false);
  expect(isUsableSource(columnOf(key('Number'), amount('Cost', true)), CURRENT, isLockedInTest)).toBe(true);
});

test('a margin is proposed where a cost is added to a price', () => {
  expect(proposeMargin({ label: 'Cost', columns: ['CostForPricing'] }, CURRENT, 'Margin %')).toEqual({
    name: 'Margin %',
    formula: '(Value - [Cost · CostForPricing]) / Value * 100',
    places: 2,
  });
  expect(proposeMargin({ label: 'Other', columns: ['ContractValue'] }, CURRENT, 'Margin %')).toBeNull();
});

test('amounts whose currency or unit the key does not match are told', () => {
  const costs = columnOf(key('Number'), amount('CostForPricing', true), testField('Currency'));
  const keys = [{ current: 'ItemNumber', reference: 'Number' }];
  const columns = ['CostForPricing'];
  expect(mixedDenominations({ keys, columns }, costs, CURRENT)).toEqual([
    { kind: 'currency', current: 'Currency', reference: 'Currency' },
    { kind: 'unit', current: 'Unit', reference: null },
  ]);
  const matched = [...keys, { current: 'Currency', reference: 'Currency' }];
  expect(mixedDenominations({ keys: matched, columns }, costs, CURRENT)).toEqual([
    { kind: 'unit', current: 'Unit', reference: null },
  ]);
  expect(mixedDenominations({ keys, columns: ['Number'] }, costs, CURRENT)).toEqual([]);
});
