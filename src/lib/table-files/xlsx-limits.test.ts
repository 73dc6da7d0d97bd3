/** @module-tag long */
import { expect, test } from 'vitest';
import { rowBatchOf } from '../row-batches/row-batch';
import type { TableColumn } from './table-column';
import { createXlsxEncoder } from './xlsx-encoder';
import { MAX_SHEET_ROWS } from './xlsx-limits';
import { openWorkbook } from './xlsx-reader';

const columns: readonly TableColumn[] = [
  { name: 'No', type: 'number', sqlType: 'int', precision: 10, scale: 0, maxLength: null, formatting: '' },
];
const ROWS = 1_048_577;

async function workbooks(hasFilePerSheet: boolean): Promise<Blob[]> {
  const files: Blob[][] = [];
  const encoder = await createXlsxEncoder(columns, {
    rowCount: ROWS,
    sheetTitle: 'Prices',
    aboutTitle: 'About',
    hasFilePerSheet,
    openFile: async () => {
      const parts: Blob[] = [];
      files.push(parts);
      return { write: (bytes) => void parts.push(new Blob([bytes])) };
    },
  });
  for (let start = 0; start < ROWS; start += 50_000) {
    const count = Math.min(50_000, ROWS - start);
    const rows = Array.from({ length: count }, (_, index) => [String(start + index)]);
    await encoder.add(rowBatchOf(rows, columns.length));
  }
  await encoder.finish([], '{}');
  return files.map((parts) => new Blob(parts));
}

/** Returns the first value and the last value in a sheet's rows, and the number of rows. */
async function extentOf(file: Blob, sheet: string): Promise<unknown[]> {
  const workbook = await openWorkbook(file);
  let first: unknown;
  let last: unknown;
  let count = 0;
  for await (const [value] of workbook?.rows(sheet, columns) ?? []) {
    first ??= value;
    last = value;
    count += 1;
  }
  return [first, last, count];
}

test('rows beyond the limit of a sheet go on a second one, and none is lost', async () => {
  const [file = new Blob(), ...others] = await workbooks(false);
  expect(others).toEqual([]);
  expect((await openWorkbook(file))?.sheetTitles).toEqual(['Prices', 'Prices (2)', 'About', 'Certificate']);
  expect(await extentOf(file, 'Prices')).toEqual(['0', String(MAX_SHEET_ROWS - 1), MAX_SHEET_ROWS]);
  expect(await extentOf(file, 'Prices (2)')).toEqual([
    String(MAX_SHEET_ROWS),
    String(ROWS - 1),
    ROWS - MAX_SHEET_ROWS,
  ]);
});

test('or in a second file', async () => {
  const [first = new Blob(), second = new Blob(), ...others] = await workbooks(true);
  expect(others).toEqual([]);
  expect((await openWorkbook(first))?.sheetTitles).toEqual(['Prices', 'About', 'Certificate']);
  expect(await extentOf(second, 'Prices (2)')).toEqual([
    String(MAX_SHEET_ROWS),
    String(ROWS - 1),
    ROWS - MAX_SHEET_ROWS,
  ]);
});
