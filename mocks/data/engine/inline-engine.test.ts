import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { naivePositions, tableOf } from '@/test/naive-positions';
import { runs } from '@/test/runs';
import { findPriceSource, PRICE_SOURCES, rowAt, rowCountAt } from '../price-sources';
import type { FieldSource } from '../field';
import { createInlineEngine } from './inline-engine';
import { FILTER_OPS, SelectionError, type FilterOp, type RowFilter, type RowSelection } from './selection';

const TEXT_OPS: readonly FilterOp[] = FILTER_OPS;
const ORDERED_OPS = TEXT_OPS.filter((op) => !['contains', 'startsWith', 'endsWith'].includes(op));
const BIT_OPS = ORDERED_OPS.filter((op) => !op.includes('Than'));
const OPS = { text: TEXT_OPS, number: ORDERED_OPS, date: ORDERED_OPS, boolean: BIT_OPS } as const;

// More rows than the threshold above which the engine uses its radix sort.
const ROWS = 5_000;

/** Enough rows that a filter finds some and leaves out others. */
const ROWS_TO_FILTER = 1_000;

function fieldsOf(priceColumn: string): readonly FieldSource[] {
  return findPriceSource(priceColumn)?.fields ?? [];
}

/** Generates values near those of the data, because arbitrary values would hardly ever equal a cell. */
function valueNear(
  field: FieldSource,
  selection: Pick<RowSelection, 'priceColumn' | 'version'>,
  rowCount = ROWS,
) {
  const cell = fc.nat(rowCount - 1).map((position) => {
    const value = rowAt(selection.priceColumn, position, selection.version)[field.record.name];
    return value ?? (field.type === 'text' ? '' : field.type === 'boolean' ? true : null);
  });
  switch (field.type) {
    case 'boolean':
      return fc.constantFrom('true', 'false');
    case 'number':
      return fc.tuple(cell, fc.constantFrom('', '0', '00001', '99999')).map(([value, tail]) => {
        const text = value === null ? '0' : String(value);
        return tail === '' ? text : text + (text.includes('.') ? tail : `.${tail}`);
      });
    case 'date':
      return fc
        .tuple(cell, fc.boolean())
        .map(([value, isDay]) =>
          value === null ? '2026-01-31' : isDay ? String(value).slice(0, 10) : String(value),
        );
    case 'text':
      return fc.tuple(cell, fc.nat(12), fc.nat(12), fc.boolean()).map(([value, start, length, isUpper]) => {
        const text = String(value).replaceAll(',', '');
        const part = length > 9 ? text : text.slice(start, start + length);
        return isUpper ? part.toUpperCase() : part;
      });
  }
}

function filterOn(field: FieldSource, selection: Pick<RowSelection, 'priceColumn' | 'version'>) {
  return fc.constantFrom(...OPS[field.type]).chain((op): fc.Arbitrary<RowFilter> => {
    const value = valueNear(field, selection);
    const column = field.record.name;
    return op === 'containsAny'
      ? fc
          .array(value, { minLength: 1, maxLength: 5 })
          .map((values) => ({ column, op, value: values.join(',') }))
      : value.map((text) => ({ column, op, value: text }));
  });
}

function selections(priceColumn: string): fc.Arbitrary<RowSelection> {
  const fields = fieldsOf(priceColumn).filter((field) => field.isFilterable);
  const sortable = fields.filter((field) => field.isSortable);
  return fc.nat(3).chain((version) => {
    const at = { priceColumn, version };
    return fc.record({
      priceColumn: fc.constant(priceColumn),
      version: fc.constant(version),
      baseRowCount: fc.constant(ROWS),
      filters: fc.array(
        fc.constantFrom(...fields).chain((field) => filterOn(field, at)),
        { maxLength: 3 },
      ),
      sort: fc.uniqueArray(
        fc.record({
          column: fc.constantFrom(...sortable.map(({ record }) => record.name)),
          isDescending: fc.boolean(),
        }),
        { maxLength: 3, selector: ({ column }) => column },
      ),
    });
  });
}

async function enginePositions(selection: RowSelection, key: string): Promise<unknown[]> {
  const engine = createInlineEngine();
  const rowEnd = await engine.countRows(selection);
  const bytes = await engine.readRows({ selection, columns: [key], rowStart: 0, rowEnd });
  const rows: Record<string, unknown>[] = JSON.parse(`[${new TextDecoder().decode(bytes)}]`);
  return rows.map((row) => row[key]);
}

/** Returns the keys of the rows that the engine must return. */
function expectedKeys(selection: RowSelection, key: string): unknown[] {
  const types = new Map(fieldsOf(selection.priceColumn).map((field) => [field.record.name, field.type]));
  const rows = tableOf(selection);
  return naivePositions(selection, (column) => types.get(column) ?? '').map((position) => {
    const value = rows[position]?.[key];
    return types.get(key) === 'number' ? Number(value) : value;
  });
}

/** Tests every field with every operator and in both orders. `key` is a field with unique values, which identifies rows. */
function testFields(priceColumn: string, key: string, options: { tags?: 'long'[] } = {}): void {
  const cases = fieldsOf(priceColumn).flatMap((field) =>
    OPS[field.type].map((op) => [field.record.name, op, field] as const),
  );

  test.each(cases)('%s %s: finds what a plain filter finds', options, async (column, op, field) => {
    const at = { priceColumn, version: 1 };
    const [value = ''] = fc.sample(valueNear(field, at, ROWS_TO_FILTER), {
      numRuns: runs(1),
      seed: 20261121,
    });
    const selection = { ...at, baseRowCount: ROWS_TO_FILTER, filters: [{ column, op, value }], sort: [] };
    expect(await enginePositions(selection, key)).toEqual(expectedKeys(selection, key));
  });

  test.each(fieldsOf(priceColumn).map(({ record }) => record.name))(
    'orders by %s',
    options,
    async (column) => {
      for (const isDescending of [false, true]) {
        const sort = [{ column, isDescending }];
        const selection = { priceColumn, version: 2, baseRowCount: ROWS, filters: [], sort };
        expect(await enginePositions(selection, key)).toEqual(expectedKeys(selection, key));
      }
    },
  );
}

// The price column TestPatterns has a field of every type and length.
describe('TestPatterns', () => {
  testFields('TestPatterns', 'PatternNo');
});
describe.each([
  ['SalesPrice', 'EntryNo'],
  ['CostForPricing', 'Number'],
  ['PromotionPrice', 'PromotionCode'],
] as const)('%s', (priceColumn, key) => {
  testFields(priceColumn, key, { tags: ['long'] });
});

async function expectAsPlain(priceColumn: string, key: string): Promise<void> {
  await fc.assert(
    fc.asyncProperty(selections(priceColumn), async (selection) => {
      expect(await enginePositions(selection, key)).toEqual(expectedKeys(selection, key));
    }),
    { numRuns: runs(30) },
  );
}

test.each([
  ['SalesPrice', 'EntryNo'],
  ['TestPatterns', 'PatternNo'],
])('%s finds and orders what a plain filter and sort find', expectAsPlain);
test.each([
  ['CostForPricing', 'Number'],
  ['PromotionPrice', 'PromotionCode'],
])('%s finds and orders what a plain filter and sort find', { tags: ['long'] }, expectAsPlain);

test('finds by ranges of the key order, and by period, what a plain filter finds', async () => {
  await fc.assert(
    fc.asyncProperty(selections('PriceHistory'), async (selection) => {
      expect(await enginePositions(selection, 'EntryNo')).toEqual(expectedKeys(selection, 'EntryNo'));
    }),
    { numRuns: runs(30) },
  );
});

test.each([
  ['1000010,1000003,1000003,1000011', [1_000_003, 1_000_010, 1_000_011]],
  ['5', []],
])('the values %s find each of their rows once', async (value, expected) => {
  const filters = [{ column: 'EntryNo', op: 'containsAny', value }] as const;
  const selection = { priceColumn: 'PriceHistory', version: 0, baseRowCount: ROWS, filters, sort: [] };
  expect(await enginePositions(selection, 'EntryNo')).toEqual(expected);
});

test('nulls keep the key order among themselves where a column has two parts', async () => {
  const selection: RowSelection = {
    priceColumn: 'CustomerPrice',
    version: 0,
    baseRowCount: ROWS,
    filters: [],
    sort: [{ column: 'AgreedAt', isDescending: false }],
  };
  const types = new Map(fieldsOf('CustomerPrice').map((field) => [field.record.name, field.type]));
  const nulls = naivePositions(selection, (column) => types.get(column) ?? '').slice(0, 300);
  expect(rowAt('CustomerPrice', nulls[299] ?? 0)['AgreedAt']).toBeNull();
  const engine = createInlineEngine();
  const columns = ['ItemNumber', 'CustomerNumber', 'AgreedAt'];
  const bytes = await engine.readRows({ selection, columns, rowStart: 0, rowEnd: 300 });
  expect(JSON.parse(`[${new TextDecoder().decode(bytes)}]`)).toEqual(
    nulls.map((position) => {
      const row = rowAt('CustomerPrice', position);
      return Object.fromEntries(columns.map((column) => [column, row[column]]));
    }),
  );
});

describe('rows as JSON', () => {
  const whole = (priceColumn: string): RowSelection => ({
    priceColumn,
    version: 0,
    baseRowCount: rowCountAt(priceColumn),
    filters: [],
    sort: [],
  });

  test('keeps every stored digit, in the order of the columns', async () => {
    const engine = createInlineEngine();
    const columns = ['Volume', 'Amount'];
    const bytes = await engine.readRows({
      selection: whole('TestPatterns'),
      columns,
      rowStart: 4_000,
      rowEnd: 4_003,
    });
    const rows = [4_000, 4_001, 4_002].map((index) => rowAt('TestPatterns', index));
    expect(new TextDecoder().decode(bytes)).toBe(
      rows
        .map((row) => columns.map((name) => `"${name}":${String(row[name])}`).join(','))
        .map((members) => `{${members}}`)
        .join(','),
    );
  });

  test('awkward texts come through', async () => {
    const engine = createInlineEngine();
    const bytes = await engine.readRows({
      selection: whole('TestPatterns'),
      columns: ['Text', 'Name', 'Remark', 'Flag'],
      rowStart: 0,
      rowEnd: 240,
    });
    const rows: Record<string, unknown>[] = JSON.parse(`[${new TextDecoder().decode(bytes)}]`);
    expect(rows).toHaveLength(240);
    for (const [index, row] of rows.entries()) expect(rowAt('TestPatterns', index)).toMatchObject(row);
  });

  test.each(PRICE_SOURCES.map(({ name }) => name))('%s: every cell is written as it is', async (name) => {
    const engine = createInlineEngine();
    const rowEnd = Math.min(300, rowCountAt(name));
    const columns = fieldsOf(name).map(({ record }) => record.name);
    const bytes = await engine.readRows({ selection: whole(name), columns, rowStart: 0, rowEnd });
    const rows = Array.from({ length: rowEnd }, (_, index) => {
      const cells = rowAt(name, index);
      const members = fieldsOf(name).map(({ type, record }) => {
        const cell = cells[record.name] ?? null;
        const isVerbatim = type === 'number' && cell !== null;
        return `${JSON.stringify(record.name)}:${isVerbatim ? String(cell) : JSON.stringify(cell)}`;
      });
      return `{${members.join(',')}}`;
    });
    expect(new TextDecoder().decode(bytes)).toBe(rows.join(','));
  });

  test('leaves out what lies beyond the end', async () => {
    const engine = createInlineEngine();
    const selection = whole('PromotionPrice');
    const read = (rowStart: number, rowEnd: number) =>
      engine.readRows({ selection, columns: ['PromotionCode'], rowStart, rowEnd });
    expect(JSON.parse(`[${new TextDecoder().decode(await read(235, 245))}]`)).toHaveLength(5);
    expect(await read(240, 250)).toHaveLength(0);
  });
});

test('a billion rows cost nothing until they are read', async () => {
  const engine = createInlineEngine();
  const selection: RowSelection = {
    priceColumn: 'PriceHistory',
    version: 0,
    baseRowCount: 1_000_000_000,
    filters: [{ column: 'ChangedAt', op: 'greaterThanOrEquals', value: '2020-01-01' }],
    sort: [{ column: 'EntryNo', isDescending: true }],
  };
  const count = await engine.countRows(selection);
  expect(count).toBeGreaterThan(100_000_000);
  const last = { selection, columns: ['EntryNo', 'ChangedAt'], rowStart: count - 1, rowEnd: count };
  const [row] = JSON.parse(`[${new TextDecoder().decode(await engine.readRows(last))}]`);
  expect(row.ChangedAt.slice(0, 19)).toBe('2020-01-01T00:00:00');
  const before = rowAt('PriceHistory', 1_000_000_000 - count - 1);
  expect(String(before['ChangedAt']).slice(0, 10)).toBe('2019-12-31');
});

test('finds the entries of an article among a billion, from the newest backwards', async () => {
  const engine = createInlineEngine();
  const of = (version: number): RowSelection => ({
    priceColumn: 'PriceHistory',
    version,
    baseRowCount: 1_000_000_000,
    filters: [
      { column: 'ItemNumber', op: 'equals', value: 'a-100012345' },
      { column: 'ChangedAt', op: 'lessThan', value: '2026-01-01' },
    ],
    sort: [{ column: 'ChangedAt', isDescending: true }],
  });
  const all = { ...of(0), filters: of(0).filters.slice(0, 1) };
  // The article has one price on each of eight lists, and each price has changed 4,000 times.
  expect(await engine.countRows(all)).toBe(32_000);
  const columns = ['EntryNo', 'ItemNumber', 'PriceList', 'ChangedAt'];
  const bytes = await engine.readRows({ selection: of(1), columns, rowStart: 0, rowEnd: 16 });
  const rows: Record<string, unknown>[] = JSON.parse(`[${new TextDecoder().decode(bytes)}]`);
  expect(new Set(rows.map(({ ItemNumber }) => ItemNumber))).toEqual(new Set(['A-100012345']));
  expect(new Set(rows.map(({ PriceList }) => PriceList)).size).toBe(8);
  const moments = rows.map(({ ChangedAt }) => String(ChangedAt));
  expect(moments).toEqual(moments.toSorted().toReversed());
  // A round of changes takes two and a half days and changes each price once, so the newest entry before 2026 is of 2025.
  expect(moments[0]?.slice(0, 4)).toBe('2025');
});

test('what would need a scan of too many rows is refused', async () => {
  const selection: RowSelection = {
    priceColumn: 'SalesPrice',
    version: 0,
    baseRowCount: 6_000_000,
    filters: [],
    sort: [{ column: 'Value', isDescending: false }],
  };
  await expect(createInlineEngine().countRows(selection)).rejects.toThrow(SelectionError);
});

describe('when the versions came', () => {
  test('is the day on which a price round was written', async () => {
    const at = Date.UTC(2027, 1, 3, 14, 5);
    const selection: RowSelection = {
      priceColumn: 'SalesPrice',
      version: 1,
      baseRowCount: ROWS,
      moments: [at],
      filters: [{ column: '_dtLastModifiedDate', op: 'greaterThanOrEquals', value: '2027-02-03' }],
      sort: [],
    };
    const engine = createInlineEngine();
    const rowEnd = await engine.countRows(selection);
    const read = { selection, columns: ['EntryNo', '_dtLastModifiedDate'], rowStart: 0, rowEnd };
    const rows: Record<string, unknown>[] = JSON.parse(
      `[${new TextDecoder().decode(await engine.readRows(read))}]`,
    );
    const changed = Array.from({ length: rowCountAt('SalesPrice', selection) }, (_, row) =>
      rowAt('SalesPrice', row, 1),
    ).filter((row) => String(row['_dtLastModifiedDate']).startsWith('2026-11-03'));
    expect(rows.map((row) => String(row['EntryNo']))).toEqual(changed.map((row) => row['EntryNo']));
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.every((row) => String(row['_dtLastModifiedDate']).startsWith('2027-02-03T14:0'))).toBe(true);
  });
});

describe('cancelling', () => {
  const selection: RowSelection = {
    priceColumn: 'SalesPrice',
    version: 0,
    baseRowCount: 400_000,
    filters: [{ column: 'Name', op: 'contains', value: 'm8' }],
    sort: [{ column: 'Value', isDescending: true }],
  };

  test('ends a scan between two chunks, with the reason of the signal', async () => {
    const cancellation = new AbortController();
    let scannedRows = 0;
    const counting = createInlineEngine().countRows(selection, {
      signal: cancellation.signal,
      onProgress: (rows) => {
        scannedRows += rows;
        cancellation.abort(new Error('not wanted any more'));
      },
    });
    await expect(counting).rejects.toThrow('not wanted any more');
    expect(scannedRows).toBeGreaterThan(0);
    expect(scannedRows).toBeLessThan(400_000);
  });

  test('leaves the next scan alone', async () => {
    const engine = createInlineEngine();
    const cancellation = new AbortController();
    const cancelled = engine.countRows(selection, {
      signal: cancellation.signal,
      onProgress: () => cancellation.abort(new Error('gone')),
    });
    const next = engine.countRows(selection);
    await expect(cancelled).rejects.toThrow('gone');
    await expect(next).resolves.toBeGreaterThan(1_000);
  });

  test('the same rows are looked for once', async () => {
    const engine = createInlineEngine();
    let scannedRows = 0;
    const call = { onProgress: (rows: number) => (scannedRows += rows) };
    const [first, second] = await Promise.all([
      engine.countRows(selection, call),
      engine.countRows(selection, {
        onProgress: () => expect.unreachable('the second finds them ready'),
      }),
    ]);
    expect(first).toBe(second);
    expect(scannedRows).toBeGreaterThan(400_000);
  });
});

test('finds what a list of thousands excludes, and what it asks for, among a billion rows', async () => {
  const engine = createInlineEngine();
  const values = Array.from({ length: 20_000 }, (_, index) =>
    String(rowAt('PriceHistory', index * 49_999)['EntryNo']),
  );
  const of = (filters: readonly RowFilter[]) =>
    engine.countRows({ priceColumn: 'PriceHistory', version: 0, baseRowCount: 1e9, filters, sort: [] });
  const column = 'EntryNo';
  expect(await of([{ column, op: 'containsAny', value: values.join(',') }])).toBe(20_000);
  expect(await of(values.map((value) => ({ column, op: 'notEquals', value })))).toBe(1e9 - 20_000);
});
