import type { AnalysisEngine } from '../engine/analysis-engine';
import { identifier, sql } from '../engine/sql';
import { countBeyondDigits, countKeysBeyondDigits } from './beyond-digits';
import { areNarrow } from './change-percent';
import { commonScale, type ColumnPair } from '../matching/compared-values';
import {
  differingColumns,
  ROW_KINDS,
  type Comparison,
  type ComparisonSpec,
  type RowKind,
} from './comparison';
import { pairsOf, SIDES, type ComparedSides, type Side } from '../matching/matched-sides';
import { differencesSql } from './differences-sql';
import { leftOnASide } from './refined-sides';
import {
  countKeys,
  duplicatedKeysSql,
  keyedRows,
  keyPairs,
  keyParts,
  readTraits,
  sameKeys,
  type KeyParts,
} from '../matching/row-keys';

/**
 * Compares the sides row by row and keeps the result as a table with one row for every added, removed, matched or left-out row: `kind` (the
 * index in `ROW_KINDS`), `e` and `l` (positions in the earlier and the later side), `d0`, `d1`, … (whether the price or a column differs),
 * `delta` and `percent`. Both sides must be read completely, because a row that is not read yet would count as removed. Rejects with
 * EngineError, with the signal's reason, or with RangeError for sides and columns that cannot be compared.
 */
export async function compare(
  engine: AnalysisEngine,
  sides: ComparedSides,
  spec: ComparisonSpec,
  signal: AbortSignal,
): Promise<Comparison> {
  if (SIDES.some((side) => sides[side].coverage.kind !== 'all')) {
    throw new RangeError('Rows that were not read cannot be compared.');
  }
  const keys = keyPairs(sides, spec.keys);
  const columns = pairsOf(sides, differingColumns(spec));
  const price = spec.price === null ? null : (columns[0] ?? null);
  if (price !== null && SIDES.some((side) => price[side].type !== 'number')) {
    throw new RangeError('A price is a number.');
  }
  const traits = await readTraits(engine, sides, [...keys, ...columns], signal);
  const isNarrow = price !== null && (await arePricesNarrow(engine, sides, price, signal));
  const parts = keyParts(keys, traits);
  const check = await countKeys(engine, sides, parts, signal);
  const isUnique = SIDES.every((side) => check[side].duplicatedKeys === 0);
  const duplicates = isUnique ? null : await engine.materialise([duplicatedKeysSql(sides, parts)], signal);
  try {
    const queries = differencesSql({
      sides,
      parts,
      columns,
      price,
      isNarrow,
      traits,
      check,
      duplicates: duplicates?.sqlName ?? null,
    });
    const { sqlName, memoryBytes } = await engine.materialise(
      queries.map((query) => leftOnASide(query, sides)),
      signal,
    );
    try {
      const counted = await countRows(engine, sqlName, signal);
      const { changed, unchanged } = counted.counts;
      const hasNoMatch = changed + unchanged === 0 && !(await haveMatch(engine, sides, parts, signal));
      return {
        hasNoMatch,
        beyondDigits: await countBeyondDigits(engine, { sides, columns, sqlName }, signal),
        keysBeyondDigits: await countKeysBeyondDigits(engine, { sides, keys, traits, sqlName }, signal),
        spec,
        sides,
        sqlName,
        memoryBytes,
        ...counted,
        filteredOut: {
          earlier: sides.earlier.rowCount - check.earlier.comparedRows,
          later: sides.later.rowCount - check.later.comparedRows,
        },
        otherScale: [...keys, ...columns].flatMap(({ name, earlier, later }) =>
          earlier.type === 'number' && later.type === 'number' && earlier.scale !== later.scale ? [name] : [],
        ),
      };
    } catch (error) {
      await engine.drop(sqlName);
      throw error;
    }
  } finally {
    if (duplicates !== null) await engine.drop(duplicates.sqlName);
  }
}

/** Drops the table of a comparison, which frees memory for the next one. Its rows can no longer be read. */
export async function dropComparison(engine: AnalysisEngine, { sqlName }: Comparison): Promise<void> {
  await engine.drop(sqlName);
}

async function arePricesNarrow(
  engine: AnalysisEngine,
  sides: ComparedSides,
  price: ColumnPair,
  signal: AbortSignal,
): Promise<boolean> {
  const extremes: (string | null)[] = [];
  for (const side of SIDES) {
    const value = identifier(price[side].sqlName);
    const { rows } = await engine.query(
      sql`SELECT min(${value}), max(${value}) FROM ${identifier(sides[side].table.sqlName)}`,
      { signal, maxRows: 1 },
    );
    extremes.push(...(rows[0] ?? []));
  }
  return areNarrow(commonScale(price), extremes);
}

/** Returns whether any key occurs on both sides, regardless of filters and refinements. Also true if a side has no rows. */
async function haveMatch(
  engine: AnalysisEngine,
  { earlier, later }: ComparedSides,
  parts: KeyParts,
  signal: AbortSignal,
): Promise<boolean> {
  if (earlier.rowCount === 0 || later.rowCount === 0) return true;
  const whole = { earlier: { table: earlier.table }, later: { table: later.table } };
  const keysOf = (side: Side) => keyedRows(whole, side, parts);
  const { rows } = await engine.query(
    sql`SELECT 1 FROM ${keysOf('earlier')} AS a JOIN ${keysOf('later')} AS b ON ${sameKeys(sql`a`, sql`b`, parts)} LIMIT 1`,
    { signal, maxRows: 1 },
  );
  return rows.length > 0;
}

async function countRows(engine: AnalysisEngine, sqlName: string, signal: AbortSignal) {
  const { rows } = await engine.query(
    sql`SELECT kind, count(*), count(e), count(*) FILTER (is_too_long) FROM ${identifier(sqlName)} GROUP BY kind`,
    { signal, maxRows: ROW_KINDS.length },
  );
  const byKind = new Map(rows.map((row) => [ROW_KINDS[Number(row[0])], row.map(Number)]));
  const count = (kind: RowKind) => byKind.get(kind)?.[1] ?? 0;
  const onEarlier = (kind: RowKind) => byKind.get(kind)?.[2] ?? 0;
  const leftOut = (of: (kind: RowKind) => number) => ({
    duplicated: of('duplicated'),
    missing: of('missing'),
  });
  return {
    counts: {
      added: count('added'),
      removed: count('removed'),
      changed: count('changed'),
      unchanged: count('unchanged'),
    },
    leftOut: {
      earlier: leftOut(onEarlier),
      later: leftOut((kind) => count(kind) - onEarlier(kind)),
    },
    tooLongForDelta: [...byKind.values()].reduce((sum, row) => sum + (row[3] ?? 0), 0),
  };
}
