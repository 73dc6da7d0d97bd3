import type { ComparisonEngine } from '../engine/analysis-engine';
import { identifier, joined, sql, type Sql } from '../engine/sql';
import { ROW_INDEX, type AnalysedTable } from '../model/analysed-table';
import type { Coverage } from '../model/rows-read';
import { areNarrow, computedLimitSql, withPercentSql } from './change-percent';
import {
  commonNumberSql,
  commonScale,
  comparableSql,
  isMissingSql,
  MAX_DIGITS,
  traitsAt,
  traitsSql,
  type ColumnPair,
  type ColumnTraits,
} from './compared-values';

/** One side of a comparison. Both sides are tables of the same engine. */
export interface ComparedSide {
  readonly table: AnalysedTable;
  readonly rowCount: number;
  readonly coverage: Coverage;
}

export interface ComparedSides {
  readonly earlier: ComparedSide;
  readonly later: ComparedSide;
}

export const SIDES = ['earlier', 'later'] as const;
export type Side = (typeof SIDES)[number];

export interface ComparisonSpec {
  /** Names of columns that both sides have, at least one: rows with equal values in all of them belong together. */
  readonly keys: readonly string[];
  /** A number column of both sides, which Δ is about. */
  readonly price: string | null;
  /** Other columns of both sides. The caller leaves out those that only note when a row was written. */
  readonly compared: readonly string[];
}

/** In the order in which rows are sorted by kind. */
export const CHANGE_KINDS = ['added', 'removed', 'changed', 'unchanged'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/**
 * Why a row is not compared: its key stands twice or more, on whichever side, or a part of its key has no value. To match
 * such a row would be to guess.
 */
export const LEFT_OUT_KINDS = ['duplicated', 'missing'] as const;
export type LeftOutKind = (typeof LEFT_OUT_KINDS)[number];

/** Every row of both sides is in a comparison once, as one of these; `changed` and `unchanged` hold a row of each side. */
export const ROW_KINDS = [...CHANGE_KINDS, ...LEFT_OUT_KINDS] as const;
export type RowKind = (typeof ROW_KINDS)[number];

export interface Comparison {
  readonly spec: ComparisonSpec;
  readonly sides: ComparedSides;
  /** The identifier of the table of differences; see `compare`. */
  readonly sqlName: string;
  readonly counts: Readonly<Record<ChangeKind, number>>;
  /** Rows that are not compared. They are rows of the comparison all the same, of their own kinds. */
  readonly leftOut: Readonly<Record<Side, Readonly<Record<LeftOutKind, number>>>>;
  /** Number columns with other decimal places on the two sides, where 1.50 equals 1.5000. */
  readonly otherScale: readonly string[];
  /** Rows with two prices of too many digits to compute Δ of; there are none of them among real prices. */
  readonly tooLongForDelta: number;
  /** What the engine's memory took when it was done. */
  readonly memoryBytes: number;
}

/** The rows of one side that a set of keys cannot tell apart. */
export interface SideKeyCheck {
  /** Keys that stand twice or more, and the rows that have one of them. */
  readonly duplicatedKeys: number;
  readonly duplicatedRows: number;
  /** Rows of which a part of the key has no value. */
  readonly missingRows: number;
}

export type KeyCheck = Readonly<Record<Side, SideKeyCheck>>;

/** Counts the rows of each side that the keys cannot identify. Rejects with EngineError; throws RangeError for no keys. */
export async function checkKeys(
  engine: Pick<ComparisonEngine, 'query'>,
  sides: ComparedSides,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<KeyCheck> {
  const pairs = keyPairs(sides, keys);
  const traits = await readTraits(engine, sides, pairs, signal);
  return countKeys(engine, sides, keyParts(pairs, traits), signal);
}

async function countKeys(
  engine: Pick<ComparisonEngine, 'query'>,
  sides: ComparedSides,
  parts: KeyParts,
  signal: AbortSignal,
): Promise<KeyCheck> {
  const check = async (side: Side): Promise<SideKeyCheck> => {
    const { rows } = await engine.query(
      sql`SELECT coalesce(sum(key_rows), 0), count(*) FILTER (key_rows > 1),
        coalesce(sum(key_rows) FILTER (key_rows > 1), 0)
        FROM (SELECT count(*) AS key_rows FROM ${keyedRows(sides, side, parts)} GROUP BY ${parts.names})`,
      { signal, maxRows: 1 },
    );
    const [whole, duplicatedKeys, duplicatedRows] = (rows[0] ?? []).map(Number);
    return {
      duplicatedKeys: duplicatedKeys ?? 0,
      duplicatedRows: duplicatedRows ?? 0,
      missingRows: sides[side].rowCount - (whole ?? 0),
    };
  };
  return { earlier: await check('earlier'), later: await check('later') };
}

/** Columns of a proposed key, at most. */
const MAX_PROPOSED = 4;
/** Columns that sets are made of: all sets of up to four of them are 561. */
const MAX_CANDIDATES = 11;
/** How far the engine's estimate of different values may be from the truth: several times what it usually is. */
const ESTIMATE_FACTOR = 1.5;

/**
 * Returns the smallest set of columns that identifies every row of both sides, of the columns that could be keys; null if
 * there is none of up to four. Of sets of one size the one that comes first: columns of `preferred`, in its order, then those
 * named like keys. Sets of which there are not enough different values are not looked at. Rejects with EngineError.
 */
export async function proposeKeys(
  engine: Pick<ComparisonEngine, 'query'>,
  sides: ComparedSides,
  preferred: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[] | null> {
  const candidates = keyCandidates(sides, preferred);
  if (candidates.length === 0) return null;
  const traits = await readTraits(engine, sides, candidates, signal);
  const distinct: Record<Side, readonly number[]> = { earlier: [], later: [] };
  for (const side of SIDES) {
    const estimates = candidates.map((pair, index) => {
      const { sqlName } = pair[side];
      return sql`CASE WHEN bool_or(${isMissingSql(pair[side])}) THEN 0 ELSE approx_count_distinct(${identifier(sqlName)}) + 1 END AS ${identifier(`n${index}`)}`;
    });
    const { rows } = await engine.query(
      sql`SELECT ${estimates} FROM ${identifier(sides[side].table.sqlName)}`,
      {
        signal,
        maxRows: 1,
      },
    );
    // Without rows there is nothing to tell apart.
    distinct[side] = (rows[0] ?? []).map((count) => (count === null ? 1 : Number(count)));
  }
  const mayIdentify = (indexes: readonly number[]) =>
    SIDES.every((side) => {
      const products = indexes.reduce(
        (product, index) => product * (distinct[side][index] ?? 0) * ESTIMATE_FACTOR,
        1,
      );
      return products >= sides[side].rowCount && indexes.every((index) => (distinct[side][index] ?? 0) > 0);
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

/** The likeliest first. Amounts and truths do not name a row, however different they are. */
function keyCandidates(sides: ComparedSides, preferred: readonly string[]): readonly ColumnPair[] {
  const shared = sides.earlier.table.columns.flatMap(({ name }) =>
    sides.later.table.columns.some((column) => column.name === name) ? [name] : [],
  );
  const rankOf = ({ name, earlier }: ColumnPair): number => {
    const place = preferred.indexOf(name);
    if (place !== -1) return place - preferred.length;
    if (earlier.type === 'boolean' || (earlier.type === 'number' && (earlier.scale ?? 0) > 0))
      return Infinity;
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

/** All sets of `size` of the indexes below `count`, in order. */
function* subsets(count: number, size: number, from = 0): Generator<readonly number[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let first = from; first <= count - size; first += 1) {
    for (const rest of subsets(count, size - 1, first + 1)) yield [first, ...rest];
  }
}

/**
 * Compares the sides row by row and keeps the result as a table, of a row for every added, removed, and matched row, and
 * for each that was left out: `kind` (the place in `ROW_KINDS`), `e` and `l` (positions in the earlier and the later
 * side), `d0`, `d1`, … (whether the price or column differs), `delta` and `percent`. Both sides must have been read whole:
 * a row that is not there yet is no removed one.
 *
 * Rejects with EngineError, or the signal's reason. Throws RangeError for sides and columns that cannot be compared.
 */
export async function compare(
  engine: ComparisonEngine,
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
    const { sqlName, memoryBytes } = await engine.materialise(queries, signal);
    try {
      const counted = await countRows(engine, sqlName, signal);
      return {
        spec,
        sides,
        sqlName,
        memoryBytes,
        ...counted,
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

/** Lets a comparison go, which makes room for the next one. Its rows cannot be read any more. */
export async function dropComparison(engine: ComparisonEngine, { sqlName }: Comparison): Promise<void> {
  await engine.drop(sqlName);
}

/** The columns of `d0`, `d1`, …: the price, if there is one, then the others. */
export function differingColumns({ price, compared }: ComparisonSpec): readonly string[] {
  return price === null ? compared : [price, ...compared.filter((name) => name !== price)];
}

/** Whether the column at `index` of `differingColumns` differs. */
export function differsName(index: number): Sql {
  return identifier(`d${index}`);
}

/** Returns the columns of these names. Throws RangeError for one that a side lacks. */
export function pairsOf(sides: ComparedSides, names: readonly string[]): readonly ColumnPair[] {
  return names.map((name) => {
    const [earlier, later] = SIDES.map((side) =>
      sides[side].table.columns.find((column) => column.name === name),
    );
    if (earlier === undefined || later === undefined) throw new RangeError('A side has no such column.');
    return { name, earlier, later };
  });
}

function keyPairs(sides: ComparedSides, names: readonly string[]): readonly ColumnPair[] {
  if (names.length === 0) throw new RangeError('There is no key to match rows by.');
  return pairsOf(sides, names);
}

type Traits = ReadonlyMap<string, ColumnTraits>;

async function readTraits(
  engine: Pick<ComparisonEngine, 'query'>,
  sides: ComparedSides,
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

async function arePricesNarrow(
  engine: Pick<ComparisonEngine, 'query'>,
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

/** The expressions that keys are compared by. */
interface KeyParts {
  /** Their names in the rows of `keyedRows`. */
  readonly names: readonly Sql[];
  /** Of each side, in the order of the names. */
  readonly values: Readonly<Record<Side, readonly Sql[]>>;
  /** Whether a row of the side lacks a part of its key. */
  readonly isMissing: Readonly<Record<Side, Sql>>;
  /** Whether no part is null in a row whose key is whole. */
  readonly isPlain: boolean;
}

const NO_TRAITS: ColumnTraits = { hasMisfits: true, hasLongSeconds: true };

function keyParts(pairs: readonly ColumnPair[], traits: Traits): KeyParts {
  const valuesOf = (side: Side) =>
    pairs.map((pair) => comparableSql(pair, side, traits.get(pair.name) ?? NO_TRAITS));
  const values = { earlier: valuesOf('earlier'), later: valuesOf('later') };
  const isMissing = (side: Side) =>
    joined(
      pairs.map((pair) => sql`(${isMissingSql(pair[side])})`),
      ' OR ',
    );
  return {
    names: values.earlier.flat().map((_, index) => identifier(`k${index}`)),
    values: { earlier: values.earlier.flat(), later: values.later.flat() },
    isMissing: { earlier: isMissing('earlier'), later: isMissing('later') },
    isPlain: values.earlier.every(({ length }) => length === 1),
  };
}

/** The rows of a side whose keys are whole, with the key's parts and what else is selected. In parentheses. */
function keyedRows(
  sides: ComparedSides,
  side: Side,
  { names, values, isMissing }: KeyParts,
  others: readonly Sql[] = [],
  condition: Sql = sql`TRUE`,
): Sql {
  const parts = names.map((name, index) => sql`${values[side][index] ?? sql``} AS ${name}`);
  return sql`(SELECT ${[...parts, ...others]} FROM ${identifier(sides[side].table.sqlName)}
    WHERE NOT (${isMissing[side]}) AND ${condition})`;
}

/** The keys that stand twice or more on a side. */
function duplicatedKeysSql(sides: ComparedSides, parts: KeyParts): Sql {
  const ofSides = SIDES.map(
    (side) =>
      sql`SELECT ${parts.names} FROM ${keyedRows(sides, side, parts)} GROUP BY ${parts.names} HAVING count(*) > 1`,
  );
  return sql`SELECT DISTINCT ${parts.names} FROM (${joined(ofSides, ' UNION ALL ')})`;
}

function sameKeys(one: Sql, other: Sql, { names, isPlain }: KeyParts): Sql {
  return joined(
    names.map((name) =>
      isPlain
        ? sql`${one}.${name} = ${other}.${name}`
        : sql`${one}.${name} IS NOT DISTINCT FROM ${other}.${name}`,
    ),
    ' AND ',
  );
}

/** Rows of the later side that are matched at once: the engine holds their values meanwhile. */
const ROWS_PER_BLOCK = 250_000;

interface Differences {
  readonly sides: ComparedSides;
  readonly parts: KeyParts;
  readonly columns: readonly ColumnPair[];
  readonly price: ColumnPair | null;
  /** Whether all prices are computed with in 64 bits. */
  readonly isNarrow: boolean;
  readonly traits: Traits;
  readonly check: KeyCheck;
  /** The table of duplicated keys; null where there are none. */
  readonly duplicates: string | null;
}

/** The queries whose rows, one after the other, are the table of a comparison. */
function differencesSql(input: Differences): readonly Sql[] {
  const { sides, parts, columns, check, duplicates } = input;
  const position = (of: Sql) => sql`CAST(${of} AS UINTEGER)`;
  const alone = (kind: RowKind, side: Side, rows: Sql) => {
    const [e, l] = [side === 'earlier', side === 'later'].map((has) =>
      position(has ? identifier(ROW_INDEX) : sql`NULL`),
    );
    const none = columns.map((_, index) => sql`FALSE AS ${differsName(index)}`);
    return sql`SELECT CAST(${ROW_KINDS.indexOf(kind)} AS UTINYINT) AS kind, ${e ?? sql``} AS e, ${l ?? sql``} AS l, ${none.length === 0 ? sql`` : sql`${none},`}
      CAST(NULL AS DECIMAL(${MAX_DIGITS}, ${scaleOfDelta(input)})) AS delta, CAST(NULL AS DECIMAL(38, 2)) AS percent,
      FALSE AS is_too_long FROM ${rows}`;
  };
  const place = [identifier(ROW_INDEX)];
  const isKnown = (alias: Sql) =>
    duplicates === null
      ? sql``
      : sql`ANTI JOIN ${identifier(duplicates)} AS d ON ${sameKeys(alias, sql`d`, parts)}`;
  const queries: Sql[] = [];
  for (let start = 0; start === 0 || start < sides.later.rowCount; start += ROWS_PER_BLOCK) {
    queries.push(matchedSql(input, start, start + ROWS_PER_BLOCK));
  }
  queries.push(
    alone(
      'removed',
      'earlier',
      sql`${keyedRows(sides, 'earlier', parts, place)} AS o ${isKnown(sql`o`)}
        ANTI JOIN ${keyedRows(sides, 'later', parts)} AS n ON ${sameKeys(sql`o`, sql`n`, parts)}`,
    ),
  );
  for (const side of SIDES) {
    if (duplicates !== null) {
      const rows = sql`${keyedRows(sides, side, parts, place)} AS o
        SEMI JOIN ${identifier(duplicates)} AS d ON ${sameKeys(sql`o`, sql`d`, parts)}`;
      queries.push(alone('duplicated', side, rows));
    }
    if (check[side].missingRows > 0) {
      const rows = sql`${identifier(sides[side].table.sqlName)} WHERE ${parts.isMissing[side]}`;
      queries.push(alone('missing', side, rows));
    }
  }
  return queries;
}

function scaleOfDelta({ price }: Pick<Differences, 'price'>): number {
  return price === null ? 0 : commonScale(price);
}

/** The rows of a part of the later side, with those of the earlier side that have the same keys. */
function matchedSql(input: Differences, start: number, end: number): Sql {
  const { sides, parts, columns, price, isNarrow, traits, duplicates } = input;
  const scale = scaleOfDelta(input);
  const valuesOf = (side: Side) =>
    columns.map((pair) => comparableSql(pair, side, traits.get(pair.name) ?? NO_TRAITS));
  const values = { earlier: valuesOf('earlier'), later: valuesOf('later') };
  const valueName = (column: number, part: number) => identifier(`v${column}_${part}`);
  const selected = (side: Side) => [
    sql`${identifier(ROW_INDEX)} AS ${identifier(side === 'earlier' ? 'e' : 'l')}`,
    ...values[side].flatMap((some, column) =>
      some.map((value, part) => sql`${value} AS ${valueName(column, part)}`),
    ),
    ...(price === null
      ? []
      : [
          sql`CAST(${commonNumberSql(price, side)} AS DECIMAL(${MAX_DIGITS}, ${scale})) AS price`,
          sql`${identifier(price[side].sqlName)} IS NOT NULL AS has_price`,
        ]),
  ];
  const position = identifier(ROW_INDEX);
  const isInBlock = sql`${position} >= ${start} AND ${position} < ${end}`;
  const unique =
    duplicates === null
      ? sql``
      : sql`ANTI JOIN ${identifier(duplicates)} AS d ON ${sameKeys(sql`n`, sql`d`, parts)}`;
  const matched = sql`${keyedRows(sides, 'earlier', parts, selected('earlier'))} AS o
    RIGHT JOIN (SELECT n.* FROM ${keyedRows(sides, 'later', parts, selected('later'), isInBlock)} AS n ${unique}) AS n
    ON ${sameKeys(sql`o`, sql`n`, parts)}`;
  const differs = values.earlier.map((some, column) => {
    const unequal = some.map(
      (_, part) => sql`o.${valueName(column, part)} IS DISTINCT FROM n.${valueName(column, part)}`,
    );
    return sql`e IS NOT NULL AND (${joined(unequal, ' OR ')}) AS ${differsName(column)}`;
  });
  const limit = computedLimitSql(scale);
  const hasBoth = sql`o.has_price AND n.has_price`;
  const isShort = sql`coalesce(abs(o.price) < ${limit} AND abs(n.price) < ${limit}, FALSE)`;
  const prices =
    price === null
      ? sql`CAST(NULL AS DECIMAL(${MAX_DIGITS}, 0)) AS base, CAST(NULL AS DECIMAL(${MAX_DIGITS}, 0)) AS delta, FALSE AS is_too_long`
      : sql`o.price AS base, CASE WHEN ${isShort} THEN CAST(n.price - o.price AS DECIMAL(${MAX_DIGITS}, ${scale})) END AS delta,
        coalesce(${hasBoth}, FALSE) AND NOT ${isShort} AS is_too_long`;
  const compared = sql`SELECT e, l, ${differs.length === 0 ? sql`` : sql`${differs},`} ${prices} FROM ${matched}`;
  const names = columns.map((_, index) => differsName(index));
  const hasChanged = names.length === 0 ? sql`FALSE` : joined(names, ' OR ');
  const kind = (some: RowKind) => sql`${ROW_KINDS.indexOf(some)}`;
  return sql`SELECT CAST(CASE WHEN e IS NULL THEN ${kind('added')} WHEN ${hasChanged} THEN ${kind('changed')}
      ELSE ${kind('unchanged')} END AS UTINYINT) AS kind, CAST(e AS UINTEGER) AS e, CAST(l AS UINTEGER) AS l,
    ${names.length === 0 ? sql`` : sql`${names},`} delta, percent, is_too_long FROM (${withPercentSql(compared, scale, isNarrow)})`;
}

async function countRows(engine: ComparisonEngine, sqlName: string, signal: AbortSignal) {
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
