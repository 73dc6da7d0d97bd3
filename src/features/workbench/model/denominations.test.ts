import { expect, test } from 'vitest';
import type { PriceField } from '@/contract/column';
import { conditionOf } from './draft-query';
import { denominationKindsOf, denominationsOf } from '@/rows/price-rows/denominations';
import { isFixedBy } from './denominations';
import { ownColumnField } from '@/analysis/conditions/own-column';

const text = (name: string, table?: string) => ({
  name,
  type: 'text' as const,
  foreignKey: table === undefined ? null : { table, column: 'Code' },
});

test('fields of currencies and units are found by their names or by the tables that they refer to', () => {
  const kindOf = (name: string, table?: string) => denominationsOf([text(name, table)])[0]?.kind ?? null;
  const kindsOf = (names: string) => names.split(' ').map((name) => kindOf(name));
  expect(new Set(kindsOf('Currency CurrencyCode cd_Currency SalesCurr Währung Waehrung CCY'))).toEqual(
    new Set(['currency']),
  );
  const abbreviated =
    'Cur CURR PriceCur cd_Cur CurrKey CurrencyISOCode CurrencyId PriceCcy ccy_code Whg VKWhg Whrg Waehrg WAERS WAERK KONWA';
  expect(kindsOf(abbreviated).filter((kind) => kind !== 'currency')).toEqual([]);
  const otherLanguages =
    'Devise CodeDevise Monnaie Moneda TipoMoneda Divisa Valuta CodiceValuta Moneta Munteenheid';
  expect(kindsOf(otherLanguages).filter((kind) => kind !== 'currency')).toEqual([]);
  expect(new Set(kindsOf('Unit SalesUnit UnitCode cd_Unit UoM Einheit Mengeneinheit'))).toEqual(
    new Set(['unit']),
  );
  expect(kindOf('cd_C', 'Currency')).toBe('currency');
  expect(kindOf('cd_U', 'UnitOfMeasure')).toBe('unit');
  const partsOfCompany =
    'BusinessUnit business_unit_code OrgUnit OrganisationalUnit LegalUnitId Geschäftseinheit';
  expect(new Set(kindsOf(partsOfCompany))).toEqual(new Set([null]));
  expect(kindOf('cd_B', 'BusinessUnit')).toBe(null);
  expect(
    new Set(
      kindsOf(
        'Name Remark Community Current Recurring Security Curve Monetary DevisedBy Unity Opportunity PriceList',
      ),
    ),
  ).toEqual(new Set([null]));
  expect(denominationsOf([{ name: 'UnitPrice', type: 'number', foreignKey: null }])).toEqual([]);
});

const amount = {
  name: 'Value',
  type: 'number',
  isKey: false,
  isPrimaryKey: false,
  foreignKey: null,
  isPriceColumn: null,
  scale: 4,
  formatting: '#,##0.00',
} as const satisfies Partial<PriceField>;

test('amounts have a currency and a unit, quantities a unit, keys and percentages neither', () => {
  const both = ['currency', 'unit'];
  expect(denominationKindsOf(amount)).toEqual(both);
  expect(denominationKindsOf({ ...amount, scale: 0, isPriceColumn: true })).toEqual(both);
  expect(denominationKindsOf({ ...amount, name: 'MinimumQuantity', scale: 0 })).toEqual(['unit']);
  // A file's column has no scale, so the decimal places that it is shown with decide whether it may be money.
  expect(denominationKindsOf(ownColumnField({ name: 'cost', kind: 'number', places: 2 }))).toEqual(both);
  expect(denominationKindsOf(ownColumnField({ name: 'cost', kind: 'number', places: 12 }))).toEqual(both);
  expect(denominationKindsOf(ownColumnField({ name: 'pieces', kind: 'number', places: 0 }))).toEqual([
    'unit',
  ]);
  expect(denominationKindsOf({ ...amount, name: 'ContractVolume' })).toEqual(['unit']);
  expect(denominationKindsOf({ ...amount, name: 'EntryNo', isPrimaryKey: true })).toEqual([]);
  expect(denominationKindsOf({ ...amount, name: 'DiscountPercent' })).toEqual([]);
  expect(denominationKindsOf({ ...amount, formatting: '0.00%' })).toEqual([]);
  expect(denominationKindsOf({ ...amount, type: 'text' })).toEqual([]);
});

test('a query that admits one currency cannot mix several', () => {
  const rule = { id: 'filter-1', isDisabled: false };
  const filter = conditionOf({ name: 'Currency', type: 'text' }, 'is', rule);
  if (filter === null) throw new Error('Texts are compared with "is".');
  expect(isFixedBy({ filters: [filter] }, 'Currency')).toBe(true);
  expect(isFixedBy({ filters: [filter] }, 'Unit')).toBe(false);
  expect(isFixedBy({ filters: [{ ...filter, isDisabled: true }] }, 'Currency')).toBe(false);
  const other = conditionOf({ name: 'Currency', type: 'text' }, 'is-not', rule);
  expect(isFixedBy({ filters: other === null ? [] : [other] }, 'Currency')).toBe(false);
});
