import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { excelCsv, MACHINE_CSV, type CsvDialect } from './csv-dialect';
import { createCsvEncoder } from './csv-encoder';
import { readCsv, readCsvHeader } from './csv-reader';
import { createRowDigest } from './row-digest';
import { rowBatchOf } from '../row-batches/row-batch';
import type { TableColumn, TableRow } from './table-column';
import { anyTestRow, testColumns } from '@/test/test-table';
import { runs } from '@/test/runs';

function fileOf(columns: readonly TableColumn[], rows: readonly TableRow[], dialect: CsvDialect): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const encoder = createCsvEncoder(columns, dialect, { write: (part) => parts.push(part.slice()) });
  void encoder.add(rowBatchOf(rows, columns.length));
  return new Blob(parts);
}

async function digestOf(rows: readonly TableRow[]): Promise<string> {
  const digest = createRowDigest(testColumns);
  digest.add(rowBatchOf(rows, testColumns.length));
  return (await digest.finish()).sha256;
}

it('reads what was written, including misfits of a column’s type', async () => {
  const dialect = fc.constantFrom(
    MACHINE_CSV,
    ...['de', 'en-GB', 'fr-FR', 'hu'].flatMap((region) =>
      [null, '\t'].flatMap((delimiter) =>
        [false, true].map((hasIsoDates) => excelCsv(region, { delimiter, hasIsoDates })),
      ),
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(anyTestRow, { maxLength: 8 }), dialect, async (table, chosen) => {
      // A CSV file does not distinguish `true` from the text "true", so text columns have no booleans here.
      fc.pre(table.every(([name]) => typeof name !== 'boolean'));
      const found: TableRow[] = [];
      const file = fileOf(testColumns, table, chosen);
      for await (const row of readCsv(file, testColumns, chosen)) found.push(row);
      if ((await digestOf(found)) !== (await digestOf(table))) expect(found).toEqual(table);
    }),
    { numRuns: runs(500) },
  );
});

it('reads a misfit that begins like a number as it was written', async () => {
  const dialect = excelCsv('de');
  const rows: TableRow[] = [
    ['a', '0;,', null, null],
    ['b', '1,5;2', null, null],
    ['c', '-7,', null, null],
  ];
  const found: TableRow[] = [];
  const file = fileOf(testColumns, rows, dialect);
  for await (const row of readCsv(file, testColumns, dialect)) found.push(row);
  expect(found).toEqual(rows);
});

it('removes the guard from column names', async () => {
  const columns = testColumns.map((column) => ({ ...column, name: `=${column.name}` }));
  const dialect = excelCsv('de');
  expect(await readCsvHeader(fileOf(columns, [], dialect), dialect)).toEqual(columns.map(({ name }) => name));
});

it('removes only what the guard has added', async () => {
  const file = new Blob(["Name;Value;Changed;Active\r\n'=1;;;\r\n' =1;;;\r\n\"a,'=1\";;;\r\n"]);
  const texts: unknown[] = [];
  for await (const [text] of readCsv(file, testColumns, excelCsv('de'))) texts.push(text);
  expect(texts).toEqual(['=1', ' =1', "a,'=1"]);
});
