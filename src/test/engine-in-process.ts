import { createRequire } from 'node:module';
import { createDuckDB, NODE_RUNTIME, VoidLogger } from '@duckdb/duckdb-wasm/blocking';
import * as fc from 'fast-check';
import { afterEach, beforeEach } from 'vitest';
import {
  createEngineConnection,
  type EngineWorker,
} from '@/features/workbench/analysis/engine/create-engine-connection';
import { openDatabase, type Database } from '@/features/workbench/analysis/engine/database';
import type { EngineConnection, TableRequest } from '@/features/workbench/analysis/engine/engine-connection';
import type { EngineMessage, EngineReply } from '@/features/workbench/analysis/engine/engine-messages';
import { serveEngine } from '@/features/workbench/analysis/engine/serve-engine';
import { identifier, sql } from '@/features/workbench/analysis/engine/sql';
import type { AnalysedTable } from '@/features/workbench/analysis/model/analysed-table';
import type { BodyChunks } from '@/shared/http/body-chunks';
import { anyDecimal } from './decimal.arbitraries';
import { testField } from './test-price-column';

// The worker's part in the process of the test, on the real engine; what a worker alone has is in
// e2e/journeys/analysis-engine.spec.ts.

async function loadInNode(): Promise<Database> {
  const module = (name: string) =>
    createRequire(import.meta.url).resolve(`@duckdb/duckdb-wasm/dist/duckdb-${name}.wasm`);
  const bindings = await createDuckDB(
    { mvp: { mainModule: module('mvp'), mainWorker: '' }, eh: { mainModule: module('eh'), mainWorker: '' } },
    new VoidLogger(),
    NODE_RUNTIME,
  );
  await bindings.instantiate();
  // 16 MB when it starts.
  return openDatabase(bindings, () => 16_777_216);
}

let loaded: Promise<Database> | null = null;

function startInProcess(): EngineWorker {
  let onReply: (reply: EngineReply) => void = () => undefined;
  let isOver = false;
  // One engine for all tests of this file: it takes a second to load.
  loaded ??= loadInNode();
  const database = loaded.then((opened) => {
    for (const table of ['rows_1', 'rows_2']) opened.execute(sql`DROP TABLE IF EXISTS ${identifier(table)}`);
    return opened;
  });
  let lastId = 0;
  const receive = serveEngine({
    openDatabase: () => database,
    report: (reply) => {
      if (!isOver) onReply(structuredClone(reply));
    },
    receiveMessages: () => new Promise((resolve) => setImmediate(resolve)),
  });
  return {
    send: (message, transfer) => {
      const received: EngineMessage = structuredClone(message, { transfer });
      lastId = message.id;
      setImmediate(() => receive(received));
    },
    listen: (listener) => {
      onReply = listener;
    },
    terminate: () => {
      isOver = true;
      for (let id = 1; id <= lastId; id += 1) receive({ id, command: 'cancel' });
    },
  };
}

/** Connects to the engine before each test of a file, and ends the connection afterwards. */
export function engineForEachTest() {
  let connection: EngineConnection;
  const tables: AnalysedTable[] = [];

  beforeEach(() => {
    connection = createEngineConnection(startInProcess);
  });

  afterEach(async () => {
    for (const table of tables.splice(0)) await connection.dropTable(table);
    connection.terminate();
  });

  return {
    get connection() {
      return connection;
    },
    /** The tables of the test, which are dropped after it. */
    tables,
    create: async (request: TableRequest = REQUEST): Promise<AnalysedTable> => {
      const table = await connection.createTable(request, new AbortController().signal);
      tables.push(table);
      return table;
    },
    rowsIn: async ({ sqlName }: AnalysedTable): Promise<readonly (readonly (string | null)[])[]> => {
      const all = sql`SELECT * FROM ${identifier(sqlName)} ORDER BY row_index`;
      return (await connection.query(all, { maxRows: 1_000 })).rows;
    },
    /** The database itself; null before the first test. */
    database: (): Promise<Database> | null => loaded,
  };
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

/** Texts of all kinds: many that fit a column, and some that no column but one of texts can hold. */
export const anyText = fc.oneof(
  anyDecimal,
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789.-eET: Z+\0"\\\'')) }),
  fc
    .date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') })
    .map((date) => date.toISOString()),
);
