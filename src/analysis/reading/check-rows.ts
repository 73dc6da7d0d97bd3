import type { RepeatedRows } from '@/contract/page-mismatch';
import { MOST_NAMED_KEYS } from '../snapshot/doubled-keys';
import { LEAST_REPEATED_PAGE, type RowIdentity } from '../snapshot/row-identity';
import type { AnalysisEngine } from '../engine/analysis-engine';
import { identifier, joined, sql, type Sql } from '../engine/sql';
import { ROW_INDEX, type AnalysedColumn, type AnalysedTable } from '../engine/analysed-table';
import type { RowDoubts } from './rows-read';
import { ownMember } from '@/lib/base/own-member';

/** The rows that were read, and what is needed to compare their keys. */
export interface CheckedRows {
  readonly table: AnalysedTable;
  readonly identity: RowIdentity;
  readonly readCount: number;
  readonly snapshotRows: number;
  readonly pageSize: number;
  readonly misfits: Readonly<Record<string, number>>;
}

/** The result of comparing the keys of the rows. */
export type RowsFound =
  /** No row is missing, as far as this can be determined. */
  | { readonly kind: 'sound'; readonly doubts: RowDoubts | null }
  /** Some rows repeat others, so the same number of other rows is missing. */
  | { readonly kind: 'repeated'; readonly repeated: RepeatedRows };

/** If there are more rows, their keys are grouped in parts of this size, which limits the memory. */
const ROWS_PER_PART = 4_000_000;
/** The maximum number of equal pages that a query returns. Only snapshots that are too large for a browser have more pages. */
const MOST_PAGES = 100_000;

export const NO_DOUBTS: RowDoubts = { doubled: null, unchecked: [], samePages: [] };
const PLACE = identifier(ROW_INDEX);

/** Compares rows by key, or page by page if there is no key (see README). Rejects with EngineError, or the signal's reason. */
export async function checkRows(
  engine: AnalysisEngine,
  rows: CheckedRows,
  signal: AbortSignal,
): Promise<RowsFound> {
  const { identity, table, readCount } = rows;
  const ask: Ask = async (query, maxRows = 1) => (await engine.query(query, { signal, maxRows })).rows;
  if (identity.keys.length === 0 || identity.lacking.length > 0) return checkPages(ask, rows);
  const keys = identity.keys.flatMap((name) => table.columns.find((column) => column.name === name) ?? []);
  const parts = comparedParts(keys, rows);
  const partCount = Math.ceil(readCount / ROWS_PER_PART);
  let keyCount = 0;
  for (let part = 0; part < partCount; part += 1) {
    const isInPart = partCount === 1 ? sql`TRUE` : sql`hash(${parts}) % ${partCount} = ${part}`;
    const grouped = sql`SELECT 1 FROM ${identifier(table.sqlName)} WHERE ${isInPart} GROUP BY ${parts} HAVING count(*) > 1`;
    const [[count] = []] = await ask(sql`SELECT count(*) FROM (${grouped})`);
    keyCount += Number(count ?? 0);
  }
  if (keyCount === 0) return { kind: 'sound', doubts: null };
  return checkDoubled(ask, rows, keys, keyCount);
}

type Ask = (query: Sql, maxRows?: number) => Promise<readonly (readonly (string | null)[])[]>;

/** Distinguishes rows that the snapshot repeats from rows that the source contains twice. */
async function checkDoubled(
  ask: Ask,
  rows: CheckedRows,
  keys: readonly AnalysedColumn[],
  keyCount: number,
): Promise<RowsFound> {
  const { table, identity, pageSize, snapshotRows } = rows;
  const parts = comparedParts(keys, rows);
  const all = identifier(table.sqlName);
  const ofRow = (names: readonly Sql[]) => names.map((name) => sql`a.${name}`);
  const hasKey = joined(
    parts.map((part) => sql`a.${part} IS NOT DISTINCT FROM d.${part}`),
    ' AND ',
  );
  // SQL of the rows whose key occurs more than once, and whether each of them equals an earlier one.
  const prepared = sql`
    d AS (SELECT ${parts} FROM ${all} GROUP BY ${parts} HAVING count(*) > 1),
    r AS (SELECT a.${PLACE} AS place, ${keyTextSql(keys, rows)} AS shown, hash(${ofRow(parts)}) AS k,
      hash(${ofRow(comparedParts(table.columns, rows))}) AS h FROM ${all} AS a JOIN d ON ${hasKey}),
    s AS (SELECT place, shown, k, row_number() OVER (PARTITION BY k, h ORDER BY place) > 1 AS is_again FROM r)`;
  const page = sql`place // ${pageSize}`;
  const rowsOfPage = sql`least(${pageSize}, ${snapshotRows} - min(place) // ${pageSize} * ${pageSize})`;
  const isPageAgain = sql`is_again AND ${page} IN (SELECT ${page} FROM s WHERE is_again GROUP BY ALL
    HAVING count(*) >= ${LEAST_REPEATED_PAGE} AND count(*) = ${rowsOfPage})`;
  const isRepeated = identity.hasAllFields ? sql`is_again` : isPageAgain;
  const [[repeatedCount, alikeCount] = []] = await ask(
    sql`WITH ${prepared} SELECT count(*) FILTER (${isRepeated}), count(DISTINCT k) FILTER (is_again) FROM s`,
  );
  const named = async (condition: Sql) => {
    const found = await ask(
      sql`WITH ${prepared} SELECT shown, min(place) AS first FROM s WHERE ${condition} GROUP BY k, shown ORDER BY min(place)`,
      MOST_NAMED_KEYS,
    );
    return found.map(([text]) => text ?? '');
  };
  const rowCount = Number(repeatedCount ?? 0);
  if (rowCount > 0) {
    return { kind: 'repeated', repeated: { rowCount, keys: await named(isRepeated), pages: [] } };
  }
  const doubled = { keyCount, keys: await named(sql`TRUE`), alikeCount: Number(alikeCount ?? 0) };
  return { kind: 'sound', doubts: { ...NO_DOUBTS, doubled } };
}

/** Compares pages with each other. Single rows without a key may be equal by chance, but hardly all rows of a page in the same order. */
async function checkPages(ask: Ask, rows: CheckedRows): Promise<RowsFound> {
  const { table, identity, pageSize, snapshotRows } = rows;
  const all = identifier(table.sqlName);
  const page = sql`${PLACE} // ${pageSize}`;
  const row = sql`hash(${comparedParts(table.columns, rows)})`;
  const digest = sql`sum(CAST(hash(${PLACE} % ${pageSize}, ${row}) AS HUGEINT))`;
  // The last page is shorter, so it is compared with the beginnings of the others.
  const lastPage = Math.floor((snapshotRows - 1) / pageSize);
  const unchecked = identity.lacking;
  if (lastPage <= 0)
    return { kind: 'sound', doubts: unchecked.length > 0 ? { ...NO_DOUBTS, unchecked } : null };
  const beginning = sql`${digest} FILTER (${PLACE} % ${pageSize} < ${snapshotRows - lastPage * pageSize})`;
  const found = await ask(
    sql`WITH p AS (SELECT ${page} AS page, count(*) AS n, ${digest} AS h, ${beginning} AS b FROM ${all} GROUP BY ${page}),
      again AS (SELECT page FROM (SELECT page, min(page) OVER (PARTITION BY h, n) AS first FROM p) WHERE page > first
        UNION SELECT page FROM p WHERE page = ${lastPage} AND EXISTS (SELECT 1 FROM p AS o WHERE o.page < ${lastPage} AND o.b = p.h))
      SELECT ${page} AS page, count(*), count(DISTINCT ${row}) FROM ${all} WHERE ${page} IN (SELECT page FROM again)
      GROUP BY ${page} ORDER BY min(${PLACE})`,
    MOST_PAGES,
  );
  const same = found.map(([index, count, kinds]) => {
    const [start, rowCount] = [Number(index) * pageSize, Number(count)];
    const isMixed = rowCount >= LEAST_REPEATED_PAGE && Number(kinds) * 2 >= rowCount;
    return { first: start + 1, last: start + rowCount, isMixed };
  });
  const spans = (some: typeof same) => some.map(({ first, last }) => ({ first, last }));
  // Equal pages with few different rows may be equal by chance, so they do not count as repeated.
  const repeated = spans(same.filter(({ isMixed }) => isMixed));
  if (repeated.length > 0) {
    const rowCount = repeated.reduce((sum, { first, last }) => sum + last - first + 1, 0);
    return { kind: 'repeated', repeated: { rowCount, keys: [], pages: repeated.slice(0, MOST_NAMED_KEYS) } };
  }
  const samePages = identity.hasAllFields ? spans(same) : [];
  const isDoubtful = samePages.length + unchecked.length > 0;
  return { kind: 'sound', doubts: isDoubtful ? { ...NO_DOUBTS, unchecked, samePages } : null };
}

/** Returns the expressions by which rows are compared: the value of each column, or the text of a misfit (a value that does not fit). */
function comparedParts(columns: readonly AnalysedColumn[], { misfits }: CheckedRows): readonly Sql[] {
  return columns.flatMap(({ name, sqlName, misfitSqlName }) => {
    const hasMisfits = misfitSqlName !== null && (ownMember(misfits, name) ?? 0) > 0;
    return [identifier(sqlName), ...(hasMisfits ? [identifier(misfitSqlName)] : [])];
  });
}

/** Returns the expression of a readable key for the rows with the alias `a`. */
function keyTextSql(keys: readonly AnalysedColumn[], { misfits }: CheckedRows): Sql {
  const texts = keys.map(({ name, sqlName, misfitSqlName }) => {
    const hasMisfits = misfitSqlName !== null && (ownMember(misfits, name) ?? 0) > 0;
    const misfit = hasMisfits ? sql`a.${identifier(misfitSqlName)}` : sql`NULL`;
    return sql`coalesce(CAST(a.${identifier(sqlName)} AS VARCHAR), ${misfit}, '∅')`;
  });
  return sql`concat_ws(' · ', ${texts})`;
}
