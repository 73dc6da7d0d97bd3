import type { ColumnMatch } from '../conditions/added-columns';
import { ownColumnField } from '../conditions/own-column';
import type { AnalysisEngine } from '../engine/analysis-engine';
import type { AnalysedTable } from '../engine/analysed-table';
import { identifier, sql } from '../engine/sql';
import { storedTextSql } from '../engine/wire-value';
import { cellReader } from '../source-files/cell-values';
import type { MappedFile } from '../source-files/read-file';

/** The number of values of each file column that are looked up in the rows. */
const MOST_VALUES = 100;
const MOST_FILE_COLUMNS = 12;
/** The least share of different values in a column that can identify rows. */
const LEAST_DIFFERENT = 0.9;
/** The least share of a file column's values that must occur in the rows. */
const LEAST_FOUND = 0.5;

/** Returns the first values of each file column that can identify rows, by the column's name. */
export function tellingColumns({ outline, mapping }: Pick<MappedFile, 'outline' | 'mapping'>) {
  const telling = new Map<string, readonly string[]>();
  for (const own of mapping.own ?? []) {
    const place = mapping.columns.find(({ field }) => field === own.name)?.columnIndex;
    const isWhole = own.kind === 'text' || (own.kind === 'number' && own.places === 0);
    if (place === undefined || !isWhole) continue;
    const read = cellReader(ownColumnField(own), mapping.notation);
    const texts = (outline.columns[place]?.cells ?? []).flatMap((cell) => (cell && read(cell)) ?? []);
    const different = [...new Set(texts)];
    if (different.length === 0 || different.length < texts.length * LEAST_DIFFERENT) continue;
    telling.set(own.name, different.slice(0, MOST_VALUES));
  }
  return telling;
}

/** Returns the two columns with the most equal values; null below half. Rejects with EngineError or the signal's reason. */
export async function proposeKeyByValues(
  engine: AnalysisEngine,
  table: AnalysedTable,
  telling: ReadonlyMap<string, readonly string[]>,
  signal?: AbortSignal,
): Promise<ColumnMatch | null> {
  const candidates = table.columns.filter(
    ({ type, scale, isSeenWhole }) =>
      type === 'text' || (type === 'number' && (scale === 0 || isSeenWhole === true)),
  );
  let best: { readonly match: ColumnMatch; readonly found: number } | null = null;
  if (candidates.length === 0) return null;
  for (const [reference, values] of [...telling].slice(0, MOST_FILE_COLUMNS)) {
    const counts = candidates.map(
      (column) =>
        sql`(SELECT count(*) FROM sought WHERE value IN
          (SELECT ${storedTextSql(column)} FROM ${identifier(table.sqlName)}))`,
    );
    const { rows } = await engine.query(
      sql`WITH sought(value) AS (VALUES ${values.map((value) => sql`(${value})`)}) SELECT ${counts}`,
      { maxRows: 1, signal },
    );
    for (const [index, { name }] of candidates.entries()) {
      const found = Number(rows[0]?.[index] ?? 0);
      if (found < values.length * LEAST_FOUND || found <= (best?.found ?? 0)) continue;
      best = { match: { current: name, reference }, found };
    }
  }
  return best?.match ?? null;
}
