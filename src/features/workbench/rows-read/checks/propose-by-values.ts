import type { PriceField } from '@/contract/column';
import { notesWriting } from '@/price-rows/field-meaning';
import type { AnalysisEngine } from '../engine/analysis-engine';
import { identifier, joined, sql, type Sql } from '../engine/sql';
import { ROW_INDEX, type AnalysedColumn, type AnalysedTable } from '../engine/analysed-table';
import { isDimension, type RoleProposal, type RoleProposals } from '@/price-rows/column-roles';

type Engine = Pick<AnalysisEngine, 'query'>;

/** More different values than a column of currencies has. */
const MAX_CURRENCIES = 60;
/** Columns that are looked at for one role: each takes a query over the rows. */
const MAX_CANDIDATES = 6;
/** Values of a candidate that are looked at, so that whole groups are, and large ones take no longer than small ones. */
const SAMPLED_GROUPS = 2_000;
const SAMPLED_ROWS = 500;
/** Rows of a group from which on its median hardly moves with one wrong price; fewer are taken where no column has as many. */
const GROUP_ROWS = [8, 3] as const;

/**
 * Adds to proposals by the metadata what only the values tell: a column of currency codes, dates of which one comes before the
 * other, and the column whose values have the prices that lie closest together. A group that the metadata name is kept
 * where no other one is closer. Rejects with EngineError.
 */
export async function proposeByValues(
  engine: Engine,
  table: AnalysedTable,
  fields: readonly PriceField[],
  proposals: RoleProposals,
  signal: AbortSignal,
): Promise<RoleProposals> {
  const all: Partial<Record<keyof RoleProposals, RoleProposal>> = { ...proposals };
  const isFree = ({ name }: AnalysedColumn) => !Object.values(all).some(({ column }) => column === name);
  const fieldOf = ({ name }: AnalysedColumn) => fields.find((field) => field.name === name);
  const free = table.columns.filter((column) => isFree(column));
  if (all.currency === undefined) {
    const column = await currencyColumn(engine, table, free, signal);
    if (column !== null) all.currency = { column, reason: { kind: 'currency-codes' } };
  }
  if (all.validFrom === undefined && all.validTo === undefined) {
    const dates = free.filter((column) => {
      const field = fieldOf(column);
      return column.type === 'date' && (field === undefined || !notesWriting(field));
    });
    const pair = await datePair(engine, table, dates, signal);
    if (pair !== null) {
      const [from, to] = pair;
      all.validFrom = { column: from, reason: { kind: 'date-pair', other: to } };
      all.validTo = { column: to, reason: { kind: 'date-pair', other: from } };
    }
  }
  if (all.price !== undefined) {
    const closest = await closestGroup(engine, table, fields, all, signal);
    if (closest !== null && closest !== all.group?.column) {
      all.group = { column: closest, reason: { kind: 'closest' } };
    }
  }
  return all;
}

async function currencyColumn(
  engine: Engine,
  { sqlName }: AnalysedTable,
  columns: readonly AnalysedColumn[],
  signal: AbortSignal,
): Promise<string | null> {
  const codes = new Set(Intl.supportedValuesOf('currency'));
  for (const column of columns.filter(({ type }) => type === 'text').slice(0, MAX_CANDIDATES)) {
    const value = identifier(column.sqlName);
    const { rows, isTruncated } = await engine.query(
      sql`SELECT DISTINCT ${value} FROM ${identifier(sqlName)} WHERE ${value} <> ''`,
      { signal, maxRows: MAX_CURRENCIES },
    );
    const isCurrency = rows.length > 0 && rows.every(([code = null]) => code !== null && codes.has(code));
    if (!isTruncated && isCurrency) return column.name;
  }
  return null;
}

/** Returns the first two columns of which one is never after the other, and sometimes before it. */
async function datePair(
  engine: Engine,
  { sqlName }: AnalysedTable,
  columns: readonly AnalysedColumn[],
  signal: AbortSignal,
): Promise<readonly [from: string, to: string] | null> {
  const some = columns.slice(0, MAX_CANDIDATES);
  const pairs = some.flatMap((from) => some.filter((to) => to !== from).map((to) => [from, to] as const));
  if (pairs.length === 0) return null;
  const figures = pairs.map(([from, to]) => {
    const [first, last] = [identifier(from.orderSqlName), identifier(to.orderSqlName)];
    return sql`bool_and(${first} <= ${last}) AND bool_or(${first} < ${last})`;
  });
  const { rows } = await engine.query(sql`SELECT ${figures} FROM ${identifier(sqlName)}`, {
    signal,
    maxRows: 1,
  });
  const [from, to] = pairs[(rows[0] ?? []).indexOf('true')] ?? [];
  return from === undefined || to === undefined ? null : [from.name, to.name];
}

/**
 * Returns the column within whose values prices lie closest to their median, relative to it: the group that a price is held
 * against. Most rows must be in groups that are large enough to tell.
 */
async function closestGroup(
  engine: Engine,
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
    // Where one list has few articles, its prices may lie as close together by chance as those of a group.
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
  engine: Engine,
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

/** The share of the rows that must be in groups that are large enough: prices of one currency are too few where another has most. */
const MOST_ROWS = { in: 4, of: 5 };

/** A proposal needs no exact figures. Null where groups are too small. */
async function relativeDistance(
  engine: Engine,
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
