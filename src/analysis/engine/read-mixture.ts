import type { Denomination, Denominators } from '@/rows/price-rows/denominations';
import type { AnalysedColumn, AnalysedTable } from './analysed-table';
import type { AnalysisEngine } from './analysis-engine';
import { identifier, joined, sql } from './sql';

/** The currencies and units that a column of numbers mixes, or may mix because the rows have no column for them. */
export interface Mixture {
  readonly mixed: readonly (Denomination & { readonly valueCount: number })[];
  readonly unknown: readonly Denomination[];
}

/** Reads which currencies and units a column of numbers mixes. A missing one counts. Returns null for none. Rejects with EngineError. */
export async function readMixture(
  {
    engine,
    table,
    signal,
  }: { readonly engine: AnalysisEngine; readonly table: AnalysedTable; readonly signal: AbortSignal },
  column: AnalysedColumn,
  { known, unknown }: Denominators,
): Promise<Mixture | null> {
  const kinds = known.flatMap((denomination) => {
    const found = table.columns.find(({ name }) => name === denomination.field);
    return found === undefined ? [] : [{ denomination, kind: identifier(found.sqlName) }];
  });
  const counts = kinds.map(
    ({ kind }, index) => sql`SELECT ${index} AS place, count(*) AS kind_count FROM (SELECT ${kind}
      FROM ${identifier(table.sqlName)} WHERE ${identifier(column.sqlName)} IS NOT NULL GROUP BY ${kind})`,
  );
  const query = sql`SELECT kind_count FROM (${joined(counts, ' UNION ALL ')}) ORDER BY place`;
  const { rows } =
    kinds.length === 0 ? { rows: [] } : await engine.query(query, { signal, maxRows: kinds.length });
  const mixed = kinds
    .map(({ denomination }, index) => ({ ...denomination, valueCount: Number(rows[index]?.[0] ?? 0) }))
    .filter(({ valueCount }) => valueCount > 1);
  return mixed.length + unknown.length === 0 ? null : { mixed, unknown };
}
