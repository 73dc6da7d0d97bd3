import type { ColumnType, PriceField } from '@/contract/column';
import type { CellValue } from '@/contract/extraction';
import type { AnalysisEngine } from '../engine/analysis-engine';
import { identifier, sql, type Sql } from '../engine/sql';
import { ROW_INDEX } from '../engine/analysed-table';
import { cellReader } from '../rows/cell-reader';
import { differingColumns, differsName, ROW_KINDS, type Comparison, type RowKind } from './comparison';
import { pairsOf, SIDES, type Side } from '../matching/matched-sides';

export interface ChangeColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly role: 'key' | 'price' | 'compared';
}

/** The cells of one column on both sides. A cell is undefined if its side does not have the row. */
export interface ChangeCell {
  readonly earlier: CellValue;
  readonly later: CellValue;
  /** Whether the values differ. False for a key, and for a row that only one side has. */
  readonly differs: boolean;
}

export interface ChangeRow {
  readonly kind: RowKind;
  /** The row's position in the earlier side, starting at 0; null if that side does not have the row. */
  readonly earlierIndex: number | null;
  readonly laterIndex: number | null;
  /** The cells in the order of `columnsOf`. */
  readonly cells: readonly ChangeCell[];
  /** The exact difference, later minus earlier price. Null if a price is missing, does not fit its column, or has too many digits. */
  readonly delta: string | null;
  /** The price difference as a percentage of the absolute base, with two decimal places; null if the base is missing or zero. */
  readonly deltaPercent: string | null;
}

/** Returns the columns of a comparison: first the keys, then the price, then the others. */
export function columnsOf({ spec, sides }: Pick<Comparison, 'spec' | 'sides'>): readonly ChangeColumn[] {
  const keys = pairsOf(sides, spec.keys).map(
    ({ name, later }) => ({ name, type: later.type, role: 'key' }) as const,
  );
  const others = pairsOf(sides, differingColumns(spec)).map(({ name, later }) => {
    return { name, type: later.type, role: name === spec.price ? 'price' : 'compared' } as const;
  });
  return [...keys, ...others];
}

/** Rows that are close together are read with all rows between them, up to this many times as many rows. */
export const MAX_BETWEEN = 4;
/** The number of other rows that one query lists, because reading a longer list takes longer than reading the cells. */
const LISTED_PER_QUERY = 1_000;

/** Returns a function that reads the rows of a query, which returns their `rowid`s in the comparison as `place`. */
export function createChangeReader(
  engine: AnalysisEngine,
  comparison: Comparison,
  fields: readonly PriceField[],
): (places: Sql, maxRows: number, signal: AbortSignal) => Promise<readonly ChangeRow[]> {
  const { spec, sides } = comparison;
  const columns = columnsOf(comparison);
  const differing = differingColumns(spec);
  const readers = pairsOf(
    sides,
    columns.map(({ name }) => name),
  ).map((pair) => {
    const field = fields.find(({ name }) => name === pair.name);
    return { earlier: cellReader(pair.earlier, field), later: cellReader(pair.later, field) };
  });
  const flags = differing.map((_, index) => differsName(index));
  const flagAt = columns.map(({ name, role }) => (role === 'key' ? -1 : differing.indexOf(name)));

  async function cellsOf(
    side: Side,
    positions: readonly number[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<number, readonly CellValue[]>> {
    const found = new Map<number, readonly CellValue[]>();
    const place = identifier(ROW_INDEX);
    const texts = readers.map((reader, index) => sql`${reader[side].text} AS ${identifier(`t${index}`)}`);
    const perQuery = areClose(positions) ? positions.length : LISTED_PER_QUERY;
    for (let start = 0; start < positions.length; start += perQuery) {
      const some = positions.slice(start, start + perQuery);
      const [first, last] = reachOf(some);
      const reach = last - first + 1;
      const isIn = areClose(some)
        ? sql`TRUE`
        : sql`${place} IN (${some.map((position) => sql`${position}`)})`;
      const { rows } = await engine.query(
        sql`SELECT ${place}, ${texts} FROM ${identifier(sides[side].table.sqlName)}
          WHERE ${place} >= ${first} AND ${place} <= ${last} AND ${isIn}`,
        { signal, maxRows: reach },
      );
      for (const [position, ...cells] of rows) {
        found.set(
          Number(position),
          readers.map((reader, index) => reader[side].valueOf(cells[index] ?? null)),
        );
      }
    }
    return found;
  }

  return async (places, maxRows, signal) => {
    const { rows } = await engine.query(
      sql`SELECT ${[sql`kind`, sql`e`, sql`l`, sql`delta`, sql`percent`, ...flags]}
        FROM (SELECT place, row_number() OVER () AS nth FROM (${places})) AS wanted
        JOIN ${identifier(comparison.sqlName)} AS c ON c.rowid = place ORDER BY nth`,
      { signal, maxRows },
    );
    const indexAt = (row: readonly (string | null)[], at: number) => {
      const text = row[at] ?? null;
      return text === null ? null : Number(text);
    };
    const cells = { earlier: new Map(), later: new Map() } as Record<
      Side,
      ReadonlyMap<number, readonly CellValue[]>
    >;
    for (const side of SIDES) {
      const positions = rows.flatMap((row) => indexAt(row, side === 'earlier' ? 1 : 2) ?? []);
      cells[side] = await cellsOf(side, positions, signal);
    }
    return rows.map((row): ChangeRow => {
      const [earlierIndex, laterIndex] = [indexAt(row, 1), indexAt(row, 2)];
      const earlier = earlierIndex === null ? null : (cells.earlier.get(earlierIndex) ?? null);
      const later = laterIndex === null ? null : (cells.later.get(laterIndex) ?? null);
      return {
        kind: ROW_KINDS[Number(row[0])] ?? 'unchanged',
        earlierIndex,
        laterIndex,
        cells: columns.map((_, index) => ({
          earlier: earlier?.[index],
          later: later?.[index],
          differs: row[5 + (flagAt[index] ?? -1)] === 'true' && flagAt[index] !== -1,
        })),
        delta: row[3] ?? null,
        deltaPercent: row[4] ?? null,
      };
    });
  };
}

function reachOf(positions: readonly number[]): readonly [first: number, last: number] {
  let [first, last] = [Infinity, -Infinity];
  for (const position of positions) {
    first = Math.min(first, position);
    last = Math.max(last, position);
  }
  return [first, last];
}

function areClose(positions: readonly number[]): boolean {
  const [first, last] = reachOf(positions);
  return last - first < MAX_BETWEEN * positions.length;
}
