import type { PriceField } from '@/contract/column';
import type { RowBatch } from '@/lib/row-batches/row-batch';
import { releaseChunks } from '@/lib/base/body-chunks';
import { RowsReadError } from '../snapshot/snapshot-failure';
import { ROW_INDEX } from '../engine/analysed-table';
import type { AnalysisEngine } from '../engine/analysis-engine';
import { identifier, sql, type Sql } from '../engine/sql';
import { pairsOf, SIDES, type Side } from '../matching/matched-sides';
import { cellReader } from '../rows/cell-reader';
import { createTextBatches } from '../rows/text-batches';
import { columnsOf, createChangeReader, MAX_BETWEEN, type ChangeRow } from './change-reader';
import { keptChanges, type ChangesQuery } from './change-rows';
import type { Comparison } from './comparison';

/** The part of a change in a column of a file. `present`: the value of the later side, or of the earlier one if there is no later row. */
export type ChangePart =
  | { readonly kind: 'kind' }
  | { readonly kind: 'delta' }
  | { readonly kind: 'percent' }
  | { readonly kind: 'cell'; readonly column: string; readonly of: Side | 'present' };

/** What each column in a file of changes contains. */
export interface ChangeParts {
  readonly parts: readonly ChangePart[];
  /** The kind of change as text, which is the same for all rows of the file. */
  readonly kindText: string;
}

/** Changes that were opened to be written to a file. */
export interface ChangeBatches {
  readonly rowCount: number;
  /**
   * Reads rows as a batch with the columns of the file, which the next call but one may overwrite. Rows that are far apart are returned as
   * an array instead. The first page is 1. Rejects with RowsReadError, or the signal's reason.
   */
  readonly readPage: (
    page: number,
    pageSize: number,
    signal: AbortSignal,
  ) => Promise<RowBatch | readonly ChangeRow[]>;
  readonly close: () => Promise<void>;
}

type Reach = readonly [first: number, last: number] | null;

/** Opens changes for a file. The engine returns them as bytes. Rejects with EngineError, or the signal's reason. */
export async function openChangeBatches(
  engine: AnalysisEngine,
  comparison: Comparison,
  query: ChangesQuery,
  { parts, kindText }: ChangeParts,
  signal: AbortSignal,
  fields: readonly PriceField[],
): Promise<ChangeBatches> {
  const { sides, sqlName } = comparison;
  const readRows = createChangeReader(engine, comparison, fields);
  const names = columnsOf(comparison).map(({ name }) => name);
  const pairs = pairsOf(sides, names);
  const typeOf = new Map(pairs.map(({ name, later }) => [name, later.type]));
  const batchOf = createTextBatches(
    parts.map((part) => part.kind === 'cell' && typeOf.get(part.column) === 'boolean'),
  );
  const order = await keptChanges(engine, comparison, query, signal);

  const nameOf = (column: string) => identifier(`t${names.indexOf(column)}`);
  const values = parts.map((part): Sql => {
    switch (part.kind) {
      case 'kind':
        return sql`${kindText}`;
      case 'delta':
        return sql`delta`;
      case 'percent':
        return sql`percent`;
      case 'cell': {
        const name = nameOf(part.column);
        if (part.of === 'present') return sql`coalesce(n.${name}, o.${name})`;
        return part.of === 'earlier' ? sql`o.${name}` : sql`n.${name}`;
      }
    }
  });
  const texts = Object.fromEntries(
    SIDES.map((side) => [
      side,
      pairs.map((pair) => {
        const field = fields.find(({ name }) => name === pair.name);
        return sql`${cellReader(pair[side], field).valueText} AS ${nameOf(pair.name)}`;
      }),
    ]),
  ) as unknown as Readonly<Record<Side, readonly Sql[]>>;

  const rowsOf = (side: Side, reach: Reach) => {
    const place = identifier(ROW_INDEX);
    const [first, last] = reach ?? [0, -1];
    return sql`(SELECT ${place}, ${texts[side]} FROM ${identifier(sides[side].table.sqlName)}
      WHERE ${place} >= ${first} AND ${place} <= ${last})`;
  };

  async function rowsBetween(
    start: number,
    end: number,
    until: AbortSignal,
  ): Promise<RowBatch | readonly ChangeRow[]> {
    const places = order.select([sql`place`], start, end);
    const [placed = null] = await reaches(sql`SELECT min(place), max(place) FROM (${places})`, until);
    const [first, last] = placed ?? [0, -1];
    const isNear = sql`rowid >= ${first} AND rowid <= ${last}`;
    const compared = sql`(SELECT rowid AS at_place, e, l, delta, percent FROM ${identifier(sqlName)} WHERE ${isNear})`;
    const wanted = sql`(SELECT place, row_number() OVER () AS nth FROM (${places})) AS wanted
      JOIN ${compared} AS c ON c.at_place = place`;
    const [earlier = null, later = null] = await reaches(
      sql`SELECT min(e), max(e), min(l), max(l) FROM ${wanted}`,
      until,
    );
    // Rows that are far apart are looked up one by one, because the rows between them would be most of the table.
    if (![earlier, later].every((reach) => isClose(reach, end - start))) {
      return readRows(places, end - start, until);
    }
    const place = identifier(ROW_INDEX);
    const columns = await engine.texts(
      sql`SELECT ${values} FROM ${wanted} LEFT JOIN ${rowsOf('earlier', earlier)} AS o ON o.${place} = c.e
        LEFT JOIN ${rowsOf('later', later)} AS n ON n.${place} = c.l ORDER BY nth`,
      until,
    );
    const batch = batchOf(columns, columns[0]?.ends.length ?? 0);
    // The buffers are released here, because the garbage collector would keep tens of megabytes of them.
    releaseChunks(columns.slice(0, 1).map(({ bytes }) => bytes));
    return batch;
  }

  /** Returns the minimum and maximum for each pair of columns; null if there are no values. */
  async function reaches(asked: Sql, until: AbortSignal): Promise<readonly Reach[]> {
    const { rows } = await engine.query(asked, { signal: until, maxRows: 1 });
    const found = rows[0] ?? [];
    return Array.from({ length: found.length / 2 }, (_, index): Reach => {
      const [first = null, last = null] = found.slice(2 * index);
      return first === null || last === null ? null : [Number(first), Number(last)];
    });
  }

  return {
    rowCount: order.rowCount,
    close: order.drop,
    readPage: async (page, pageSize, until) => {
      const start = (page - 1) * pageSize;
      const end = Math.min(order.rowCount, page * pageSize);
      const rows = await rowsBetween(start, end, until).catch((error: unknown) => {
        // The query has failed, for example because the engine has ended.
        throw until.aborted ? error : new RowsReadError();
      });
      if (('columnCount' in rows ? rows.rowCount : rows.length) !== end - start) throw new RowsReadError();
      return rows;
    },
  };
}

function isClose(reach: Reach, count: number): boolean {
  return reach === null || reach[1] - reach[0] < MAX_BETWEEN * count;
}
