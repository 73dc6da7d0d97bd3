import { afterAll, beforeAll, expect, test } from 'vitest';
import { startInProcessFiles } from '@/test/in-process-files';
import { startInProcess } from '@/test/start-in-process';
import { testField } from '@/test/test-price-column';
import { addedFields, partnersName, type AddedColumns } from '../conditions/added-columns';
import { ownColumnField } from '../conditions/own-column';
import { createEngineConnection } from '../engine/create-engine-connection';
import type { EngineConnection } from '../engine/engine-connection';
import { identifier, sql } from '../engine/sql';
import { cellReader } from '../rows/cell-reader';
import { ownMapping, ownNotation, proposeOwnColumns } from '../source-files/propose-own-columns';
import { addFile, readFileOutline } from '../source-files/read-file';
import { joinSources } from '../steps/joined-columns';
import { joinOf } from './added-joins';

let connection: EngineConnection;
beforeAll(() => {
  connection = createEngineConnection(startInProcess);
});
afterAll(() => connection.terminate());

const { signal } = new AbortController();
const SALES = [testField('ItemNumber')];
const SCOPE = {
  priceColumn: {
    name: 'SalesPrice',
    displayName: 'Sales',
    description: null,
    sourceTable: 'Sales',
    fields: SALES,
  },
  priceColumns: [],
};

test('columns that no field has come beside the rows, to the digit', async () => {
  const lines = ['Artikel;Einkauf;Bemerkung;Ab', '007;1.234,50;neu;31.01.2026', '8;0,0625;;1.2.2026'];
  // More rows than those whose values decide the type of a column.
  const further = Array.from({ length: 1_000 }, (_, index) => `x${index};1,5;;`);
  const files = [
    new File([[...lines, ...further, '9;12345678901234567890,123456;;', ''].join('\n')], 'einkauf.csv'),
  ];
  const outline = await readFileOutline(files, {}, { signal, startWorker: startInProcessFiles });
  const typed = proposeOwnColumns(outline, ['de-DE'], String);
  const mapping = ownMapping(outline.columns, typed, ownNotation(outline, typed, ['de-DE']));
  const options = {
    priceColumn: 'SalesPrice',
    budgetBytes: 2 ** 40,
    signal,
    startWorker: startInProcessFiles,
  };
  const added = await addFile(
    connection,
    { files, outline, mapping },
    { ...options, fields: mapping.own.map(ownColumnField) },
  );
  expect(added.misfits).toEqual({});
  const rows = await connection.createTable(
    {
      priceColumn: 'SalesPrice',
      snapshot: null,
      columns: SALES.map((field) => ({ name: field.name, field })),
      pageSize: 1,
    },
    signal,
  );
  await connection.addTexts(rows, 0, [['9', '007', '7', '8']]);
  const columns: AddedColumns = {
    label: 'einkauf',
    origin: { kind: 'file', name: 'einkauf.csv' },
    keys: [{ current: 'ItemNumber', reference: 'Artikel' }],
    columns: ['Einkauf', 'Bemerkung', 'Ab'],
    several: { kind: 'empty' },
    isLenient: false,
    own: mapping.own,
  };
  const reference = { table: added.table, isWhole: true };
  const joined = await joinSources(
    connection,
    rows,
    [{ reference, join: joinOf(columns, '2026-01-01') }],
    signal,
  );
  expect(joined.counts).toEqual([{ found: 3, missing: 1, several: 0, unknown: 0 }]);
  const fields = addedFields([columns], SCOPE, [partnersName('einkauf')]);
  const readers = fields.map((field) => {
    const column = joined.table.columns.find(({ name }) => name === field.name);
    if (column === undefined) throw new Error(`There is no column ${field.name}.`);
    return cellReader(column, field);
  });
  const { rows: texts } = await connection.query(
    sql`SELECT ${readers.map(({ text }) => text)} FROM ${identifier(joined.table.sqlName)} ORDER BY row_index`,
    { maxRows: 10 },
  );
  expect(texts.map((row) => row.map((text, index) => readers[index]?.valueOf(text)))).toEqual([
    ['12345678901234567890.123456', null, null, '1'],
    ['1234.5', 'neu', '2026-01-31', '1'],
    [null, null, null, '0'],
    ['0.0625', null, '2026-02-01', '1'],
  ]);
});
