import { PageMismatchError, rowsOfPage } from '@/contract/page-mismatch';
import {
  createExtractionPageReader,
  malformedPage,
  type ExtractionPage,
} from '@/rows/extraction/extraction-page-reader';
import { rowWithMissingCell } from '@/lib/row-batches/row-batch';
import { releaseChunks } from '@/lib/base/body-chunks';
import { buffersOf, type RowsInColumns } from '@/lib/row-batches/column-buffers';
import { ServiceError } from '@/ui/http/service-error';
import type { AnalysedColumn, AnalysedTable } from './analysed-table';
import {
  analysedColumn,
  createTableSql,
  hasWideScale,
  storeMisfitsSql,
  widenColumnSql,
} from './analysed-columns';
import { EngineError, type MaterialisedTable, type QueryResult } from './analysis-engine';
import { engineFailure, type Database, type RunningStatement } from './database';
import { batchOfTexts, type EncodedTexts } from './encoded-texts';
import type {
  AddedPage,
  EngineCommand,
  EngineMessage,
  EngineReply,
  EngineResults,
  EngineTrouble,
  PageRows,
  TableRequest,
} from './engine-messages';
import { DECIMAL_WORDS } from './decimal-units';
import { createRowEncoder } from './row-encoder';
import { identifier, sql, type Sql } from './sql';

export interface EngineServerParts {
  /** Opens the database when the first command needs it. Rejects with EngineError. */
  readonly openDatabase: () => Promise<Database>;
  /** Sends a reply to the page. `transfer`: the buffers that are transferred with it. */
  readonly report: (reply: EngineReply, transfer: Transferable[]) => void;
  /** Resolves after all messages that have arrived are received. */
  readonly receiveMessages: () => Promise<void>;
  /** Returns the time in milliseconds, from any origin. */
  readonly now?: () => number;
}

/** The time limit of a statement. The engine runs one statement at a time, and the others wait. */
export const MAX_STATEMENT_MS = 5 * 60_000;
/** The maximum length of a statement in characters, which limits the parsing time. The longest list that can be pasted needs far less. */
export const MAX_STATEMENT_LENGTH = 32_000_000;

/** Carries out commands one after the other. Does not use the worker's global scope, so that tests can call this function. */
export function serveEngine({
  openDatabase,
  report,
  receiveMessages,
  now = () => performance.now(),
}: EngineServerParts): (message: EngineMessage) => void {
  let database: Database | null = null;
  let tableCount = 0;
  const tables = new Map<string, ReturnType<typeof openTable>>();
  const materialised = new Set<string>();
  const views = new Map<string, Sql>();
  const waiting: { readonly id: number; readonly command: EngineCommand }[] = [];
  let isWorking = false;
  let runningId: number | null = null;
  let isCancelled = false;

  async function execute(command: EngineCommand): Promise<EngineResults[EngineCommand['kind']] | null> {
    if (statementLength(command) > MAX_STATEMENT_LENGTH) throw new EngineError({ kind: 'too-large' });
    database ??= await openDatabase();
    // The command may have been cancelled while the engine was loading.
    if (isCancelled) return null;
    switch (command.kind) {
      case 'open':
        return null;
      case 'createTable': {
        tableCount += 1;
        const table = openTable(database, `rows_${tableCount}`, command.request, renewViews);
        tables.set(table.analysed.sqlName, table);
        return table.analysed;
      }
      case 'addPage':
        return tableOf(command.sqlName).addPage(command.page, command.body);
      case 'addTexts':
        return tableOf(command.sqlName).addTexts(command.startIndex, command.columns);
      case 'drop':
        if (tables.delete(command.sqlName) || materialised.delete(command.sqlName)) {
          database.execute(dropSql(command.sqlName));
        }
        if (views.delete(command.sqlName)) {
          database.execute(sql`DROP VIEW IF EXISTS ${identifier(command.sqlName)}`);
        }
        return null;
      case 'createView':
        database.execute(viewSql(command.sqlName, command.query));
        views.set(command.sqlName, command.query);
        return null;
      case 'query':
        return resultOf(database.start(command.query, command.maxRows));
      case 'bytes':
        return resultOf(database.startBytes(command.query));
      case 'texts':
        return resultOf(database.startTexts(command.query));
      case 'materialise':
        return materialise(database, command.sqlName, command.queries);
    }
  }

  function tableOf(sqlName: string): ReturnType<typeof openTable> {
    const table = tables.get(sqlName);
    if (table === undefined) throw fault('No such table');
    return table;
  }

  /** Creates all views again. Needed after a table was altered, because the engine refuses a view whose columns have changed. */
  function renewViews(): void {
    for (const [sqlName, query] of views) {
      try {
        database?.execute(viewSql(sqlName, query));
      } catch {
        // The view's table has been dropped, so the view will be dropped, too.
      }
    }
  }

  /** Advances the query until it is done. Returns null if it was cancelled. */
  async function resultOf<T>(running: RunningStatement<T>): Promise<T | null> {
    const start = now();
    for (;;) {
      const result = running.advance();
      if (result !== null) return result;
      await receiveMessages();
      const isTooSlow = now() - start > MAX_STATEMENT_MS;
      if (isCancelled || isTooSlow) running.cancel();
      if (isCancelled) return null;
      if (isTooSlow) throw new EngineError({ kind: 'too-slow' });
    }
  }

  /** Keeps all rows of the queries in a table, or none. Returns null if the command was cancelled. */
  async function materialise(
    opened: Database,
    sqlName: string,
    queries: readonly Sql[],
  ): Promise<MaterialisedTable | null> {
    const name = identifier(sqlName);
    const counted = sql`SELECT count(*) FROM ${name}`;
    let rows: QueryResult | null = null;
    try {
      for (const [index, query] of queries.entries()) {
        const statement =
          index === 0 ? sql`CREATE OR REPLACE TABLE ${name} AS ${query}` : sql`INSERT INTO ${name} ${query}`;
        if ((await resultOf(opened.startStatement(statement))) === null) return null;
      }
      rows = await resultOf(opened.start(counted, 1));
      if (rows !== null) materialised.add(sqlName);
    } finally {
      if (rows === null) opened.execute(dropSql(sqlName));
    }
    return rows && { sqlName, rowCount: Number(rows.rows[0]?.[0]), memoryBytes: opened.memoryBytes() };
  }

  /** Runs one command at a time, because a new query on the connection would end the running one. */
  async function work(): Promise<void> {
    isWorking = true;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { id, command } = next;
      runningId = id;
      isCancelled = false;
      try {
        const result = await execute(command);
        if (!isCancelled) report({ id, kind: 'done', result }, resultBuffers(result));
      } catch (error) {
        if (!isCancelled) report({ id, kind: 'failed', trouble: troubleOf(error) }, []);
      }
      runningId = null;
      // Cancellations that have arrived are received first, so that a cancelled command does not run.
      await receiveMessages();
    }
    isWorking = false;
  }

  return ({ id, command }) => {
    if (command === 'cancel') {
      if (id === runningId) isCancelled = true;
      const index = waiting.findIndex((entry) => entry.id === id);
      if (index !== -1) waiting.splice(index, 1);
      return;
    }
    waiting.push({ id, command });
    if (!isWorking) void work();
  };
}

function openTable(database: Database, sqlName: string, request: TableRequest, onAltered: () => void) {
  const analysed: AnalysedTable = {
    sqlName,
    columns: request.columns.map(({ name, field }, index) => analysedColumn(name, field, index)),
  };
  const names = analysed.columns.map(({ name }) => name);
  const { priceColumn, snapshot, pageSize } = request;
  const readPage =
    snapshot === null ? null : createExtractionPageReader({ priceColumn, snapshot, pageSize }, names);
  const encoder = createRowEncoder(analysed.columns);
  const addedStarts = new Set<number>();
  let uncompressedRows = 0;
  const wideColumns = new Set(
    analysed.columns.filter(({ type, scale }) => type === 'number' && hasWideScale(scale)),
  );
  const columnsWithMisfits = new Set<AnalysedColumn>();
  const misfitCounts = names.map(() => 0);
  database.execute(createTableSql(sqlName, request.columns));

  function encode(opened: ExtractionPage): number {
    let rowCount = 0;
    for (const batch of opened.batches()) {
      // A missing cell does not count as null, because the row does not say what the cell contains.
      if (rowWithMissingCell(batch) !== null) throw malformedPage('Data.data: a row lacks a column');
      encoder.add(batch);
      rowCount += batch.rowCount;
    }
    opened.requireFit();
    return rowCount;
  }

  /** Inserts the encoder's rows. `halfCounts`: by column, the number of texts with half a character, which the encoder does not count. */
  function insert(startIndex: number, rowCount: number, halfCounts: readonly number[] = []): AddedPage {
    const { stream, misfits, isWide, misfitColumns } = encoder.take(startIndex);
    const widened = analysed.columns.filter(
      (column, index) => isWide[index] === true && !wideColumns.has(column),
    );
    const spoilt = misfitColumns.filter((column) => !columnsWithMisfits.has(column));
    for (const column of widened) {
      database.execute(widenColumnSql(sqlName, column));
      wideColumns.add(column);
    }
    for (const column of spoilt) {
      for (const statement of storeMisfitsSql(sqlName, column)) database.execute(statement);
      columnsWithMisfits.add(column);
    }
    if (widened.length + spoilt.length > 0) onAltered();
    database.insert(sqlName, stream);
    addedStarts.add(startIndex);
    uncompressedRows += rowCount;
    if (uncompressedRows >= ROWS_PER_COMPRESSION) {
      database.compress();
      uncompressedRows -= ROWS_PER_COMPRESSION;
    }
    for (const [index, count] of misfits.entries()) {
      misfitCounts[index] = (misfitCounts[index] ?? 0) + count + (halfCounts[index] ?? 0);
    }
    const counted = names.map((name, index) => [name, misfitCounts[index] ?? 0] as const);
    return {
      rowCount,
      misfits: Object.fromEntries(counted.filter(([, count]) => count > 0)),
      memoryBytes: database.memoryBytes(),
    };
  }

  /** Whether all buffers are long enough. If one were too short, the engine would read the memory behind it. */
  function fitsTable({ rowCount, columns }: RowsInColumns): boolean {
    return (
      columns.length === analysed.columns.length &&
      columns.every((buffers, index) => {
        const column = analysed.columns[index];
        const bitBytes = Math.ceil(rowCount / 8);
        if (buffers.validity.length < bitBytes) return false;
        if (buffers.type === 'text' || buffers.type === 'date') {
          const { offsets, bytes } = buffers;
          if (offsets.length !== rowCount + 1 || offsets[rowCount] !== bytes.length) return false;
        }
        if (buffers.type === 'text') return true;
        if (buffers.type !== column?.type) return false;
        switch (buffers.type) {
          case 'number':
            return buffers.scale === column.scale && buffers.words.length === rowCount * DECIMAL_WORDS;
          case 'date':
            return buffers.words.length === rowCount * 2;
          case 'boolean':
            return buffers.bits.length >= bitBytes;
        }
      })
    );
  }

  return {
    analysed,
    addPage: (page: number, body: PageRows): AddedPage => {
      if (readPage === null || snapshot === null) throw fault('The table has no pages');
      const startIndex = (page - 1) * pageSize;
      if (addedStarts.has(startIndex)) throw fault('The page was added before');
      encoder.clear();
      if ('columns' in body) {
        if (body.rowCount !== rowsOfPage(snapshot.rowCount, page, pageSize) || !fitsTable(body))
          throw fault('The rows do not fit the table');
        encoder.addBuffers(body);
        const added = insert(startIndex, body.rowCount);
        releaseChunks(buffersOf(body).map((buffer) => new Uint8Array(buffer)));
        return added;
      }
      const rowCount = encode(readPage(body, page));
      releaseChunks(body);
      return insert(startIndex, rowCount);
    },
    addTexts: (startIndex: number, texts: readonly EncodedTexts[]): AddedPage => {
      if (readPage !== null) throw fault('The table has pages');
      if (addedStarts.has(startIndex)) throw fault('The rows were added before');
      const batches = texts.map(batchOfTexts);
      const rowCount = batches[0]?.rowCount ?? 0;
      const isTable =
        batches.length === names.length && batches.every((batch) => batch.rowCount === rowCount);
      if (!isTable) throw fault('The rows do not fit the table');
      encoder.clear();
      encoder.addColumns(batches);
      const halfCounts = texts.map(({ halfCount }, index) =>
        analysed.columns[index]?.type === 'text' ? halfCount : 0,
      );
      return insert(startIndex, rowCount, halfCounts);
    },
  };
}

/** The engine compresses groups of this many rows. Smaller inserts would be compressed twice, and larger ones need more memory. */
const ROWS_PER_COMPRESSION = 122_880;

function resultBuffers(result: EngineResults[EngineCommand['kind']] | null): Transferable[] {
  if (result instanceof Uint8Array) return [result.buffer];
  const isOfTexts = (part: typeof result): part is EngineResults['texts'] => Array.isArray(part);
  if (!isOfTexts(result)) return [];
  return [...new Set(result.map(({ bytes }) => bytes.buffer))];
}

/** Returns the length of the longest statement of a command. */
function statementLength(command: EngineCommand): number {
  if ('queries' in command) return Math.max(0, ...command.queries.map(({ text }) => text.length));
  return 'query' in command ? command.query.text.length : 0;
}

function dropSql(sqlName: string): Sql {
  return sql`DROP TABLE IF EXISTS ${identifier(sqlName)}`;
}

function viewSql(sqlName: string, query: Sql): Sql {
  return sql`CREATE OR REPLACE VIEW ${identifier(sqlName)} AS ${query}`;
}

function fault(detail: string): EngineError {
  return new EngineError({ kind: 'query-failed', detail });
}

function troubleOf(error: unknown): EngineTrouble {
  if (error instanceof EngineError) return { kind: 'engine', failure: error.failure };
  if (error instanceof PageMismatchError)
    return { kind: 'mismatch', mismatch: error.mismatch, page: error.page };
  if (error instanceof ServiceError) return { kind: 'service', failure: error.failure, status: error.status };
  return { kind: 'engine', failure: engineFailure(error) };
}
