import { identifier, joined, sql, type Sql } from '../engine/sql';
import type { AnalysedColumn } from '../engine/analysed-table';

/** A column that both sides have. */
export interface ColumnPair {
  readonly name: string;
  readonly earlier: AnalysedColumn;
  readonly later: AnalysedColumn;
  /** Dates are compared to so many digits of the second, because a side holds no more; null or absent for all. */
  readonly secondDigits?: number | null;
  /** An empty text is compared as no value, because a side keeps no difference; absent where both do. */
  readonly isEmptyNone?: boolean;
}

/** The traits that decide how the values of a column on both sides are compared. */
export interface ColumnTraits {
  /** A value on one of the sides does not fit the column. */
  readonly hasMisfits: boolean;
  /** A date on one of the sides has more digits of its second than the engine's moments. */
  readonly hasLongSeconds: boolean;
}

/** The digits of the engine's decimals. */
export const MAX_DIGITS = 38;
/** The length of a moment to the microsecond, `2026-01-31T10:11:12.123456`; what follows it are further digits, seldom used. */
const MOMENT_LENGTH = 26;

/** The decimal places at which numbers of both sides are compared. */
export function commonScale({ earlier, later }: ColumnPair): number {
  return Math.max(earlier.scale ?? 0, later.scale ?? 0);
}

/**
 * Returns what to compare the column by on one side: expressions that are pairwise the same, null being the same as null,
 * where the values are equal. 1.50 equals 1.5000, texts are compared byte for byte, dates as moments to their last
 * digit, misfits by their text. All are null where there is no value, or empty where that is the same.
 */
export function comparableSql(
  pair: ColumnPair,
  side: 'earlier' | 'later',
  { hasMisfits, hasLongSeconds }: ColumnTraits,
): readonly Sql[] {
  const column = pair[side];
  // The metadata of the sides need not be of the same day.
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
      // With the places of the other side it has more digits than the engine's decimals: nothing there can equal it.
      const tooLong = sql`CASE WHEN ${value} IS NOT NULL AND ${common} IS NULL THEN CAST(${value} AS VARCHAR) END`;
      return [common, misfit === null ? tooLong : sql`coalesce(${misfit}, ${tooLong})`];
    }
  }
}

/** Digits of a second of the engine's moments. */
const MOMENT_DIGITS = 6;

/** A moment in microseconds without its digits of the second beyond these. Not rounded, before 1970 neither. */
function cutMomentSql(moment: Sql, digits: number): Sql {
  const unit = 10 ** Math.max(0, MOMENT_DIGITS - digits);
  const units = sql`epoch_us(${moment})`;
  return sql`(${units} - (${units} % ${unit} + ${unit}) % ${unit})`;
}

/** The text after the moment in a date. */
function furtherDigitsSql(date: Sql): Sql {
  return sql`rtrim(substr(${date}, ${MOMENT_LENGTH + 1}), '0Z')`;
}

/** How a column is told to differ between two rows. */
export interface Difference {
  /** The columns that are read of each row. */
  readonly values: Readonly<Record<'earlier' | 'later', readonly Sql[]>>;
  /** Whether two rows differ, given the names of their values. */
  readonly differs: (earlier: readonly Sql[], later: readonly Sql[]) => Sql;
}

/**
 * Returns how to tell whether the column differs, with the meaning of `comparableSql`. Dates are read as they are: two equal texts
 * need not be taken apart, and nearly all pairs are equal.
 */
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

/** A number with the decimal places of both sides; null where it then has more than 38 digits. */
export function commonNumberSql(pair: ColumnPair, side: 'earlier' | 'later'): Sql {
  const { sqlName, scale } = pair[side];
  const common = commonScale(pair);
  if (scale === common) return identifier(sqlName);
  return sql`TRY_CAST(${identifier(sqlName)} AS DECIMAL(${MAX_DIGITS}, ${common}))`;
}

/** The text of a cell; null where it has no value. */
function cellTextSql({ sqlName, misfitSqlName }: AnalysedColumn): Sql {
  const text = sql`CAST(${identifier(sqlName)} AS VARCHAR)`;
  return misfitSqlName === null ? text : sql`coalesce(${identifier(misfitSqlName)}, ${text})`;
}

/**
 * Returns a query of one row with what `traitsAt` reads: of each column whether it has misfits, and dates with long seconds. One of them
 * is enough, so that the engine need not read the others.
 */
export function traitsSql(columns: readonly AnalysedColumn[], sqlName: string): Sql {
  const has = (condition: Sql) => sql`EXISTS (SELECT 1 FROM ${identifier(sqlName)} WHERE ${condition})`;
  const figures = columns.flatMap(({ type, misfitSqlName, sqlName: name }, index) => [
    sql`${misfitSqlName === null ? sql`FALSE` : has(sql`${identifier(misfitSqlName)} IS NOT NULL`)} AS ${identifier(`m${index}`)}`,
    sql`${type === 'date' ? has(isLongSql(identifier(name))) : sql`FALSE`} AS ${identifier(`s${index}`)}`,
  ]);
  return sql`SELECT ${figures}`;
}

/** Whether a date may have more digits than a moment. A seventh one is nearly always zero, which the text's end tells at once. */
function isLongSql(date: Sql): Sql {
  return sql`strlen(${date}) > ${MOMENT_LENGTH} AND NOT (strlen(${date}) = ${MOMENT_LENGTH + 1} AND suffix(${date}, '0'))`;
}

/** Reads the traits of the column at `index` from the rows of `traitsSql` of both sides. */
export function traitsAt(rows: readonly (readonly (string | null)[])[], index: number): ColumnTraits {
  return {
    hasMisfits: rows.some((row) => row[2 * index] === 'true'),
    hasLongSeconds: rows.some((row) => row[2 * index + 1] === 'true'),
  };
}
