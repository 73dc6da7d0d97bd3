import { afterAll, beforeAll, expect } from 'vitest';
import type { AnalysedTable } from '@/analysis/engine/analysed-table';
import { createEngineConnection } from '@/analysis/engine/create-engine-connection';
import type { EngineConnection } from '@/analysis/engine/engine-connection';
import { identifier, sql } from '@/analysis/engine/sql';
import type { FileMapping, FileOutline, OutlineChoices } from '@/analysis/source-files/file-outline';
import { proposeColumns } from '@/analysis/source-files/propose-columns';
import { matchedColumns, proposeNotation } from '@/analysis/source-files/propose-notation';
import { addFile, readFileOutline, type AddedFile } from '@/analysis/source-files/read-file';
import { canonicalCells, canonicalDate } from '@/lib/table-files/canonical-rows';
import type { TableColumn, TableRow } from '@/lib/table-files/table-column';
import { columnsOf } from './engine-in-process';
import { startInProcessFiles } from './in-process-files';
import { startInProcess } from './start-in-process';
import { testField } from './test-price-column';
import { testColumns } from './test-table';

const KEY: TableColumn = {
  name: 'Key',
  type: 'text',
  sqlType: 'nvarchar',
  precision: null,
  scale: null,
  maxLength: null,
  formatting: '',
};

/** The columns of the files: a key, and one of each type. */
export const COLUMNS = [KEY, ...testColumns];
export const FIELDS = COLUMNS.map((column) => testField(column.name, column));

type Adding = Partial<Parameters<typeof addFile>[2]>;

/** Adds a key to each row. */
export function keyed(rows: readonly TableRow[]): TableRow[] {
  return rows.map((row, index): TableRow => [`K${index}`, ...row]);
}

/** Reads the outline of files by running the worker's code in this process. */
export function outlineOf(files: readonly File[], choices: OutlineChoices = {}): Promise<FileOutline> {
  return readFileOutline(files, choices, {
    signal: new AbortController().signal,
    startWorker: startInProcessFiles,
  });
}

/** Returns the mapping that the console suggests for the columns of a file. */
export function mappingOf(outline: FileOutline, regions: readonly string[] = ['en']): FileMapping {
  const columns = proposeColumns(outline.columns, FIELDS);
  const notation = proposeNotation(outline, matchedColumns({ columns }, outline, FIELDS), regions);
  return { columns, notation };
}

/** Connects a test file to an engine, into which its files are read. */
export function createFileHarness() {
  let connection: EngineConnection;
  beforeAll(() => {
    connection = createEngineConnection(startInProcess);
  });
  afterAll(() => connection.terminate());

  function add(
    files: readonly File[],
    outline: FileOutline,
    mapping: FileMapping,
    options: Adding = {},
  ): Promise<AddedFile> {
    return addFile(
      connection,
      { files, outline, mapping },
      {
        priceColumn: 'SalesPrice',
        fields: FIELDS,
        budgetBytes: 2 ** 40,
        signal: new AbortController().signal,
        startWorker: startInProcessFiles,
        ...options,
      },
    );
  }

  /** Returns the table's rows, with numbers and dates in one spelling. */
  async function rowsIn(table: AnalysedTable): Promise<unknown[][]> {
    const all = sql`SELECT ${columnsOf(table)} FROM ${identifier(table.sqlName)} ORDER BY row_index`;
    const { rows } = await connection.query(all, { maxRows: 10_000 });
    return rows.map(([index, key, name, number, numberMisfit, date, moment, dateMisfit, ...truth]) => [
      index,
      key,
      name,
      number,
      numberMisfit == null ? null : canonicalCells([{ type: 'number' }])([numberMisfit]),
      date == null ? null : canonicalDate(date),
      moment,
      dateMisfit,
      ...truth,
    ]);
  }

  /** Returns what the engine's table contains if the rows come from the service. */
  async function asFromService(rows: readonly TableRow[]): Promise<unknown[][]> {
    const table = await connection.createTable(
      {
        priceColumn: 'SalesPrice',
        snapshot: null,
        columns: FIELDS.map((field) => ({ name: field.name, field })),
        pageSize: 1,
      },
      new AbortController().signal,
    );
    const text = (cell: TableRow[number] | undefined) => (cell == null ? null : String(cell));
    await connection.addTexts(
      table,
      0,
      COLUMNS.map((_, column) => rows.map((row) => text(row[column]))),
    );
    const all = await rowsIn(table);
    await connection.drop(table.sqlName);
    return all;
  }

  return {
    get connection() {
      return connection;
    },
    add,
    rowsIn,
    asFromService,
    /** Reads files with the suggested mapping, and expects the rows that the service would have sent. */
    expectSameRows: async (
      files: readonly File[],
      expected: readonly TableRow[],
      regions?: readonly string[],
    ): Promise<AddedFile> => {
      const outline = await outlineOf(files);
      const added = await add(files, outline, mappingOf(outline, regions));
      expect(added.rowCount).toBe(expected.length);
      expect(await rowsIn(added.table)).toEqual(await asFromService(expected));
      await connection.drop(added.table.sqlName);
      return added;
    },
  };
}
