import { describe, expect, test } from 'vitest';
import { PRICE_SOURCES, rowAt, rowCountAt } from './price-sources';
import { ROWS_ADDED_PER_VERSION, ROWS_REMOVED_PER_VERSION, type PriceSource } from './price-source';

/** Returns the indexes of rows in all parts of a source: the first, the last, and a few hundred between them. */
function sampledRows(source: PriceSource, version: number): number[] {
  const count = rowCountAt(source.name, { version });
  const step = Math.max(1, Math.floor(count / 400));
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step).concat(
    count > 0 ? [count - 1] : [],
  );
}

test('there is what a demonstration needs', () => {
  expect(Object.fromEntries(PRICE_SOURCES.map(({ name }) => [name, rowCountAt(name)]))).toEqual({
    SalesPrice: 1_000_000,
    CostForPricing: 40_000,
    CustomerPrice: 120_000,
    RegionalPrice: 5_000,
    PromotionPrice: 240,
    TenderPrice: 0,
    PriceHistory: 1_000_000_000,
    TestPatterns: 6_000,
  });
  expect(PRICE_SOURCES.find(({ name }) => name === 'RegionalPrice')?.fields).toHaveLength(200);
});

// This test notices changes of the data generator, because other tests, files and measurements rely on the values.
test('the data is always the same', () => {
  expect(rowAt('SalesPrice', 0)).toMatchInlineSnapshot(`
    {
      "Currency": "EUR",
      "DiscountPercent": "27.50",
      "EntryNo": "1000000",
      "ItemNumber": "A-100000000",
      "MinimumQuantity": "1",
      "Name": "Washers M4 × 16 zinc, Żelazo / Unterlegscheiben",
      "NeedsPrice": true,
      "PreviousValue": "2.5000",
      "PriceList": "AT",
      "Remark": null,
      "Unit": "100 pcs",
      "ValidFrom": "2026-01-01",
      "ValidTo": "2026-06-30",
      "Value": "2.5700",
      "_dtLastModifiedDate": "2025-11-21T09:25:54.5210796",
      "cd_PriceGroup": "FX-WASHER",
    }
  `);
  expect(rowAt('SalesPrice', 1_000_005 - 1, 1)).toMatchInlineSnapshot(`
    {
      "Currency": "EUR",
      "DiscountPercent": "2.50",
      "EntryNo": "1999997",
      "ItemNumber": "A-100031249",
      "MinimumQuantity": "10",
      "Name": "Tape measure 5 m Basic, Nordfix / Bandmaß",
      "NeedsPrice": true,
      "PreviousValue": "4.5900",
      "PriceList": "IT",
      "Remark": null,
      "Unit": "pcs",
      "ValidFrom": "2026-01-01",
      "ValidTo": null,
      "Value": "4.7200",
      "_dtLastModifiedDate": "2025-11-29T09:26:18.3287562",
      "cd_PriceGroup": "TL-TAPE",
    }
  `);
  expect(rowAt('PriceHistory', 999_999_999)).toMatchInlineSnapshot(`
    {
      "ChangedAt": "2026-11-01T16:13:40.4268787",
      "Currency": "EUR",
      "EntryNo": "1000999999",
      "ItemNumber": "A-100020293",
      "NewValue": "5.1900",
      "OldValue": "5.3900",
      "PriceList": "IT",
      "Reason": "Surcharge / Zuschlag",
    }
  `);
});

describe.each(PRICE_SOURCES.map((source) => [source.name, source] as const))('%s', (name, source) => {
  test.each([0, 1, 3])('every value suits its column, at version %i', (version) => {
    const problems = sampledRows(source, version).flatMap((index) => {
      const row = rowAt(name, index, version);
      return source.fields
        .filter(({ record }) => {
          const value = row[record.name] ?? null;
          return value === null ? !record.is_nullable : !suits(value, record);
        })
        .map(({ record }) => `${record.name} of row ${index}: ${String(row[record.name])}`);
    });
    expect(problems).toEqual([]);
  });

  test.each([0, 1, 3])('rows are in the order of their keys, each once, at version %i', (version) => {
    const keys = source.fields.filter(({ record }) => record.is_primary_key);
    expect(keys.length).toBeGreaterThan(0);
    const isOrdered = (a: Row, b: Row) => {
      const field = keys.find(({ record }) => a[record.name] !== b[record.name]);
      if (field === undefined) return false;
      const [left, right] = [a[field.record.name], b[field.record.name]].map(String);
      if (left === undefined || right === undefined) return false;
      return field.type === 'number'
        ? BigInt(left) < BigInt(right)
        : left.toLowerCase() < right.toLowerCase();
    };
    const rows = sampledRows(source, version).flatMap((index) => [index, index + 1]);
    const inside = [...new Set(rows)].filter((index) => index < rowCountAt(name, { version }));
    const ordered = inside.toSorted((a, b) => a - b).map((index) => rowAt(name, index, version));
    const pairs = ordered.slice(1).map((row, index) => [ordered[index] ?? row, row] as const);
    expect(pairs.filter(([row, next]) => !isOrdered(row, next))).toEqual([]);
  });
});

type Row = ReturnType<typeof rowAt>;

test(
  'a change of the source adds rows in front, takes rows at the end, and changes prices of few',
  { tags: ['long'] },
  () => {
    const before = rowCountAt('SalesPrice', { version: 0, baseRowCount: 40_000 });
    const after = rowCountAt('SalesPrice', { version: 1, baseRowCount: 40_000 });
    expect(after - before).toBe(ROWS_ADDED_PER_VERSION - ROWS_REMOVED_PER_VERSION);
    const shared = Array.from({ length: before - ROWS_REMOVED_PER_VERSION }, (_, index) => [
      rowAt('SalesPrice', index, 0),
      rowAt('SalesPrice', index + ROWS_ADDED_PER_VERSION, 1),
    ]);
    expect(shared.every(([old, current]) => old?.['EntryNo'] === current?.['EntryNo'])).toBe(true);
    const changed = shared.filter(([old, current]) => old?.['Value'] !== current?.['Value']);
    expect(changed.length).toBeGreaterThan(before / 80);
    expect(changed.length).toBeLessThan(before / 20);
    const untouched = ['Name', 'Currency', 'ValidFrom'];
    expect(shared.every((pair) => untouched.every((name) => pair[0]?.[name] === pair[1]?.[name]))).toBe(true);
  },
);

test('awkward values occur: 18 digits, negative amounts, empty and long texts, markup, right-to-left, odd days', () => {
  const rows = Array.from({ length: rowCountAt('TestPatterns') }, (_, index) => rowAt('TestPatterns', index));
  const some = (test: (row: Row) => boolean) => rows.some(test);
  expect(some(({ Amount }) => /^-?\d{14}\.\d{4}$/.test(String(Amount)))).toBe(true);
  expect(some(({ Amount }) => String(Amount).startsWith('-'))).toBe(true);
  expect(some(({ Amount }) => Amount === null)).toBe(true);
  expect(some(({ Remark }) => Remark === '')).toBe(true);
  expect(some(({ Remark }) => String(Remark).length === 2_000)).toBe(true);
  expect(some(({ Text }) => String(Text).includes('<script>'))).toBe(true);
  expect(some(({ Text }) => /\p{Script=Arabic}/u.test(String(Text)))).toBe(true);
  expect(some(({ Name }) => /\p{Script=Greek}/u.test(String(Name)))).toBe(true);
  for (const day of ['0001-01-01', '2024-02-29', '9999-12-31']) {
    expect(some(({ Day }) => Day === day)).toBe(true);
  }
});

function suits(value: string | boolean, record: PriceSource['fields'][number]['record']): boolean {
  if (record.typeName === 'bit') return typeof value === 'boolean';
  if (typeof value !== 'string') return false;
  switch (record.typeName) {
    case 'varchar':
    case 'nvarchar':
      return record.max_length === 0 || value.length <= record.max_length;
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(value);
    case 'datetime':
      return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/.test(value);
    case 'datetime2':
      return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}$/.test(value);
    default: {
      const [whole = '', fraction = ''] = value.replace('-', '').split('.');
      const isInRange = whole.length <= record.precision - record.scale;
      return isInRange && fraction.length === record.scale && /^\d+$/.test(whole + fraction);
    }
  }
}
