import type { ColumnComparison } from '../conditions/operators';
import { MAX_DIGITS } from '../engine/decimal-units';
import { identifier, sql, type Sql } from '../engine/sql';
import { furtherDigitsSql } from '../engine/subset-sql';
import type { AnalysedColumn } from '../engine/analysed-table';

/** Returns a text in lower case, character by character. Unlike in the reference service, a final sigma stays different. */
export function foldedSql(text: Sql): Sql {
  return sql`lower(${text})`;
}

/** Returns the condition that a text contains, starts with or ends with a part, without regard to case. */
export function partSql(op: 'contains' | 'startsWith' | 'endsWith', text: Sql, part: Sql): Sql {
  switch (op) {
    case 'contains':
      return sql`contains(${foldedSql(text)}, ${foldedSql(part)})`;
    case 'startsWith':
      return sql`starts_with(${foldedSql(text)}, ${foldedSql(part)})`;
    case 'endsWith':
      return sql`ends_with(${foldedSql(text)}, ${foldedSql(part)})`;
  }
}

/** Returns a condition that compares two columns exactly. It is false or null if a row lacks one of the values. */
export function comparedColumnsSql(
  column: AnalysedColumn,
  comparison: ColumnComparison,
  other: AnalysedColumn,
): Sql {
  const [one, two] = [identifier(column.sqlName), identifier(other.sqlName)];
  const hasBoth = sql`${one} IS NOT NULL AND ${two} IS NOT NULL`;
  switch (comparison) {
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      return partSql(comparison, one, two);
    case 'equals':
      return sql`${hasBoth} AND ${isSameSql(column, other)}`;
    case 'notEquals':
      return sql`${hasBoth} AND NOT (${isSameSql(column, other)})`;
    case 'lessThan':
      return isLessSql(column, other);
    case 'greaterThan':
      return isLessSql(other, column);
    case 'lessThanOrEquals':
      return sql`${hasBoth} AND NOT (${isLessSql(other, column)})`;
    case 'greaterThanOrEquals':
      return sql`${hasBoth} AND NOT (${isLessSql(column, other)})`;
  }
}

/** Returns the condition that two columns have the same value, for rows in which both have one. */
function isSameSql(column: AnalysedColumn, other: AnalysedColumn): Sql {
  const [one, two] = [identifier(column.sqlName), identifier(other.sqlName)];
  switch (column.type) {
    case 'text':
      return sql`${foldedSql(one)} = ${foldedSql(two)}`;
    case 'boolean':
      return sql`${one} = ${two}`;
    case 'date':
    case 'number':
      return sql`NOT (${isLessSql(column, other)}) AND NOT (${isLessSql(other, column)})`;
  }
}

/** Returns the condition that the value of a column is less than that of another one. It is not true if one of them has no value. */
function isLessSql(column: AnalysedColumn, other: AnalysedColumn): Sql {
  const [one, two] = [identifier(column.sqlName), identifier(other.sqlName)];
  switch (column.type) {
    case 'text':
      return sql`${foldedSql(one)} < ${foldedSql(two)}`;
    case 'boolean':
      return sql`${one} < ${two}`;
    case 'date': {
      const [a, b] = [identifier(column.orderSqlName), identifier(other.orderSqlName)];
      return sql`(${a} < ${b} OR (${a} = ${b} AND ${furtherDigitsSql(column)} < ${furtherDigitsSql(other)}))`;
    }
    case 'number':
      return isNumberLessSql(column, other);
  }
}

function isNumberLessSql(column: AnalysedColumn, other: AnalysedColumn): Sql {
  const [one, two] = [identifier(column.sqlName), identifier(other.sqlName)];
  const [places, otherPlaces] = [column.scale ?? 0, other.scale ?? 0];
  if (places === otherPlaces) return sql`${one} < ${two}`;
  const scale = Math.max(places, otherPlaces);
  // With the other column's decimal places, a number may have too many digits for the engine. Then it is beyond every value of that column.
  const shorter = places < otherPlaces ? one : two;
  const common = sql`TRY_CAST(${shorter} AS DECIMAL(${MAX_DIGITS}, ${scale}))`;
  const isBeyond = sql`${shorter} IS NOT NULL AND ${common} IS NULL`;
  return places < otherPlaces
    ? sql`CASE WHEN ${isBeyond} THEN ${one} < 0 AND ${two} IS NOT NULL ELSE ${common} < ${two} END`
    : sql`CASE WHEN ${isBeyond} THEN ${two} > 0 AND ${one} IS NOT NULL ELSE ${one} < ${common} END`;
}
