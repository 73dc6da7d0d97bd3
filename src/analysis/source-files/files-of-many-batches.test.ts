import { describe, expect, test } from 'vitest';
import { excelCsv, MACHINE_CSV } from '@/lib/table-files/csv-dialect';
import type { TableRow } from '@/lib/table-files/table-column';
import { COLUMNS, createFileHarness, keyed, mappingOf, outlineOf } from '@/test/file-harness';
import { tableFiles, type TestFormat } from '@/test/table-file';
import type { AnalysedTable } from '../engine/analysed-table';
import { identifier, sql } from '../engine/sql';

const reading = createFileHarness();

describe('rows of many batches', () => {
  const rowsUpTo = (count: number) =>
    keyed(
      Array.from({ length: count }, (_, index): TableRow => [
        `Name ${index}`,
        `${index}.5`,
        null,
        index % 2 === 0,
      ]),
    );

  test.each<{ format: TestFormat; expected: readonly number[] }>([
    { format: { kind: 'csv', dialect: excelCsv('de') }, expected: [5_000, 10_000, 12_345] },
    { format: { kind: 'xlsx' }, expected: [5_000, 5_432] },
    { format: { kind: 'parquet' }, expected: [5_000, 5_432] },
  ])('are all read, and told as they come: $format.kind', async ({ format, expected }) => {
    const rowCount = expected.at(-1) ?? 0;
    const rows = rowsUpTo(rowCount);
    const files = await tableFiles(format, COLUMNS, rows, false);
    const outline = await outlineOf(files);
    expect(outline.rowCount).toBe(rows.length);
    const progress: number[] = [];
    const added = await reading.add(files, outline, mappingOf(outline), {
      onProgress: (count) => progress.push(count),
    });
    expect(progress).toEqual(expected);
    const { rows: sums } = await reading.connection.query(
      sql`SELECT count(*), count(DISTINCT row_index), min(row_index), max(row_index), sum(c2) FROM ${identifier(added.table.sqlName)}`,
      { maxRows: 1 },
    );
    const sum = (rowCount * rowCount) / 2;
    const digits = Number.isInteger(sum) ? `${sum}.0000` : `${sum}000`;
    expect(sums).toEqual([[`${rowCount}`, `${rowCount}`, '0', `${rowCount - 1}`, digits]]);
    await reading.connection.drop(added.table.sqlName);
  });

  test.each([
    ['the person cancels', { isCancelled: true }, { message: 'not needed' }],
    ['the memory is used up', { isCancelled: false, budgetBytes: 1 }, { problem: { kind: 'too-large' } }],
  ])('leave nothing behind when %s', async (_, { isCancelled, ...options }, expected) => {
    const files = await tableFiles({ kind: 'csv', dialect: MACHINE_CSV }, COLUMNS, rowsUpTo(5_432), false);
    const outline = await outlineOf(files);
    const controller = new AbortController();
    let table: AnalysedTable | null = null;
    const adding = reading.add(files, outline, mappingOf(outline), {
      ...options,
      signal: controller.signal,
      onCreated: (created) => {
        table = created;
      },
      onProgress: () => {
        if (isCancelled) controller.abort(new Error('not needed'));
      },
    });
    await expect(adding).rejects.toMatchObject(expected);
    if (table === null) throw new Error('There was a table.');
    await expect(reading.rowsIn(table)).rejects.toMatchObject({ failure: { kind: 'query-failed' } });
  });
});
