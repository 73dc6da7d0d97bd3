import type { PriceField } from '@/contract/column';
import type { AnalysisEngine } from '../engine/analysis-engine';
import { identifier, joined, sql, type Sql } from '../engine/sql';
import { subsetSql } from '../engine/subset-sql';
import { ROW_INDEX, type AnalysedColumn } from '../engine/analysed-table';
import { keepOrder, openEngineRows, type EngineRows, type RowOrder } from '../rows/engine-rows';
import { comparableSql } from '../matching/compared-values';
import { columnsOf, createChangeReader, type ChangeRow } from './change-reader';
import { differingColumns, differsName, ROW_KINDS, type Comparison, type RowKind } from './comparison';
import { pairsOf, SIDES, type Side } from '../matching/matched-sides';
import { fold } from '@/lib/base/search-terms';
import { foldedTextSql } from '../engine/folded-text-sql';

/** Which rows of a comparison are selected, and their order. */
export interface ChangesQuery {
  readonly kinds: readonly RowKind[];
  /** Selects rows in which this column differs, either the price or a compared column; null for all rows. */
  readonly column: string | null;
  /** Selects rows with a price difference in percent from `from` to `to`. `includesEnd`: whether `to` is included. Null for all rows. */
  readonly range: PercentRange | null;
  /** Selects rows whose price was raised, or lowered; undefined for all rows. */
  readonly movement?: PriceMovement | undefined;
  /** The order. Null for the order of the later side, followed by rows that only the earlier side has, in the order of that side. */
  readonly sort: ChangesSort | null;
  /** Selects rows in which a cell of either side contains the text, ignoring case; null or absent for all rows. */
  readonly find?: FoundText | null;
}

export const PRICE_MOVEMENTS = ['raised', 'lowered'] as const;
export type PriceMovement = (typeof PRICE_MOVEMENTS)[number];

export interface PercentRange {
  readonly from: string | null;
  readonly to: string | null;
  readonly includesEnd: boolean;
}

/** A sort order. Rows without a price difference (Δ) come last in both directions, and equal rows keep the natural order. */
export interface ChangesSort {
  readonly by: 'kind' | 'delta' | 'percent' | 'key';
  readonly isDescending: boolean;
}

export interface FoundText {
  readonly text: string;
  /** The text as a canonical decimal if it is a number in the user's notation; null if not. */
  readonly decimal: string | null;
}

export type ChangeRows = EngineRows<ChangeRow>;

/**
 * Opens rows of a comparison. Their order is stored as a table, so that any row needs one bounded query. `close` drops it. `fields`
 * determine the decimal places of numbers. Rejects with EngineError, RowsReadError, or the signal's reason.
 */
export async function openChanges(
  engine: AnalysisEngine,
  comparison: Comparison,
  query: ChangesQuery,
  signal: AbortSignal,
  fields: readonly PriceField[] = [],
): Promise<ChangeRows> {
  const read = createChangeReader(engine, comparison, fields);
  const order = await keptChanges(engine, comparison, query, signal);
  return openEngineRows(
    order,
    ({ count, select }, until) => read(select([sql`place`]), count, until),
    signal,
  );
}

/** Stores the `rowid`s of selected rows in their order, in the column `place`. Rejects with EngineError, or the signal's reason. */
export function keptChanges(
  engine: AnalysisEngine,
  comparison: Comparison,
  query: ChangesQuery,
  signal: AbortSignal,
): Promise<RowOrder> {
  return keepOrder(engine, orderSql(comparison, query), signal);
}

/** Returns a query of the `rowid`s of the selected rows, in their order. */
function orderSql(comparison: Comparison, query: ChangesQuery): Sql {
  const { sqlName, sides, spec } = comparison;
  const { sort } = query;
  const conditions = conditionsSql(comparison, query);
  const table = identifier(sqlName);
  const natural = sql`coalesce(c.l, ${sides.later.rowCount} + c.e)`;
  const direction = sort?.isDescending === true ? sql`DESC NULLS LAST` : sql`ASC NULLS LAST`;
  const place = sql`CAST(c.rowid AS UINTEGER) AS place`;
  switch (sort?.by) {
    case undefined:
      return sql`SELECT ${place} FROM ${table} AS c WHERE ${conditions} ORDER BY ${natural}`;
    case 'kind':
    case 'delta':
    case 'percent':
      return sql`SELECT ${place} FROM ${table} AS c WHERE ${conditions}
        ORDER BY c.${identifier(sort.by)} ${direction}, ${natural}`;
    case 'key': {
      // Values that do not fit, and further digits of seconds, get separate expressions, because it is unknown whether there are any.
      const traits = { hasMisfits: true, hasLongSeconds: true };
      const keyed = SIDES.map((side) => {
        const parts = pairsOf(sides, spec.keys).flatMap((pair) => comparableSql(pair, side, traits));
        const named = parts.map((part, index) => sql`${part} AS ${identifier(`k${index}`)}`);
        const only = side === 'earlier' ? sql`AND c.l IS NULL` : sql``;
        return sql`SELECT ${place}, ${natural} AS natural_order, s.* FROM ${table} AS c
          JOIN (SELECT ${identifier(ROW_INDEX)} AS at_row, ${named} FROM ${identifier(sides[side].table.sqlName)}) AS s
          ON s.at_row = c.${positionOf(side)} WHERE ${conditions} ${only}`;
      });
      const count = pairsOf(sides, spec.keys).flatMap((pair) => comparableSql(pair, 'later', traits)).length;
      const order = Array.from({ length: count }, (_, index) => sql`${identifier(`k${index}`)} ${direction}`);
      return sql`SELECT place FROM (${joined(keyed, ' UNION ALL ')}) ORDER BY ${order}, natural_order`;
    }
  }
}

function positionOf(side: Side): Sql {
  return side === 'earlier' ? sql`e` : sql`l`;
}

function conditionsSql(
  comparison: Comparison,
  { kinds, column, range, movement, find = null }: ChangesQuery,
): Sql {
  const codes = kinds.map((kind) => sql`${ROW_KINDS.indexOf(kind)}`);
  const conditions = [codes.length === 0 ? sql`FALSE` : sql`c.kind IN (${codes})`];
  if (column !== null) {
    const index = differingColumns(comparison.spec).indexOf(column);
    conditions.push(index === -1 ? sql`FALSE` : sql`c.${differsName(index)}`);
  }
  if (range !== null) conditions.push(percentSql(range));
  if (movement !== undefined) conditions.push(movement === 'raised' ? sql`c.delta > 0` : sql`c.delta < 0`);
  if (find !== null && find.text !== '') conditions.push(sql`(${foundSql(comparison, find)})`);
  return joined(conditions, ' AND ');
}

/** Describes the column of Δ % (price difference in percent) like a column of the rows read. */
const PERCENT = {
  name: 'percent',
  type: 'number',
  scale: 2,
  sqlName: 'percent',
  orderSqlName: 'percent',
  misfitSqlName: null,
} as const;

function percentSql(range: PercentRange): Sql {
  const condition = { kind: 'between', column: PERCENT.name, ...range } as const;
  return sql`percent IS NOT NULL AND ${subsetSql({ conditions: [condition] }, { columns: [PERCENT] })}`;
}

/** Matches text that consists only of characters with which the engine writes numbers. */
const NUMBER = /^[-.\d]+$/;

/** Returns the condition that a row contains the text. All values are searched as texts. Columns that cannot contain it are left out. */
function foundSql(comparison: Comparison, { text, decimal }: FoundText): Sql {
  const wanted = fold(text);
  const names = columnsOf(comparison).map(({ name }) => name);
  const holds = (value: Sql) => sql`contains(${foldedTextSql(value)}, ${wanted})`;
  const matchesOf = ({ type, sqlName, misfitSqlName }: AnalysedColumn): Sql[] => {
    const value = identifier(sqlName);
    const misfits = misfitSqlName === null ? [] : [holds(identifier(misfitSqlName))];
    if (type === 'text' || type === 'date') return [holds(value), ...misfits];
    const written = sql`CAST(${value} AS VARCHAR)`;
    const texts =
      type === 'boolean' ? [wanted] : [wanted, decimal ?? wanted].filter((each) => NUMBER.test(each));
    return [...new Set(texts)].map((each) => sql`contains(${written}, ${each})`).concat(misfits);
  };
  const ofSides = SIDES.map((side) => {
    const matches = pairsOf(comparison.sides, names).flatMap((pair) => matchesOf(pair[side]));
    return sql`c.${positionOf(side)} IN (SELECT ${identifier(ROW_INDEX)}
      FROM ${identifier(comparison.sides[side].table.sqlName)} WHERE ${joined(matches, ' OR ')})`;
  });
  return joined(ofSides, ' OR ');
}
