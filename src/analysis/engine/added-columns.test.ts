import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowBatchOf } from '@/lib/row-batches/row-batch';
import { createColumnsReader } from '@/lib/table-files/parquet-columns';
import { createParquetEncoder, UnfitColumnError } from '@/lib/table-files/parquet-encoder';
import { openParquet } from '@/lib/table-files/parquet-reader';
import {
  anyText,
  bodyOf,
  engineForEachTest,
  FIELDS,
  REQUEST,
  SNAPSHOT,
  type Json,
} from '@/test/engine-in-process';
import { testField } from '@/test/test-price-column';
import { analysedColumn } from './analysed-columns';
import { runs } from '@/test/runs';

// These tests add rows in columns, such as those of a kept copy (rows saved in this browser).

const engine = engineForEachTest();

const units = fc.bigInt({ min: -(10n ** 18n) + 1n, max: 10n ** 18n - 1n });
const price = units.map((value) => {
  const digits = String(value < 0n ? -value : value).padStart(5, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`;
});
const moment = fc
  .tuple(
    fc.date({ min: new Date('1700-01-01'), max: new Date('2260-01-01'), noInvalidDate: true }),
    fc.integer({ min: 0, max: 9_999_999 }),
  )
  .map(([date, ticks]) => `${date.toISOString().slice(0, 19)}.${String(ticks).padStart(7, '0')}`);
const fitting = [
  fc.option(fc.string({ unit: 'grapheme' })),
  fc.option(price),
  fc.option(moment),
  fc.option(fc.boolean()),
] as const;
/** Most rows fit their columns, as in real data. */
const anyRows = fc.array(
  fc.oneof(
    { weight: 30, arbitrary: fc.tuple<Json[]>(...fitting) },
    { weight: 1, arbitrary: fc.tuple<Json[]>(...fitting.map((each) => fc.oneof(each, anyText))) },
  ),
  { minLength: 1, maxLength: 40 },
);

/** Returns the rows as they are read from a kept copy, both row by row and in columns. */
async function copied(rows: readonly (readonly Json[])[]) {
  const columns = FIELDS.map(({ name, type, sqlType, precision, scale }) => ({
    name,
    type,
    sqlType,
    precision,
    scale,
    maxLength: null,
    formatting: '',
  }));
  const textColumns: string[] = [];
  for (;;) {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    try {
      const options = { textColumns, keepsNotation: true };
      const encoder = createParquetEncoder(columns, options, {
        write: (bytes) => void parts.push(Uint8Array.from(bytes)),
      });
      void encoder.add(rowBatchOf(rows as (string | boolean | null)[][], columns.length));
      encoder.finish([]);
      const { buffer } = new Uint8Array(Buffer.concat(parts));
      const source = {
        byteLength: buffer.byteLength,
        slice: (start: number, end?: number) => buffer.slice(start, end),
      };
      const parquet = await openParquet(source, columns);
      return {
        rows: await parquet.readRows(0, rows.length),
        readColumns: createColumnsReader(source, parquet, columns).readColumns,
      };
    } catch (error) {
      if (!(error instanceof UnfitColumnError)) throw error;
      textColumns.push(error.column);
    }
  }
}

test('columns come out as the same rows do through a page', async () => {
  await fc.assert(
    fc.asyncProperty(anyRows, async (rows) => {
      const request = { ...REQUEST, snapshot: { ...SNAPSHOT, rowCount: rows.length }, pageSize: 100 };
      const copy = await copied(rows);
      const paged = await engine.create(request);
      const asPage = await engine.connection.addPage(
        paged,
        1,
        bodyOf(1, copy.rows, { totalRecords: rows.length }),
      );
      const table = await engine.create(request);
      const wanted = FIELDS.map((field, index) => {
        const { name, type, scale } = analysedColumn(field.name, field, index);
        return { name, type, scale };
      });
      const added = await engine.connection.addPage(table, 1, await copy.readColumns(0, rows.length, wanted));
      expect([added.rowCount, added.misfits]).toEqual([rows.length, asPage.misfits]);
      expect(await engine.rowsIn(table)).toEqual(await engine.rowsIn(paged));
      for (const each of engine.tables.splice(0)) await engine.connection.drop(each.sqlName);
    }),
    { numRuns: runs(30) },
  );
});

test('numbers of more than 18 digits widen their column, and stay exact', async () => {
  const field = testField('EntryNo', { type: 'number', sqlType: 'bigint', precision: 19, scale: 0 });
  const table = await engine.create({
    ...REQUEST,
    snapshot: { ...SNAPSHOT, rowCount: 3 },
    columns: [{ name: field.name, field }],
    pageSize: 2,
  });
  const column = (values: readonly bigint[]) => ({
    type: 'number' as const,
    scale: 0,
    validity: Uint8Array.of(0b11),
    nullCount: 0,
    words: Uint32Array.from(
      values.flatMap((value) => [0n, 32n, 64n, 96n].map((bits) => Number(BigInt.asUintN(32, value >> bits)))),
    ),
  });
  await engine.connection.addPage(table, 1, { rowCount: 2, columns: [column([1n, -2n])] });
  await engine.connection.addPage(table, 2, {
    rowCount: 1,
    columns: [column([-9_223_372_036_854_775_808n])],
  });
  expect((await engine.rowsIn(table)).map((row) => row[1])).toEqual(['1', '-2', '-9223372036854775808']);
});

test('columns are added whole, once, and only where they fit the table and the page', async () => {
  const rows = [['a', '1.5000', null, true]];
  const page = { ...REQUEST, snapshot: { ...SNAPSHOT, rowCount: 1 } };
  const table = await engine.create(page);
  const { readColumns } = await copied(rows);
  const wanted = FIELDS.map((field, index) => ({ ...analysedColumn(field.name, field, index) }));
  const read = () => readColumns(0, 1, wanted);
  const refused = { failure: { kind: 'query-failed' } };
  const whole = await read();
  for (const broken of [
    { ...whole, columns: whole.columns.slice(1) },
    { ...whole, rowCount: 2 },
    { ...whole, columns: whole.columns.toReversed() },
    { ...whole, columns: whole.columns.map((column) => ({ ...column, validity: new Uint8Array(0) })) },
    {
      ...whole,
      columns: whole.columns.map((column) =>
        'words' in column ? { ...column, words: column.words.slice(1) } : column,
      ),
    },
  ]) {
    await expect(engine.connection.addPage(table, 1, structuredClone(broken))).rejects.toMatchObject(refused);
  }
  expect(await engine.rowsIn(table)).toEqual([]);
  expect(await engine.connection.addPage(table, 1, await read())).toMatchObject({ rowCount: 1, misfits: {} });
  await expect(engine.connection.addPage(table, 1, await read())).rejects.toMatchObject(refused);
  expect(await engine.rowsIn(table)).toHaveLength(1);
});
