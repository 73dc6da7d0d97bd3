import type { PriceField } from '@/contract/column';
import type { CellValue } from '@/contract/extraction';
import type { AnalysisEngine } from '../engine/analysis-engine';
import { ROW_INDEX, type AnalysedTable } from '../engine/analysed-table';
import { identifier, sql, type Sql } from '../engine/sql';
import { cellReader } from './cell-reader';

const ROW = identifier(ROW_INDEX);
/** From this share of needed rows on, the whole span is read, because the engine would have to compile a list of rows. */
const DENSE_SHARE = 0.5;

/** Returns the condition for rows at these positions of the snapshot. There must be at least one position. */
export function isAmong(positions: readonly number[]): Sql {
  return sql`${ROW} >= ${Math.min(...positions)} AND ${ROW} <= ${Math.max(...positions)}
    AND ${ROW} IN (${positions.map((position) => sql`${position}`)})`;
}

/** Returns a function that reads cells with the values that the service sent. Its result may include rows between the positions. */
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
