import { beforeAll, describe, expect, it, test } from 'vitest';
import type { PriceField } from '@/contract/column';
import { openTestEngine, type TestEngine } from '@/test/analysis-engine';
import { testField, TEST_PRICE_COLUMN } from '@/test/test-price-column';
import { chosenRoles, costsFirst, proposedCurrencyScope, proposedKey, proposeRoles } from './column-roles';
import { proposeByValues } from '@/analysis/checks/propose-by-values';

const amount = (name: string, members: Partial<PriceField> = {}) =>
  testField(name, { type: 'number', sqlType: 'decimal', scale: 4, ...members });
const day = (name: string) => testField(name, { type: 'date', sqlType: 'date' });
const whole = (name: string, members: Partial<PriceField> = {}) =>
  testField(name, { type: 'number', sqlType: 'int', scale: 0, ...members });

function proposed(fields: readonly PriceField[]) {
  const proposals = proposeRoles(fields, fields);
  return Object.fromEntries(Object.entries(proposals).map(([role, { column }]) => [role, column]));
}

test('price columns with costs that the account may view come first', () => {
  const sales = { ...TEST_PRICE_COLUMN, name: 'Sales', fields: [amount('Value')] };
  const costs = { ...TEST_PRICE_COLUMN, name: 'Costs', fields: [amount('UnitCost')] };
  expect(costsFirst([sales, costs]).map(({ name }) => name)).toEqual(['Costs', 'Sales']);
  expect(costsFirst([sales, costs], () => true).map(({ name }) => name)).toEqual(['Sales', 'Costs']);
});

describe('roles are proposed from names in several languages, marks and references', () => {
  it.each([
    [
      'a marked price',
      [
        whole('EntryNo', { isKey: true, isPrimaryKey: true }),
        testField('ItemNumber'),
        testField('cd_PriceGroup', { foreignKey: { table: 'PriceGroup', column: 'Code' } }),
        testField('PriceList'),
        testField('Currency'),
        amount('Value', { isPriceColumn: true }),
        amount('PreviousValue'),
        whole('MinimumQuantity'),
        testField('Unit'),
        day('ValidFrom'),
        day('ValidTo'),
      ],
      {
        price: 'Value',
        earlierPrice: 'PreviousValue',
        currency: 'Currency',
        unit: 'Unit',
        group: 'cd_PriceGroup',
        article: 'ItemNumber',
        validFrom: 'ValidFrom',
        validTo: 'ValidTo',
        quantity: 'MinimumQuantity',
      },
    ],
    [
      'German',
      [
        testField('Artikelnummer'),
        testField('Warengruppe'),
        amount('Verkaufspreis'),
        amount('Einstandspreis'),
        testField('Währung'),
        testField('Mengeneinheit'),
        day('GueltigAb'),
        day('GueltigBis'),
        whole('Staffelmenge'),
      ],
      {
        price: 'Verkaufspreis',
        cost: 'Einstandspreis',
        currency: 'Währung',
        unit: 'Mengeneinheit',
        group: 'Warengruppe',
        article: 'Artikelnummer',
        validFrom: 'GueltigAb',
        validTo: 'GueltigBis',
        quantity: 'Staffelmenge',
      },
    ],
    [
      'French, without dates',
      [
        testField('article_code'),
        testField('famille'),
        amount('prix_net'),
        amount('ancien_prix'),
        testField('devise'),
      ],
      {
        price: 'prix_net',
        earlierPrice: 'ancien_prix',
        currency: 'devise',
        group: 'famille',
        article: 'article_code',
      },
    ],
    ['no amount', [testField('Title'), testField('Text')], {}],
  ])('%s', (_, fields, roles) => {
    expect(proposed(fields)).toEqual(roles);
  });
});

test('days are recognised by their names in several languages', () => {
  const pairs = [
    ['DATAB', 'DATBI'],
    ['Beginn', 'Ende'],
    ['Gültigkeitsbeginn', 'Gültigkeitsende'],
    ['Anfangsdatum', 'Enddatum'],
    ['date_debut', 'date_fin'],
    ['DataInizio', 'DataFine'],
    ['FechaInicio', 'FechaFin'],
    ['Ingangsdatum', 'Einddatum'],
    ['geldig_van', 'geldig_tot'],
  ] as const;
  for (const [from, to] of pairs) {
    expect(proposed([day(from), day(to)])).toEqual({ validFrom: from, validTo: to });
    expect(proposed([day(to), day(from)])).toEqual({ validFrom: from, validTo: to });
  }
  expect(proposed([day('Finished'), day('Confirmed'), day('DefinedOn')])).toEqual({});
});

test('what refers to the table of items is the article, whatever it is called', () => {
  const fields = [
    testField('ProductGroupCode'),
    testField('Ref', { foreignKey: { table: 'Item', column: 'Number' } }),
    testField('ItemNumber'),
    amount('Price'),
  ];
  expect(proposeRoles(fields, fields).article).toEqual({
    column: 'Ref',
    reason: { kind: 'reference', table: 'Item' },
  });
});

test('a price is identified by the article, whom it is for, and what it is counted in', () => {
  const fields = [
    whole('EntryNo'),
    testField('ItemNumber'),
    testField('Name'),
    testField('CustomerNo'),
    testField('Country'),
    testField('Currency'),
    amount('Price'),
    whole('Quantity'),
  ];
  const roles = chosenRoles(proposeRoles(fields, fields), {});
  expect(proposedKey(fields, roles)).toEqual(['ItemNumber', 'CustomerNo', 'Country', 'Currency', 'Quantity']);
  expect(proposedCurrencyScope(fields, roles)).toBe('CustomerNo');
  expect(proposedKey(fields, { ...roles, article: null })).toEqual([]);
  expect(chosenRoles(proposeRoles(fields, fields), { price: null }).price).toBeNull();
});

describe('what only the values tell', () => {
  const fields = [
    testField('Sku', { maxLength: 10 }),
    testField('Shelf', { maxLength: 4 }),
    testField('Money'),
    amount('Price'),
    day('A'),
    day('B'),
  ];
  // Prices of the same article are close together; prices on the same shelf are not.
  const rows = Array.from({ length: 600 }, (_, index) => [
    `S${index % 20}`,
    `T${Math.floor(index / 20) % 5}`,
    ['EUR', 'CHF', ''][index % 3] ?? null,
    `${(index % 20) ** 2 * 10 + 100 + (index % 3)}.0000`,
    index % 7 === 0 ? null : `2026-03-${String(10 + (index % 9)).padStart(2, '0')}`,
    `2026-02-${String(10 + (index % 9)).padStart(2, '0')}`,
  ]);
  let opened: TestEngine;
  beforeAll(async () => {
    opened = await openTestEngine(fields, rows);
  });

  test('codes of currencies and the closest group, but not what dates mean', async () => {
    const byMetadata = proposeRoles(fields, fields);
    expect(byMetadata.currency).toBeUndefined();
    const { signal } = new AbortController();
    const all = await proposeByValues(opened.engine, opened.table, fields, byMetadata, signal);
    expect(all).toEqual({
      price: { column: 'Price', reason: { kind: 'name' } },
      currency: { column: 'Money', reason: { kind: 'currency-codes' } },
      group: { column: 'Sku', reason: { kind: 'closest' } },
      article: { column: 'Sku', reason: { kind: 'name' } },
    });
  });

  test('the currency is the same one in whichever order fields are read, and whatever other texts there are', async () => {
    const texts = ['T1', 'T2', 'T3', 'T4', 'T5', 'T6', 'T7'].map((name) => testField(name));
    const many = [...texts, testField('Money'), testField('CostMoney'), amount('Price')];
    const cells = [
      [...texts.map(() => 'EUR or so'), 'EUR', 'CHF', '1.0000'],
      [...texts.map(() => null), '', 'CHF', '2.0000'],
      [...texts.map(() => null), 'CHF', null, '2.0000'],
    ];
    const table = opened.addTable(many, cells);
    const { signal } = new AbortController();
    const currencyOf = async (columns: typeof table.columns) =>
      (await proposeByValues(opened.engine, { ...table, columns }, many, {}, signal)).currency?.column;
    expect(await currencyOf(table.columns)).toBe('Money');
    expect(await currencyOf(table.columns.toReversed())).toBe('Money');
    expect(await currencyOf(table.columns.slice(0, 7))).toBeUndefined();
  });

  test('no group of a few rows is proposed where another column has more', async () => {
    const { signal } = new AbortController();
    const propose = (count: number) => {
      const table = opened.addTable(fields, rows.slice(0, count));
      return proposeByValues(opened.engine, table, fields, proposeRoles(fields, fields), signal);
    };
    // With 200 rows, an article or a currency has three or four rows, and a shelf has thirteen.
    expect((await propose(200)).group).toEqual({ column: 'Shelf', reason: { kind: 'closest' } });
    // With 100 rows, neither an article nor a shelf has many rows.
    expect((await propose(100)).group).toBeDefined();
  });
});
