import type { AnalysisEngine } from '../engine/analysis-engine';
import { identifier, sql } from '../engine/sql';
import { isNullSql } from '../engine/subset-sql';
import type { ColumnPair } from '../matching/compared-values';
import { comparedRows, pairsOf, SIDES, type ComparedSides, type Side } from '../matching/matched-sides';
import { countKeys, keyParts, readTraits } from '../matching/row-keys';

/** The maximum number of columns in a suggested key. */
const MAX_PROPOSED = 4;
/** The maximum number of columns that are combined. Eleven columns have 561 sets of up to four. */
const MAX_CANDIDATES = 11;
/** The factor by which the engine's estimate of distinct values may be wrong, which is several times its usual error. */
const ESTIMATE_FACTOR = 1.5;

/**
 * Returns the smallest set of columns that identifies every row of both sides; null if no set of up to four columns does. Among sets of the
 * same size, the first one is taken: columns of `preferred` come first, in their order, then columns with names of keys. Sets with too few
 * distinct values are skipped. Rejects with EngineError.
 */
export async function proposeKeys(
  engine: AnalysisEngine,
  sides: ComparedSides,
  preferred: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[] | null> {
  const candidates = keyCandidates(sides, preferred);
  if (candidates.length === 0) return null;
  const traits = await readTraits(engine, sides, candidates, signal);
  const distinct: Record<Side, readonly number[]> = { earlier: [], later: [] };
  const rowCounts: Record<Side, number> = { earlier: 0, later: 0 };
  for (const side of SIDES) {
    const estimates = candidates.map((pair, index) => {
      const { sqlName } = pair[side];
      return sql`CASE WHEN bool_or(${isNullSql(pair[side])}) THEN 0 ELSE approx_count_distinct(${identifier(sqlName)}) + 1 END AS ${identifier(`n${index}`)}`;
    });
    const { rows } = await engine.query(
      sql`SELECT count(*), ${estimates} FROM ${comparedRows(sides[side])}`,
      {
        signal,
        maxRows: 1,
      },
    );
    const [rowCount, ...counts] = rows[0] ?? [];
    rowCounts[side] = Number(rowCount ?? 0);
    // If a side has no rows, any set of columns identifies them.
    distinct[side] = counts.map((count) => (count === null ? 1 : Number(count)));
  }
  const mayIdentify = (indexes: readonly number[]) =>
    SIDES.every((side) => {
      const products = indexes.reduce(
        (product, index) => product * (distinct[side][index] ?? 0) * ESTIMATE_FACTOR,
        1,
      );
      return products >= rowCounts[side] && indexes.every((index) => (distinct[side][index] ?? 0) > 0);
    });
  for (let size = 1; size <= MAX_PROPOSED; size += 1) {
    for (const indexes of subsets(candidates.length, size)) {
      if (!mayIdentify(indexes)) continue;
      const pairs = indexes.flatMap((index) => candidates[index] ?? []);
      const check = await countKeys(engine, sides, keyParts(pairs, traits), signal);
      if (SIDES.every((side) => check[side].duplicatedRows + check[side].missingRows === 0)) {
        return pairs.map(({ name }) => name);
      }
    }
  }
  return null;
}

/** Returns the possible key columns, likeliest first. Amounts and booleans never identify a row, however different they are. */
function keyCandidates(sides: ComparedSides, preferred: readonly string[]): readonly ColumnPair[] {
  const shared = sides.earlier.table.columns.flatMap(({ name }) =>
    sides.later.table.columns.some((column) => column.name === name) ? [name] : [],
  );
  const rankOf = ({ name, earlier }: ColumnPair): number => {
    const place = preferred.indexOf(name);
    if (place !== -1) return place - preferred.length;
    const isAmount = earlier.type === 'number' && (earlier.scale ?? 0) > 0 && earlier.isSeenWhole !== true;
    if (earlier.type === 'boolean' || isAmount) return Infinity;
    if (KEY_NAME.test(name)) return 0;
    return earlier.type === 'date' ? 2 : 1;
  };
  return pairsOf(sides, shared)
    .map((pair) => ({ pair, rank: rankOf(pair) }))
    .filter(({ rank }) => rank < Infinity)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MAX_CANDIDATES)
    .map(({ pair }) => pair);
}

const KEY_NAME = /(?:^|_)(?:id|no|key|cd|fk|pk)(?:_|$)|(?:Id|ID|No|Nr|Key|Code|Number|Sku|SKU|GUID|Guid)$/;

/** Yields all sets of `size` indexes below `count`, in order. */
function* subsets(count: number, size: number, from = 0): Generator<readonly number[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let first = from; first <= count - size; first += 1) {
    for (const rest of subsets(count, size - 1, first + 1)) yield [first, ...rest];
  }
}
