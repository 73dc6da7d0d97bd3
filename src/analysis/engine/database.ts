import type { DuckDBBindings } from '@duckdb/duckdb-wasm/browser-blocking';
import { tableFromIPC } from '@uwdata/flechette';
import { EngineError, type EngineFailure, type QueryResult } from './analysis-engine';
import { releaseChunks } from '@/lib/base/body-chunks';
import { NULL_CELL, PLAIN_CELL } from '@/lib/row-batches/row-batch';
import type { TextColumn } from './encoded-texts';
import { sql, type Sql } from './sql';

/** The functions of DuckDB that the engine uses. They block their thread. */
export type Bindings = Pick<
  DuckDBBindings,
  | 'cancelPendingQuery'
  | 'connect'
  | 'fetchQueryResults'
  | 'insertArrowFromIPCStream'
  | 'open'
  | 'pollPendingQuery'
  | 'startPendingQuery'
>;

export interface RunningStatement<Result> {
  /** Works on the statement for a short time. Returns null while there is more to do. Throws EngineError. */
  readonly advance: () => Result | null;
  /** Ends the statement and discards its result. */
  readonly cancel: () => void;
}

/** The database, called on the thread where it runs. It runs one statement at a time, and all functions throw EngineError. */
export interface Database {
  readonly execute: (statement: Sql) => void;
  /** Inserts all rows of an Arrow IPC stream, or none. */
  readonly insert: (sqlName: string, stream: Uint8Array) => void;
  readonly compress: () => void;
  readonly start: (query: Sql, maxRows: number) => RunningStatement<QueryResult>;
  /** Starts a query whose first column is bytes without nulls. */
  readonly startBytes: (query: Sql) => RunningStatement<Uint8Array<ArrayBuffer>>;
  /** Starts a query whose result is sent as the UTF-8 bytes of its texts. */
  readonly startTexts: (query: Sql) => RunningStatement<readonly TextColumn[]>;
  readonly startStatement: (statement: Sql) => RunningStatement<true>;
  /** The memory of the database in bytes. It never shrinks, but later tables use the room of dropped ones. */
  readonly memoryBytes: () => number;
}

/** How long the engine works on a query before it checks for cancellation. */
const POLLING_INTERVAL_MS = 50;

/** Opens an empty database in memory. */
export function openDatabase(bindings: Bindings, memoryBytes: () => number): Database {
  bindings.open({
    query: {
      queryPollingInterval: POLLING_INTERVAL_MS,
      castDecimalToDouble: false,
      castBigIntToDouble: false,
    },
  });
  const { id, run } = bindings.connect().useUnsafe((all, connection) => ({
    id: connection,
    run: (text: string) => all.runQuery(connection, text),
  }));

  function execute({ text }: Sql): void {
    failing(() => run(text));
  }

  // Extensions are not loaded, because the engine would load them from another host.
  execute(sql`SET autoinstall_known_extensions = false`);
  execute(sql`SET autoload_known_extensions = false`);
  // Compression runs only on request. By default, the engine would compress after every few pages, and most rows several times.
  execute(sql`SET checkpoint_threshold = '1TB'`);
  // This optimizer filters a materialized subquery by any of the conditions with which it is read. Here, they usually match all its rows.
  execute(sql`SET disabled_optimizers = 'cte_filter_pusher'`);
  // With these settings, no statement can reach a file or a host, or change any setting.
  execute(sql`SET enable_external_access = false`);
  execute(sql`SET lock_configuration = true`);

  return {
    execute,
    memoryBytes,
    compress: () => execute(sql`CHECKPOINT`),
    insert: (sqlName, stream) =>
      failing(() =>
        bindings.insertArrowFromIPCStream(id, stream, { name: sqlName, schema: 'main', create: false }),
      ),
    start: (query, maxRows) =>
      started(
        sql`SELECT CAST(COLUMNS(*) AS VARCHAR) FROM (${query}) LIMIT ${maxRows + 1}`,
        (header, chunks) => resultOf(header, chunks, maxRows),
      ),
    startBytes: (query) => started(query, bytesOf),
    startTexts: (query) => started(sql`SELECT CAST(COLUMNS(*) AS VARCHAR) FROM (${query})`, textsOf),
    startStatement: (statement) => started(statement, () => true),
  };

  /** Starts a statement. `read` makes its result from a header and chunks. */
  function started<Result>(
    { text }: Sql,
    read: (header: Uint8Array, chunks: readonly Uint8Array<ArrayBuffer>[]) => Result,
  ): RunningStatement<Result> {
    let header = failing(() => bindings.startPendingQuery(id, text, false));
    return {
      advance: () => {
        header ??= failing(() => bindings.pollPendingQuery(id));
        return header === null ? null : read(header, fetched());
      },
      cancel: () => {
        bindings.cancelPendingQuery(id);
      },
    };
  }

  function fetched(): Uint8Array<ArrayBuffer>[] {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    for (;;) {
      const chunk = failing(() => bindings.fetchQueryResults(id));
      if (chunk === null || chunk.length === 0) return chunks;
      // The chunk is a copy of the engine's memory, so no other thread shares its buffer.
      chunks.push(chunk as Uint8Array<ArrayBuffer>);
    }
  }
}

function resultOf(header: Uint8Array, chunks: readonly Uint8Array[], maxRows: number): QueryResult {
  const table = tableFromIPC([header, ...chunks]);
  const columns = table.children.map((column) => column.toArray());
  const rows = Array.from({ length: Math.min(table.numRows, maxRows) }, (_, row) =>
    columns.map((column) => {
      const value: unknown = column[row];
      return typeof value === 'string' ? value : null;
    }),
  );
  return { columns: table.names.map(String), rows, isTruncated: table.numRows > maxRows };
}

/** Copies the bytes from the chunks into a buffer that can be transferred. */
function bytesOf(header: Uint8Array, chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const values = tableFromIPC([header, ...chunks]).children[0]?.toArray() ?? [];
  if (values.length > 0 && !(values instanceof Uint8Array)) {
    throw new EngineError({ kind: 'query-failed', detail: 'Bytes' });
  }
  return Uint8Array.from(values as ArrayLike<number>);
}

/** A batch of an Arrow column of texts. Its buffers are parts of the result's chunks. */
interface TextBatch {
  readonly length: number;
  readonly nullCount: number;
  readonly validity?: Uint8Array;
  readonly offsets?: Int32Array;
  readonly values?: Uint8Array;
}

/** Copies all texts into one buffer, and releases the chunks. */
function textsOf(header: Uint8Array, chunks: readonly Uint8Array<ArrayBuffer>[]): readonly TextColumn[] {
  const table = tableFromIPC([header, ...chunks]);
  const rowCount = table.numRows;
  const batchesOf = table.children.map(({ data }) => data as unknown as readonly TextBatch[]);
  const sizes = batchesOf.map((batches) => batches.reduce((sum, batch) => sum + sizeOf(batch), 0));
  const endBytes = rowCount * Int32Array.BYTES_PER_ELEMENT;
  const buffer = new ArrayBuffer(sizes.reduce((sum, size) => sum + size + rowCount + endBytes, 0));
  // The ends come first, because an `Int32Array` must begin at a multiple of its element size.
  let at = sizes.length * endBytes;
  const columns = batchesOf.map((batches, index): TextColumn => {
    const size = sizes[index] ?? 0;
    const column = {
      kinds: new Uint8Array(buffer, at, rowCount),
      ends: new Int32Array(buffer, index * endBytes, rowCount),
      bytes: new Uint8Array(buffer, at + rowCount, size),
    };
    at += rowCount + size;
    fillColumn(column, batches);
    return column;
  });
  releaseChunks(chunks);
  return columns;
}

function sizeOf({ offsets, length }: TextBatch): number {
  return (offsets?.[length] ?? 0) - (offsets?.[0] ?? 0);
}

function fillColumn({ kinds, ends, bytes }: TextColumn, batches: readonly TextBatch[]): void {
  kinds.fill(PLAIN_CELL);
  let row = 0;
  let size = 0;
  for (const batch of batches) {
    const { length, nullCount, validity, offsets = new Int32Array(length + 1), values } = batch;
    const first = offsets[0] ?? 0;
    if (values !== undefined) bytes.set(values.subarray(first, first + sizeOf(batch)), size);
    for (let at = 0; at < length; at += 1) ends[row + at] = size + (offsets[at + 1] ?? 0) - first;
    if (nullCount > 0 && validity !== undefined) {
      for (let at = 0; at < length; at += 1) {
        if (((validity[at >> 3] ?? 0) & (1 << (at & 7))) === 0) kinds[row + at] = NULL_CELL;
      }
    }
    row += length;
    size += sizeOf(batch);
  }
}

function failing<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new EngineError(engineFailure(error));
  }
}

/** These patterns match messages of the engine, of its allocator, and of a browser without free memory. */
const OUT_OF_RANGE = /^out of range/i;
const OUT_OF_MEMORY =
  /^(?:Out of Memory Error|std::bad_alloc|Aborted\((?:OOM|Cannot enlarge)|Array buffer allocation failed)|"exception_type":"Out of Memory"/;
/** The first lines of these errors contain only names that this console has chosen. Other errors may quote a value of a row. */
const NAMES_OF_OURS = /^(?:Binder|Catalog) Error/;

/** Returns the failure for an error of the engine, without the values that its messages may quote. */
export function engineFailure(error: unknown): EngineFailure {
  const message = error instanceof Error ? error.message : String(error);
  if (OUT_OF_MEMORY.test(message)) return { kind: 'out-of-memory' };
  if (error instanceof WebAssembly.RuntimeError) return { kind: 'query-failed', detail: error.name };
  const firstLine = message.split('\n', 1)[0] ?? '';
  const type =
    /^[A-Za-z ]{1,40}(?=:)/.exec(firstLine) ?? /(?<="exception_type":")[A-Za-z ]{1,40}/.exec(message);
  if (type?.[0] !== undefined && OUT_OF_RANGE.test(type[0])) return { kind: 'out-of-range' };
  return { kind: 'query-failed', detail: NAMES_OF_OURS.test(firstLine) ? firstLine : (type?.[0] ?? 'Error') };
}
