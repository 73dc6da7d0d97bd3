import type { PriceField } from '@/contract/column';
import type { AnalysisEngine } from '../engine/analysis-engine';
import { identifier, joined, sql, type Sql } from '../engine/sql';
import { ROW_INDEX, type AnalysedColumn, type AnalysedTable } from '../engine/analysed-table';
import { isDimension, type RoleProposal, type RoleProposals } from '@/rows/price-rows/column-roles';

/** The maximum number of columns that are considered as the group, because each needs a query over the rows. */
const MAX_CANDIDATES = 6;
/** About how many values of a candidate are considered, each with up to about `SAMPLED_ROWS` rows, so that large groups take no longer. */
const SAMPLED_GROUPS = 2_000;
const SAMPLED_ROWS = 500;
/** The least number of rows per group: from this many, one wrong price hardly moves the median. If no column has such groups, 3 suffice. */
const GROUP_ROWS = [8, 3] as const;

/**
 * Adds to the metadata's suggestions what only values show: a column of currency codes, and the column within whose values prices differ
 * least. A group from the metadata stays unless another one is closer. Dates never get a role by their values, because with other rows
 * another pair of dates would say when a price applies. Rejects with EngineError.
 */
export async function proposeByValues(
  engine: AnalysisEngine,
  table: AnalysedTable,
  fields: readonly PriceField[],
  proposals: RoleProposals,
  signal: AbortSignal,
): Promise<RoleProposals> {
  const all: Partial<Record<keyof RoleProposals, RoleProposal>> = { ...proposals };
  const isFree = ({ name }: AnalysedColumn) => !Object.values(all).some(({ column }) => column === name);
  if (all.currency === undefined) {
    const free = table.columns.filter((column) => isFree(column));
    const column = await currencyColumn(engine, table, free, fields, signal);
    if (column !== null) all.currency = { column, reason: { kind: 'currency-codes' } };
  }
  if (all.price !== undefined) {
    const closest = await closestGroup(engine, table, fields, all, signal);
    if (closest !== null && closest !== all.group?.column) {
      all.group = { column: closest, reason: { kind: 'closest' } };
    }
  }
  return all;
}

/** Returns the first column, in the order of the price column, whose values are all currency codes. */
async function currencyColumn(
  engine: AnalysisEngine,
  { sqlName }: AnalysedTable,
  columns: readonly AnalysedColumn[],
  fields: readonly PriceField[],
  signal: AbortSignal,
): Promise<string | null> {
  const codes = Intl.supportedValuesOf('currency').map((code) => sql`${code}`);
  const placeOf = ({ name }: AnalysedColumn) => {
    const index = fields.findIndex((field) => field.name === name);
    return index === -1 ? fields.length : index;
  };
  const texts = columns.filter(({ type }) => type === 'text');
  for (const column of texts.toSorted((one, other) => placeOf(one) - placeOf(other))) {
    const value = identifier(column.sqlName);
    const hasOne = async (condition: Sql) => {
      const { rows } = await engine.query(
        sql`SELECT 1 FROM ${identifier(sqlName)} WHERE ${value} <> '' AND ${condition} LIMIT 1`,
        { signal, maxRows: 1 },
      );
      return rows.length > 0;
    };
    // A column of other texts ends this query at its first row, so it is fast enough for all columns.
    if (!(await hasOne(sql`${value} NOT IN (${codes})`)) && (await hasOne(sql`TRUE`))) return column.name;
  }
  return null;
}

/** Returns the column within whose values prices are closest to their median, if its groups are large enough. */
async function closestGroup(
  engine: AnalysisEngine,
  { sqlName, columns }: AnalysedTable,
  fields: readonly PriceField[],
  { price, currency, unit, group, article, ...others }: RoleProposals,
  signal: AbortSignal,
): Promise<string | null> {
  const columnOf = (proposal: RoleProposal | undefined) =>
    columns.find(({ name }) => name === proposal?.column) ?? null;
  const amount = columnOf(price);
  if (amount === null) return null;
  const taken = new Set([price, currency, unit, ...Object.values(others)].map((each) => each?.column));
  const isGroup = (column: AnalysedColumn) => {
    const { name, type } = column;
    const field = fields.find((each) => each.name === name);
    // A column such as the price list is not a group: with few articles in a list, prices may be close together by chance.
    if (isDimension(column)) return false;
    if (taken.has(name) || type !== 'text' || field?.isUnique === true || field?.isPrimaryKey === true)
      return false;
    return field?.foreignKey != null || (field?.maxLength ?? Infinity) <= SHORT_TEXT;
  };
  const candidates = [...new Set([columnOf(group), columnOf(article), ...columns.filter(isGroup)])].filter(
    (column) => column !== null,
  );
  const within = [currency, unit].map(columnOf);
  for (const leastRows of GROUP_ROWS) {
    const best = await closestOf(
      engine,
      sqlName,
      amount,
      candidates.slice(0, MAX_CANDIDATES),
      within,
      leastRows,
      signal,
    );
    if (best !== null) return best;
  }
  return null;
}

async function closestOf(
  engine: AnalysisEngine,
  sqlName: string,
  amount: AnalysedColumn,
  candidates: readonly AnalysedColumn[],
  within: readonly (AnalysedColumn | null)[],
  leastRows: number,
  signal: AbortSignal,
): Promise<string | null> {
  let best: { readonly name: string; readonly distance: number } | null = null;
  for (const candidate of candidates) {
    const distance = await relativeDistance(engine, sqlName, amount, candidate, within, leastRows, signal);
    if (distance !== null && (best === null || distance < best.distance))
      best = { name: candidate.name, distance };
  }
  return best?.name ?? null;
}

const SHORT_TEXT = 20;

/** The share of the rows that must be in large enough groups, because the prices of a rare currency alone do not suffice. */
const MOST_ROWS = { in: 4, of: 5 };

/** Returns the distance of prices from their group's median, relative to it. It need not be exact. Null if groups are too small. */
async function relativeDistance(
  engine: AnalysisEngine,
  sqlName: string,
  price: AnalysedColumn,
  group: AnalysedColumn,
  within: readonly (AnalysedColumn | null)[],
  leastRows: number,
  signal: AbortSignal,
): Promise<number | null> {
  const table = identifier(sqlName);
  const key = identifier(group.orderSqlName);
  const amount = identifier(price.sqlName);
  const counted = await engine.query(
    sql`SELECT approx_count_distinct(${key}), count(${key}) FROM ${table} WHERE ${amount} > 0`,
    { signal, maxRows: 1 },
  );
  const [values, rowCount] = (counted.rows[0] ?? []).map(Number);
  if (values === undefined || values === 0 || rowCount === undefined || rowCount / values < leastRows)
    return null;
  const groupPart = Math.ceil(values / SAMPLED_GROUPS);
  const rowPart = Math.ceil(rowCount / values / SAMPLED_ROWS);
  const parts = [
    key,
    ...within.flatMap((column) => (column === null ? [] : [identifier(column.orderSqlName)])),
  ];
  const named: readonly Sql[] = parts.map((each, index) => sql`${each} AS ${identifier(`g${index}`)}`);
  const names = joined(
    parts.map((_, index) => identifier(`g${index}`)),
    ', ',
  );
  const same = joined(
    parts.map((_, index) => {
      const name = identifier(`g${index}`);
      return sql`p.${name} IS NOT DISTINCT FROM m.${name}`;
    }),
    ' AND ',
  );
  const { rows } = await engine.query(
    sql`WITH priced AS (SELECT ${named}, CAST(${amount} AS DOUBLE) AS price FROM ${table}
        WHERE ${amount} > 0 AND ${key} IS NOT NULL AND hash(${key}) % ${groupPart} = 0
        AND hash(${identifier(ROW_INDEX)}) % ${rowPart} = 0),
      middles AS (SELECT ${names}, median(price) AS mid, count(*) AS n FROM priced GROUP BY ${names})
      SELECT median(abs(price - mid) / mid) FILTER (n >= ${leastRows}), count(*) FILTER (n >= ${leastRows}) * ${MOST_ROWS.of} >= count(*) * ${MOST_ROWS.in}
      FROM priced AS p JOIN middles AS m ON ${same}`,
    { signal, maxRows: 1 },
  );
  const [distance = null, isMost] = rows[0] ?? [];
  return distance === null || isMost !== 'true' ? null : Number(distance);
}
