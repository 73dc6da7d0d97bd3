import type { FilterCondition } from '@/contract/extraction';
import { formulaColumns, parseFormula, type Formula } from '../../model/formula';
import {
  operatorFor,
  refinedColumns,
  VALID_ON,
  type InnerGroup,
  type RefineCondition,
  type RefineGroup,
  type Refinement,
  type RefineOperator,
} from '../../model/refinement';
import { resolveDay } from '../../model/relative-day';
import { timeSpan } from '../../model/calendar';
import { identifier, joined, sql, type Sql } from '../engine/sql';
import { boundSql, isNullSql } from '../engine/subset-sql';
import type { AnalysedColumn, AnalysedTable } from '../engine/analysed-table';
import { formulaSql, type ComputedInput } from './formula-sql';
import { createStaging, sqlTerm } from './staging';

const NEVER = sql`FALSE`;

/** The rows that a refinement leaves of a table, with its computed columns. */
export interface RefinedSql {
  /** A query of the rows: the table's columns, `rowid`, and the computed ones. */
  readonly rows: Sql;
  /** The table's columns, and the computed ones as numbers of their own. */
  readonly columns: readonly AnalysedColumn[];
  /** Computed columns some of whose values may have too many digits on the way, with the column of the rows that says so. */
  readonly tooLong: readonly { readonly name: string; readonly isTooLong: Sql }[];
}

export interface RefinementScope {
  /** The farthest from zero of each number column that a formula names, in units of its last place. */
  readonly maxUnits: ReadonlyMap<string, bigint>;
  /** The day that relative days are resolved against, `YYYY-MM-DD`. */
  readonly today: string;
  /** The last row by `rowid`: rows that are added later are not among the refined ones. */
  readonly lastRow: number;
}

/** Returns the number columns of the table that the formulas of a refinement compute with. */
export function computedWith(
  { computedColumns }: Refinement,
  { columns }: Pick<AnalysedTable, 'columns'>,
): readonly AnalysedColumn[] {
  const named = new Set<string>();
  for (const [index] of computedColumns.entries()) {
    for (const name of formulaColumns(formulaAt(computedColumns, index, columns))) named.add(name);
  }
  return columns.filter(({ name }) => named.has(name));
}

/**
 * Returns the rows that a refinement leaves of a table. Throws RangeError for one that `refinementProblem` would refuse.
 */
export function refinementSql(
  { conditions, computedColumns }: Refinement,
  table: AnalysedTable,
  { maxUnits, today, lastRow }: RefinementScope,
): RefinedSql {
  const columns = [...table.columns];
  const inputs = new Map<string, ComputedInput>(
    table.columns.map(({ name, sqlName, scale }) => [
      name,
      { column: sqlTerm(identifier(sqlName)), scale: scale ?? 0, maxUnits: maxUnits.get(name) ?? 0n },
    ]),
  );
  const tooLong: { name: string; isTooLong: Sql }[] = [];
  const staging = createStaging();
  const rowId = identifier('rowid');
  const read = sql`SELECT ${rowId} AS ${rowId}, * FROM ${identifier(table.sqlName)} WHERE ${rowId} <= ${lastRow}`;
  for (const [index, { name, places }] of computedColumns.entries()) {
    const formula = formulaAt(computedColumns, index, table.columns);
    const { value, isTooLong, maxUnits: units } = formulaSql(formula, inputs, places, staging);
    const sqlName = `x${index}`;
    inputs.set(name, { column: staging.keep(sqlName, value), scale: places, maxUnits: units });
    columns.push({
      name,
      type: 'number',
      scale: places,
      sqlName,
      orderSqlName: sqlName,
      misfitSqlName: null,
    });
    if (isTooLong !== null) {
      tooLong.push({ name, isTooLong: staging.keep(`${sqlName}_too_long`, isTooLong).sql });
    }
  }
  let rows = staging.rowsWith(read);
  if (conditions !== null) {
    rows = sql`SELECT * FROM (${rows}) WHERE ${groupSql(conditions, columns, today)}`;
  }
  return { rows, columns, tooLong };
}

function formulaAt(
  computedColumns: Refinement['computedColumns'],
  index: number,
  columns: readonly AnalysedColumn[],
): Formula {
  const known = refinedColumns(columns, computedColumns.slice(0, index));
  const parsed = parseFormula(
    computedColumns[index]?.formula ?? '',
    known.map(({ name, type }) => ({ name, isNumber: type === 'number' })),
  );
  if (!parsed.ok) throw new RangeError(`A formula cannot be computed: ${parsed.problem.kind}.`);
  return parsed.formula;
}

function groupSql(
  { join, parts }: RefineGroup | InnerGroup,
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

/** The condition of the rows that meet a condition; false or null for a row without a value. */
function conditionSql(
  { column: name, operator, operand }: RefineCondition,
  columns: readonly AnalysedColumn[],
  today: string,
): Sql {
  const column = columnOf(columns, name);
  if (operand.kind === 'column') return comparedSql(column, operator, columnOf(columns, operand.column));
  if (operand.kind === 'validity') {
    return validOnSql(column, columnOf(columns, operand.to), resolved(operand.day, today));
  }
  const definition = operator === VALID_ON ? null : operatorFor(column.type, operator);
  if (definition === null) throw new RangeError('The column has no such operator.');
  const values = operand.kind === 'values' ? operand.values : [];
  // Of one value each, they would be a condition for every one.
  if (operator === 'is-none-of') {
    return sql`${identifier(column.sqlName)} IS NOT NULL AND NOT (${anyOfSql(column, values)})`;
  }
  const operands = column.type === 'date' ? values.map((value) => resolved(value, today)) : values;
  const conditions = definition.conditions(column.name, operands, today);
  return conditions.length === 0
    ? NEVER
    : joined(
        conditions.map((condition) => sql`(${filterSql(condition, column)})`),
        ' AND ',
      );
}

function columnOf(columns: readonly AnalysedColumn[], name: string): AnalysedColumn {
  const column = columns.find((each) => each.name === name);
  if (column === undefined) throw new RangeError('The rows read have no such column.');
  return column;
}

/** A day beyond the calendar is compared as it is written, and meets nothing. */
function resolved(value: string, today: string): string {
  return resolveDay(value, today) ?? value;
}

/** A condition as the service has it: texts are compared without regard to case. */
function filterSql({ op, values }: FilterCondition, column: AnalysedColumn): Sql {
  const [value = ''] = values;
  switch (op) {
    case 'isNull':
      return isNullSql(column);
    case 'isNotNull':
      return sql`NOT (${isNullSql(column)})`;
    case 'equals':
    case 'containsAny':
      return anyOfSql(column, values);
    case 'notEquals':
      return sql`${identifier(column.sqlName)} IS NOT NULL AND NOT (${anyOfSql(column, values)})`;
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      return textSql(op, identifier(column.sqlName), sql`${value}`);
    case 'greaterThanOrEquals':
      return boundSql('>=', value, column);
    case 'lessThanOrEquals':
      return boundSql('<=', value, column);
    case 'lessThan':
      return boundSql('<', value, column);
    case 'greaterThan':
      return sql`${identifier(column.sqlName)} IS NOT NULL AND NOT (${boundSql('<=', value, column)})`;
  }
}

function anyOfSql(column: AnalysedColumn, values: readonly string[]): Sql {
  const name = identifier(column.sqlName);
  switch (column.type) {
    case 'text':
      return sql`lower(${name}) IN (${values.map((value) => sql`lower(${value})`)})`;
    case 'boolean':
      return sql`${name} IN (${values.map((value) => sql`${value === 'true'}`)})`;
    case 'number':
    case 'date': {
      const equal = values.map(
        (value) => sql`(${boundSql('>=', value, column)} AND ${boundSql('<=', value, column)})`,
      );
      return joined(equal, ' OR ');
    }
  }
}

function textSql(op: 'contains' | 'startsWith' | 'endsWith', text: Sql, part: Sql): Sql {
  switch (op) {
    case 'contains':
      return sql`contains(lower(${text}), lower(${part}))`;
    case 'startsWith':
      return sql`starts_with(lower(${text}), lower(${part}))`;
    case 'endsWith':
      return sql`ends_with(lower(${text}), lower(${part}))`;
  }
}

/** Compares two columns of one type. Dates as they are stored, to the last digit of their second. */
function comparedSql(column: AnalysedColumn, operator: RefineOperator, other: AnalysedColumn): Sql {
  const [one, two] = [identifier(column.sqlName), identifier(other.sqlName)];
  const hasBoth = sql`${one} IS NOT NULL AND ${two} IS NOT NULL`;
  // Those of `takesColumn` alone.
  // eslint-disable-next-line typescript/switch-exhaustiveness-check
  switch (operator) {
    case 'is':
      return column.type === 'text' ? sql`lower(${one}) = lower(${two})` : sql`${one} = ${two}`;
    case 'is-not':
      return sql`lower(${one}) <> lower(${two})`;
    case 'contains':
      return textSql('contains', one, two);
    case 'starts-with':
      return textSql('startsWith', one, two);
    case 'ends-with':
      return textSql('endsWith', one, two);
    case 'equals':
    case 'on':
      return sql`${hasBoth} AND NOT (${isLessSql(column, other)}) AND NOT (${isLessSql(other, column)})`;
    case 'not-equal-to':
      return sql`${hasBoth} AND (${isLessSql(column, other)} OR ${isLessSql(other, column)})`;
    case 'less-than':
    case 'before':
      return isLessSql(column, other);
    case 'greater-than':
    case 'after':
      return isLessSql(other, column);
    case 'less-than-or-equal-to':
    case 'on-or-before':
      return sql`${hasBoth} AND NOT (${isLessSql(other, column)})`;
    case 'greater-than-or-equal-to':
    case 'on-or-after':
      return sql`${hasBoth} AND NOT (${isLessSql(column, other)})`;
    default:
      throw new RangeError('The operator compares with no other column.');
  }
}

const MAX_DIGITS = 38;

/** Whether the value of a column of numbers or dates is less than that of another; not true where one is missing. */
function isLessSql(column: AnalysedColumn, other: AnalysedColumn): Sql {
  const [one, two] = [identifier(column.sqlName), identifier(other.sqlName)];
  if (column.type === 'date') {
    const [a, b] = [identifier(column.orderSqlName), identifier(other.orderSqlName)];
    return sql`(${a} < ${b} OR (${a} = ${b} AND ${furtherDigitsSql(one)} < ${furtherDigitsSql(two)}))`;
  }
  const [places, otherPlaces] = [column.scale ?? 0, other.scale ?? 0];
  if (places === otherPlaces) return sql`${one} < ${two}`;
  const scale = Math.max(places, otherPlaces);
  // With the places of the other it may have more digits than the engine's decimals: then it is beyond all of them.
  const shorter = places < otherPlaces ? one : two;
  const common = sql`TRY_CAST(${shorter} AS DECIMAL(${MAX_DIGITS}, ${scale}))`;
  const isBeyond = sql`${shorter} IS NOT NULL AND ${common} IS NULL`;
  return places < otherPlaces
    ? sql`CASE WHEN ${isBeyond} THEN ${one} < 0 AND ${two} IS NOT NULL ELSE ${common} < ${two} END`
    : sql`CASE WHEN ${isBeyond} THEN ${two} > 0 AND ${one} IS NOT NULL ELSE ${one} < ${common} END`;
}

/** The digits of a second that the engine's moments do not hold. */
function furtherDigitsSql(date: Sql): Sql {
  return sql`rtrim(regexp_extract(${date}, ${'\\.[0-9]{6}([0-9]+)'}, 1), '0')`;
}

/** Whether a row is valid at some time of a day, or of a minute or second. Open ends count as valid. */
function validOnSql(from: AnalysedColumn, to: AnalysedColumn, moment: string): Sql {
  const span = timeSpan(moment);
  if (span === null) return NEVER;
  const [start, end] = [identifier(from.sqlName), identifier(to.sqlName)];
  const hasBegun = span.end === null ? sql`${start} IS NOT NULL` : boundSql('<', span.end, from);
  const isOver = boundSql('<', span.start, to);
  // A word in a column of dates is no open end.
  return sql`(${isNullSql(from)} OR ${hasBegun}) AND (${isNullSql(to)} OR (${end} IS NOT NULL AND NOT (${isOver})))`;
}
