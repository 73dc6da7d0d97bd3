import { readDecimal, splitDecimal } from '@/lib/formats/decimal';
import { readIsoDateTime } from '@/lib/formats/iso-date';
import type { RowSubset, SimpleCondition } from '../conditions/row-subset';
import { MAX_DIGITS } from './decimal-units';
import { columnOf, type AnalysedColumn, type AnalysedTable } from './analysed-table';
import { lookedUpSql } from './looked-up-sql';
import { identifier, joined, sql, type Sql } from './sql';

const NEVER = sql`FALSE`;
const ALWAYS = sql`TRUE`;

/** Returns an exact `WHERE` condition for a subset. Throws RangeError if the table lacks one of its columns. */
export function subsetSql(subset: RowSubset, table: Pick<AnalysedTable, 'columns'>): Sql {
  const conditions = subset.conditions.map((condition) => {
    const column = columnOf(table, condition.column);
    const parts = condition.kind === 'any-of' ? condition.conditions : [condition];
    return sql`(${
      parts.length === 0
        ? NEVER
        : joined(
            parts.map((part) => conditionSql(part, column)),
            ' OR ',
          )
    })`;
  });
  return conditions.length === 0 ? ALWAYS : joined(conditions, ' AND ');
}

function conditionSql(condition: SimpleCondition, column: AnalysedColumn): Sql {
  switch (condition.kind) {
    case 'is':
      return condition.value === null ? isNullSql(column) : isSql(condition.value, column);
    case 'between': {
      const from = condition.from === null ? ALWAYS : boundSql('>=', condition.from, column);
      const to =
        condition.to === null ? ALWAYS : boundSql(condition.includesEnd ? '<=' : '<', condition.to, column);
      return sql`${from} AND ${to}`;
    }
    case 'other-than': {
      if (column.type !== 'text') return NEVER;
      const name = identifier(column.sqlName);
      const values = condition.values;
      if (values.length === 0) return sql`${name} IS NOT NULL`;
      return sql`${name} NOT IN (${lookedUpSql(values, (value) => value)})`;
    }
    case 'misfit':
      return column.misfitSqlName === null ? NEVER : sql`${identifier(column.misfitSqlName)} IS NOT NULL`;
  }
}

/** Returns the condition that a cell has no value. A misfit (a value that does not fit the column) counts as a value. */
export function isNullSql({ sqlName, misfitSqlName }: AnalysedColumn): Sql {
  const isNull = sql`${identifier(sqlName)} IS NULL`;
  return misfitSqlName === null ? isNull : sql`${isNull} AND ${identifier(misfitSqlName)} IS NULL`;
}

function isSql(value: string | boolean, column: AnalysedColumn): Sql {
  const name = identifier(column.sqlName);
  if (typeof value === 'boolean') return column.type === 'boolean' ? sql`${name} = ${value}` : NEVER;
  switch (column.type) {
    case 'text':
      return sql`${name} = ${value}`;
    case 'number':
    case 'date':
      return sql`${boundSql('>=', value, column)} AND ${boundSql('<=', value, column)}`;
    case 'boolean':
      return NEVER;
  }
}

export type Comparison = '>=' | '>' | '<=' | '<';

/** Returns an exact comparison with a bound of a range. It is null or false if there is no value, or if the bound does not fit the type. */
export function boundSql(comparison: Comparison, value: string, column: AnalysedColumn): Sql {
  if (column.type === 'number') return numberBoundSql(comparison, value, column);
  return column.type === 'date' ? dateBoundSql(comparison, value, column) : NEVER;
}

/** Compares numbers. A bound with more places than the column moves to the next value that the column can hold, because a cast rounds. */
function numberBoundSql(comparison: Comparison, value: string, { sqlName, scale }: AnalysedColumn): Sql {
  const decimal = readDecimal(value);
  if (decimal === null) return NEVER;
  const places = scale ?? 0;
  const { isNegative, integer, fraction } = splitDecimal(decimal);
  const digits = BigInt(integer + fraction.slice(0, places).padEnd(places, '0'));
  const truncated = isNegative ? -digits : digits;
  const hasRest = /[1-9]/.test(fraction.slice(places));
  // `<=` and `>` need the value at or below the bound, `<` and `>=` the value at or above it.
  const needsBelow = comparison === '<=' || comparison === '>';
  const up = hasRest && !needsBelow && !isNegative ? 1n : 0n;
  const down = hasRest && needsBelow && isNegative ? 1n : 0n;
  const units = truncated + up - down;
  const limit = 10n ** BigInt(MAX_DIGITS);
  if (units >= limit || units <= -limit) {
    const areAllBelow = units > 0n;
    const asksForBelow = comparison === '<' || comparison === '<=';
    return areAllBelow === asksForBelow ? sql`${identifier(sqlName)} IS NOT NULL` : NEVER;
  }
  // The text has exactly the column's places, so the cast does not round.
  const text = unitsText(units, places);
  return compared(identifier(sqlName), comparison, sql`CAST(${text} AS DECIMAL(${MAX_DIGITS}, ${places}))`);
}

function unitsText(units: bigint, places: number): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  const end = digits.length - places;
  return `${units < 0n ? '-' : ''}${digits.slice(0, end)}${places === 0 ? '' : `.${digits.slice(end)}`}`;
}

const MOMENT_DIGITS = 6;

/** A date as the engine stores it: a timestamp in microseconds, and further digits. */
export interface HeldDate {
  /** The timestamp as text for `CAST(… AS TIMESTAMP)`, always with the length `HELD_MOMENT_LENGTH`. */
  readonly moment: string;
  /** The digits of the second after the microseconds, without trailing zeros. */
  readonly furtherDigits: string;
}

export const HELD_MOMENT_LENGTH = '2026-01-31 10:00:00.123456'.length;

/** Returns a date in the form in which the engine stores it; null for a text that is not a date. */
export function heldDate(text: string): HeldDate | null {
  const iso = readIsoDateTime(text);
  if (iso === null) return null;
  const { year, month, day, hour, minute, second, fraction } = iso;
  const micros = fraction.slice(0, MOMENT_DIGITS).padEnd(MOMENT_DIGITS, '0');
  return {
    moment: `${year}-${month}-${day} ${hour}:${minute}:${second}.${micros}`,
    furtherDigits: fraction.slice(MOMENT_DIGITS).replace(/0+$/, ''),
  };
}

/** Returns the digits of a date's text that its timestamp does not hold. */
export function furtherDigitsSql({ sqlName }: Pick<AnalysedColumn, 'sqlName'>): Sql {
  return sql`rtrim(regexp_extract(${identifier(sqlName)}, ${'\\.[0-9]{6}([0-9]+)'}, 1), '0')`;
}

/** Compares dates. The engine's timestamps have microseconds, so if two are equal, the further digits of their texts decide. */
function dateBoundSql(comparison: Comparison, value: string, column: AnalysedColumn): Sql {
  const held = heldDate(value);
  if (held === null) return NEVER;
  const moment = sql`CAST(${held.moment} AS TIMESTAMP)`;
  const order = identifier(column.orderSqlName);
  const isDecidedByMoment = comparison === '>=' || comparison === '<';
  if (held.furtherDigits === '' && isDecidedByMoment) return compared(order, comparison, moment);
  const isAbove = comparison === '>=' || comparison === '>';
  const beyond = compared(order, isAbove ? '>' : '<', moment);
  const furtherDigits = compared(furtherDigitsSql(column), comparison, sql`${held.furtherDigits}`);
  return sql`(${beyond} OR (${order} = ${moment} AND ${furtherDigits}))`;
}

/** Returns a comparison of two values that have the same type in the engine. */
export function compared(one: Sql, comparison: Comparison, other: Sql): Sql {
  switch (comparison) {
    case '>=':
      return sql`${one} >= ${other}`;
    case '>':
      return sql`${one} > ${other}`;
    case '<=':
      return sql`${one} <= ${other}`;
    case '<':
      return sql`${one} < ${other}`;
  }
}
