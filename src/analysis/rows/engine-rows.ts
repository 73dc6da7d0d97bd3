import { createPagedRows, type PagedRows } from '@/lib/paged-rows/paged-rows';
import { RowsReadError } from '../snapshot/snapshot-failure';
import type { AnalysisEngine } from '../engine/analysis-engine';
import { identifier, sql, type Sql } from '../engine/sql';

/** The number of rows per request of the grid, which shows about forty rows at once. */
const ROWS_PER_BLOCK = 200;
/** The position of every row at this interval is stored. To find any other row, at most this many rows are read. */
const ROWS_PER_MARK = 1_000;

/** Rows of the engine, for the grid and for files. */
export interface EngineRows<Row> {
  readonly rowCount: number;
  readonly rows: PagedRows<Row>;
  /** Reads a page without the grid's cache. The first page is 1. Rejects with RowsReadError, or the signal's reason. */
  readonly readPage: (page: number, pageSize: number, signal: AbortSignal) => Promise<readonly Row[]>;
  /** Releases the rows. After that, they can no longer be read. */
  readonly close: () => Promise<void>;
}

/** An order of rows that makes it possible to read any of them with one bounded query. */
export interface RowOrder {
  readonly rowCount: number;
  /** Returns a query of the columns for the rows from `start` to `end` (exclusive), in this order. */
  readonly select: (columns: readonly Sql[], start: number, end: number) => Sql;
  readonly drop: () => Promise<void>;
}

/** Selects columns of `count` consecutive rows, as `RowOrder.select` does. */
export interface RowSpan {
  readonly count: number;
  readonly select: (columns: readonly Sql[]) => Sql;
}

/** Stores the rows of a query as a table, in the query's order. Rejects with EngineError, or the signal's reason. */
export async function keepOrder(engine: AnalysisEngine, query: Sql, signal: AbortSignal): Promise<RowOrder> {
  const { sqlName, rowCount } = await engine.materialise([query], signal);
  return {
    rowCount,
    select: (columns, start, end) =>
      sql`SELECT ${columns} FROM ${identifier(sqlName)} WHERE rowid >= ${start} AND rowid < ${end} ORDER BY rowid`,
    drop: () => engine.drop(sqlName),
  };
}

export interface SelectedRows {
  readonly sqlName: string;
  /** The column of different whole numbers that orders the rows. */
  readonly orderBy: Sql;
  /** The condition that selects the rows. Its result must not change while they are open. */
  readonly condition: Sql;
  readonly maxRows: number;
}

/** Orders rows without a copy: stores the position of every `ROWS_PER_MARK`-th one. Rejects with EngineError or the signal's reason. */
export async function markOrder(
  engine: AnalysisEngine,
  { sqlName, orderBy, condition, maxRows }: SelectedRows,
  signal: AbortSignal,
): Promise<RowOrder> {
  const table = identifier(sqlName);
  const numbered = sql`SELECT ${orderBy} AS place, row_number() OVER (ORDER BY ${orderBy}) - 1 AS number, count(*) OVER () AS total FROM ${table} WHERE ${condition}`;
  const { rows: marks } = await engine.query(
    sql`SELECT place, total FROM (${numbered}) WHERE number % ${ROWS_PER_MARK} = 0 ORDER BY number`,
    { signal, maxRows: Math.ceil(maxRows / ROWS_PER_MARK) + 1 },
  );
  const places = marks.map(([place]) => Number(place));
  return {
    rowCount: Number(marks[0]?.[1] ?? 0),
    select: (columns, start, end) => {
      const first = Math.floor(start / ROWS_PER_MARK);
      const next = places[Math.ceil(end / ROWS_PER_MARK)];
      const reach = sql`${orderBy} >= ${places[first] ?? 0} AND ${
        next === undefined ? sql`TRUE` : sql`${orderBy} < ${next}`
      }`;
      return sql`SELECT ${columns} FROM ${table} WHERE ${reach} AND ${condition} ORDER BY ${orderBy} LIMIT ${
        end - start
      } OFFSET ${start - first * ROWS_PER_MARK}`;
    },
    drop: () => Promise.resolve(),
  };
}

export interface SortedRows extends Pick<SelectedRows, 'sqlName' | 'condition'> {
  /** The column that identifies a row, with whole numbers below 2³². */
  readonly place: Sql;
  /** The terms of the `ORDER BY` that sorts the rows. */
  readonly sort: readonly Sql[];
}

const PLACE_BYTES = 4;

/** Sorts rows and stores their order on the page, with four bytes per row. Rejects with EngineError, or the signal's reason. */
export async function sortOrder(
  engine: AnalysisEngine,
  { sqlName, place, condition, sort }: SortedRows,
  signal: AbortSignal,
): Promise<RowOrder> {
  const table = identifier(sqlName);
  const bytes = Array.from(
    { length: PLACE_BYTES },
    (_, index) => sql`CAST((place >> ${8 * index}) & 255 AS UTINYINT)`,
  );
  const read = await engine.bytes(
    sql`SELECT unnest([${bytes}]) FROM (SELECT ${place} AS place FROM ${table} WHERE ${condition} ORDER BY ${sort})`,
    signal,
  );
  const view = new DataView(read.buffer, read.byteOffset, read.byteLength);
  const placeAt = (row: number) => view.getUint32(PLACE_BYTES * row, true);
  return {
    rowCount: read.byteLength / PLACE_BYTES,
    select: (columns, start, end) => {
      const places = Array.from(
        { length: Math.max(0, end - start) },
        (_, index) => sql`${placeAt(start + index)}`,
      );
      const numbers = places.map((_, index) => sql`${index}`);
      return sql`SELECT ${columns} FROM ${table}
        JOIN (SELECT unnest([${places}]) AS wanted_place, unnest([${numbers}]) AS wanted_number) ON ${place} = wanted_place
        ORDER BY wanted_number`;
    },
    drop: () => Promise.resolve(),
  };
}

/** Opens rows. If that fails, and when they are closed, drops their order. Rejects with RowsReadError, or the signal's reason. */
export async function openEngineRows<Row>(
  order: RowOrder,
  readSpan: (span: RowSpan, signal: AbortSignal) => Promise<readonly Row[]>,
  signal: AbortSignal,
): Promise<EngineRows<Row>> {
  const { rowCount } = order;

  /** Reads the rows from `start` to `end` (exclusive). */
  async function read(start: number, end: number, until: AbortSignal): Promise<readonly Row[]> {
    if (start >= end) return [];
    const count = end - start;
    const span = { count, select: (columns: readonly Sql[]) => order.select(columns, start, end) };
    const rows = await readSpan(span, until).catch((error: unknown) => {
      // The query has failed, for example because the engine has ended.
      throw until.aborted ? error : new RowsReadError();
    });
    if (rows.length !== count) throw new RowsReadError();
    return rows;
  }

  const readPage: EngineRows<Row>['readPage'] = (page, pageSize, until) =>
    read((page - 1) * pageSize, Math.min(rowCount, page * pageSize), until);

  try {
    const rows = createPagedRows<Row>({
      rowCount,
      rowsPerBlock: ROWS_PER_BLOCK,
      firstRows: await read(0, Math.min(rowCount, ROWS_PER_BLOCK), signal),
      fetchPage: async ({ page, pageSize }, until) => ({
        rows: await readPage(page + 1, pageSize, until),
        timing: null,
      }),
    });
    return { rowCount, rows, readPage, close: order.drop };
  } catch (error) {
    await order.drop();
    throw error;
  }
}
