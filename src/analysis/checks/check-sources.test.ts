import { expect, test } from 'vitest';
import type { PriceColumn, PriceField } from '@/contract/column';
import { testField } from '@/test/test-price-column';
import { CHECKS } from './standard-checks';
import { ROLES, type Role, type Roles } from '@/rows/price-rows/column-roles';
import { canBeSource, matchSource, SOURCED_CHECKS } from './check-sources';

const amount = { type: 'number', sqlType: 'decimal', scale: 2 } as const;
const priceColumn = (name: string, fields: readonly PriceField[]): PriceColumn => ({
  name,
  displayName: name,
  description: null,
  sourceTable: 'Item',
  fields,
});
const COSTS = priceColumn('Costs', [
  testField('Number', { isKey: true, isPrimaryKey: true }),
  testField('PriceList', { isKey: true, isPrimaryKey: true }),
  testField('Value', { ...amount, isPriceColumn: true }),
  testField('LandedCost', { ...amount, viewRight: 'cost' }),
  testField('Currency', { maxLength: 3 }),
]);
const isOpen = () => false;
const isLocked = ({ viewRight }: PriceField) => viewRight !== null;
const rolesOf = (filled: Partial<Roles>): Roles =>
  Object.fromEntries(ROLES.map((role): [Role, string | null] => [role, filled[role] ?? null])) as Roles;
const FIELDS = [
  testField('ItemNumber'),
  testField('PriceList'),
  testField('Coin'),
  testField('Sold', amount),
];
const CURRENT = {
  columns: FIELDS,
  fields: FIELDS,
  roles: rolesOf({ price: 'Sold', article: 'ItemNumber', currency: 'Coin' }),
};
const SOURCE = { kind: 'price-column', name: 'Costs', amount: null, matches: {} } as const;

test('keys are matched by name and by role, and the amount is what the check is about', () => {
  const matched = matchSource('below-cost', SOURCE, COSTS, CURRENT, isOpen);
  expect(matched.keys).toEqual([
    { reference: 'Number', current: 'ItemNumber', type: 'text' },
    { reference: 'PriceList', current: 'PriceList', type: 'text' },
  ]);
  expect([matched.amount, matched.currency]).toEqual([
    'LandedCost',
    { current: 'Coin', reference: 'Currency' },
  ]);
  expect(matchSource('changed', SOURCE, COSTS, CURRENT, isOpen).amount).toBe('Value');
});

test('what the person has chosen comes first, where it is of the type of the key', () => {
  const keyOf = (current: string) =>
    matchSource('changed', { ...SOURCE, matches: { Number: current } }, COSTS, CURRENT, isOpen).keys[0]
      ?.current;
  expect(keyOf('Coin')).toBe('Coin');
  expect(keyOf('Sold')).toBe('ItemNumber');
  const unknown = { ...CURRENT, roles: rolesOf({ price: 'Sold' }) };
  expect(matchSource('changed', SOURCE, COSTS, unknown, isOpen).keys[0]?.current).toBeNull();
});

test('where the key of a source says nothing of the prices, what they are of is matched', () => {
  const entries = priceColumn('Entries', [
    testField('EntryNo', { type: 'number', sqlType: 'bigint', scale: 0, isKey: true, isPrimaryKey: true }),
    testField('Article'),
    testField('Value', { ...amount, isPriceColumn: true }),
    testField('Currency', { maxLength: 3 }),
  ]);
  expect(matchSource('changed', SOURCE, entries, CURRENT, isOpen).keys).toEqual([
    { reference: 'Article', current: 'ItemNumber', type: 'text' },
  ]);
  const unknown = { columns: [], fields: [], roles: rolesOf({}) };
  const withoutArticle = { ...entries, fields: entries.fields.filter(({ name }) => name !== 'Article') };
  expect(matchSource('changed', SOURCE, withoutArticle, unknown, isOpen).keys).toEqual([
    { reference: 'EntryNo', current: null, type: 'number' },
  ]);
});

test('amounts that the account may not view are not offered, and what has no key or amount is no source', () => {
  expect(matchSource('below-cost', SOURCE, COSTS, CURRENT, isLocked)).toMatchObject({
    amounts: ['Value'],
    amount: 'Value',
  });
  expect(canBeSource(COSTS, isOpen)).toBe(true);
  expect(canBeSource(COSTS, ({ name }) => name === 'Number')).toBe(false);
  expect(canBeSource(priceColumn('None', COSTS.fields.slice(0, 2)), isOpen)).toBe(false);
  expect(canBeSource(priceColumn('NoKey', COSTS.fields.slice(2)), isOpen)).toBe(false);
});

test('every check whose definition names a source has its rows read', () => {
  expect(CHECKS.filter(({ sourceRole }) => sourceRole !== undefined).map(({ id }) => id)).toEqual(
    SOURCED_CHECKS,
  );
});
