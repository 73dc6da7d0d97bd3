import type { AnalysisEngine } from '../engine/analysis-engine';
import { identifier, joined, sql, type Sql } from '../engine/sql';
import { isNullSql } from '../engine/subset-sql';
import { comparableSql, traitsAt, traitsSql, type ColumnPair, type ColumnTraits } from './compared-values';
import {
  comparedRows,
  pairsOf,
  SIDES,
  type ComparedSides,
  type MatchedSides,
  type Side,
} from './matched-sides';

/** The number of one side's rows, and of those that a set of key columns cannot identify. */
export interface SideKeyCheck {
  readonly comparedRows: number;
  /** The number of keys that occur more than once. `duplicatedRows`: the number of rows with such a key. */
  readonly duplicatedKeys: number;
  readonly duplicatedRows: number;
  /** The number of rows whose key is incomplete. */
  readonly missingRows: number;
}

export type KeyCheck = Readonly<Record<Side, SideKeyCheck>>;

/** Counts the rows of each side that the keys cannot identify. Rejects with EngineError, or with RangeError if there are no keys. */
export async function checkKeys(
  engine: AnalysisEngine,
  sides: ComparedSides,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<KeyCheck> {
  const pairs = keyPairs(sides, keys);
  const traits = await readTraits(engine, sides, pairs, signal);
  return countKeys(engine, sides, keyParts(pairs, traits), signal);
}

export async function countKeys(
  engine: AnalysisEngine,
  sides: ComparedSides,
  parts: KeyParts,
  signal: AbortSignal,
): Promise<KeyCheck> {
  const check = async (side: Side): Promise<SideKeyCheck> => {
    const { rows } = await engine.query(
      sql`SELECT coalesce(sum(key_rows), 0), count(*) FILTER (key_rows > 1),
        coalesce(sum(key_rows) FILTER (key_rows > 1), 0), (SELECT count(*) FROM ${comparedRows(sides[side])})
        FROM (SELECT count(*) AS key_rows FROM ${keyedRows(sides, side, parts)} GROUP BY ${parts.names})`,
      { signal, maxRows: 1 },
    );
    const [whole = 0, duplicatedKeys = 0, duplicatedRows = 0, all = 0] = (rows[0] ?? []).map(Number);
    return {
      comparedRows: all,
      duplicatedKeys,
      duplicatedRows,
      missingRows: all - whole,
    };
  };
  return { earlier: await check('earlier'), later: await check('later') };
}

export function keyPairs(sides: MatchedSides, names: readonly string[]): readonly ColumnPair[] {
  if (names.length === 0) throw new RangeError('There is no key to match rows by.');
  return pairsOf(sides, names);
}

export type Traits = ReadonlyMap<string, ColumnTraits>;

export async function readTraits(
  engine: AnalysisEngine,
  sides: MatchedSides,
  pairs: readonly ColumnPair[],
  signal: AbortSignal,
): Promise<Traits> {
  const rows: (readonly (string | null)[])[] = [];
  for (const side of SIDES) {
    const query = traitsSql(
      pairs.map((pair) => pair[side]),
      sides[side].table.sqlName,
    );
    const result = await engine.query(query, { signal, maxRows: 1 });
    rows.push(result.rows[0] ?? []);
  }
  return new Map(pairs.map(({ name }, index) => [name, traitsAt(rows, index)]));
}

/** The SQL expressions by which keys are compared. */
export interface KeyParts {
  /** The names of the expressions in the rows of `keyedRows`. */
  readonly names: readonly Sql[];
  /** The expressions of each side, in the order of `names`. */
  readonly values: Readonly<Record<Side, readonly Sql[]>>;
  /** The condition that a row of the side lacks a part of its key. */
  readonly isMissing: Readonly<Record<Side, Sql>>;
  /** Whether no part of a complete key can be null. */
  readonly isPlain: boolean;
}

export const NO_TRAITS: ColumnTraits = { hasMisfits: true, hasLongSeconds: true };

/** Returns the expressions of a key. `partsOf` returns the expressions by which one column is compared. */
export function keyParts(
  pairs: readonly ColumnPair[],
  traits: Traits,
  partsOf: typeof comparableSql = comparableSql,
): KeyParts {
  const valuesOf = (side: Side) =>
    pairs.map((pair) => partsOf(pair, side, traits.get(pair.name) ?? NO_TRAITS));
  const values = { earlier: valuesOf('earlier'), later: valuesOf('later') };
  const isMissing = (side: Side) => {
    const texts = pairs.filter((pair) => pair.isEmptyNone === true && pair[side].type === 'text');
    const others = pairs.filter((pair) => !texts.includes(pair));
    const isNone = (pair: ColumnPair) => sql`(${isNullSql(pair[side])})`;
    // If empty texts count as no value, a key lacks a part only if all its texts are empty.
    const areEmpty = texts.map((pair) => sql`coalesce(${identifier(pair[side].sqlName)}, '') = ''`);
    return joined(
      [...others.map(isNone), ...(texts.length === 0 ? [] : [sql`(${joined(areEmpty, ' AND ')})`])],
      ' OR ',
    );
  };
  return {
    names: values.earlier.flat().map((_, index) => identifier(`k${index}`)),
    values: { earlier: values.earlier.flat(), later: values.later.flat() },
    isMissing: { earlier: isMissing('earlier'), later: isMissing('later') },
    isPlain: values.earlier.every(({ length }) => length === 1),
  };
}

/** Returns a subquery, in parentheses, of a side's rows with complete keys. Its columns are the parts of the key and `others`. */
export function keyedRows(
  sides: MatchedSides,
  side: Side,
  parts: KeyParts,
  others: readonly Sql[] = [],
  condition: Sql = sql`TRUE`,
): Sql {
  return rowsWithKeys(sides, side, parts, others, sql`NOT (${parts.isMissing[side]}) AND ${condition}`);
}

/** Returns a subquery like `keyedRows`, but with the rows that have incomplete keys. */
export function rowsWithKeys(
  sides: MatchedSides,
  side: Side,
  { names, values }: KeyParts,
  others: readonly Sql[],
  condition: Sql = sql`TRUE`,
): Sql {
  const parts = names.map((name, index) => sql`${values[side][index] ?? sql``} AS ${name}`);
  return sql`(SELECT ${[...parts, ...others]} FROM ${comparedRows(sides[side])} WHERE ${condition})`;
}

/** Returns a query of the keys that occur more than once on a side. */
export function duplicatedKeysSql(sides: ComparedSides, parts: KeyParts): Sql {
  const ofSides = SIDES.map(
    (side) =>
      sql`SELECT ${parts.names} FROM ${keyedRows(sides, side, parts)} GROUP BY ${parts.names} HAVING count(*) > 1`,
  );
  return sql`SELECT DISTINCT ${parts.names} FROM (${joined(ofSides, ' UNION ALL ')})`;
}

export function sameKeys(one: Sql, other: Sql, { names, isPlain }: KeyParts): Sql {
  return joined(
    names.map((name) =>
      isPlain
        ? sql`${one}.${name} = ${other}.${name}`
        : sql`${one}.${name} IS NOT DISTINCT FROM ${other}.${name}`,
    ),
    ' AND ',
  );
}
