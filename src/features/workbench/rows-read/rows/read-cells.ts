import type { PriceField } from '@/contract/column';
import type { CellValue } from '@/contract/extraction';
import type { AnalysisEngine } from '../engine/analysis-engine';
import { ROW_INDEX, type AnalysedTable } from '../engine/analysed-table';
import { identifier, sql, type Sql } from '../engine/sql';
import { cellReader } from './cell-reader';

const ROW = identifier(ROW_INDEX);
/** Where rows are as dense as this, all of their span are read, rather than each looked up: the engine would compile a list of them. */
const DENSE_SHARE = 0.5;

/** The condition of rows at these positions of the snapshot, of which there is at least one. */
export function isAmong(positions: readonly number[]): Sql {
  return sql`${ROW} >= ${Math.min(...positions)} AND ${ROW} <= ${Math.max(...positions)}
    AND ${ROW} IN (${positions.map((position) => sql`${position}`)})`;
}

/**
 * Returns a function that reads the cells of rows of the table, as the service sent them, by their positions in the snapshot, of which
 * there is at least one. Rows between them may come along.
 */
export function createCellsReader(
  engine: AnalysisEngine,
  { sqlName, columns }: AnalysedTable,
  fields: readonly PriceField[],
): (positions: readonly number[], signal: AbortSignal) => Promise<ReadonlyMap<number, readonly CellValue[]>> {
  const readers = columns.map((column) =>
    cellReader(
      column,
      fields.find(({ name }) => name === column.name),
    ),
  );
  const texts = readers.map(({ text }, index) => sql`${text} AS ${identifier(`t${index}`)}`);
  return async (positions, signal) => {
    const [first, last] = [Math.min(...positions), Math.max(...positions)];
    const isDense = positions.length >= DENSE_SHARE * (last - first + 1);
    const condition = isDense ? sql`${ROW} >= ${first} AND ${ROW} <= ${last}` : isAmong(positions);
    const { rows } = await engine.query(
      sql`SELECT ${[ROW, ...texts]} FROM ${identifier(sqlName)} WHERE ${condition}`,
      { signal, maxRows: isDense ? last - first + 1 : positions.length },
    );
    return new Map(
      rows.map(([position, ...cells]) => [
        Number(position),
        readers.map((reader, index) => reader.valueOf(cells[index] ?? null)),
      ]),
    );
  };
}
