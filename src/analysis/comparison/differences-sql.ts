import { MAX_DIGITS } from '../engine/decimal-units';
import { identifier, joined, sql, type Sql } from '../engine/sql';
import { ROW_INDEX } from '../engine/analysed-table';
import { computedLimitSql, narrowSql, withPercentSql } from './change-percent';
import { commonNumberSql, commonScale, differenceOf, type ColumnPair } from '../matching/compared-values';
import { differsName, ROW_KINDS, type RowKind } from './comparison';
import { comparedRows, SIDES, type ComparedSides, type Side } from '../matching/matched-sides';
import {
  keyedRows,
  NO_TRAITS,
  rowsWithKeys,
  sameKeys,
  type KeyCheck,
  type KeyParts,
  type Traits,
} from '../matching/row-keys';

/** The number of rows of the later side that are matched at once. The engine holds the values of one such block in memory. */
const ROWS_PER_BLOCK = 250_000;

export interface Differences {
  readonly sides: ComparedSides;
  readonly parts: KeyParts;
  readonly columns: readonly ColumnPair[];
  readonly price: ColumnPair | null;
  /** Whether all prices are computed in 64 bits. */
  readonly isNarrow: boolean;
  readonly traits: Traits;
  readonly check: KeyCheck;
  /** The name of the table of duplicated keys; null if there are none. */
  readonly duplicates: string | null;
}

/** Returns the queries whose rows, in this order, form the table of a comparison. */
export function differencesSql(input: Differences): readonly Sql[] {
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
      const rows = sql`${comparedRows(sides[side])} WHERE ${parts.isMissing[side]}`;
      queries.push(alone('missing', side, rows));
    }
  }
  return queries;
}

function scaleOfDelta({ price }: Pick<Differences, 'price'>): number {
  return price === null ? 0 : commonScale(price);
}

/** Returns a query of a block of rows of the later side, with the matching rows of the earlier side. */
function matchedSql(input: Differences, start: number, end: number): Sql {
  const { sides, parts, columns, isNarrow, traits, duplicates } = input;
  const scale = scaleOfDelta(input);
  const differences = columns.map((pair) => differenceOf(pair, traits.get(pair.name) ?? NO_TRAITS));
  const valueName = (column: number, part: number) => identifier(`v${column}_${part}`);
  const selected = (side: Side) => [
    sql`${identifier(ROW_INDEX)} AS ${identifier(side === 'earlier' ? 'e' : 'l')}`,
    ...differences.flatMap(({ values }, column) =>
      values[side].map((value, part) => sql`${value} AS ${valueName(column, part)}`),
    ),
    ...pricesSql(input, side),
  ];
  const position = identifier(ROW_INDEX);
  const isInBlock = sql`${position} >= ${start} AND ${position} < ${end}`;
  const unique =
    duplicates === null
      ? sql``
      : sql`ANTI JOIN ${identifier(duplicates)} AS d ON ${sameKeys(sql`n`, sql`d`, parts)}`;
  // Earlier rows without a complete key match no later row, so no condition excludes them. With such a condition, the engine would expect
  // as few earlier rows as the block has, and hold all of them in memory instead, in twice the time and memory.
  const matched = sql`${rowsWithKeys(sides, 'earlier', parts, selected('earlier'))} AS o
    RIGHT JOIN (SELECT n.* FROM ${keyedRows(sides, 'later', parts, selected('later'), isInBlock)} AS n ${unique}) AS n
    ON ${sameKeys(sql`o`, sql`n`, parts)}`;
  const differs = differences.map(({ values, differs: differ }, column) => {
    const namesOf = (alias: Sql) => values.earlier.map((_, part) => sql`${alias}.${valueName(column, part)}`);
    return sql`e IS NOT NULL AND (${differ(namesOf(sql`o`), namesOf(sql`n`))}) AS ${differsName(column)}`;
  });
  const prices = priceChangeSql(input);
  const compared = sql`SELECT e, l, ${differs.length === 0 ? sql`` : sql`${differs},`} ${prices} FROM ${matched}`;
  const names = columns.map((_, index) => differsName(index));
  const hasChanged = names.length === 0 ? sql`FALSE` : joined(names, ' OR ');
  const kind = (some: RowKind) => sql`${ROW_KINDS.indexOf(some)}`;
  return sql`SELECT CAST(CASE WHEN e IS NULL THEN ${kind('added')} WHEN ${hasChanged} THEN ${kind('changed')}
      ELSE ${kind('unchanged')} END AS UTINYINT) AS kind, CAST(e AS UINTEGER) AS e, CAST(l AS UINTEGER) AS l,
    ${names.length === 0 ? sql`` : sql`${names},`} CAST(delta AS DECIMAL(${MAX_DIGITS}, ${scale})) AS delta, percent, is_too_long
    FROM (${withPercentSql(compared, scale, isNarrow)})`;
}

/** Returns the columns from which the price difference is computed, with the decimal places that both sides need. */
function pricesSql({ price, isNarrow }: Differences, side: Side): readonly Sql[] {
  if (price === null) return [];
  const common = commonNumberSql(price, side);
  if (isNarrow) return [sql`${narrowSql(common, commonScale(price))} AS price`];
  return [
    sql`CAST(${common} AS DECIMAL(${MAX_DIGITS}, ${commonScale(price)})) AS price`,
    sql`${identifier(price[side].sqlName)} IS NOT NULL AS has_price`,
  ];
}

/** Returns the columns `base`, `delta` and `is_too_long` for two matched rows. */
function priceChangeSql({ price, isNarrow }: Differences): Sql {
  if (price === null) {
    const none = sql`CAST(NULL AS DECIMAL(${MAX_DIGITS}, 0))`;
    return sql`${none} AS base, ${none} AS delta, FALSE AS is_too_long`;
  }
  if (isNarrow) return sql`o.price AS base, n.price - o.price AS delta, FALSE AS is_too_long`;
  const scale = commonScale(price);
  const limit = computedLimitSql(scale);
  const isShort = sql`coalesce(abs(o.price) < ${limit} AND abs(n.price) < ${limit}, FALSE)`;
  return sql`o.price AS base, CASE WHEN ${isShort} THEN CAST(n.price - o.price AS DECIMAL(${MAX_DIGITS}, ${scale})) END AS delta,
    coalesce(o.has_price AND n.has_price, FALSE) AND NOT ${isShort} AS is_too_long`;
}
