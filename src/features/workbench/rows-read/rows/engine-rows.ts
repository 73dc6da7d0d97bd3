import { createPagedRows, type PagedRows } from '@/lib/paged-rows/paged-rows';
import { RowsReadError } from '../../snapshot/snapshot-failure';
import type { AnalysisEngine } from '../engine/analysis-engine';
import { identifier, sql, type Sql } from '../engine/sql';

/** The rows of one request of the grid, which shows some forty rows at once. */
const ROWS_PER_BLOCK = 200;
/** The place of every row at this interval is known, so that any row is found by reading at most so many rows. */
const ROWS_PER_MARK = 1_000;

/** Rows of the engine, for the grid and for files. */
export interface EngineRows<Row> {
  readonly rowCount: number;
  readonly rows: PagedRows<Row>;
  /** Reads a page without the grid's cache. `page` is 1-based. Rejects with RowsReadError, or the signal's reason. */
  readonly readPage: (page: number, pageSize: number, signal: AbortSignal) => Promise<readonly Row[]>;
  /** Releases the rows. They cannot be read any more. */
  readonly close: () => Promise<void>;
}

/** Rows in an order in which any of them needs one bounded query. */
export interface RowOrder {
  readonly rowCount: number;
  /** Returns a query of the columns for the rows from `start` to `end`, exclusive, in their order. */
  readonly select: (columns: readonly Sql[], start: number, end: number) => Sql;
  readonly drop: () => Promise<void>;
}

/** Selects columns of a span of `count` rows; see `RowOrder.select`. */
export interface RowSpan {
  readonly count: number;
  readonly select: (columns: readonly Sql[]) => Sql;
}

/** Keeps the order of a query's rows as a table of their columns. Rejects with EngineError, or the signal's reason. */
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
  /** The column that orders the rows: whole numbers, all different. */
  readonly orderBy: Sql;
  /** The condition of the rows, whose result must not change while they are open. */
  readonly condition: Sql;
  readonly maxRows: number;
}

/** Remembers the place of every `ROWS_PER_MARK`-th row, without copying the table. Rejects with EngineError, or the signal's reason. */
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
  /** The column that identifies a row: whole numbers below 2³². */
  readonly place: Sql;
  /** The order of the rows, as in an `ORDER BY`. */
  readonly sort: readonly Sql[];
}

const PLACE_BYTES = 4;

/** Sorts rows; their order stays on the page, four bytes each. Rejects with EngineError, or the signal's reason. */
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

/** Opens rows. `close` or a failure here drops their order. Rejects with RowsReadError, or the signal's reason. */
export async function openEngineRows<Row>(
  order: RowOrder,
  readSpan: (span: RowSpan, signal: AbortSignal) => Promise<readonly Row[]>,
  signal: AbortSignal,
): Promise<EngineRows<Row>> {
  const { rowCount } = order;

  /** Reads the rows from `start` to `end`, exclusive. */
  async function read(start: number, end: number, until: AbortSignal): Promise<readonly Row[]> {
    if (start >= end) return [];
    const count = end - start;
    const span = { count, select: (columns: readonly Sql[]) => order.select(columns, start, end) };
    const rows = await readSpan(span, until).catch((error: unknown) => {
      // The engine may have ended, and all queries with it.
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
