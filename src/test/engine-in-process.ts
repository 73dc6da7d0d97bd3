import * as fc from 'fast-check';
import { afterEach, beforeEach } from 'vitest';
import { createEngineConnection } from '@/analysis/engine/create-engine-connection';
import type { EngineConnection } from '@/analysis/engine/engine-connection';
import type { TableRequest } from '@/analysis/engine/engine-messages';
import { identifier, sql, type Sql } from '@/analysis/engine/sql';
import { ROW_INDEX, type AnalysedTable } from '@/analysis/engine/analysed-table';
import type { BodyChunks } from '@/lib/base/body-chunks';
import { anyDecimal } from './decimal.arbitraries';
import { databaseInProcess, startInProcess } from './start-in-process';
import { testField } from './test-price-column';

/** Connects to the engine before each test of a file, and ends the connection afterwards. */
export function engineForEachTest() {
  let connection: EngineConnection;
  const tables: AnalysedTable[] = [];

  beforeEach(() => {
    connection = createEngineConnection(startInProcess);
  });

  afterEach(async () => {
    for (const table of tables.splice(0)) await connection.drop(table.sqlName);
    connection.terminate();
  });

  return {
    get connection() {
      return connection;
    },
    /** The tables of the current test, which are dropped after it. */
    tables,
    create: async (request: TableRequest = REQUEST): Promise<AnalysedTable> => {
      const table = await connection.createTable(request, new AbortController().signal);
      tables.push(table);
      return table;
    },
    rowsIn: async (table: AnalysedTable): Promise<readonly (readonly (string | null)[])[]> => {
      const all = sql`SELECT ${columnsOf(table)} FROM ${identifier(table.sqlName)} ORDER BY ${identifier(ROW_INDEX)}`;
      return (await connection.query(all, { maxRows: 1_000 })).rows;
    },
    /** Resolves to the database of the test file's engines. */
    database: databaseInProcess,
  };
}

/** Returns the columns of a table in the engine: the position, and for each column its value, its sort value and its misfit. */
export function columnsOf({ columns }: AnalysedTable): Sql[] {
  const names = columns.flatMap(({ sqlName, orderSqlName, misfitSqlName }) => [
    sqlName,
    ...(orderSqlName === sqlName ? [] : [orderSqlName]),
    ...(misfitSqlName === null ? [] : [misfitSqlName]),
  ]);
  return [ROW_INDEX, ...names].map(identifier);
}

export type Json = string | number | boolean | null;

export const FIELDS = [
  testField('Number', { type: 'text' }),
  testField('Value', { type: 'number', sqlType: 'decimal', precision: 18, scale: 4 }),
  testField('Changed', { type: 'date', sqlType: 'datetime2', scale: 7 }),
  testField('Active', { type: 'boolean', sqlType: 'bit' }),
];
export const SNAPSHOT = { cacheKey: 'key', rowCount: 5 };
const PAGE_SIZE = 3;
export const REQUEST: TableRequest = {
  priceColumn: 'SalesPrice',
  snapshot: SNAPSHOT,
  columns: FIELDS.map((field) => ({ name: field.name, field })),
  pageSize: PAGE_SIZE,
};

export function bodyOf(
  page: number,
  rows: readonly (readonly (Json | undefined)[])[],
  members: object = {},
): BodyChunks {
  const data = rows.map((row) => Object.fromEntries(FIELDS.map(({ name }, index) => [name, row[index]])));
  const Data = {
    data,
    page,
    totalRecords: SNAPSHOT.rowCount,
    cacheKey: SNAPSHOT.cacheKey,
    cacheCreated: '2026-01-01T00:00:00Z',
    cacheExpires: '2026-01-01T01:00:00Z',
    ...members,
  };
  return [new TextEncoder().encode(JSON.stringify({ Succeeded: true, Errors: [], Data }))];
}

export const FIRST: Json[][] = [
  ['a', '1.5', '2026-01-31', true],
  ['', '-12.50000', '2026-01-31T10:11:12.1234567', false],
  [null, null, null, null],
];
export const LAST: Json[][] = [
  ['x', 'unknown', '2026-02-30', 'yes'],
  ['y', '1.23456', 'soon', true],
];
export const FIRST_READ = [
  ['0', 'a', '1.5000', null, '2026-01-31', '2026-01-31 00:00:00', null, 'true', null],
  [
    '1',
    '',
    '-12.5000',
    null,
    '2026-01-31T10:11:12.1234567',
    '2026-01-31 10:11:12.123456',
    null,
    'false',
    null,
  ],
  ['2', null, null, null, null, null, null, null, null],
];
export const LAST_READ = [
  ['3', 'x', null, 'unknown', null, null, '2026-02-30', null, 'yes'],
  ['4', 'y', null, '1.23456', null, null, 'soon', 'true', null],
];

/** Texts of all kinds. Many fit a column of some type; others only fit a text column. */
export const anyText = fc.oneof(
  anyDecimal,
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789.-eET: Z+\0"\\\'')) }),
  fc
    .date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') })
    .map((date) => date.toISOString()),
);
