import { expect, test } from 'vitest';
import type { PriceColumn, PriceField } from '@/contract/column';
import { priceColumnRecord, storedPriceColumn } from '@/contract/price-columns.schema';
import type { Rights } from '@/session/rights/rights';
import { RIGHTS, testColumn } from '@/test/item-columns';
import {
  PRICE_SCHEMA_FORMATS,
  priceSchema,
  priceSchemaChanges,
  priceSchemaText,
  readPriceSchemaFile,
} from './price-schema';

const COST_RIGHT = 'dataadmin-item_CostForPricing_view';

function field(record: Parameters<typeof testColumn>[0], isFilterable = true): PriceField {
  const column = testColumn(record);
  const raw = { ...column.raw, filterable: isFilterable, sortable: true };
  return { ...column, raw, isFilterable, isSortable: true };
}

const VALUE = {
  name: 'Value',
  typeName: 'decimal',
  typeName_display: 'decimal(18,4)',
  precision: 18,
  scale: 4,
};
const SALES_PRICE: PriceColumn = {
  name: 'SalesPrice',
  displayName: 'Sales price',
  description: null,
  sourceTable: 'Item_PriceList_SalesPrice',
  fields: [
    field({ name: 'EntryNo', is_primary_key: true }),
    field(VALUE),
    field({ name: 'Cost', ViewSecurityRightID: COST_RIGHT }),
  ],
};
const PROMOTION: PriceColumn = { ...SALES_PRICE, name: 'Promotion', fields: [field({ name: 'EntryNo' })] };

function text(format: (typeof PRICE_SCHEMA_FORMATS)[number], rights: Rights = RIGHTS.manager): string {
  return priceSchemaText(priceSchema([SALES_PRICE, PROMOTION], rights), format);
}

function changesSince(file: string, priceColumns: readonly PriceColumn[], rights: Rights = RIGHTS.manager) {
  const before = readPriceSchemaFile(file, rights);
  return before && priceSchemaChanges(before, priceSchema(priceColumns, rights));
}

test('the record of a field is read back as it was', () => {
  expect(storedPriceColumn(priceColumnRecord(SALES_PRICE), null)?.fields[1]).toMatchObject({
    name: 'Value',
    isFilterable: true,
  });
});

test('each price column is a type, a schema and a table of its own', () => {
  expect(text('typescript')).toContain('export interface SalesPrice {');
  expect(text('typescript')).toContain('export interface Promotion {');
  expect(text('sql')).toContain('CREATE TABLE [SalesPrice] (');
  expect(text('sql')).toContain('PRIMARY KEY ([EntryNo])');
  expect(JSON.parse(text('json-schema'))).toMatchObject({
    $defs: { SalesPrice: { title: 'SalesPrice', required: ['EntryNo', 'Value', 'Cost'] }, Promotion: {} },
  });
});

test.each(PRICE_SCHEMA_FORMATS)(
  '%s names a locked field and the right it needs, and no more of it',
  (format) => {
    const withheld = text(format, RIGHTS.analyst);
    expect(withheld).toContain('Cost');
    expect(withheld).toContain(COST_RIGHT);
    if (format === 'json') expect(withheld.split(COST_RIGHT)).toHaveLength(2);
  },
);

test('today’s price columns compared with today’s export have no change, whatever the rights', () => {
  for (const rights of Object.values(RIGHTS)) {
    expect(changesSince(text('json', rights), [SALES_PRICE, PROMOTION], rights)).toEqual([]);
  }
});

test('says what is new, gone, retyped, moved, and no longer filterable', () => {
  const [entryNo = field({ name: 'EntryNo' })] = SALES_PRICE.fields;
  const wider = { ...VALUE, typeName_display: 'decimal(20,6)', precision: 20, scale: 6 };
  const after: PriceColumn = {
    ...SALES_PRICE,
    sourceTable: 'Price2',
    fields: [{ ...entryNo, isFilterable: false }, field(wider), field({ name: 'Ean' })],
  };
  expect(changesSince(text('json'), [{ ...PROMOTION, name: 'Tender' }, after])).toEqual([
    { kind: 'added', name: 'Tender' },
    {
      kind: 'changed',
      name: 'SalesPrice',
      facts: [{ property: 'table', before: 'Item_PriceList_SalesPrice', after: 'Price2' }],
    },
    {
      kind: 'changed',
      name: 'SalesPrice.EntryNo',
      facts: [{ property: 'isFilterable', before: true, after: false }],
    },
    {
      kind: 'changed',
      name: 'SalesPrice.Value',
      facts: [{ property: 'typeLabel', before: 'decimal(18,4)', after: 'decimal(20,6)' }],
    },
    { kind: 'added', name: 'SalesPrice.Ean' },
    { kind: 'removed', name: 'SalesPrice.Cost' },
    { kind: 'removed', name: 'Promotion' },
  ]);
});

test('a right that was lost or asked for is a change; the field’s metadata is not compared', () => {
  const file = text('json', RIGHTS.analyst);
  expect(changesSince(file, [SALES_PRICE, PROMOTION], RIGHTS.manager)).toEqual([
    { kind: 'unlocked', name: 'SalesPrice.Cost' },
  ]);
  // A column that the user may no longer view is also locked in the file, so its metadata is not compared.
  expect(changesSince(text('json'), [SALES_PRICE, PROMOTION], RIGHTS.analyst)).toEqual([]);
});

test('other files are none of these', () => {
  for (const other of ['', '[]', '{}', '[{"name":"Number","metadata":{}}]', 'a,b']) {
    expect(readPriceSchemaFile(other, RIGHTS.manager)).toBeNull();
  }
});
