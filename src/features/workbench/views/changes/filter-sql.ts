import type { FilterCondition } from '@/contract/extraction';
import { readDecimal, significantFractionDigits } from '@/shared/formats/decimal';
import { lookedUpSql } from '../../rows-read/engine/looked-up-sql';
import { identifier, joined, sql, type Sql } from '../../rows-read/engine/sql';
import { subsetSql } from '../../rows-read/engine/subset-sql';
import type { AnalysedColumn, AnalysedTable } from '../../rows-read/engine/analysed-table';
import { isMissingSql, MAX_DIGITS } from '../../rows-read/matching/compared-values';

/**
 * Returns the condition of the rows that all conditions of a query admit, for a `WHERE`. It is never null. Values are compared
 * as the service compares them (contract section 6): texts ignore case, and null satisfies `isNull` alone. A value that does
 * not fit its column satisfies nothing but `isNotNull`. Throws RangeError for a column that the table lacks.
 */
export function filterSql(
  filters: readonly FilterCondition[],
  { columns }: Pick<AnalysedTable, 'columns'>,
): Sql {
  const columnOf = (name: string) => {
    const column = columns.find((each) => each.name === name);
    if (column === undefined) throw new RangeError('The rows have no such column.');
    return column;
  };
  // "is none of" is so many `notEquals`: what they exclude is looked up, too.
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
      .map((condition) => sql`coalesce(${conditionSql(condition, columnOf(condition.column))}, FALSE)`),
    ...[...excluded].map(([name, values]) => {
      const column = columnOf(name);
      const any = conditionSql({ column: name, op: 'containsAny', values }, column);
      return sql`(${identifier(column.sqlName)} IS NOT NULL AND NOT coalesce(${any}, FALSE))`;
    }),
  ];
  return conditions.length === 0 ? sql`TRUE` : joined(conditions, ' AND ');
}

function conditionSql({ op, values }: FilterCondition, column: AnalysedColumn): Sql {
  if (op === 'isNull') return isMissingSql(column);
  if (op === 'isNotNull') return sql`NOT (${isMissingSql(column)})`;
  const [value = ''] = values;
  if (column.type === 'text') return textSql(op, values, sql`lower(${identifier(column.sqlName)})`);
  switch (op) {
    case 'equals':
      return isSql(value, column);
    case 'notEquals':
      return sql`${identifier(column.sqlName)} IS NOT NULL AND NOT (${isSql(value, column)})`;
    case 'containsAny':
      return column.type === 'number'
        ? isAnyNumberSql(values, column)
        : joined([sql`FALSE`, ...values.map((each) => isSql(each, column))], ' OR ');
    case 'greaterThan':
      return sql`${identifier(column.sqlName)} IS NOT NULL AND NOT (${upToSql(value, true, column)})`;
    case 'lessThanOrEquals':
      return upToSql(value, true, column);
    case 'lessThan':
      return upToSql(value, false, column);
    case 'greaterThanOrEquals':
      return sql`${identifier(column.sqlName)} IS NOT NULL AND NOT (${upToSql(value, false, column)})`;
    // Only texts have parts.
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      return sql`FALSE`;
  }
}

type ComparedOp = Exclude<FilterCondition['op'], 'isNull' | 'isNotNull'>;

/** `text` is in lower case already. */
function textSql(op: ComparedOp, values: readonly string[], text: Sql): Sql {
  const wanted = sql`lower(${values[0] ?? ''})`;
  switch (op) {
    case 'equals':
      return sql`${text} = ${wanted}`;
    case 'notEquals':
      return sql`${text} <> ${wanted}`;
    case 'containsAny':
      return values.length === 0
        ? sql`FALSE`
        : sql`${text} IN (${lookedUpSql(values, (value) => sql`lower(${value})`)})`;
    case 'contains':
      return sql`contains(${text}, ${wanted})`;
    case 'startsWith':
      return sql`starts_with(${text}, ${wanted})`;
    case 'endsWith':
      return sql`suffix(${text}, ${wanted})`;
    case 'greaterThan':
      return sql`${text} > ${wanted}`;
    case 'greaterThanOrEquals':
      return sql`${text} >= ${wanted}`;
    case 'lessThan':
      return sql`${text} < ${wanted}`;
    case 'lessThanOrEquals':
      return sql`${text} <= ${wanted}`;
  }
}

function isSql(value: string, column: AnalysedColumn): Sql {
  const stored = column.type === 'boolean' ? value === 'true' : value;
  return subsetSql(
    { conditions: [{ kind: 'is', column: column.name, value: stored }] },
    { columns: [column] },
  );
}

function upToSql(to: string, includesEnd: boolean, column: AnalysedColumn): Sql {
  const condition = { kind: 'between', column: column.name, from: null, to, includesEnd } as const;
  return subsetSql({ conditions: [condition] }, { columns: [column] });
}

/** Lists have thousands of values: they are looked up, not tried one after the other. */
function isAnyNumberSql(values: readonly string[], { sqlName, scale }: AnalysedColumn): Sql {
  const places = scale ?? 0;
  const held = values.flatMap((value) => {
    const decimal = readDecimal(value);
    return decimal !== null && significantFractionDigits(decimal) <= places ? [decimal] : [];
  });
  const made = (value: Sql) => sql`TRY_CAST(${value} AS DECIMAL(${MAX_DIGITS}, ${places}))`;
  return held.length === 0 ? sql`FALSE` : sql`${identifier(sqlName)} IN (${lookedUpSql(held, made)})`;
}
