/** @module-tag long */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPriceSource, rowAt, rowCountAt } from '@mocks/data/price-sources';
import type { PriceField } from '@/contract/column';
import { expectFigures, readColumn, type Cell } from '@/test/profile-oracle';
import { testField } from '@/test/test-price-column';
import { connectEngine } from '@/analysis/engine/connect-engine';
import type { EngineConnection } from '@/analysis/engine/engine-connection';
import type { AnalysedTable } from '@/analysis/engine/analysed-table';

// These tests send columns of all kinds through the real worker, from the bodies of pages to figures.

const PAGE_SIZE = 10_000;

let connection: EngineConnection;
beforeAll(() => {
  connection = connectEngine();
});
afterAll(() => connection.terminate());

/** Reads rows into a table, from responses as the service writes them. `cellAt` returns a cell by column name and row. */
async function tableOf(
  fields: readonly PriceField[],
  rowCount: number,
  cellAt: (name: string, row: number) => Cell,
): Promise<AnalysedTable> {
  const snapshot = { cacheKey: 'key', rowCount };
  const columns = fields.map((field) => ({ name: field.name, field }));
  const request = { priceColumn: 'Any', snapshot, columns, pageSize: PAGE_SIZE };
  const table = await connection.createTable(request, new AbortController().signal);
  for (let start = 0, page = 1; start < rowCount; start += PAGE_SIZE, page += 1) {
    const rows = Array.from({ length: Math.min(PAGE_SIZE, rowCount - start) }, (_, index) =>
      fields.map(({ name, type }) => {
        const cell = cellAt(name, start + index);
        // Numbers are written to JSON as they are, with all their digits.
        const isNumber = type === 'number' && cell !== null;
        return `${JSON.stringify(name)}:${isNumber ? String(cell) : JSON.stringify(cell)}`;
      }),
    );
    const Data = {
      page,
      totalRecords: rowCount,
      cacheKey: 'key',
      cacheCreated: '2026-01-01T00:00:00Z',
      cacheExpires: '2026-01-01T01:00:00Z',
    };
    const members = JSON.stringify(Data).slice(1, -1);
    const data = rows.map((cells) => `{${cells.join(',')}}`).join(',');
    const body = `{"Succeeded":true,"Errors":[],"Data":{${members},"data":[${data}]}}`;
    await connection.addPage(table, page, [new TextEncoder().encode(body)]);
  }
  return table;
}

/** Reads rows into a table, and compares the figures of all columns, or of the given columns, with expected figures. */
async function expectFiguresOfAll(
  fields: readonly PriceField[],
  rowCount: number,
  cellAt: (name: string, row: number) => Cell,
  compared: readonly PriceField[] = fields,
): Promise<void> {
  const table = await tableOf(fields, rowCount, cellAt);
  for (const { name, type } of compared) {
    const cells = Array.from({ length: rowCount }, (_, row) => cellAt(name, row));
    const figures = await readColumn(connection, table, name);
    expect(figures.profile.rowCount, `${name} rows`).toBe(rowCount);
    expectFigures(figures, type, cells, name);
  }
  await connection.drop(table.sqlName);
}

const DISTINCT_TEXTS = 200_000;
const ROWS = 20_000;
const decimal = { type: 'number', sqlType: 'decimal', precision: 18, scale: 4 } as const;

/** Returns an integer from 0 to below `below` that is always the same for a row. */
function spread(row: number, below: number): number {
  return (Math.imul(row + 1, 2_654_435_761) >>> 0) % below;
}

const COLUMNS: Record<
  string,
  { readonly field: Partial<PriceField>; readonly cellAt: (row: number) => Cell }
> = {
  AllNull: { field: decimal, cellAt: () => null },
  NoDate: { field: { type: 'date', sqlType: 'date' }, cellAt: () => null },
  OneNumber: { field: decimal, cellAt: () => '-7.1250' },
  OneText: { field: {}, cellAt: (row) => (row === 12_345 ? 'single' : null) },
  Negative: {
    field: decimal,
    cellAt: (row) => `-${spread(row, 1_000_000)}.${String(spread(row, 9_973)).padStart(4, '0')}`,
  },
  Wide: {
    field: { ...decimal, precision: 38 },
    cellAt: (row) => `${row % 2 === 0 ? '-' : ''}12345678901234567890123456789${spread(row, 1_000)}.0001`,
  },
  Moments: {
    field: { type: 'date', sqlType: 'datetime2', scale: 7 },
    cellAt: (row) => {
      const day = String((spread(row, 28) + 1) % 28 || 28).padStart(2, '0');
      const second = String(spread(row, 60)).padStart(2, '0');
      return `2026-0${(row % 9) + 1}-${day}T10:11:${second}.${String(spread(row, 9_999_991)).padStart(7, '0')}`;
    },
  },
  Truth: {
    field: { type: 'boolean', sqlType: 'bit' },
    cellAt: (row) => (row % 3 === 0 ? null : row % 3 === 1),
  },
};

describe('the profiles of columns, computed in a browser', () => {
  it('equal the figures of 200 fields', async () => {
    const source = findPriceSource('RegionalPrice');
    const fields = (source?.fields ?? []).map(({ record, type }) =>
      testField(record.name, { type, sqlType: record.typeName, scale: record.scale }),
    );
    expect(fields).toHaveLength(200);
    const rows = Array.from({ length: rowCountAt('RegionalPrice') }, (_, row) => rowAt('RegionalPrice', row));
    await expectFiguresOfAll(
      fields,
      rows.length,
      (name, row) => rows[row]?.[name] ?? null,
      // Only some columns are compared, because the others are of the same kinds.
      fields.filter((_, index) => index % 13 === 0),
    );
  });

  it('equal the figures of 200,000 different texts', async () => {
    const textAt = (row: number) => {
      const text = row % DISTINCT_TEXTS;
      return `Ä ${String(spread(text, 2 ** 31)).padStart(10, '0')} ${text}`;
    };
    await expectFiguresOfAll([testField('Text')], DISTINCT_TEXTS + ROWS, (_, row) => textAt(row));
  });

  it('equal the figures of one value, of none, and of awkward ones', async () => {
    const fields = Object.entries(COLUMNS).map(([name, { field }]) => testField(name, field));
    await expectFiguresOfAll(fields, ROWS, (name, row) => COLUMNS[name]?.cellAt(row) ?? null);
  });
});
