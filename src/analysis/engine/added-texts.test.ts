import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  anyText,
  bodyOf,
  engineForEachTest,
  FIELDS,
  FIRST,
  FIRST_READ,
  LAST_READ,
  REQUEST,
  SNAPSHOT,
} from '@/test/engine-in-process';
import { encodeTexts } from './encoded-texts';
import type { TableRequest } from './engine-messages';
import { runs } from '@/test/runs';

// These tests add rows as texts, such as those of a file.

const engine = engineForEachTest();

const OWN_ROWS: TableRequest = { ...REQUEST, snapshot: null };
const anyCell = fc.option(
  fc.oneof(
    { weight: 6, arbitrary: anyText },
    { weight: 2, arbitrary: fc.constantFrom('true', 'false', 'TRUE', '1', '007', '1e3', '-0', '\ud83d') },
    {
      weight: 1,
      arbitrary: fc.string({ unit: fc.constantFrom('ä', 'Ж', '語', '😀', '\udc00', '\ufeff') }),
    },
  ),
);

function columnsOf(rows: readonly (readonly (string | null)[])[]): (string | null)[][] {
  return FIELDS.map((_, column) => rows.map((row) => row[column] ?? null));
}

test('texts come out as they do through a page', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(anyCell, anyCell, anyCell, anyCell), { minLength: 1, maxLength: 100 }),
      fc.boolean(),
      async (rows, isEncoded) => {
        const pages = await engine.create({
          ...REQUEST,
          snapshot: { ...SNAPSHOT, rowCount: rows.length },
          pageSize: 100,
        });
        const asSent = rows.map(([text, number, date, truth]) => [
          text,
          number,
          date,
          truth === 'true' || truth === 'false' ? truth === 'true' : truth,
        ]);
        const paged = await engine.connection.addPage(
          pages,
          1,
          bodyOf(1, asSent, { totalRecords: rows.length }),
        );
        const texts = await engine.create(OWN_ROWS);
        const columns = columnsOf(rows);
        const added = await engine.connection.addTexts(
          texts,
          0,
          isEncoded ? columns.map(encodeTexts) : columns,
        );
        expect(added.rowCount).toBe(rows.length);
        expect(added.misfits).toEqual(paged.misfits);
        expect(await engine.rowsIn(texts)).toEqual(await engine.rowsIn(pages));
        for (const table of engine.tables.splice(0)) await engine.connection.drop(table.sqlName);
      },
    ),
    { numRuns: runs(30) },
  );
});

test('texts come in any order, keep their places, and are counted together', async () => {
  const table = await engine.create(OWN_ROWS);
  const last = [
    ['x', 'unknown', '2026-02-30', 'yes'],
    ['y', '1.23456', 'soon', 'true'],
  ];
  await engine.connection.addTexts(table, 3, columnsOf(last));
  const first = FIRST.map((row) => row.map((cell) => (cell === null ? null : String(cell))));
  expect(await engine.connection.addTexts(table, 0, columnsOf(first))).toMatchObject({
    rowCount: 3,
    misfits: { Value: 2, Changed: 2, Active: 1 },
  });
  expect(await engine.rowsIn(table)).toEqual([...FIRST_READ, ...LAST_READ]);
});

test('texts are added once, whole, and to a table of their own', async () => {
  const table = await engine.create(OWN_ROWS);
  const columns = columnsOf([['a', '1', null, null]]);
  await engine.connection.addTexts(table, 0, columns);
  const refused = { failure: { kind: 'query-failed' } };
  await expect(engine.connection.addTexts(table, 0, columns)).rejects.toMatchObject(refused);
  await expect(engine.connection.addTexts(table, 1, columns.slice(1))).rejects.toMatchObject(refused);
  await expect(engine.connection.addTexts(table, 1, [['b', 'c'], ...columns.slice(1)])).rejects.toMatchObject(
    refused,
  );
  await expect(engine.connection.addPage(table, 1, bodyOf(1, FIRST))).rejects.toMatchObject(refused);
  expect(await engine.rowsIn(table)).toHaveLength(1);
  const paged = await engine.create();
  await expect(engine.connection.addTexts(paged, 0, columns)).rejects.toMatchObject(refused);
});

test('texts may share a column', async () => {
  const table = await engine.create(OWN_ROWS);
  const empty = encodeTexts([null, null]);
  await engine.connection.addTexts(table, 0, [['a', 'b'], empty, empty, empty]);
  expect(await engine.rowsIn(table)).toEqual([
    ['0', 'a', null, null, null, null, null, null, null],
    ['1', 'b', null, null, null, null, null, null, null],
  ]);
});
