import type { ComparisonOp, FilterCondition } from '@/contract/extraction';
import { readDecimal, significantFractionDigits, splitDecimal } from '@/lib/formats/decimal';
import { timeSpan } from '../conditions/calendar';
import { operatorFor } from '../conditions/operators';
import type { RefineCondition, RefineGroup } from '../conditions/refinement';
import { resolveDay } from '../conditions/relative-day';
import { lookedUpSql } from '../engine/looked-up-sql';
import { MAX_DIGITS } from '../engine/decimal-units';
import { identifier, joined, sql, type Sql } from '../engine/sql';
import {
  boundSql,
  compared,
  furtherDigitsSql,
  HELD_MOMENT_LENGTH,
  heldDate,
  isNullSql,
  type Comparison,
} from '../engine/subset-sql';
import { columnOf, type AnalysedColumn, type AnalysedTable } from '../engine/analysed-table';
import { comparedColumnsSql, foldedSql, partSql } from './compared-columns-sql';

const NEVER = sql`FALSE`;
const ALWAYS = sql`TRUE`;

/**
 * Returns a condition for `WHERE` that is true for the rows that satisfy all conditions of a query, and false or null for others. Values
 * are compared like in the service (docs/service-contract.md, section 6): texts ignore case, and null satisfies only `isNull`. A value that
 * does not fit its column satisfies only `isNotNull`. No row satisfies an operator that the column's type does not have, or an order by a
 * value of another type. Throws RangeError for a column that the table lacks.
 */
export function filterSql(
  filters: readonly FilterCondition[],
  { columns }: Pick<AnalysedTable, 'columns'>,
): Sql {
  // The operator "is none of" becomes several `notEquals`. They are combined, so that the engine looks up the excluded values.
  const excluded = new Map<string, string[]>();
  for (const { column, op, values } of filters) {
    if (op !== 'notEquals') continue;
    const known = excluded.get(column);
    if (known === undefined) excluded.set(column, [...values]);
    else known.push(...values);
  }
  const conditions = [
    ...filters
      .filter(({ op }) => op !== 'notEquals')
      .map(({ column, op, values }) => comparisonSql(op, values, columnOf({ columns }, column))),
    ...[...excluded].map(([name, values]) => noneOfSql(values, columnOf({ columns }, name))),
  ];
  return conditions.length === 0
    ? ALWAYS
    : joined(
        conditions.map((condition) => sql`(${condition})`),
        ' AND ',
      );
}

/**
 * Returns the condition that a row satisfies a group of a refinement, with the meaning of `filterSql`. `today`: the day (`YYYY-MM-DD`)
 * against which relative days are resolved. Throws RangeError for a group that `refinementProblem` would refuse.
 */
export function groupSql(
  { join, parts }: RefineGroup,
  columns: readonly AnalysedColumn[],
  today: string,
): Sql {
  const conditions = parts.map((part) =>
    part.kind === 'group' ? groupSql(part, columns, today) : conditionSql(part, columns, today),
  );
  return sql`(${joined(
    conditions.map((condition) => sql`(${condition})`),
    join === 'all' ? ' AND ' : ' OR ',
  )})`;
}

function conditionSql(
  { column: name, operator, operand }: RefineCondition,
  columns: readonly AnalysedColumn[],
  today: string,
): Sql {
  const column = columnOf({ columns }, name);
  if (operand.kind === 'validity') {
    return validOnSql(column, columnOf({ columns }, operand.to), resolved(operand.day, today));
  }
  const definition = operatorFor(column.type, operator);
  if (definition === null) throw new RangeError('The column has no such operator.');
  const isNegated = definition.finds === 'negation';
  if (operand.kind === 'column') {
    if (definition.ofColumn === null) throw new RangeError('The operator compares with no other column.');
    const other = columnOf({ columns }, operand.column);
    const satisfied = comparedColumnsSql(column, definition.ofColumn, other);
    return isNegated ? negatedSql(satisfied, [column, other]) : satisfied;
  }
  const values = operand.kind === 'values' ? operand.values : [];
  const operands = column.type === 'date' ? values.map((value) => resolved(value, today)) : values;
  const filters = definition.conditions(column.name, operands, today);
  // If a relative span is beyond the calendar, no rows are in it.
  if (filters.length === 0) return NEVER;
  const satisfied = filterSql(filters, { columns });
  return isNegated ? negatedSql(satisfied, [column]) : satisfied;
}

/** Returns the condition that a row has values in the columns and does not satisfy another condition. */
function negatedSql(condition: Sql, columns: readonly AnalysedColumn[]): Sql {
  const present = columns.map(({ sqlName }) => sql`${identifier(sqlName)} IS NOT NULL`);
  return joined([...present, sql`NOT coalesce(${condition}, FALSE)`], ' AND ');
}

/** Returns a value with a relative day resolved. A day beyond the calendar stays unresolved, so that no row satisfies the condition. */
function resolved(value: string, today: string): string {
  return resolveDay(value, today) ?? value;
}

function comparisonSql(op: ComparisonOp, values: readonly string[], column: AnalysedColumn): Sql {
  const [value = ''] = values;
  switch (op) {
    case 'isNull':
      return isNullSql(column);
    case 'isNotNull':
      return sql`NOT (${isNullSql(column)})`;
    case 'equals':
      return anyOfSql([value], column);
    case 'containsAny':
      return anyOfSql(values, column);
    case 'notEquals':
      return noneOfSql(values, column);
    case 'greaterThan':
      return orderedSql('>', value, column);
    case 'greaterThanOrEquals':
      return orderedSql('>=', value, column);
    case 'lessThan':
      return orderedSql('<', value, column);
    case 'lessThanOrEquals':
      return orderedSql('<=', value, column);
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      // Only a text can contain, start with or end with a part.
      return column.type === 'text' ? partSql(op, identifier(column.sqlName), sql`${value}`) : NEVER;
  }
}

/** Returns a condition that compares texts by code point, without regard to case, and other types by value. */
function orderedSql(comparison: Comparison, value: string, column: AnalysedColumn): Sql {
  return column.type === 'text'
    ? compared(foldedSql(identifier(column.sqlName)), comparison, foldedSql(sql`${value}`))
    : boundSql(comparison, value, column);
}

function noneOfSql(values: readonly string[], column: AnalysedColumn): Sql {
  return sql`${identifier(column.sqlName)} IS NOT NULL AND NOT coalesce(${anyOfSql(values, column)}, FALSE)`;
}

/** Returns the condition that the column has one of the values. The engine looks them up, because a list may have thousands. */
function anyOfSql(values: readonly string[], column: AnalysedColumn): Sql {
  const name = identifier(column.sqlName);
  switch (column.type) {
    case 'text':
      return isAmongSql(foldedSql(name), values, foldedSql);
    case 'number': {
      const places = column.scale ?? 0;
      const held = values.flatMap((value) => {
        const decimal = readDecimal(value);
        return decimal !== null && fitsPlaces(decimal, places) ? [decimal] : [];
      });
      return isAmongSql(name, held, (text) => sql`CAST(${text} AS DECIMAL(${MAX_DIGITS}, ${places}))`);
    }
    case 'date': {
      const held = values.flatMap((value) => {
        const date = heldDate(value);
        return date === null ? [] : [date.moment + date.furtherDigits];
      });
      return isAmongSql(
        sql`row(${identifier(column.orderSqlName)}, ${furtherDigitsSql(column)})`,
        held,
        (text) =>
          sql`row(CAST(substr(${text}, 1, ${HELD_MOMENT_LENGTH}) AS TIMESTAMP), substr(${text}, ${HELD_MOMENT_LENGTH + 1}))`,
      );
    }
    case 'boolean': {
      const held = [true, false].filter((value) => values.includes(String(value)));
      return held.length === 0 ? NEVER : sql`${name} IN (${held.map((value) => sql`${value}`)})`;
    }
  }
}

function isAmongSql(cell: Sql, values: readonly string[], made: (text: Sql) => Sql): Sql {
  return values.length === 0 ? NEVER : sql`${cell} IN (${lookedUpSql(values, made)})`;
}

/** Whether a column with `places` decimal places can hold a decimal. If not, a cast would round the decimal or fail. */
function fitsPlaces(decimal: string, places: number): boolean {
  const { integer } = splitDecimal(decimal);
  const digits = integer === '0' ? 0 : integer.length;
  return digits + places <= MAX_DIGITS && significantFractionDigits(decimal) <= places;
}

/** Returns the condition that a row is valid at some time of a day, a minute or a second. A missing start or end counts as open. */
export function validOnSql(from: AnalysedColumn, to: AnalysedColumn, moment: string): Sql {
  const span = timeSpan(moment);
  if (span === null) return NEVER;
  const hasBegun =
    span.end === null ? sql`${identifier(from.sqlName)} IS NOT NULL` : boundSql('<', span.end, from);
  // An end that is not a date, such as a word, does not count as open.
  const isNotOver = boundSql('>=', span.start, to);
  return sql`((${isNullSql(from)}) OR ${hasBegun}) AND ((${isNullSql(to)}) OR ${isNotOver})`;
}
