import { narrowUnitsSql } from '../engine/units-sql';
import { splitDecimal } from '@/lib/formats/decimal';
import { middlesSql } from '../engine/median-sql';
import { MAX_DIGITS, NARROW_DIGITS } from '../engine/decimal-units';
import { identifier, joined, sql, type Sql } from '../engine/sql';
import { columnOf, ROW_INDEX, type AnalysedColumn, type AnalysedTable } from '../engine/analysed-table';
import type { Role, Roles } from '@/rows/price-rows/column-roles';
import type { CheckParameters } from './check-parameters';
import type { ReferencePrices } from './reference-prices';
import { ownMember } from '@/lib/base/own-member';

/** The input of the checks: the rows read, the roles of their columns (such as price or cost), and the day. */
export interface CheckedRows {
  readonly table: AnalysedTable;
  readonly roles: Roles;
  /** The columns that identify a price. */
  readonly key: readonly string[];
  /** The column that shows from when a price applies. Null if it is unknown; if absent, the column of the role `validFrom` is used. */
  readonly start?: PriceStart | null;
  /** The key columns of the metadata, which identify a row; empty or absent if the rows lack one of them. */
  readonly rowKey?: readonly string[];
  /** The column within which a single currency is expected; null if one is expected in all rows. */
  readonly currencyScope: string | null;
  /** The ISO date on which validity is judged. */
  readonly day: string;
  /** The number of misfits (values that do not fit the type) by column, as in `RowsRead`. */
  readonly misfits: Readonly<Record<string, number>>;
  /** The table of all rows if a refinement left out some of them; null or absent if `table` contains all rows. */
  readonly refinedOf?: AnalysedTable | null;
}

/** The column that shows from when a price applies. `column` is null if the rows have no such column. */
export interface PriceStart {
  readonly column: string | null;
}

/** How amounts are computed: as whole units of a common scale, such as cents. */
export interface UnitNumbers {
  readonly scale: number;
  /** Whether 64 bits hold the amounts and all results that are computed from them. Computing with 64 bits takes a fraction of the time. */
  readonly isNarrow: boolean;
}

/** The identifiers of tables that several checks read. */
export interface PreparedTables {
  /** The table that is made by the query of `groupFiguresSql`. */
  readonly groups: string;
  /** The table that is made by the query of `keyNumbersSql`. */
  readonly keys: string;
  /** The table that is made by the query of `validitiesSql`. */
  readonly validities: string;
}

/** The parts from which the queries of a check are made. */
export interface CheckQuery {
  readonly rows: CheckedRows;
  readonly parameters: CheckParameters;
  readonly numbers: UnitNumbers;
  readonly prepared: Partial<PreparedTables>;
  /** The prices to compare with; null if the check compares with a column of the rows. */
  readonly reference: ReferencePrices | null;
}

/** Returns the query that creates a prepared table. */
export function preparedSql(
  name: keyof PreparedTables,
  rows: CheckedRows,
  numbers: UnitNumbers,
  prepared: Partial<PreparedTables>,
): Sql {
  switch (name) {
    case 'groups':
      return groupFiguresSql(rows, numbers);
    case 'keys':
      return keyNumbersSql(rows);
    case 'validities':
      return validitiesSql(prepared);
  }
}

export const ROW = identifier(ROW_INDEX);
/** Units with at most this many digits are computed in 64 bits, because all products below then have less than 19 digits. */
const NARROW_UNITS = 12;
/** With at most this many decimal places, a multiplication converts a narrow number to its units. */
const NARROW_SCALE = 7;
/** Units with more digits are left out, because their products would not fit into 128 bits. */
const WIDE_UNITS = 31;
/** The decimal places of units in which medians and distances are stored. With two, halves and quarters of units are whole numbers. */
export const MEDIAN_PLACES = 2;
/** The number of days from 1970 that represents an open end, beyond any date; an open start is its negative. */
const OPEN_DAY = 1_000_000_000;

/** Returns the columns that contain amounts in the price's currency. */
function amountColumns({ table, roles }: Pick<CheckedRows, 'table' | 'roles'>): readonly AnalysedColumn[] {
  const names = [roles.price, roles.cost, roles.earlierPrice];
  return table.columns.filter(({ name, type }) => type === 'number' && names.includes(name));
}

/** Returns a query of one row for `unitNumbers`: the number of rows, and the least and the greatest value of each amount. */
export function extremesSql(rows: Pick<CheckedRows, 'table' | 'roles'>): Sql {
  const figures = amountColumns(rows).flatMap(({ sqlName }) => {
    return [sql`min(${identifier(sqlName)})`, sql`max(${identifier(sqlName)})`];
  });
  return sql`SELECT ${[sql`count(*)`, ...figures]} FROM ${identifier(rows.table.sqlName)}`;
}

/** Returns how to compute with amounts and reference prices. `extremes`: the cells of `extremesSql`. */
export function unitNumbers(
  rows: Pick<CheckedRows, 'table' | 'roles'>,
  [, ...extremes]: readonly (string | null)[],
  references: readonly Pick<ReferencePrices, 'scale' | 'extremes'>[] = [],
): UnitNumbers {
  const scales = [...amountColumns(rows), ...references].map((amounts) => amounts.scale ?? 0);
  const scale = Math.max(0, ...scales);
  const all = [...extremes, ...references.flatMap((each) => each.extremes)];
  const digits = all.map((extreme) => {
    const { integer } = splitDecimal(extreme ?? '0');
    return (integer === '0' ? 0 : integer.length) + scale;
  });
  return { scale, isNarrow: scale <= NARROW_SCALE && digits.every((count) => count <= NARROW_UNITS) };
}

type Amounts = Pick<AnalysedColumn, 'sqlName' | 'scale'>;

/** Returns the units of an amount; null if it has no value or too many digits. */
function unitsSql({ sqlName, scale }: Amounts, { scale: common, isNarrow }: UnitNumbers): Sql {
  const value = identifier(sqlName);
  if (!isNarrow) {
    const text = sql`CAST(TRY_CAST(${value} AS DECIMAL(${MAX_DIGITS}, ${common})) AS VARCHAR)`;
    const units = sql`TRY_CAST(replace(${text}, '.', '') AS HUGEINT)`;
    const limit = sql`CAST(${`1${'0'.repeat(WIDE_UNITS)}`} AS HUGEINT)`;
    return sql`CASE WHEN abs(${units}) < ${limit} THEN ${units} END`;
  }
  if (common === 0) return sql`CAST(${value} AS BIGINT)`;
  return narrowUnitsSql(value, NARROW_DIGITS - common - 1, scale ?? 0, common);
}

/**
 * Returns a query of the rows with a price above zero and a group. `u`: the price in units. `mid2`: twice the median of the group's prices.
 * `mad4`: four times the median of their distances from it, which is a whole number even between two middle values. `n`: the number of rows
 * in the group. All rows of a group have the same currency and unit.
 */
function groupFiguresSql(rows: CheckedRows, numbers: UnitNumbers): Sql {
  const price = roleColumn(rows, 'price');
  const group = roleColumn(rows, 'group');
  const parts = [group, optionalColumn(rows, 'currency'), optionalColumn(rows, 'unit')]
    .filter((column) => column !== null)
    .map((column, index) => ({ value: identifier(column.orderSqlName), name: identifier(`g${index}`) }));
  const named = parts.map(({ value, name }) => sql`${value} AS ${name}`);
  const names = parts.map(({ name }) => name);
  const same = joined(
    names.map((name) => sql`p.${name} IS NOT DISTINCT FROM m.${name}`),
    ' AND ',
  );
  return sql`WITH priced AS (SELECT ${ROW}, ${named}, ${unitsSql(price, numbers)} AS u
      FROM ${identifier(rows.table.sqlName)} WHERE ${identifier(group.sqlName)} IS NOT NULL AND ${identifier(price.sqlName)} > 0),
    middles AS (SELECT ${names}, row_number() OVER () AS id, ${middlesSql(sql`u`)} AS m, count(u) AS n
      FROM priced GROUP BY ${names}),
    placed AS (SELECT ${ROW}, u, id, m.m[1] + m.m[2] AS mid2, n FROM priced AS p JOIN middles AS m ON ${same} WHERE u IS NOT NULL),
    distances AS (SELECT id, ${middlesSql(sql`abs(2 * u - mid2)`)} AS d FROM placed GROUP BY id),
    spreads AS (SELECT id, d[1] + d[2] AS mad4 FROM distances)
    SELECT ${ROW}, u, mid2, mad4, n FROM placed JOIN spreads USING (id)`;
}

/**
 * Returns a query of the rows with an article. `id`: a number for each key, because numbers are grouped and sorted in a fraction of the
 * time of texts. `s0`, `s1`: the parts of the start. `f`, `t`: the first and last day as days from 1970; null if not a date.
 */
export function keyNumbersSql(rows: Pick<CheckedRows, 'table' | 'roles' | 'key' | 'start' | 'misfits'>): Sql {
  const [from, to] = [optionalColumn(rows, 'validFrom'), optionalColumn(rows, 'validTo')];
  // Without a column for the start, rows with the same key count as the same price.
  const startName = rows.start == null ? rows.roles.validFrom : rows.start.column;
  const startColumn = rows.table.columns.find(({ name }) => name === startName) ?? null;
  const keys = rows.key.flatMap((name) => comparedParts(rows, columnOf(rows.table, name)));
  const named = keys.map((key, index) => sql`${key} AS ${identifier(`k${index}`)}`);
  const names = keys.map((_, index) => identifier(`k${index}`));
  const starts = startColumn === null ? [] : comparedParts(rows, startColumn);
  const same = joined(
    names.map((name) => sql`r.${name} IS NOT DISTINCT FROM n.${name}`),
    ' AND ',
  );
  const day = (column: AnalysedColumn | null, open: number) => {
    if (column === null) return sql`CAST(${open} AS INTEGER)`;
    const days = sql`CAST(coalesce(${dayNumber(column)}, ${open}) AS INTEGER)`;
    const { name, misfitSqlName } = column;
    const hasMisfits = misfitSqlName !== null && (ownMember(rows.misfits, name) ?? 0) > 0;
    return hasMisfits ? sql`CASE WHEN ${identifier(misfitSqlName)} IS NULL THEN ${days} END` : days;
  };
  const days = [sql`${day(from, -OPEN_DAY)} AS f`, sql`${day(to, OPEN_DAY)} AS t`];
  const start = [0, 1].map(
    (index) => sql`${starts[index] ?? sql`CAST(NULL AS VARCHAR)`} AS ${identifier(`s${index}`)}`,
  );
  return sql`WITH keyed AS (SELECT ${ROW}, ${named}, ${start}, ${days}
      FROM ${identifier(rows.table.sqlName)} WHERE ${hasArticle(rows)}),
    numbered AS (SELECT ${names}, CAST(row_number() OVER () AS INTEGER) AS id FROM (SELECT DISTINCT ${names} FROM keyed))
    SELECT ${ROW}, id, s0, s1, f, t FROM keyed AS r JOIN numbered AS n ON ${same}`;
}

/** Returns a query of `f`, `t` as in `keyNumbersSql`, `ended` (the last day of the key's earlier rows), and `next` (the next first day). */
function validitiesSql({ keys }: Partial<PreparedTables>): Sql {
  return sql`SELECT ${ROW}, f, t,
      max(t) OVER (PARTITION BY id ORDER BY f, t, ${ROW} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS ended,
      lead(f) OVER (PARTITION BY id ORDER BY f, t, ${ROW}) AS next
    FROM ${identifier(keys ?? '')} WHERE f <= t`;
}

/** Returns the findings of an own check: all rows of its refined table. `f1` contains the values of `names`, in the order of the table. */
export function ownFindingsSql(table: AnalysedTable, names: readonly string[]): Sql {
  const judged = table.columns
    .filter(({ name }) => names.includes(name))
    .map((column) => {
      const text = sql`CAST(${identifier(column.sqlName)} AS VARCHAR)`;
      return column.misfitSqlName === null
        ? text
        : sql`coalesce(${text}, ${identifier(column.misfitSqlName)})`;
    });
  return foundSql({ table }, sql`TRUE`, [sql`[${judged}]`]);
}

/** Returns a query of the rows that satisfy a condition, with figures. `from`: a table with all columns that the condition needs. */
export function foundSql(
  rows: Pick<CheckedRows, 'table'>,
  condition: Sql,
  figures: readonly Sql[],
  from: Sql = tableSql(rows),
): Sql {
  const all = [0, 1, 2, 3].map(
    (index) => sql`CAST(${figures[index] ?? sql`NULL`} AS VARCHAR) AS ${identifier(`f${index + 1}`)}`,
  );
  return sql`SELECT ${ROW}, ${all} FROM ${from} WHERE ${condition}`;
}

/** Returns a query that counts the rows which satisfy a condition. */
export function countedSql(from: Sql, condition: Sql): Sql {
  return sql`SELECT count(*) FROM ${from} WHERE ${condition}`;
}

export function tableSql({ table }: Pick<CheckedRows, 'table'>): Sql {
  return identifier(table.sqlName);
}

/** Returns the rows of the table of group figures that satisfy all conditions, with their price as it is stored. */
export function foundInGroups(
  { rows, prepared: { groups } }: CheckQuery,
  conditions: readonly Sql[],
  figures: readonly Sql[],
): Sql {
  const price = identifier(roleColumn(rows, 'price').sqlName);
  const named = figures.map(
    (figure, index) => sql`CAST(${figure} AS VARCHAR) AS ${identifier(`f${index + 2}`)}`,
  );
  return sql`SELECT g.${ROW}, CAST(${price} AS VARCHAR) AS f1, f2, f3, f4
    FROM ${identifier(rows.table.sqlName)} AS r
    JOIN (SELECT ${ROW}, ${named} FROM ${identifier(groups ?? '')} WHERE ${joined(conditions, ' AND ')}) AS g
    ON r.${ROW} = g.${ROW}`;
}

/** Returns a query that counts the rows in groups which are large enough to be judged. */
export function judgedInGroups({ prepared: { groups }, parameters }: CheckQuery): Sql {
  return countedSql(identifier(groups ?? ''), sql`n >= ${whole(parameters.rows)}`);
}

/** Returns a query that counts the rows whose days are known and in order. */
export function judgedInValidities({ prepared: { validities } }: CheckQuery): Sql {
  return countedSql(identifier(validities ?? ''), sql`TRUE`);
}

/** Returns the expressions by which a column is compared. A misfit (a value that does not fit the column) counts as a value. */
export function comparedParts(
  rows: Pick<CheckedRows, 'misfits'>,
  { name, orderSqlName, misfitSqlName }: AnalysedColumn,
): readonly Sql[] {
  const hasMisfits = misfitSqlName !== null && (ownMember(rows.misfits, name) ?? 0) > 0;
  return [identifier(orderSqlName), ...(hasMisfits ? [identifier(misfitSqlName)] : [])];
}

function hasArticle(rows: Pick<CheckedRows, 'table' | 'roles'>): Sql {
  const { type, sqlName } = roleColumn(rows, 'article');
  const name = identifier(sqlName);
  return type === 'text' ? sql`${name} <> ''` : sql`${name} IS NOT NULL`;
}

interface HeldPrices {
  /** The rows that have both a price and an amount. */
  readonly table: Sql;
  readonly figures: readonly [price: Sql, amount: Sql];
  readonly units: readonly [price: Sql, amount: Sql];
}

/** Returns the prices and the amounts that they are compared with: the values of a role, or reference prices. */
export function heldPrices({ rows, numbers, reference }: CheckQuery, role: Role): HeldPrices {
  const price = roleColumn(rows, 'price');
  const amounts: Amounts =
    reference === null ? roleColumn(rows, role) : { sqlName: 'reference_price', scale: reference.scale };
  const table = tableSql(rows);
  return {
    table: reference === null ? table : sql`${table} JOIN ${identifier(reference.sqlName)} USING (${ROW})`,
    figures: [identifier(price.sqlName), identifier(amounts.sqlName)],
    units: [unitsSql(price, numbers), unitsSql(amounts, numbers)],
  };
}

/** Returns the text of a value that does not fit its column; null if the value fits. */
export function misfitSql(column: AnalysedColumn | null): Sql {
  return column === null || column.misfitSqlName === null ? sql`NULL` : identifier(column.misfitSqlName);
}

/** Returns the text of a value as the service sent it; empty if there is no value. */
export function storedText(column: AnalysedColumn | null): Sql {
  if (column === null) return sql`''`;
  return sql`coalesce(CAST(${identifier(column.sqlName)} AS VARCHAR), ${misfitSql(column)}, '')`;
}

/** Returns the column of a role; null if it has none. */
export function optionalColumn(
  rows: Pick<CheckedRows, 'table' | 'roles'>,
  role: Role,
): AnalysedColumn | null {
  const name = rows.roles[role];
  return name === null ? null : columnOf(rows.table, name);
}

/** Returns the column of a role that a check needs. Throws RangeError if the role has none. */
export function roleColumn(rows: Pick<CheckedRows, 'table' | 'roles'>, role: Role): AnalysedColumn {
  const column = optionalColumn(rows, role);
  if (column === null) throw new RangeError('Nobody fills a role that the check needs.');
  return column;
}

/** Returns the day of a date as the number of days from 1970. */
export function dayNumber({ orderSqlName }: AnalysedColumn): Sql {
  return sql`date_diff('day', CAST('1970-01-01' AS TIMESTAMP), ${identifier(orderSqlName)})`;
}

/** Returns the ISO date of a number of days from 1970; empty for an open end. */
export function dayText(days: Sql): Sql {
  return sql`CASE WHEN abs(${days}) >= ${OPEN_DAY} THEN '' ELSE CAST(CAST('1970-01-01' AS DATE) + CAST(${days} AS INTEGER) AS VARCHAR) END`;
}

/** Returns the ISO dates of two days like `dayText`, separated by a slash. */
export function rangeText(first: Sql, last: Sql): Sql {
  return sql`${dayText(first)} || '/' || ${dayText(last)}`;
}

/** Returns the value of a parameter in tenths. */
export function tenths(decimal: string | undefined): number {
  return Math.round(Number(decimal ?? '0') * 10);
}

/** Returns the value of a parameter as a whole number. */
export function whole(decimal: string | undefined): number {
  return Math.round(Number(decimal ?? '0'));
}
