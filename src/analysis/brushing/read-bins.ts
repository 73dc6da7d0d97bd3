import type { AnalysisEngine } from '../engine/analysis-engine';
import type { AnalysedColumn, AnalysedTable } from '../engine/analysed-table';
import { identifier, sql } from '../engine/sql';
import { boundsOf } from '../histograms/histogram-bounds';
import { frequentSql } from '../histograms/histogram-sql';
import type { BinnedRows } from './bin-index';
import { MAX_VALUES, type Bin, type ColumnBins } from './bins';
import { codesSql, extentSql, picturedSql, type PicturedRows } from './bins-sql';

/** The approximate number of bars in a histogram. */
const RANGE_COUNT = 30;

/** A column's bins, and the bin of each of its rows. */
export interface BinnedColumn extends ColumnBins, BinnedRows {}

/** Returns the rows in the engine now. A view (`isView`) of refined rows stays the same when rows are added. Rejects with EngineError. */
export async function pictureRows(
  engine: AnalysisEngine,
  { sqlName }: Pick<AnalysedTable, 'sqlName'>,
  { isView, signal }: { readonly isView: boolean; readonly signal: AbortSignal },
): Promise<PicturedRows> {
  if (isView) return { sqlName, lastRow: null };
  const last = await engine.query(sql`SELECT max(rowid) FROM ${identifier(sqlName)}`, { signal, maxRows: 1 });
  return { sqlName, lastRow: Number(last.rows[0]?.[0] ?? -1) };
}

export interface BinOptions {
  /** Whether the ranges cover all values. If not, they cover the middle 98 %, and a bin at each end contains the other values. */
  readonly isWhole: boolean;
  readonly signal: AbortSignal;
}

/** Divides the values of a column into bins, and reads which bin each row belongs to. Rejects with EngineError. */
export async function readBins(
  engine: AnalysisEngine,
  rows: PicturedRows,
  column: AnalysedColumn,
  options: BinOptions,
): Promise<BinnedColumn> {
  const bins =
    column.type === 'text'
      ? await textBins(engine, rows, column, options)
      : await plainBins(engine, rows, column, options);
  const bytes = await engine.bytes(codesSql(rows, column, bins.bins), options.signal);
  return { ...bins, bytes, binCount: bins.bins.length };
}

async function textBins(
  engine: AnalysisEngine,
  rows: PicturedRows,
  column: AnalysedColumn,
  { signal }: BinOptions,
): Promise<ColumnBins> {
  const found = await engine.query(frequentSql(picturedSql(rows), column, MAX_VALUES), {
    signal,
    maxRows: MAX_VALUES,
  });
  // If each value occurs only once, there are no separate bins, because bars of one row each would say nothing.
  const isDifferent = found.rows[0]?.[1] === '1' && found.rows.length === MAX_VALUES;
  const values = isDifferent ? [] : found.rows.flatMap(([value]) => value ?? []);
  return {
    bins: [
      ...values.map((value) => ({ kind: 'value', value }) as const),
      { kind: 'others', than: values },
      { kind: 'null' },
    ],
    distinctCount: Number(found.rows[0]?.[2] ?? 0),
  };
}

async function plainBins(
  engine: AnalysisEngine,
  rows: PicturedRows,
  column: AnalysedColumn,
  { isWhole, signal }: BinOptions,
): Promise<ColumnBins> {
  const found = await engine.query(extentSql(rows, column), { signal, maxRows: 1 });
  const [, , misfitCount, least, greatest, low, high] = found.rows[0] ?? [];
  const misfit: readonly Bin[] = Number(misfitCount ?? 0) > 0 ? [{ kind: 'misfit' }] : [];
  const none = [{ kind: 'null' }, ...misfit] as const;
  if (column.type === 'boolean') {
    return {
      bins: [{ kind: 'value', value: true }, { kind: 'value', value: false }, ...none],
      distinctCount: null,
    };
  }
  const [from, to] = isWhole ? [least, greatest] : [low, high];
  return {
    bins: from == null || to == null ? none : [...rangeBins(column, from, to), ...none],
    distinctCount: null,
  };
}

/** Returns ranges of about equal width with round bounds, and a bin for the values on either side of them. */
function rangeBins(column: AnalysedColumn, least: string, greatest: string): readonly Bin[] {
  const bounds = boundsOf(column, least, greatest, RANGE_COUNT);
  const [first, last] = [bounds[0] ?? '', bounds.at(-1) ?? ''];
  return [
    { kind: 'below', to: first },
    ...bounds.slice(1).map((to, index) => ({ kind: 'range', from: bounds[index] ?? to, to }) as const),
    { kind: 'above', from: last },
  ];
}
