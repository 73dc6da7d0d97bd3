import type { PriceField } from '@/contract/column';
import type { CellValue } from '@/contract/extraction';
import {
  addDecimals,
  averageDecimal,
  divideDecimals,
  shiftDecimal,
  subtractDecimals,
} from '@/lib/formats/decimal';
import type { PercentDistribution } from '../histograms/distribution';
import type { AnyCheckId } from '../checks/own-checks';
import type { AnalysisEngine } from '../engine/analysis-engine';
import { ROW_INDEX } from '../engine/analysed-table';
import { identifier, sql, type Sql } from '../engine/sql';
import { readPercentDistribution } from '../histograms/read-percents';
import { markOrder, openEngineRows, type EngineRows, type RowSpan } from '../rows/engine-rows';
import { createCellsReader } from '../rows/read-cells';
import { foundSql, type CheckedPrices, type FindingSide } from './checked-prices';
import { plannedSql, type PlannedPrices, type PlannedSide } from './planned-prices';
import { staleSql, type StalePrices } from './stale-prices';
import {
  FIRST_WITHOUT_ANSWER,
  GUARD_WAYS,
  GUARDS,
  magnitudesSql,
  newPricesSql,
  OUTCOMES,
  PERCENT_PLACES,
  type GuardName,
  type GuardWay,
  type Outcome,
  type PricedRows,
} from './new-prices-sql';
import type { PriceRule } from './proposal-spec';

/** How many rows a rule, or all rules together, apply to, and with what result. */
export interface RowCounts {
  readonly rows: number;
  readonly changed: number;
  readonly stopped: number;
  readonly withoutAnswer: number;
}

/** The effect of the new prices on all rows with the same currency, or on those of one group. */
export interface Effect {
  /** The currency; null for rows without a currency, or if no column is the currency. */
  readonly currency: string | null;
  readonly rows: number;
  readonly changed: number;
  /** The average Δ % of the prices that change, without weights; null if no price changes. */
  readonly averagePercent: string | null;
  /** The sum of all differences, as an amount of money. If there are volumes, each difference is multiplied by the volume of its row. */
  readonly amount: string;
  /** The margins in percent of all rows with a cost; null if there are no such rows, or if their prices add up to zero. */
  readonly marginBefore: string | null;
  readonly marginAfter: string | null;
}

export interface GroupEffect extends Effect {
  /** The group; null for rows without a group. */
  readonly group: string | null;
}

/** The new prices, as a table in the engine, and their effect. */
export interface Proposal {
  readonly sqlName: string;
  /** The names of all tables and views that `dropProposal` has to drop. */
  readonly tables: readonly string[];
  readonly rows: PricedRows;
  readonly rules: readonly PriceRule[];
  readonly total: RowCounts;
  /** The average Δ % of the prices that change; null if no price changes. */
  readonly averagePercent: string | null;
  /** The counts of each rule, in the order of the rules. */
  readonly byRule: readonly RowCounts[];
  readonly outcomes: Readonly<Record<Outcome, number>>;
  /** The effect in each currency. The currency with the most rows is the first. */
  readonly effects: readonly Effect[];
  /** The effect in each group. The group with the most rows is the first. Empty if no column is the group. */
  readonly groups: readonly GroupEffect[];
  readonly groupCount: number;
  readonly distribution: PercentDistribution;
}

const MAX_GROUPS = 500;
const MAX_CURRENCIES = 200;
/** The decimal places that an average has in addition to those of Δ %, and the decimal places of a margin. */
const AVERAGE_EXTRA_DIGITS = 2;
const MARGIN_PLACES = 2;

const IS_CHANGED = sql`new_price IS DISTINCT FROM old_price`;
const HAS_NO_ANSWER = sql`outcome >= ${FIRST_WITHOUT_ANSWER}`;
const IS_STOPPED = sql`(guard > 0 OR outcome = ${OUTCOMES.indexOf('contradiction')})`;

/** Computes new prices and keeps them in the engine. If it fails, no table stays. Rejects with EngineError, or the signal's reason. */
export async function readProposal(
  engine: AnalysisEngine,
  rules: readonly PriceRule[],
  rows: PricedRows,
  signal: AbortSignal,
): Promise<Proposal> {
  const magnitudes = await engine.query(magnitudesSql(rules, rows), { signal, maxRows: 1 });
  const tables: string[] = [];
  const keep = async (query: Sql) => {
    const { sqlName } = await engine.materialise([query], signal);
    tables.unshift(sqlName);
    return identifier(sqlName);
  };
  try {
    const queries = newPricesSql(rules, rows, magnitudes.rows[0] ?? []);
    const counted = await keepPrices();
    const table = identifier(tables[0] ?? '');
    const counts = await readCounts(engine, counted ?? { table, rowCount: null }, rules, signal);
    const effects = await readEffects(engine, table, rows, signal);
    const distribution = await readPercentDistribution(
      engine,
      {
        ...(counted ?? { table }),
        percent: sql`percent`,
        condition: sql`percent IS NOT NULL`,
        places: PERCENT_PLACES,
      },
      signal,
    );
    return { sqlName: tables[0] ?? '', tables, rows, rules, ...counts, ...effects, distribution };

    /** Stores the new prices. Returns the smaller table that has one row for each combination of values, if there is one. */
    async function keepPrices(): Promise<CountedRows | null> {
      if (queries.kind === 'rows') {
        await keep(queries.rows);
        return null;
      }
      const prices = await keep(queries.prices);
      const priced = await keep(queries.rowsOf(prices));
      tables.unshift(await engine.createView(queries.joined(priced, prices), signal));
      // A number of rows has at most fifteen digits, so its product with Δ % fits into a decimal of the engine.
      return queries.isNarrow ? { table: prices, rowCount: sql`CAST(row_count AS DECIMAL(15, 0))` } : null;
    }
  } catch (error) {
    await dropProposal(engine, { tables });
    throw error;
  }
}

/** Drops the tables of new prices from the engine. */
export async function dropProposal(
  engine: AnalysisEngine,
  { tables }: Pick<Proposal, 'tables'>,
): Promise<void> {
  // Errors are ignored, because the tables no longer exist if the engine has ended.
  for (const sqlName of tables) await engine.drop(sqlName).catch(() => undefined);
}

/** A table in which each row counts as `rowCount` rows. If this is null, each row counts once. */
interface CountedRows {
  readonly table: Sql;
  readonly rowCount: Sql | null;
}

async function readCounts(
  engine: AnalysisEngine,
  { table, rowCount }: CountedRows,
  rules: readonly PriceRule[],
  signal: AbortSignal,
): Promise<Pick<Proposal, 'total' | 'averagePercent' | 'byRule' | 'outcomes'>> {
  const counted = (condition: Sql) =>
    rowCount === null
      ? sql`count(*) FILTER (${condition})`
      : sql`coalesce(sum(${rowCount}) FILTER (${condition}), 0)`;
  const percents = rowCount === null ? sql`percent` : sql`percent * ${rowCount}`;
  const { rows } = await engine.query(
    sql`SELECT rule, outcome, ${counted(sql`TRUE`)}, ${counted(IS_CHANGED)}, ${counted(IS_STOPPED)},
        coalesce(sum(${percents}), 0), ${counted(sql`percent IS NOT NULL`)} FROM ${table} GROUP BY rule, outcome`,
    { signal, maxRows: (rules.length + 1) * OUTCOMES.length },
  );
  const records = rows.map(([rule, outcome, count, changed, stopped, sum, percentCount]) => ({
    rule: Number(rule),
    outcome: Number(outcome),
    rows: Number(count),
    changed: Number(changed),
    stopped: Number(stopped),
    withoutAnswer: Number(outcome) >= FIRST_WITHOUT_ANSWER ? Number(count) : 0,
    percents: sum ?? '0',
    percentCount: Number(percentCount),
  }));
  const countsOf = (some: typeof records): RowCounts => ({
    rows: sumOf(some, 'rows'),
    changed: sumOf(some, 'changed'),
    stopped: sumOf(some, 'stopped'),
    withoutAnswer: sumOf(some, 'withoutAnswer'),
  });
  return {
    total: countsOf(records),
    averagePercent: average(
      records.reduce((sum, { percents }) => addDecimals(sum, percents), '0'),
      sumOf(records, 'percentCount'),
    ),
    byRule: rules.map((_, index) => countsOf(records.filter(({ rule }) => rule === index + 1))),
    outcomes: Object.fromEntries(
      OUTCOMES.map((name, index) => [
        name,
        sumOf(
          records.filter(({ outcome }) => outcome === index),
          'rows',
        ),
      ]),
    ) as Record<Outcome, number>,
  };
}

function sumOf<Name extends string>(records: readonly Readonly<Record<Name, number>>[], name: Name): number {
  return records.reduce((sum, record) => sum + record[name], 0);
}

function average(sum: string, count: number): string | null {
  return count === 0 ? null : averageDecimal(sum, count, AVERAGE_EXTRA_DIGITS);
}

async function readEffects(
  engine: AnalysisEngine,
  table: Sql,
  { price, columns, weight, table: { columns: all } }: PricedRows,
  signal: AbortSignal,
): Promise<Pick<Proposal, 'effects' | 'groups' | 'groupCount'>> {
  const scaleOf = (name: string | null) => all.find((column) => column.name === name)?.scale ?? 0;
  const scale = price.scale ?? 0;
  const weightScale = weight === null ? 0 : scaleOf(weight);
  const costScale = scaleOf(columns.cost);
  const weighed = (value: Sql) => (weight === null ? value : sql`CAST(${value} AS HUGEINT) * weight`);
  const hasCost = sql`cost IS NOT NULL AND old_price IS NOT NULL`;
  const sum = (value: Sql, condition: Sql) => sql`coalesce(sum(${weighed(value)}) FILTER (${condition}), 0)`;
  const figures = [
    sql`count(*)`,
    sql`count(*) FILTER (${IS_CHANGED})`,
    sql`coalesce(sum(percent), 0)`,
    sql`count(percent)`,
    sum(sql`(new_price - old_price)`, IS_CHANGED),
    ...(columns.cost === null
      ? []
      : [sum(sql`old_price`, hasCost), sum(sql`new_price`, hasCost), sum(sql`cost`, hasCost)]),
  ];
  const effectOf = (
    currency: string | null,
    [count, changed, percents, percentCount, amount, before, after, cost]: readonly (string | null)[],
  ): Effect => {
    const money = (units: string | null | undefined, places: number) =>
      shiftDecimal(units ?? '0', -(places + weightScale));
    const margin = (units: string | null | undefined) => {
      if (units === undefined || !/[1-9]/.test(units ?? '')) return null;
      const prices = money(units, scale);
      const profit = subtractDecimals(prices, money(cost, costScale));
      return divideDecimals(shiftDecimal(profit, 2), prices, MARGIN_PLACES);
    };
    return {
      currency,
      rows: Number(count),
      changed: Number(changed),
      averagePercent: average(percents ?? '0', Number(percentCount)),
      amount: money(amount, scale),
      marginBefore: margin(before),
      marginAfter: margin(after),
    };
  };
  // One pass over the table groups by group and currency. The figures of each currency are then added up from these groups.
  const named = figures.map((figure, index) => ({ figure, name: identifier(`f${index}`) }));
  const names = named.map(({ name }) => name);
  const { rows } = await engine.query(
    sql`WITH by_group AS MATERIALIZED (SELECT grp, currency, ${named.map(({ figure, name }) => sql`${figure} AS ${name}`)}
        FROM ${table} GROUP BY grp, currency),
      by_currency AS (SELECT currency, ${names.map((name) => sql`sum(${name}) AS ${name}`)} FROM by_group GROUP BY currency)
      SELECT is_group, (SELECT count(*) FROM by_group), grp, currency, ${names} FROM (
        SELECT FALSE AS is_group, row_number() OVER (ORDER BY f0 DESC, currency NULLS LAST) AS place, NULL AS grp, currency, ${names} FROM by_currency
        UNION ALL
        SELECT TRUE AS is_group, row_number() OVER (ORDER BY f0 DESC, grp NULLS LAST, currency NULLS LAST) AS place, grp, currency, ${names} FROM by_group
      ) WHERE place <= CASE WHEN is_group THEN ${MAX_GROUPS} ELSE ${MAX_CURRENCIES} END ORDER BY is_group, place`,
    { signal, maxRows: MAX_GROUPS + MAX_CURRENCIES },
  );
  const effectOfRow = ([, , , currency = null, ...rest]: readonly (string | null)[]) =>
    effectOf(currency, rest);
  const effects = rows.filter(([isGroup]) => isGroup === 'false').map(effectOfRow);
  if (columns.group === null) return { effects, groups: [], groupCount: 0 };
  return {
    effects,
    groups: rows
      .filter(([isGroup]) => isGroup === 'true')
      .map((row) => ({ group: row[2] ?? null, ...effectOfRow(row) })),
    groupCount: Number(rows[0]?.[1] ?? 0),
  };
}

/** Which rows of a proposal to show. */
export type ProposalFilter =
  | { readonly kind: 'all' }
  | { readonly kind: 'changed' }
  | { readonly kind: 'stopped' }
  /** Rows that a rule applies to, but gets no new price for. `rule` is 0-based; absent for all rules. */
  | { readonly kind: 'without-answer'; readonly rule?: number }
  /** Rows from which margins are computed; only those of one currency, if it is given. */
  | { readonly kind: 'with-margin'; readonly currency?: string | null }
  /** Rows that one rule applies to. `rule` is 0-based. */
  | { readonly kind: 'rule'; readonly rule: number }
  | { readonly kind: 'currency'; readonly currency: string | null }
  | {
      readonly kind: 'group';
      readonly group: string | null;
      readonly currency: string | null;
      /** Whether to show only rows whose price changes. */
      readonly areChanged?: true;
    }
  /** Rows whose current price differs from the old price in an exported proposal. */
  | { readonly kind: 'stale' }
  /** Rows that were found in the search for planned prices: planned prices, and changed prices that meet one or end too early. */
  | { readonly kind: 'planned'; readonly side: PlannedSide }
  /** Rows that a check finds with the old or the new prices; with `check` null, rows that any check finds. */
  | { readonly kind: 'found'; readonly check: AnyCheckId | null; readonly side: FindingSide }
  /** Rows whose Δ % is in a range. `from` is inclusive, `to` is exclusive, and null is an open end. */
  | { readonly kind: 'percent'; readonly from: string | null; readonly to: string | null };

export interface ProposalRow {
  /** The 0-based position of the row in the snapshot. */
  readonly rowIndex: number;
  /** The 0-based index of the rule that applies; null if none does. */
  readonly rule: number | null;
  readonly outcome: Outcome;
  readonly guard: { readonly name: GuardName; readonly way: GuardWay } | null;
  /** The prices and their difference as canonical decimals; null if the row has no price. */
  readonly oldValue: string | null;
  readonly newValue: string | null;
  readonly delta: string | null;
  readonly percent: string | null;
  /** The values of the row, in the order of the table's columns. */
  readonly cells: readonly CellValue[];
}

export type ProposalRows = EngineRows<ProposalRow>;

const ROW = identifier(ROW_INDEX);

/** Tables in the engine with the rows that checks, an exported file or the search for planned prices have found. */
export interface FoundRows {
  readonly checked?: CheckedPrices | null;
  readonly stale?: StalePrices | null;
  readonly planned?: PlannedPrices | null;
}

function filterSql(filter: ProposalFilter, { checked = null, stale = null, planned = null }: FoundRows): Sql {
  switch (filter.kind) {
    case 'all':
      return sql`TRUE`;
    case 'changed':
      return IS_CHANGED;
    case 'stopped':
      return IS_STOPPED;
    case 'without-answer':
      return filter.rule === undefined ? HAS_NO_ANSWER : sql`${HAS_NO_ANSWER} AND rule = ${filter.rule + 1}`;
    case 'with-margin': {
      const hasCost = sql`cost IS NOT NULL AND old_price IS NOT NULL`;
      if (filter.currency === undefined) return hasCost;
      return sql`${hasCost} AND currency IS NOT DISTINCT FROM ${filter.currency}`;
    }
    case 'rule':
      return sql`rule = ${filter.rule + 1}`;
    case 'currency':
      return sql`currency IS NOT DISTINCT FROM ${filter.currency}`;
    case 'group': {
      const ofGroup = sql`grp IS NOT DISTINCT FROM ${filter.group} AND currency IS NOT DISTINCT FROM ${filter.currency}`;
      return filter.areChanged === true ? sql`${ofGroup} AND ${IS_CHANGED}` : ofGroup;
    }
    case 'stale':
      return stale === null ? sql`FALSE` : staleSql(stale);
    case 'planned':
      return planned === null ? sql`FALSE` : plannedSql(planned, filter.side);
    case 'found':
      return checked === null ? sql`FALSE` : foundSql(checked, filter.check, filter.side);
    case 'percent': {
      const bound = (decimal: string) => sql`CAST(${decimal} AS DECIMAL(38, ${PERCENT_PLACES}))`;
      const from = filter.from === null ? sql`TRUE` : sql`percent >= ${bound(filter.from)}`;
      const to = filter.to === null ? sql`TRUE` : sql`percent < ${bound(filter.to)}`;
      return sql`percent IS NOT NULL AND ${from} AND ${to}`;
    }
  }
}

/**
 * Opens rows of a proposal, in the order of the snapshot. It keeps no table in the engine. `found` holds the tables that some filters
 * need. Rejects with EngineError, RowsReadError, or the signal's reason.
 */
export async function openProposal(
  engine: AnalysisEngine,
  { sqlName, rows, total }: Proposal,
  filter: ProposalFilter,
  fields: readonly PriceField[],
  signal: AbortSignal,
  found: FoundRows = {},
): Promise<ProposalRows> {
  const readCells = createCellsReader(engine, rows.table, fields);
  const scale = rows.price.scale ?? 0;
  const money = (units: string | null | undefined) =>
    units === null || units === undefined ? null : shiftDecimal(units, -scale);
  const selected = [
    ROW,
    sql`rule`,
    sql`outcome`,
    sql`guard`,
    sql`way`,
    sql`old_price`,
    sql`new_price`,
    sql`percent`,
  ];

  async function readSpan({ count, select }: RowSpan, until: AbortSignal): Promise<readonly ProposalRow[]> {
    const read = await engine.query(select(selected), { signal: until, maxRows: count });
    const cells = await readCells(
      read.rows.map(([position]) => Number(position)),
      until,
    );
    return read.rows.map(([position, rule, outcome, guard, way, oldUnits, newUnits, percent = null]) => {
      const [oldValue, newValue] = [money(oldUnits), money(newUnits)];
      const name = GUARDS[Number(guard)] ?? null;
      return {
        rowIndex: Number(position),
        rule: rule === '0' ? null : Number(rule) - 1,
        outcome: OUTCOMES[Number(outcome)] ?? 'no-rule',
        guard: name === null ? null : { name, way: GUARD_WAYS[Number(way)] ?? 'held' },
        oldValue,
        newValue,
        delta: oldValue === null || newValue === null ? null : subtractDecimals(newValue, oldValue),
        percent: oldValue !== null && oldValue === newValue && /[1-9]/.test(oldValue) ? '0' : percent,
        cells: cells.get(Number(position)) ?? [],
      };
    });
  }

  const order = await markOrder(
    engine,
    { sqlName, orderBy: ROW, condition: filterSql(filter, found), maxRows: total.rows },
    signal,
  );
  return openEngineRows(order, readSpan, signal);
}
