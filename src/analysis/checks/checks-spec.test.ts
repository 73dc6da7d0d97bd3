import { expect, test } from 'vitest';
import type { PriceField } from '@/contract/column';
import { testField } from '@/test/test-price-column';
import { proposeRolesOfRows, type RoleProposals } from '@/rows/price-rows/column-roles';
import type { CheckId } from './check-definition';
import { PROPOSED_CHECKS, resolveChecks, type ChecksBasis, type ChecksSpec } from './checks-spec';

const amount = { type: 'number', sqlType: 'decimal', scale: 4 } as const;
const date = { type: 'date', sqlType: 'date' } as const;
const FIELDS = [
  testField('EntryNo', { type: 'number', scale: 0, isPrimaryKey: true, isKey: true }),
  testField('ItemNumber'),
  testField('cd_PriceGroup'),
  testField('PriceList'),
  testField('Currency'),
  testField('Value', { ...amount, isPriceColumn: true }),
  testField('PreviousValue', amount),
  testField('MinimumQuantity', { type: 'number', sqlType: 'int', scale: 0 }),
  testField('ValidFrom', date),
  testField('ValidTo', date),
  testField('_dtLastModifiedDate', date),
];
const KEYS = ['EntryNo'];

interface ResolveOptions extends Partial<ChecksBasis> {
  readonly spec?: Partial<ChecksSpec>;
  /** The names of the columns that the rows have. */
  readonly read?: readonly string[];
  readonly further?: RoleProposals;
}

function resolve({ spec = {}, read, further = {}, fields = FIELDS, ...basis }: ResolveOptions = {}) {
  const columns = fields.filter(({ name }) => read === undefined || read.includes(name));
  const proposals = { ...proposeRolesOfRows(columns, fields), ...further };
  const all = { proposals, fields, columns, today: '2026-11-23', keys: KEYS, ...basis };
  return resolveChecks({ ...PROPOSED_CHECKS, ...spec }, all);
}

function lackingOf(id: CheckId, options: ResolveOptions): readonly string[] | undefined {
  return resolve(options).checks.find(({ definition }) => definition.id === id)?.lacking;
}

const KEY = ['ItemNumber', 'PriceList', 'Currency', 'MinimumQuantity'];

test('what identifies a price is the same whichever group the values propose', () => {
  expect(resolve().key).toEqual(KEY);
  for (const column of KEY) {
    const byValues = resolve({ further: { group: { column, reason: { kind: 'closest' } } } });
    expect(byValues.roles.group).toBe(column);
    expect(byValues.key).toEqual(KEY);
  }
});

test('the currency that is shown is part of what identifies a price, however it was found', () => {
  const unnamed = [testField('Sku'), testField('Money'), testField('Price', amount)];
  const codes = { column: 'Money', reason: { kind: 'currency-codes' } } as const;
  const keyOf = (options: ResolveOptions) => resolve({ fields: unnamed, keys: [], ...options }).key;
  expect(keyOf({})).toEqual(['Sku']);
  expect(keyOf({ further: { currency: codes } })).toEqual(['Sku', 'Money']);
  expect(keyOf({ spec: { roles: { currency: 'Money' } } })).toEqual(['Sku', 'Money']);
  expect(keyOf({ further: { currency: codes }, spec: { roles: { currency: null } } })).toEqual(['Sku']);
  // The column that contains the currency is not used as the column within which a single currency is expected.
  const market = [testField('Sku'), testField('MarketMoney'), testField('PriceList')];
  const ofMarket = { column: 'MarketMoney', reason: { kind: 'currency-codes' } } as const;
  expect(resolve({ fields: market, keys: [], further: { currency: ofMarket } }).currencyScope).toBe(
    'PriceList',
  );
});

test('roles that a view was saved with decide what identifies a price, and none as well', () => {
  const fields = [
    testField('Sku'),
    testField('Currency'),
    testField('Money'),
    testField('Unit'),
    testField('Pack'),
    testField('Price', amount),
    testField('MinimumQuantity', { type: 'number', scale: 0 }),
    testField('Pieces', { type: 'number', scale: 0 }),
  ];
  const keyOf = (fixed: ChecksSpec['roles'], roles: ChecksSpec['roles'] = {}) =>
    resolve({ fields, keys: [], fixed, spec: { roles } }).key;
  expect(keyOf({})).toEqual(['Sku', 'Currency', 'Unit', 'MinimumQuantity']);
  expect(keyOf({ currency: 'Money', unit: 'Pack', quantity: 'Pieces' })).toEqual([
    'Sku',
    'Money',
    'Pack',
    'Pieces',
  ]);
  expect(keyOf({ currency: null, unit: null, quantity: null })).toEqual(['Sku']);
  expect(keyOf({ currency: null }, { currency: 'Money' })).toEqual([
    'Sku',
    'Money',
    'Unit',
    'MinimumQuantity',
  ]);
  expect(keyOf({ article: 'Pack', currency: 'Gone' })).toEqual([
    'Currency',
    'Unit',
    'Pack',
    'MinimumQuantity',
  ]);
});

test('a group of customers says whom a price is for, whatever else its name says', () => {
  const fields = [testField('ItemNumber'), testField('CustomerGroup'), testField('Price', amount)];
  const { roles, key } = resolve({ fields, keys: [] });
  expect(roles.group).toBeNull();
  expect(key).toEqual(['ItemNumber', 'CustomerGroup']);
  const tools = [testField('ItemNumber'), testField('Werkzeuggruppe'), testField('Price', amount)];
  expect(resolve({ fields: tools, keys: [] })).toMatchObject({
    roles: { group: 'Werkzeuggruppe' },
    key: ['ItemNumber'],
  });
});

test('a check without the fields that it needs says which they are', () => {
  // The columns are those of the demo's last price round, with the price group.
  const read = ['EntryNo', 'ItemNumber', 'cd_PriceGroup', 'PriceList', 'Currency', 'PreviousValue', 'Value'];
  expect(lackingOf('key-twice', { read })).toEqual(['ValidFrom', 'MinimumQuantity']);
  expect(lackingOf('overlap', { read })).toEqual(['ValidFrom', 'ValidTo', 'MinimumQuantity']);
  expect(lackingOf('changed', { read })).toEqual([]);
  const without = (name: string) => ({
    read: FIELDS.map((field) => field.name).filter((each) => each !== name),
  });
  expect(lackingOf('far-from-group', without('Currency'))).toEqual(['Currency']);
  expect(lackingOf('several-currencies', without('PriceList'))).toEqual(['PriceList']);
  expect(lackingOf('ends-before-start', without('ValidTo'))).toEqual(['ValidTo']);
  // If the price was not read, another amount does not become the price.
  expect(resolve(without('Value')).roles.price).toBeNull();
  expect(lackingOf('no-price', without('Value'))).toEqual(['Value']);
});

test('a choice of a column that was not read is told, and nothing else is taken in its place', () => {
  const read = FIELDS.map(({ name }) => name).filter((name) => name !== 'PriceList');
  expect(lackingOf('gap', { read, spec: { key: ['ItemNumber', 'PriceList'] } })).toEqual(['PriceList']);
  const { roles } = resolve({ spec: { roles: { article: 'Gone' } } });
  expect(roles.article).toBeNull();
  expect(lackingOf('overlap', { spec: { roles: { article: 'Gone' } } })).toContain('Gone');
});

test('rows of a history are told apart by when the price was changed', () => {
  const history = [
    ...KEYS.map((name) => testField(name, { isPrimaryKey: true })),
    testField('ItemNumber'),
    testField('NewValue', { ...amount, isPriceColumn: true }),
    testField('ChangedAt', date),
  ];
  expect(resolve({ fields: history }).start).toEqual({ column: 'ChangedAt' });
  const read = ['EntryNo', 'ItemNumber', 'NewValue'];
  expect(lackingOf('key-twice', { fields: history, read })).toEqual(['ChangedAt']);
});

test('where the key of the metadata identifies a price, it alone says what stands twice', () => {
  const costs = [
    testField('Number', { isPrimaryKey: true }),
    testField('Cost', { ...amount, isPriceColumn: true }),
    testField('InsertDate', date),
  ];
  const options = { fields: costs, keys: ['Number'] };
  expect(resolve(options).start).toBeNull();
  expect(lackingOf('key-twice', { ...options, read: ['Number', 'Cost'] })).toEqual([]);
  expect(lackingOf('key-twice', { ...options, read: ['Cost'] })).toEqual(['Number']);
});

test('where a date may say from when on a price applies, and nobody knows, no two rows are the same price', () => {
  const fields: readonly PriceField[] = [
    testField('Sku'),
    testField('Price', amount),
    testField('Day', date),
  ];
  const keyTwice = resolve({ fields, keys: [] }).checks.find(
    ({ definition }) => definition.id === 'key-twice',
  );
  expect(keyTwice?.missing).toEqual(['validFrom']);
  // The time when a row was written does not show from which day its price applies.
  const written: readonly PriceField[] = [...fields, testField('_dtLastModifiedDate', date)];
  expect(resolve({ fields: written, keys: [] }).start).toBeNull();
  expect(resolve({ fields: written, keys: [], fixed: { validFrom: 'Day' } }).start).toEqual({
    column: 'Day',
  });
});

test('the roles of a saved view stand in the place of the proposals, and a choice in theirs', () => {
  const fixed = { group: 'ItemNumber', cost: null } as const;
  const closest = { column: 'cd_PriceGroup', reason: { kind: 'closest' } } as const;
  expect(resolve({ fixed, further: { group: closest } }).roles.group).toBe('ItemNumber');
  const chosen = resolve({ fixed, spec: { roles: { group: 'PriceList' } } });
  expect(chosen.roles.group).toBe('PriceList');
  // A saved role is ignored if the price column no longer has its column.
  expect(resolve({ fixed: { group: 'Gone' } }).roles.group).toBe('cd_PriceGroup');
});
