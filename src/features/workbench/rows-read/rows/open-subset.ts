import type { CellValue, SnapshotRow } from '@/contract/extraction';
import type { PriceField } from '@/contract/column';
import { createPagedRows } from '@/shared/paged-rows/paged-rows';
import type { RowSubset } from '../../model/row-subset';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import { RowsReadError } from '../../snapshot/snapshot-failure';
import { identifier, sql, type Sql } from '../engine/sql';
import { subsetSql } from '../engine/subset-sql';
import { ROW_INDEX } from '../engine/analysed-table';
import type { RowsRead } from '../reading/rows-read';
import { cellReader } from './cell-reader';

/** Of one request of the grid, which shows some forty rows at once. */
const ROWS_PER_BLOCK = 200;
/** The place of every so many rows is known, so that any row of any subset is found by reading at most so many. */
const ROWS_PER_MARK = 1_000;

export interface SubsetSource {
  /** The snapshot that the rows were read of; its rows are not asked for. */
  readonly whole: Omit<OpenSnapshot, 'rows' | 'readPage'>;
  readonly rowsRead: Pick<RowsRead, 'engine' | 'table' | 'revision'>;
  readonly fields: readonly PriceField[];
}

/**
 * Opens some of the rows read like a snapshot of its own, for the grid and its tools: its rows come from the engine, in the
 * order of the snapshot and with the values that the service sent, and computed columns after those of the snapshot. The rows stay the same while more are being read.
 * Rejects with EngineError or RowsReadError.
 */
export async function openSubset(
  { whole, rowsRead, fields }: SubsetSource,
  subset: RowSubset,
  signal: AbortSignal,
): Promise<OpenSnapshot> {
  const { engine, table } = rowsRead;
  const tableName = identifier(table.sqlName);
  const position = identifier(ROW_INDEX);
  const last = await rowsOf(sql`SELECT max(rowid) FROM ${tableName}`, 1, signal);
  // Rows that are added later have a higher number.
  const holds = sql`${subsetSql(subset, table)} AND rowid <= ${Number(last[0]?.[0] ?? -1)}`;
  const numbered = sql`SELECT ${position} AS place, row_number() OVER (ORDER BY ${position}) - 1 AS number, count(*) OVER () AS total FROM ${tableName} WHERE ${holds}`;
  const marks = await rowsOf(
    sql`SELECT place, total FROM (${numbered}) WHERE number % ${ROWS_PER_MARK} = 0 ORDER BY number`,
    Math.ceil(whole.snapshot.rowCount / ROWS_PER_MARK) + 1,
    signal,
  );
  const places = marks.map(([place]) => Number(place));
  const rowCount = Number(marks[0]?.[1] ?? 0);
  const computed = table.columns.flatMap(({ name }) => (whole.columns.includes(name) ? [] : [name]));
  const columns = [...whole.columns, ...computed];
  const readers = columns.map((name) => {
    const column = table.columns.find((each) => each.name === name);
    return (
      column &&
      cellReader(
        column,
        fields.find((field) => field.name === name),
      )
    );
  });
  const selected = readers.flatMap((reader, index) => (reader === undefined ? [] : [{ reader, index }]));
  const cells = selected.map(({ reader, index }) => sql`${reader.text} AS ${identifier(`t${index}`)}`);

  async function rowsOf(query: Sql, maxRows: number, until: AbortSignal) {
    return (await engine.query(query, { signal: until, maxRows })).rows;
  }

  /** Reads the rows from `start` to `end`, exclusive. */
  async function read(start: number, end: number, until: AbortSignal): Promise<readonly SnapshotRow[]> {
    if (start >= end) return [];
    const first = Math.floor(start / ROWS_PER_MARK);
    const next = places[Math.ceil(end / ROWS_PER_MARK)];
    const reach = sql`${position} >= ${places[first] ?? 0} AND ${
      next === undefined ? sql`TRUE` : sql`${position} < ${next}`
    }`;
    const found = await rowsOf(
      sql`SELECT ${cells} FROM ${tableName} WHERE ${reach} AND ${holds} ORDER BY ${position} LIMIT ${
        end - start
      } OFFSET ${start - first * ROWS_PER_MARK}`,
      end - start,
      until,
    ).catch((error: unknown) => {
      // The engine may have ended, with whatever was under way.
      throw until.aborted ? error : new RowsReadError();
    });
    return found.map((texts) => {
      const row: CellValue[] = readers.map(() => undefined);
      selected.forEach(({ reader, index }, at) => {
        row[index] = reader.valueOf(texts[at] ?? null);
      });
      return row;
    });
  }

  const readPage = (page: number, pageSize: number, until: AbortSignal) =>
    read((page - 1) * pageSize, Math.min(rowCount, page * pageSize), until);

  const rows = createPagedRows<SnapshotRow>({
    rowCount,
    rowsPerBlock: ROWS_PER_BLOCK,
    firstRows: await read(0, Math.min(rowCount, ROWS_PER_BLOCK), signal),
    fetchPage: async ({ page, pageSize }, until) => ({
      rows: await readPage(page + 1, pageSize, until),
      timing: null,
    }),
  });
  const { openAt: _, ...opened } = whole;
  return {
    ...opened,
    columns,
    ...(computed.length > 0 && { computedFields: fields.filter(({ name }) => computed.includes(name)) }),
    snapshot: { ...whole.snapshot, rowCount },
    rows,
    readPage,
    subsetId: `${rowsRead.table.sqlName} ${rowsRead.revision} ${JSON.stringify(subset)}`,
  };
}
