import { significantFractionDigits } from '@/lib/formats/decimal';
import { middlesSql } from '../engine/median-sql';
import { identifier, joined, sql, type Sql } from '../engine/sql';
import { columnOf, type AnalysedColumn, type AnalysedTable } from '../engine/analysed-table';
import {
  DATE_STEPS,
  type DateStep,
  type Grouping,
  type Measure,
  type PivotSort,
  type PivotSpec,
} from './pivot-spec';

/** The maximum number of row groups on screen. The table also shows the number of all groups. */
const MAX_ROW_GROUPS = 10_000;
/** The maximum number of columns with values on screen, without the columns of totals. */
const MAX_FIGURE_COLUMNS = 200;
/** The maximum number of cells. It limits the size of the engine's answer if there are many rows and many columns. */
const MAX_CELLS = 200_000;
/** The maximum number of records that a query of `pivotSql` returns. */
export const MAX_PIVOT_RECORDS = MAX_CELLS + MAX_ROW_GROUPS + MAX_FIGURE_COLUMNS + 1;

/** Returns the maximum number of column groups on screen. Each of them has a column for every measure. */
function maxColumnGroups({ measures }: Pick<PivotSpec, 'measures'>): number {
  return Math.floor(MAX_FIGURE_COLUMNS / measures.length);
}

/** Where the values of a measure are in a record of the answer. Indexes are counted from the first value. */
export type MeasurePlace =
  | { readonly kind: 'value'; readonly at: number }
  /** The median is computed from the one or two middle values of the group (`middlesSql`). */
  | { readonly kind: 'median'; readonly at: number }
  /** The average is computed from the sum and the number of the group's values. */
  | { readonly kind: 'average'; readonly sumAt: number; readonly countAt: number }
  /** The share is computed from the sum of the group and the sum of all rows. */
  | { readonly kind: 'share'; readonly at: number };

export interface PivotQuery {
  /**
   * Returns one record for all rows, one for each row group, one for each column group, and one for each cell where two groups meet:
   * row position · column position · number of row groups · of column groups · for each grouping value and
   * whether it is a group of misfits · values
   * Positions are 1-based. The row position is null in totals over all rows, the column position in totals over all columns. Every
   * value, even a total, is computed from rows and never from other values: the median of all rows is not the median of the medians.
   */
  readonly sql: Sql;
  readonly groupingCount: number;
  readonly places: readonly MeasurePlace[];
}

export interface PivotSqlOptions {
  /** Whether the column has values that do not fit its type (`misfitSqlName`). These form a separate group. */
  readonly hasMisfits: (column: AnalysedColumn) => boolean;
}

/** Returns the query of a pivot. Throws RangeError if the table lacks a field. */
export function pivotSql(spec: PivotSpec, table: AnalysedTable, options: PivotSqlOptions): PivotQuery {
  const keys = [...spec.rows, ...spec.columns].map((grouping, index) => {
    return keyOf(grouping, columnOf(table, grouping.field), index, options);
  });
  const rowKeys = keys.slice(0, spec.rows.length);
  const columnKeys = keys.slice(spec.rows.length);
  const { aggregates, inputs, places, datedValues } = valuesOf(spec.measures, table);
  const valueNames = aggregates.map((_, index) => identifier(`f${index}`));
  const columnLimit = maxColumnGroups(spec);

  const isTotalOver = (some: readonly Key[]) =>
    some[0] === undefined ? sql`1` : sql`grouping(${some[0].value})`;
  const sets = [
    [...rowKeys, ...columnKeys],
    ...(rowKeys.length > 0 && columnKeys.length > 0 ? [rowKeys, columnKeys] : []),
    ...(keys.length > 0 ? [[]] : []),
  ].map((some) => sql`(${some.flatMap(groupedBy)})`);
  const names = namesOf(keys);
  const grouped = [
    sql`${isTotalOver(rowKeys)} AS over_rows`,
    sql`${isTotalOver(columnKeys)} AS over_columns`,
    ...keys.flatMap(({ value, flag, hasFlag }) => [value, hasFlag ? flag : sql`FALSE AS ${flag}`]),
    ...aggregates.map((aggregate, index) => sql`${aggregate} AS ${valueNames[index] ?? sql``}`),
  ];
  const input = [sql`1 AS one`, ...keys.flatMap(({ definitions }) => definitions), ...inputs];

  const none = (count: number) => Array.from({ length: count }, () => sql`NULL`);
  const texts = (some: readonly Sql[], of = sql``) => some.map((name) => sql`CAST(${of}${name} AS VARCHAR)`);
  const values = (of = sql``) =>
    valueNames.map((name, index) => {
      const stored = datedValues.has(index) ? sql`.stored` : sql``;
      return sql`CAST(${of}${name}${stored} AS VARCHAR)`;
    });
  const rowOrder = orderOf(spec.sort, rowKeys, places, valueNames);
  const records = [
    sql`SELECT NULL AS row_at, NULL AS column_at, NULL AS row_count, NULL AS column_count,
      ${[...none(names.length), ...values()].map((each, index) => sql`${each} AS ${identifier(`t${index}`)}`)}
      FROM grouped WHERE over_rows = 1 AND over_columns = 1`,
  ];
  const groups: Sql[] = [];
  if (rowKeys.length > 0) {
    groups.push(sql`row_groups AS (SELECT *, row_number() OVER (ORDER BY ${rowOrder}) AS row_at,
      count(*) OVER () AS row_count FROM grouped WHERE over_rows = 0 AND over_columns = 1)`);
    records.push(sql`SELECT ${texts([identifier('row_at')])}, NULL, ${texts([identifier('row_count')])}, NULL,
      ${[...texts(namesOf(rowKeys)), ...none(namesOf(columnKeys).length), ...values()]}
      FROM row_groups WHERE row_at <= (SELECT row_limit FROM limits)`);
  }
  if (columnKeys.length > 0) {
    groups.push(sql`column_groups AS (SELECT *, row_number() OVER (ORDER BY ${orderOf(null, columnKeys, [], [])}) AS column_at,
      count(*) OVER () AS column_count FROM grouped WHERE over_rows = 1 AND over_columns = 0)`);
    records.push(sql`SELECT NULL, ${texts([identifier('column_at')])}, NULL, ${texts([identifier('column_count')])},
      ${[...none(namesOf(rowKeys).length), ...texts(namesOf(columnKeys)), ...values()]}
      FROM column_groups WHERE column_at <= ${columnLimit}`);
  }
  const columnCount = columnKeys.length > 0 ? sql`(SELECT count(*) FROM column_groups)` : sql`0`;
  groups.push(sql`limits AS (SELECT least(${MAX_ROW_GROUPS},
    ${MAX_CELLS} // greatest(1, least(${columnLimit}, ${columnCount}))) AS row_limit)`);
  if (rowKeys.length > 0 && columnKeys.length > 0) {
    const same = (of: Sql, some: readonly Key[]) =>
      joined(
        namesOf(some).map((name) => sql`cells.${name} IS NOT DISTINCT FROM ${of}.${name}`),
        ' AND ',
      );
    records.push(sql`SELECT CAST(row_at AS VARCHAR), CAST(column_at AS VARCHAR), NULL, NULL,
      ${[...none(names.length), ...values(sql`cells.`)]}
      FROM grouped AS cells
      JOIN row_groups ON ${same(sql`row_groups`, rowKeys)}
      JOIN column_groups ON ${same(sql`column_groups`, columnKeys)}
      WHERE cells.over_rows = 0 AND cells.over_columns = 0
        AND row_at <= (SELECT row_limit FROM limits) AND column_at <= ${columnLimit}`);
  }
  const grouping = keys.length === 0 ? sql`` : sql`GROUP BY GROUPING SETS (${sets})`;
  return {
    sql: sql`WITH grouped AS MATERIALIZED (SELECT ${grouped} FROM (SELECT ${input} FROM ${identifier(table.sqlName)}) ${grouping}),
      ${groups}
      ${joined(records, ' UNION ALL ')}`,
    groupingCount: keys.length,
    places,
  };
}

/** The SQL columns that a grouping adds to each row, and that the query groups by. */
interface Key {
  readonly value: Sql;
  /** The column that says whether the value is a misfit, which means that it does not fit the type of its field. */
  readonly flag: Sql;
  /** Whether there are misfits. Without them, the query does not group by the flag. */
  readonly hasFlag: boolean;
  readonly isText: boolean;
  readonly definitions: readonly Sql[];
}

function keyOf(
  { step }: Grouping,
  column: AnalysedColumn,
  index: number,
  { hasMisfits }: PivotSqlOptions,
): Key {
  const value = identifier(`k${index}`);
  const flag = identifier(`m${index}`);
  const misfit =
    column.misfitSqlName === null || !hasMisfits(column)
      ? []
      : [sql`${identifier(column.misfitSqlName)} IS NOT NULL AS ${flag}`];
  return {
    value,
    flag,
    hasFlag: misfit.length > 0,
    isText: column.type === 'text',
    definitions: [sql`${steppedSql(column, step)} AS ${value}`, ...misfit],
  };
}

function steppedSql({ type, sqlName, orderSqlName, scale }: AnalysedColumn, step: string | null): Sql {
  if (step === null) return identifier(sqlName);
  const dateStep = DATE_STEPS.find((each) => each === step);
  if (type === 'date' && dateStep !== undefined) {
    return dayOfStepSql(dateStep, identifier(orderSqlName));
  }
  // Value and width are cast to the same type, so that the remainder is a decimal. With two types it would be a double.
  const places = significantFractionDigits(step);
  const common = sql`DECIMAL(38, ${Math.max(scale ?? 0, places)})`;
  const value = sql`CAST(${identifier(sqlName)} AS ${common})`;
  const width = sql`CAST(${step} AS ${common})`;
  const remainder = sql`(${value} % ${width})`;
  return sql`CAST(${value} - ${remainder} - CASE WHEN ${remainder} < 0 THEN ${width} ELSE 0 END AS DECIMAL(38, ${places}))`;
}

/** Returns the first day of the step. It does not use `date_trunc`, because grouping by it loses missing values (DuckDB 1.4). */
function dayOfStepSql(step: DateStep, moment: Sql): Sql {
  switch (step) {
    case 'year':
      return sql`make_date(year(${moment}), 1, 1)`;
    case 'quarter':
      return sql`make_date(year(${moment}), 3 * quarter(${moment}) - 2, 1)`;
    case 'month':
      return sql`make_date(year(${moment}), month(${moment}), 1)`;
    case 'week':
      return sql`CAST(${moment} AS DATE) - CAST(isodow(${moment}) - 1 AS INTEGER)`;
    case 'day':
      return sql`CAST(${moment} AS DATE)`;
  }
}

/** Returns the expressions to group rows by. A flag that is equal in all rows is left out, because it would take a tenth more time. */
function groupedBy({ value, flag, hasFlag }: Key): Sql[] {
  return hasFlag ? [value, flag] : [value];
}

/** Returns two names for each key: the value, and the flag that tells misfits from missing values, because both have the value null. */
function namesOf(keys: readonly Key[]): Sql[] {
  return keys.flatMap(({ value, flag }) => [value, flag]);
}

/** Returns the order of groups. Texts are ordered without regard to case and accents, and groups without a value come last. */
function orderOf(
  sort: PivotSort | null,
  keys: readonly Key[],
  places: readonly MeasurePlace[],
  valueNames: readonly Sql[],
): Sql {
  const directed = (isDescending: boolean) => (isDescending ? sql`DESC NULLS LAST` : sql`ASC NULLS LAST`);
  const keyOrder = ({ value, flag, isText }: Key, isDescending: boolean) => {
    const direction = directed(isDescending);
    const folded = isText ? [sql`lower(strip_accents(${value})) ${direction}`] : [];
    return [...folded, sql`${value} ${direction}`, sql`${flag}`];
  };
  const first: Sql[] = [];
  const sortedKey = sort?.by === 'group' ? keys[sort.index] : undefined;
  if (sort !== null && sortedKey !== undefined) first.push(...keyOrder(sortedKey, sort.isDescending));
  const place = sort?.by === 'measure' ? places[sort.index] : undefined;
  if (sort !== null && place !== undefined) {
    first.push(sql`${sortedValue(place, valueNames)} ${directed(sort.isDescending)}`);
  }
  return joined([...first, ...keys.flatMap((key) => keyOrder(key, false))], ', ');
}

function sortedValue(place: MeasurePlace, valueNames: readonly Sql[]): Sql {
  const value = (at: number) => valueNames[at] ?? sql`NULL`;
  switch (place.kind) {
    case 'value':
      return value(place.at);
    // In SQL, medians and averages are ordered as doubles. `read-pivot.ts` then sorts the groups on screen by their exact values.
    case 'median':
      return sql`CAST(${value(place.at)}[1] AS DOUBLE) + CAST(${value(place.at)}[2] AS DOUBLE)`;
    case 'average':
      return sql`CAST(${value(place.sumAt)} AS DOUBLE) / nullif(${value(place.countAt)}, 0)`;
    case 'share': {
      const all = sql`(SELECT ${value(place.at)} FROM grouped WHERE over_rows = 1 AND over_columns = 1)`;
      return sql`CASE WHEN ${all} < 0 THEN -${value(place.at)} ELSE ${value(place.at)} END`;
    }
  }
}

interface MeasureColumns {
  readonly aggregates: readonly Sql[];
  /** The columns of each row that the aggregates read. */
  readonly inputs: readonly Sql[];
  readonly places: readonly MeasurePlace[];
  /** The indexes of aggregates that return a timestamp together with the stored text of the date. */
  readonly datedValues: ReadonlySet<number>;
}

function valuesOf(measures: readonly Measure[], table: AnalysedTable): MeasureColumns {
  const aggregates: Sql[] = [];
  const inputs = new Map<string, Sql>();
  const datedValues = new Set<number>();
  const placeOf = (aggregate: Sql) => {
    const known = aggregates.findIndex(({ text }) => text === aggregate.text);
    return known === -1 ? aggregates.push(aggregate) - 1 : known;
  };
  const places = measures.map(({ fn, field }): MeasurePlace => {
    if (field === null) return { kind: fn === 'share' ? 'share' : 'value', at: placeOf(sql`count(*)`) };
    const column = columnOf(table, field);
    const value = identifier(`v_${column.sqlName}`);
    inputs.set(value.text, sql`${identifier(column.sqlName)} AS ${value}`);
    switch (fn) {
      case 'count':
        return { kind: 'value', at: placeOf(sql`count(${value})`) };
      case 'distinct':
        return { kind: 'value', at: placeOf(sql`count(DISTINCT ${value})`) };
      case 'sum':
        return { kind: 'value', at: placeOf(sql`sum(${value})`) };
      case 'share':
        return { kind: 'share', at: placeOf(sql`sum(${value})`) };
      case 'median':
        return { kind: 'median', at: placeOf(middlesSql(value)) };
      case 'average':
        return {
          kind: 'average',
          sumAt: placeOf(sql`sum(${value})`),
          countAt: placeOf(sql`count(${value})`),
        };
      case 'least':
      case 'greatest': {
        const extreme = fn === 'least' ? sql`min` : sql`max`;
        if (column.type !== 'date') return { kind: 'value', at: placeOf(sql`${extreme}(${value})`) };
        // Dates are compared as timestamps. The stored text is returned with the timestamp, because it has all digits of the second.
        const moment = identifier(`o_${column.sqlName}`);
        inputs.set(moment.text, sql`${identifier(column.orderSqlName)} AS ${moment}`);
        const dated = sql`${extreme}(struct_pack(moment := ${moment}, stored := ${value})) FILTER (${moment} IS NOT NULL)`;
        const at = placeOf(dated);
        datedValues.add(at);
        return { kind: 'value', at };
      }
    }
  });
  return { aggregates, inputs: [...inputs.values()], places, datedValues };
}
