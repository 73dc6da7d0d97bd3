import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createJsonLinesEncoder } from './json-lines-encoder';
import { rowBatchOf, type RowBatch } from '../row-batches/row-batch';
import type { TableRow } from './table-column';
import { decodedRows, anyTestRow, testColumns, testRow } from '@/test/test-table';

function jsonLines(rows: readonly TableRow[]): string {
  const fromValues = encoded(rowBatchOf(rows, testColumns.length));
  expect(encoded(decodedRows(rows, testColumns.length))).toBe(fromValues);
  return fromValues;
}

function encoded(rows: RowBatch): string {
  const bytes: number[] = [];
  void createJsonLinesEncoder(testColumns, { write: (part) => bytes.push(...part) }).add(rows);
  return new TextDecoder().decode(new Uint8Array(bytes));
}

it('writes an object per row with every digit', () => {
  expect(
    jsonLines([
      ['a"b', '-99999999999999.9900', '2026-01-31', true],
      [null, null, null, null],
      ['', 'abc', '', false],
    ]),
  ).toBe(
    '{"Name":"a\\"b","Value":-99999999999999.9900,"Changed":"2026-01-31","Active":true}\n' +
      '{"Name":null,"Value":null,"Changed":null,"Active":null}\n' +
      '{"Name":"","Value":"abc","Changed":"","Active":false}\n',
  );
});

it('is JSON that parses to the same values', () => {
  fc.assert(
    fc.property(fc.array(testRow), (rows) => {
      const lines = jsonLines(rows).split('\n').slice(0, -1);
      expect(lines).toHaveLength(rows.length);
      for (const [index, line] of lines.entries()) {
        // Reads numbers as text, because a double would lose digits.
        const object: Record<string, unknown> = JSON.parse(
          line.replace(/"Value":(-?[\d.]+)/, '"Value":"$1"'),
        );
        expect(Object.values(object)).toEqual(rows[index]);
      }
    }),
  );
});

it('writes the same bytes for plain and decoded cells', () => {
  // The `jsonLines` helper itself compares the bytes of plain and decoded cells.
  fc.assert(fc.property(fc.array(anyTestRow), (rows) => void jsonLines(rows)));
});
