import { MAX_DIGITS } from '../engine/decimal-units';
import { identifier, joined, sql, type Sql } from '../engine/sql';
import type { AnalysedColumn } from '../engine/analysed-table';
import { storedTextSql } from '../engine/wire-value';

/** A column that both sides of a comparison have. */
export interface ColumnPair {
  readonly name: string;
  readonly earlier: AnalysedColumn;
  readonly later: AnalysedColumn;
  /** How many digits of a second are compared, because a side holds no more; null or absent for all digits. */
  readonly secondDigits?: number | null;
  /** Whether an empty text equals a missing value, because a side does not distinguish them; absent if both sides do. */
  readonly isEmptyNone?: boolean;
}

/** Properties of both sides' values that decide how a column is compared. */
export interface ColumnTraits {
  /** Whether a side has values that do not fit the column's type. */
  readonly hasMisfits: boolean;
  /** Whether a side has dates with more digits of a second than the engine's timestamps. */
  readonly hasLongSeconds: boolean;
}

/** The length of a timestamp to the microsecond, `2026-01-31T10:11:12.123456`. Further digits of a date are rare and follow it. */
const MOMENT_LENGTH = 26;

/** Returns the number of decimal places to which the numbers of both sides are compared. */
export function commonScale({ earlier, later }: ColumnPair): number {
  return Math.max(earlier.scale ?? 0, later.scale ?? 0);
}

/**
 * Returns the expressions by which a column is compared on one side. Two values are equal if all their expressions are equal, and null
 * equals null. 1.50 equals 1.5000. Texts are compared byte for byte, dates to their last digit, and misfits (values that do not fit the
 * type) by their text. All expressions are null if there is no value, or if the text is empty and counts as no value.
 */
export function comparableSql(
  pair: ColumnPair,
  side: 'earlier' | 'later',
  { hasMisfits, hasLongSeconds }: ColumnTraits,
): readonly Sql[] {
  const column = pair[side];
  // Metadata of different days can give the column different types, so that only the texts can be compared.
  if (pair.earlier.type !== pair.later.type) return [cellTextSql(column)];
  const value = identifier(column.sqlName);
  const misfit = column.misfitSqlName === null ? null : identifier(column.misfitSqlName);
  const misfits = misfit === null || !hasMisfits ? [] : [misfit];
  switch (column.type) {
    case 'text':
      return [pair.isEmptyNone === true ? sql`coalesce(${value}, '')` : value];
    case 'boolean':
      return [value, ...misfits];
    case 'date':
      if (pair.secondDigits != null) {
        return [cutMomentSql(identifier(column.orderSqlName), pair.secondDigits), ...misfits];
      }
      return [
        identifier(column.orderSqlName),
        ...(hasLongSeconds ? [furtherDigitsSql(value)] : []),
        ...misfits,
      ];
    case 'number': {
      if (pair.earlier.scale === pair.later.scale) return [value, ...misfits];
      const common = commonNumberSql(pair, side);
      // If the number has too many digits with the other side's decimal places, it equals no number of that side, so its text is compared.
      const tooLong = sql`CASE WHEN ${value} IS NOT NULL AND ${common} IS NULL THEN CAST(${value} AS VARCHAR) END`;
      return [common, misfit === null ? tooLong : sql`coalesce(${misfit}, ${tooLong})`];
    }
  }
}

/** The number of digits of a second in the engine's timestamps. */
const MOMENT_DIGITS = 6;

/** Returns a timestamp in microseconds, cut to `digits` digits of the second; also before 1970, where the number is negative. */
function cutMomentSql(moment: Sql, digits: number): Sql {
  const unit = 10 ** Math.max(0, MOMENT_DIGITS - digits);
  const units = sql`epoch_us(${moment})`;
  return sql`(${units} - (${units} % ${unit} + ${unit}) % ${unit})`;
}

/** Returns the digits that follow the microseconds in the text of a date. */
function furtherDigitsSql(date: Sql): Sql {
  return sql`rtrim(substr(${date}, ${MOMENT_LENGTH + 1}), '0Z')`;
}

/** The SQL that determines whether a column differs between two rows. */
export interface Difference {
  /** The expressions that are read from each row. */
  readonly values: Readonly<Record<'earlier' | 'later', readonly Sql[]>>;
  /** Returns the condition that two rows differ, given the names of their values. */
  readonly differs: (earlier: readonly Sql[], later: readonly Sql[]) => Sql;
}

/** Returns SQL that compares a column like `comparableSql`. Dates are compared as texts first, because nearly all of them are equal. */
export function differenceOf(pair: ColumnPair, traits: ColumnTraits): Difference {
  const areDates = pair.earlier.type === 'date' && pair.later.type === 'date';
  const isOfTexts = areDates && traits.hasLongSeconds && pair.secondDigits == null;
  const partsOf = (side: 'earlier' | 'later') =>
    isOfTexts
      ? [...comparableSql(pair, side, { ...traits, hasLongSeconds: false }), identifier(pair[side].sqlName)]
      : comparableSql(pair, side, traits);
  const values = { earlier: partsOf('earlier'), later: partsOf('later') };
  const textAt = isOfTexts ? values.earlier.length - 1 : null;
  return {
    values,
    differs: (earlier, later) => {
      const unequal = earlier.map((one, index) => {
        const other = later[index] ?? sql`NULL`;
        if (index !== textAt) return sql`${one} IS DISTINCT FROM ${other}`;
        return sql`CASE WHEN ${one} IS NOT DISTINCT FROM ${other} THEN FALSE
          ELSE ${furtherDigitsSql(one)} IS DISTINCT FROM ${furtherDigitsSql(other)} END`;
      });
      return joined(unequal, ' OR ');
    },
  };
}

/** Returns a number with as many decimal places as both sides need; null if it then has more than 38 digits. */
export function commonNumberSql(pair: ColumnPair, side: 'earlier' | 'later'): Sql {
  const { sqlName, scale } = pair[side];
  const common = commonScale(pair);
  if (scale === common) return identifier(sqlName);
  return sql`TRY_CAST(${identifier(sqlName)} AS DECIMAL(${MAX_DIGITS}, ${common}))`;
}

/** Returns the text of a cell; null if it has no value. */
function cellTextSql(column: AnalysedColumn): Sql {
  const { misfitSqlName } = column;
  const text = storedTextSql(column);
  return misfitSqlName === null ? text : sql`coalesce(${identifier(misfitSqlName)}, ${text})`;
}

/**
 * Returns a query of one row that `traitsAt` reads: for each column whether it has misfits, and for dates whether they have long seconds.
 * `EXISTS` stops at the first one that it finds.
 */
export function traitsSql(columns: readonly AnalysedColumn[], sqlName: string): Sql {
  const has = (condition: Sql) => sql`EXISTS (SELECT 1 FROM ${identifier(sqlName)} WHERE ${condition})`;
  const figures = columns.flatMap(({ type, misfitSqlName, sqlName: name }, index) => [
    sql`${misfitSqlName === null ? sql`FALSE` : has(sql`${identifier(misfitSqlName)} IS NOT NULL`)} AS ${identifier(`m${index}`)}`,
    sql`${type === 'date' ? has(isLongSql(identifier(name))) : sql`FALSE`} AS ${identifier(`s${index}`)}`,
  ]);
  return sql`SELECT ${figures}`;
}

/** Returns the condition that a date may have more digits than a timestamp. The seventh is nearly always 0, which its end shows quickly. */
function isLongSql(date: Sql): Sql {
  return sql`strlen(${date}) > ${MOMENT_LENGTH} AND NOT (strlen(${date}) = ${MOMENT_LENGTH + 1} AND suffix(${date}, '0'))`;
}

/** Returns the traits of the column at `index`. `rows`: the results of `traitsSql` for both sides. */
export function traitsAt(rows: readonly (readonly (string | null)[])[], index: number): ColumnTraits {
  return {
    hasMisfits: rows.some((row) => row[2 * index] === 'true'),
    hasLongSeconds: rows.some((row) => row[2 * index + 1] === 'true'),
  };
}
