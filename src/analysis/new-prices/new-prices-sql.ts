import { narrowUnitsSql, wideUnitsSql } from '../engine/units-sql';
import { MAX_DIGITS, NARROW_DIGITS } from '../engine/decimal-units';
import { identifier, joined, sql, type Sql } from '../engine/sql';
import { ROW_INDEX, type AnalysedColumn, type AnalysedTable } from '../engine/analysed-table';
import { groupSql } from '../steps/conditions-sql';
import {
  changeTerm,
  fractionOf,
  limitTerm,
  priceGrid,
  WHOLE_CURRENCIES,
  type MissingTerm,
  type PriceGrid,
  type PriceTerm,
} from './price-terms';
import type { PriceRule, ProposalColumns } from './proposal-spec';

/** The rows that get new prices, and the columns that the rules read. */
export interface PricedRows {
  readonly table: AnalysedTable;
  readonly price: AnalysedColumn;
  /** The maximum number of digits that the service stores for a price; null if unknown. */
  readonly priceDigits: number | null;
  readonly columns: ProposalColumns;
  /** The column of volumes (sold quantities), which weight the effect; null if there is none. */
  readonly weight: string | null;
  /** The current ISO day. Relative days in conditions, such as today, are resolved with it. */
  readonly today: string;
}

/** What a rule did with a row. The engine stores the index. */
export const OUTCOMES = [
  'priced',
  /** The price stays, because no rule applies to the row. */
  'no-rule',
  /** The row has no price, and gets none. */
  'no-price',
  'no-cost',
  /** The column that the rule computes the new price from has no value. */
  'no-value',
  /** The column that sets the minimum or maximum price has no value. */
  'no-limit',
  /** The minimum price of the rule is above its maximum price. */
  'contradiction',
  /** The rule asks for a margin of 100 % or more, which no price has. */
  'margin',
  /** A number of the row has too many digits to compute with. */
  'too-long',
  /** The old price is zero or below, which means that data is missing or wrong. Only a rule that sets a value changes such a price. */
  'not-positive',
  /** Rounding would turn a nonzero price into zero. */
  'rounds-to-zero',
  /** The rule rounds in one direction, and in that direction no price has the requested ending. */
  'none-in-direction',
  /** The new price has more digits than the column of the service. */
  'too-wide',
] as const;
export type Outcome = (typeof OUTCOMES)[number];
/** The index of the first outcome in which a rule could not compute a price. */
export const FIRST_WITHOUT_ANSWER = OUTCOMES.indexOf('no-cost');

/** The guards (limits of a rule) that can determine a price. The engine stores the index. */
export const GUARDS = [null, 'notBelow', 'notAbove', 'atMost'] as const;
export type GuardName = Exclude<(typeof GUARDS)[number], null>;

/** How a guard (a limit of a rule) determined the price. */
export const GUARD_WAYS = [
  /** The computed price was beyond the guard, so the limit is the new price. */
  'held',
  /** Only the rounded price was beyond the guard, so the price was rounded in the other direction. */
  'other-side',
  /** There is no round price between the guards, so the price was not rounded. */
  'not-rounded',
] as const;
export type GuardWay = (typeof GUARD_WAYS)[number];

/** The number of decimal places of Δ %. */
export const PERCENT_PLACES = 4;
const PERCENT_UNITS = 100n * 10n ** BigInt(PERCENT_PLACES);

const ROW = identifier(ROW_INDEX);
/** How often each combination of the values that determine new prices must occur, on average, to be priced once for all its rows. */
const LEAST_REPEATS = 4;
/** The limit for 64-bit numbers. Below it, a number can be doubled and added to another one without overflow. */
const NARROW_LIMIT = 2n ** 61n;
/** The corresponding limit for 128-bit numbers. Prices below it also fit into a decimal of 38 digits. */
const WIDE_LIMIT = 10n ** 37n;
/** The number of decimal places that most currencies have. */
const USUAL_PLACES = 2;
/** The greatest difference of prices for which Δ % fits into 128 bits. */
const PERCENT_LIMIT = WIDE_LIMIT / PERCENT_UNITS;

/** A rule whose numbers are converted to units (the smallest price that the column can hold). */
interface RuleTerms {
  readonly rule: PriceRule;
  readonly change: PriceTerm | MissingTerm;
  readonly notBelow: PriceTerm | MissingTerm | null;
  readonly notAbove: PriceTerm | MissingTerm | null;
  readonly grid: PriceGrid;
}

function termsOf(rules: readonly PriceRule[], rows: PricedRows): readonly RuleTerms[] {
  const columnOf = (name: string | null) =>
    rows.table.columns.find((column) => column.name === name && column.type === 'number') ?? null;
  const columns = { price: rows.price, cost: columnOf(rows.columns.cost), columnOf };
  return rules.map((rule) => ({
    rule,
    change: changeTerm(rule.change, columns),
    notBelow: rule.notBelow === null ? null : limitTerm(rule.notBelow, columns),
    notAbove: rule.notAbove === null ? null : limitTerm(rule.notAbove, columns),
    grid: priceGrid(rule.rounding, rows.price.scale ?? 0),
  }));
}

function isTerm(term: PriceTerm | MissingTerm | null): term is PriceTerm {
  return term !== null && typeof term === 'object';
}

/** Returns the columns whose values determine the new price of a row. */
function inputColumns(rows: PricedRows, terms: readonly RuleTerms[]): readonly AnalysedColumn[] {
  const used = terms.flatMap(({ change, notBelow, notAbove }) =>
    [change, notBelow, notAbove].flatMap((term) =>
      isTerm(term) && term.column !== null ? [term.column] : [],
    ),
  );
  return [...new Set([rows.price, ...used])];
}

/** Returns the number columns from which new prices and their effect are computed, without duplicates. The price is the first. */
function numberColumns(rows: PricedRows, terms: readonly RuleTerms[]): readonly AnalysedColumn[] {
  const named = [rows.columns.cost, rows.weight].flatMap((name) =>
    rows.table.columns.filter((column) => column.name === name && column.type === 'number'),
  );
  return [...new Set([...inputColumns(rows, terms), ...named])];
}

/** Returns a query of one row: the greatest absolute value of each column, the row count, and an estimate of distinct inputs. */
export function magnitudesSql(rules: readonly PriceRule[], rows: PricedRows): Sql {
  const terms = termsOf(rules, rows);
  const greatest = numberColumns(rows, terms).map(
    ({ sqlName, scale }) =>
      sql`greatest(max(${identifier(sqlName)}), -CAST(min(${identifier(sqlName)}) AS DECIMAL(${MAX_DIGITS}, ${scale ?? 0})))`,
  );
  const inputs = inputColumns(rows, terms).map(({ sqlName }) => identifier(sqlName));
  return sql`SELECT ${greatest}, count(*), approx_count_distinct(hash(${inputs})) FROM ${identifier(rows.table.sqlName)}`;
}

/**
 * The queries of new prices, whose results are stored as tables. The rows have these columns: `row_index`, `rule` (1-based, 0 for none),
 * `old_price` and `new_price` (in units), `outcome`, `guard` and `way` (indexes in the lists above), `percent`, `currency`, `grp`, and
 * `cost` and `weight` (in units of their columns; null if there is no such column).
 */
export type NewPricesQueries =
  /** The table has one row for each row of the snapshot. */
  | { readonly kind: 'rows'; readonly rows: Sql }
  /** The values that determine new prices are often repeated, so each combination of them is priced only once. */
  | {
      readonly kind: 'repeated';
      /** The query of a table with one row for each combination, and the number of its rows in `row_count`. */
      readonly prices: Sql;
      /** Returns the query that looks up the combination of each row in the table of `prices`. */
      readonly rowsOf: (prices: Sql) => Sql;
      /** Returns the query that joins both tables, which results in the new prices. */
      readonly joined: (rows: Sql, prices: Sql) => Sql;
      /** Whether percentages are small enough to be multiplied by the number of rows. */
      readonly isNarrow: boolean;
    };

/**
 * Returns the queries of new prices. `magnitudes` are the cells of the result of `magnitudesSql`.
 * All numbers are integers: a price is (column · factor + summand) / divisor, and comparisons multiply instead of dividing. If all numbers
 * fit into 64 bits, 64 bits are used, which takes a fraction of the time. If not, 128 bits are used, and a row with longer numbers gets no
 * price. Each rule has a separate query, in which its numbers are constants and only the required columns are computed.
 */
export function newPricesSql(
  rules: readonly PriceRule[],
  rows: PricedRows,
  magnitudes: readonly (string | null)[],
): NewPricesQueries {
  const terms = termsOf(rules, rows);
  const numbers = numberColumns(rows, terms);
  const greatest = new Map(
    numbers.map((column, index) => [column, unitsAbove(magnitudes[index] ?? null, column)]),
  );
  const isNarrow =
    numbers.every(
      (column) =>
        (column.scale ?? 0) < NARROW_DIGITS / 2 &&
        (greatest.get(column) ?? 0n) < 10n ** BigInt(NARROW_DIGITS - 1 - (column.scale ?? 0)),
    ) &&
    (greatest.get(rows.price) ?? 0n) * PERCENT_UNITS < NARROW_LIMIT &&
    terms.every((each) => greatestNumber(each, rows.price, greatest) < NARROW_LIMIT / PERCENT_UNITS);
  const nameOf = (column: AnalysedColumn) => identifier(`k${numbers.indexOf(column)}`);
  const table = rows.table.columns;
  const byRole = (name: string | null) => table.find((column) => column.name === name);
  const currency = byRole(rows.columns.currency);
  const group = byRole(rows.columns.group);
  const cost = byRole(rows.columns.cost);
  const weight = byRole(rows.weight);
  const common: RuleContext = {
    price: rows.price,
    cost: rows.columns.cost,
    tooWide: rows.priceDigits === null ? null : 10n ** BigInt(rows.priceDigits),
    canBeWhole: currency !== undefined && (rows.price.scale ?? 0) > 0,
    isNarrow,
    nameOf,
  };

  const conditions = terms.map(({ rule }, index) => {
    const fits = rule.conditions === null ? sql`TRUE` : groupSql(rule.conditions, table, rows.today);
    return sql`WHEN ${fits} THEN ${index + 1}`;
  });
  const read = sql`SELECT ${ROW},
      CAST(${terms.length === 0 ? sql`0` : sql`CASE ${joinedCases(conditions)} ELSE 0 END`} AS UTINYINT) AS rule,
      ${numbers.map((column) => sql`${unitsSql(column, isNarrow)} AS ${nameOf(column)}`)},
      ${currency === undefined ? sql`CAST(NULL AS VARCHAR)` : identifier(currency.sqlName)} AS currency,
      ${group === undefined ? sql`CAST(NULL AS VARCHAR)` : sql`CAST(${identifier(group.sqlName)} AS VARCHAR)`} AS grp
    FROM ${identifier(rows.table.sqlName)}`;
  const started = sql`SELECT *, ${common.canBeWhole ? isWholeSql(common) : sql`FALSE`} AS is_whole
    FROM (SELECT *, ${nameOf(rows.price)} AS old_price FROM (${read}))`;
  const inputs = [sql`rule`, sql`is_whole`, ...inputColumns(rows, terms).map(nameOf)];
  const pricedFrom = (kept: readonly Sql[]) =>
    joined(
      [
        unpricedSql('no-rule', sql`rule = 0`),
        ...terms.map((each, index) => ruleSql(each, common, sql`rule = ${index + 1}`)),
      ].map(
        (
          query,
        ) => sql`SELECT ${kept}, new_price, CAST(outcome AS UTINYINT) AS outcome, CAST(guard AS UTINYINT) AS guard,
          CAST(way AS UTINYINT) AS way, ${percentSql(isNarrow)} AS percent FROM (${query})`,
      ),
      ' UNION ALL ',
    );
  const texts = [sql`currency`, sql`grp`];
  const amount = (column: AnalysedColumn | undefined) =>
    column === undefined ? sql`CAST(NULL AS TINYINT)` : sql`s.${nameOf(column)}`;
  const beside = [
    ...texts.map((text) => sql`s.${text}`),
    sql`${amount(cost)} AS cost`,
    sql`${amount(weight)} AS weight`,
  ];
  const figures = ['rule', 'old_price', 'new_price', 'outcome', 'guard', 'way', 'percent'].map((name) =>
    identifier(name),
  );
  const [rowCount = null, combinationCount = null] = magnitudes.slice(numbers.length);
  if (Number(combinationCount ?? 0) * LEAST_REPEATS > Number(rowCount ?? 0)) {
    const kept = [ROW, sql`rule`, sql`old_price`, ...texts, ...numbers.map(nameOf)];
    return {
      kind: 'rows',
      rows: sql`WITH inputs AS MATERIALIZED (${started}) SELECT ${[ROW, ...figures, ...beside]} FROM (${pricedFrom(kept)}) AS s`,
    };
  }
  const same = joined(
    inputs.map((name) => sql`s.${name} IS NOT DISTINCT FROM p.${name}`),
    ' AND ',
  );
  return {
    kind: 'repeated',
    prices: sql`WITH inputs AS MATERIALIZED (SELECT *, ${nameOf(rows.price)} AS old_price
        FROM (SELECT ${inputs}, count(*) AS row_count FROM (${started}) GROUP BY ALL))
      SELECT *, CAST(row_number() OVER () AS INTEGER) AS price_id FROM (${pricedFrom([...inputs, sql`old_price`, sql`row_count`])})`,
    rowsOf: (prices) => sql`SELECT s.${ROW}, p.price_id, ${beside}
      FROM (${started}) AS s LEFT JOIN ${prices} AS p ON ${same}`,
    joined: (
      of,
      prices,
    ) => sql`SELECT r.${ROW}, ${figures.map((name) => sql`p.${name}`)}, r.currency, r.grp, r.cost, r.weight
      FROM ${of} AS r JOIN ${prices} AS p ON p.price_id = r.price_id`,
    isNarrow,
  };
}

/** The inputs of the queries of all rules. */
interface RuleContext {
  readonly price: AnalysedColumn;
  /** The name of the column of costs; null if there is none. */
  readonly cost: string | null;
  /** The smallest price, in units, that has too many digits for the column of the service; null if unknown. */
  readonly tooWide: bigint | null;
  /** Whether some prices may have no decimals because of their currency, although the column has decimals. */
  readonly canBeWhole: boolean;
  /** Whether all numbers fit into 64 bits. */
  readonly isNarrow: boolean;
  /** Returns the SQL name of a column whose values are converted to units. */
  readonly nameOf: (column: AnalysedColumn) => Sql;
}

function numberSql(value: bigint, { isNarrow }: Pick<RuleContext, 'isNarrow'>): Sql {
  return sql`CAST(${String(value)} AS ${isNarrow ? sql`BIGINT` : sql`HUGEINT`})`;
}

function unitOf({ price }: Pick<RuleContext, 'price'>): bigint {
  return 10n ** BigInt(price.scale ?? 0);
}

/** Whether a price is whole and its currency has no decimals. The currency is compared only if the price is whole, which is rare. */
function isWholeSql(context: RuleContext): Sql {
  // The currencies are compared one by one, because with a list the engine would do a lookup for every row.
  const isOneOf = joined(
    WHOLE_CURRENCIES.map((each) => sql`currency = ${each}`),
    ' OR ',
  );
  const isWhole = sql`old_price % ${numberSql(unitOf(context), context)} = 0`;
  return sql`CASE WHEN ${isWhole} THEN coalesce(${isOneOf}, FALSE) ELSE FALSE END`;
}

/** Returns a query of rows that keep their prices, all for the same reason. */
function unpricedSql(outcome: Outcome, condition: Sql): Sql {
  return sql`SELECT *, old_price AS new_price, CASE WHEN old_price IS NULL THEN ${code('no-price')} ELSE ${code(outcome)} END AS outcome, 0 AS guard, 0 AS way
    FROM inputs WHERE ${condition}`;
}

/** Returns a query of the rows that a rule applies to: the columns of `inputs`, and `new_price`, `outcome`, `guard` and `way`. */
function ruleSql(each: RuleTerms, context: RuleContext, condition: Sql): Sql {
  const { change, notBelow, notAbove } = each;
  const limits = [notBelow, notAbove];
  if ([change, ...limits].includes('margin')) return unpricedSql('margin', condition);
  if ([change, ...limits].includes('no-cost')) return unpricedSql('no-cost', condition);
  if (!isTerm(change)) return unpricedSql('no-value', condition);
  if (limits.includes('no-column')) return unpricedSql('no-limit', condition);
  const rule: PricedRule = {
    ...each,
    change,
    notBelow: isTerm(notBelow) ? notBelow : null,
    notAbove: isTerm(notAbove) ? notAbove : null,
  };
  return pricedSql(rule, context, condition);
}

/** A rule that can compute a price, because the columns it needs exist. */
interface PricedRule extends RuleTerms {
  readonly change: PriceTerm;
  readonly notBelow: PriceTerm | null;
  readonly notAbove: PriceTerm | null;
}

/**
 * Returns a query of the rows that a rule applies to, if the columns it needs exist. A row without a required value gets no price. Nested
 * queries add these columns, all of them prices in units unless another unit is named:
 * - `heldSql`: `first_outcome` (before limits and rounding), `lowest` and `highest` (the limits), `exact` (the price within the limits, times
 *   the divisor of the change), and `exact_side` (the limit that the exact price was beyond: −1, 1, or 0 for none);
 * - `roundedSql`: `round_price`;
 * - `withinLimitsSql`: `wanted` (the round price within the limits), `found` (its outcome), and `held_by` and `held_how` (its guard);
 * - `outcomeSql`: `new_price`, `outcome`, `guard` and `way`.
 */
function pricedSql(each: PricedRule, context: RuleContext, condition: Sql): Sql {
  const { change, grid } = each;
  const limits = limitsOf(each);
  const { lowest, highest } = limits;
  const held = heldSql(each, limits, context, condition);
  const isEveryUnitRound =
    change.divisor === 1n && grid.step === 1n && grid.ending === 0n && !hasWholeGrid(each, context);
  const rounded = isEveryUnitRound
    ? sql`SELECT *, exact AS round_price FROM (${held})`
    : roundedSql(each, context, held);
  const cases = [
    ...(lowest === null || highest === null
      ? []
      : [sql`WHEN lowest > highest THEN ${code('contradiction')}`]),
    // Only prices that no guard limits can fail here. A price that a guard limits can be rounded away from the guard.
    ...(isEveryUnitRound
      ? []
      : [
          sql`WHEN exact_side = 0 AND round_price = 0 AND exact <> 0 THEN CASE WHEN beyond < 0 THEN ${code('none-in-direction')} ELSE ${code('rounds-to-zero')} END`,
        ]),
  ];
  const found =
    cases.length === 0
      ? sql`first_outcome`
      : sql`CASE WHEN NOT first_outcome = ${code('priced')} THEN first_outcome ${joinedCases(cases)} ELSE first_outcome END`;
  // Without rounding, the price is still within its limits.
  const staysWithin = isEveryUnitRound || (lowest === null && highest === null);
  return outcomeSql(
    context,
    staysWithin
      ? sql`SELECT *, ${found} AS found, round_price AS wanted, ${heldBySql(limits, sql`exact_side`)} AS held_by, 0 AS held_how FROM (${rounded})`
      : withinLimitsSql(each, limits, context, sql`SELECT *, ${found} AS found_round FROM (${rounded})`),
  );
}

/** Returns the guard that sets the limit on a side. */
function heldBySql({ lowestBy, highestBy }: RuleLimits, side: Sql): Sql {
  return sql`CASE WHEN ${side} < 0 THEN ${lowestBy} WHEN ${side} > 0 THEN ${highestBy} ELSE 0 END`;
}

/**
 * Returns a query of prices within their limits. If the round price is beyond a limit (`round_side`), the nearest round price in the other
 * direction is taken (`other_round`). If that one is not allowed either, the price is not rounded.
 */
function withinLimitsSql(each: PricedRule, limits: RuleLimits, context: RuleContext, rounded: Sql): Sql {
  const isWithin = (value: Sql) =>
    joined(
      [
        ...(limits.lowest === null ? [] : [sql`${value} >= lowest`]),
        ...(limits.highest === null ? [] : [sql`${value} <= highest`]),
      ],
      ' AND ',
    );
  const byRoundSide = (...values: [Sql, Sql, Sql]) =>
    byLimit(limits, { below: sql`round_price < lowest`, above: sql`round_price > highest` }, values);
  const judged = sql`SELECT *, ${byRoundSide(sql`-1`, sql`1`, sql`0`)} AS round_side,
      ${byRoundSide(UPPER, LOWER, sql`round_price`)} AS other_round
    FROM (${rounded})`;
  const wanted = sql`SELECT *,
      CASE WHEN is_other_allowed THEN other_round ELSE ${unroundedSql(each, context, isWithin)} END AS wanted,
      CASE WHEN exact_side = 0 THEN round_side ELSE exact_side END AS held_side
    FROM (SELECT *, ${isWithin(sql`other_round`)} AND (other_round <> 0 OR exact = 0) AS is_other_allowed FROM (${judged}))`;
  return sql`SELECT *,
      CASE WHEN found_round = ${code('priced')} AND wanted = 0 AND exact <> 0 THEN ${code('rounds-to-zero')} ELSE found_round END AS found,
      ${heldBySql(limits, sql`held_side`)} AS held_by,
      CASE WHEN NOT is_other_allowed THEN 2 WHEN exact_side = 0 AND round_side <> 0 THEN 1 ELSE 0 END AS held_how
    FROM (${wanted})`;
}

/** Returns a query that derives the outcome from the price `wanted`, its result `found`, and its guard (`held_by`, `held_how`). */
function outcomeSql({ tooWide, isNarrow }: RuleContext, query: Sql): Sql {
  const outcome =
    tooWide === null || tooWide >= (isNarrow ? NARROW_LIMIT : WIDE_LIMIT)
      ? sql`found`
      : sql`CASE WHEN found = ${code('priced')} AND abs(wanted) >= ${numberSql(tooWide, { isNarrow })} THEN ${code('too-wide')} ELSE found END`;
  const isPriced = sql`outcome = ${code('priced')}`;
  return sql`SELECT *, CASE WHEN ${isPriced} THEN wanted ELSE old_price END AS new_price, CASE WHEN ${isPriced} THEN held_by ELSE 0 END AS guard,
      CASE WHEN ${isPriced} THEN held_how ELSE 0 END AS way
    FROM (SELECT *, ${outcome} AS outcome FROM (${query}))`;
}

/** The limits of a rule in both directions, as expressions with the columns `old_price`, `not_below`, `not_above` and `reach`. */
interface RuleLimits {
  /** The minimum price; null if the rule has no lower limit. */
  readonly lowest: Sql | null;
  readonly highest: Sql | null;
  /** The guard that sets the limit, as its index in `GUARDS`. */
  readonly lowestBy: Sql;
  readonly highestBy: Sql;
}

function limitsOf({ rule, notBelow, notAbove }: PricedRule): RuleLimits {
  /** Returns which of two limits in the same direction applies: the one nearer to the old price. */
  const nearer = (isNamed: boolean, isReachNearer: Sql, ofReach: Sql, ofNamed: Sql) => {
    if (rule.atMost === null) return ofNamed;
    return isNamed ? sql`CASE WHEN ${isReachNearer} THEN ${ofReach} ELSE ${ofNamed} END` : ofReach;
  };
  const [isBelow, isAbove] = [notBelow !== null, notAbove !== null];
  const [isReachAbove, isReachBelow] = [
    sql`old_price - reach > not_below`,
    sql`old_price + reach < not_above`,
  ];
  const hasReach = rule.atMost !== null;
  return {
    lowest:
      isBelow || hasReach ? nearer(isBelow, isReachAbove, sql`old_price - reach`, sql`not_below`) : null,
    highest:
      isAbove || hasReach ? nearer(isAbove, isReachBelow, sql`old_price + reach`, sql`not_above`) : null,
    lowestBy: nearer(isBelow, isReachAbove, guardCode('atMost'), guardCode('notBelow')),
    highestBy: nearer(isAbove, isReachBelow, guardCode('atMost'), guardCode('notAbove')),
  };
}

/** Returns one of three values: for a row below the minimum price, above the maximum price, or within the limits. */
function byLimit(
  { lowest, highest }: RuleLimits,
  { below, above }: { readonly below: Sql; readonly above: Sql },
  [ofBelow, ofAbove, ofWithin]: readonly [Sql, Sql, Sql],
): Sql {
  const cases = [
    ...(lowest === null ? [] : [sql`WHEN ${below} THEN ${ofBelow}`]),
    ...(highest === null ? [] : [sql`WHEN ${above} THEN ${ofAbove}`]),
  ];
  return cases.length === 0 ? ofWithin : sql`CASE ${joinedCases(cases)} ELSE ${ofWithin} END`;
}

/** Returns a query of the exact prices of a rule within its limits. `unlimited` is the exact price without limits, times the divisor. */
function heldSql(each: PricedRule, limits: RuleLimits, context: RuleContext, condition: Sql): Sql {
  const { rule, change, notBelow, notAbove } = each;
  const { price, cost, isNarrow, nameOf } = context;
  const num = (value: bigint) => numberSql(value, context);
  const outcomes = [
    sql`WHEN old_price IS NULL THEN ${code('no-price')}`,
    ...(rule.change.kind === 'value' ? [] : [sql`WHEN old_price <= 0 THEN ${code('not-positive')}`]),
    ...(isNarrow ? [] : tooLongSql(each, price, nameOf)).map(
      (isTooLong) => sql`WHEN ${isTooLong} THEN ${code('too-long')}`,
    ),
    ...[change, notBelow, notAbove].flatMap((term, index) => {
      if (term === null || term.column === null || term.column === price) return [];
      const outcome = term.column.name === cost ? 'no-cost' : index === 0 ? 'no-value' : 'no-limit';
      return [sql`WHEN ${nameOf(term.column)} IS NULL THEN ${code(outcome)}`];
    }),
  ];
  const started = sql`SELECT *, CASE ${joinedCases(outcomes)} ELSE ${code('priced')} END AS first_outcome FROM inputs WHERE ${condition}`;

  const numerator = (term: PriceTerm): Sql => {
    if (term.column === null) return num(term.summand);
    const product =
      term.factor === 1n ? nameOf(term.column) : sql`${nameOf(term.column)} * ${num(term.factor)}`;
    return term.summand === 0n ? product : sql`${product} + ${num(term.summand)}`;
  };
  /** Returns a limit as a whole number of units: a minimum is rounded up, a maximum down. */
  const limit = (term: PriceTerm, isUp: boolean): Sql => {
    const value = sql`(${numerator(term)})`;
    if (term.divisor === 1n) return value;
    const by = num(term.divisor);
    const rest = isUp
      ? sql`CASE WHEN ${value} % ${by} > 0 THEN 1 ELSE 0 END`
      : sql`-CASE WHEN ${value} % ${by} < 0 THEN 1 ELSE 0 END`;
    return sql`(${value} // ${by} + ${rest})`;
  };
  const atMost = rule.atMost === null ? null : fractionOf(rule.atMost);
  // With 128 bits, rows with too long numbers are skipped, because computing with these numbers would fail.
  const terms = [
    { name: sql`unlimited`, value: numerator(change) },
    ...(notBelow === null ? [] : [{ name: sql`not_below`, value: limit(notBelow, true) }]),
    ...(notAbove === null ? [] : [{ name: sql`not_above`, value: limit(notAbove, false) }]),
    ...(atMost === null
      ? []
      : [
          {
            name: sql`reach`,
            value: sql`(abs(old_price) * ${num(atMost.numerator)}) // ${num(100n * atMost.denominator)}`,
          },
        ]),
  ].map(({ name, value }) =>
    isNarrow
      ? sql`${value} AS ${name}`
      : sql`CASE WHEN first_outcome = ${code('priced')} THEN ${value} END AS ${name}`,
  );
  const bounds = [
    ...(limits.lowest === null ? [] : [sql`${limits.lowest} AS lowest`]),
    ...(limits.highest === null ? [] : [sql`${limits.highest} AS highest`]),
  ];
  const bounded = sql`SELECT ${[sql`*`, ...bounds]} FROM (SELECT *, ${terms} FROM (${started}))`;
  const divisor = num(change.divisor);
  const [lowest, highest] = [sql`lowest * ${divisor}`, sql`highest * ${divisor}`];
  const bySide = (...values: [Sql, Sql, Sql]) =>
    byLimit(limits, { below: sql`unlimited < ${lowest}`, above: sql`unlimited > ${highest}` }, values);
  return sql`SELECT *, ${bySide(sql`-1`, sql`1`, sql`0`)} AS exact_side, ${bySide(lowest, highest, sql`unlimited`)} AS exact
    FROM (${bounded})`;
}

/** Returns the price of a row for which no round price exists. It has as many decimals as the old price, if the limits allow it. */
function unroundedSql({ change }: PricedRule, context: RuleContext, isWithin: (value: Sql) => Sql): Sql {
  const num = (value: bigint) => numberSql(value, context);
  const divisor = num(change.divisor);
  const cents = num(10n ** BigInt(Math.max(0, (context.price.scale ?? 0) - USUAL_PLACES)));
  const usual = sql`(CASE WHEN is_whole THEN ${num(unitOf(context))} WHEN old_price % ${cents} = 0 THEN ${cents} ELSE ${num(1n)} END)`;
  const nearest = (step: Sql) =>
    sql`(CASE WHEN exact < 0 THEN -1 ELSE 1 END * ((2 * abs(exact) + ${divisor} * ${step}) // (2 * ${divisor} * ${step})) * ${step})`;
  const finer = nearest(usual);
  return sql`CASE WHEN ${isWithin(finer)} AND (${finer} <> 0 OR exact = 0) THEN ${finer} ELSE ${nearest(num(1n))} END`;
}

/** The nearest round prices above and below the price `exact`. Zero means that there is none, unless `exact` is zero. */
const UPPER = sql`CASE WHEN exact >= 0 THEN outer_price ELSE -inner_price END`;
const LOWER = sql`CASE WHEN exact >= 0 THEN inner_price ELSE -outer_price END`;

/** Whether the prices of a rule have decimals, but must be whole in currencies without decimals. */
function hasWholeGrid({ grid }: PricedRule, context: RuleContext): boolean {
  const unit = unitOf(context);
  return context.canBeWhole && (grid.step < unit || grid.ending % unit !== 0n);
}

/**
 * Adds columns to a query with the column `exact`: `round_price`, the round price that the rule asks for, and `inner_price` and
 * `outer_price`, the nearest round prices as absolute values. Zero means that there is no round price, unless `exact` is zero. A price
 * nearer to zero than all prices with the requested ending (`beyond` is below zero) has no round price towards zero.
 */
function roundedSql(each: PricedRule, context: RuleContext, held: Sql): Sql {
  const { rule, change, grid } = each;
  const num = (value: bigint) => numberSql(value, context);
  const [whole, divisor] = [num(unitOf(context)), num(change.divisor)];
  const isWholeGrid = hasWholeGrid(each, context);
  const gridded = isWholeGrid
    ? sql`SELECT *, CASE WHEN is_whole THEN ${whole} ELSE ${num(grid.step)} END AS step,
        CASE WHEN is_whole THEN ${num(0n)} ELSE ${num(grid.ending)} END AS ending FROM (${held})`
    : held;
  const step = isWholeGrid ? sql`step` : num(grid.step);
  const ending = isWholeGrid ? sql`ending` : num(grid.ending);
  const measured = sql`SELECT *, ${step} * ${divisor} AS exact_step, abs(exact) - ${ending} * ${divisor} AS beyond FROM (${gridded})`;
  const placed = sql`SELECT *, CASE WHEN beyond < 0 THEN -1 ELSE beyond // exact_step END AS steps FROM (${measured})`;
  const around = sql`SELECT *, beyond - steps * exact_step AS rest, ${ending} + steps * ${step} AS price_before FROM (${placed})`;
  const sided = sql`SELECT *,
      CASE WHEN exact = 0 THEN 0 WHEN rest = 0 THEN price_before ELSE price_before + ${step} END AS outer_price,
      CASE WHEN exact = 0 OR beyond < 0 THEN 0 ELSE price_before END AS inner_price
    FROM (${around})`;
  const isOuterNearest = sql`beyond < 0 OR 2 * rest >= exact_step`;
  const nearest = sql`CASE WHEN exact < 0 THEN -1 ELSE 1 END * CASE WHEN ${isOuterNearest} THEN outer_price ELSE inner_price END`;
  return sql`SELECT *, ${{ nearest, up: UPPER, down: LOWER }[rule.direction]} AS round_price FROM (${sided})`;
}

/** Returns Δ % of rows with the prices `old_price` and `new_price`; null if it is undefined. */
function percentSql(isNarrow: boolean): Sql {
  const num = (value: bigint) => numberSql(value, { isNarrow });
  const hasPercent = isNarrow
    ? sql`old_price <> 0 AND new_price <> old_price`
    : sql`old_price <> 0 AND new_price <> old_price AND abs(new_price - old_price) < ${num(PERCENT_LIMIT)}`;
  const units = sql`(2 * abs(new_price - old_price) * ${num(PERCENT_UNITS)} + abs(old_price)) // (2 * abs(old_price))`;
  const signed = sql`CASE WHEN ${hasPercent} THEN CASE WHEN new_price < old_price THEN -1 ELSE 1 END * (${units}) END`;
  return sql`TRY_CAST(${signed} AS DECIMAL(${isNarrow ? NARROW_DIGITS : 28}, 0)) * CAST('0.0001' AS DECIMAL(5, 4))`;
}

function guardCode(guard: GuardName): Sql {
  return sql`${GUARDS.indexOf(guard)}`;
}

function code(outcome: Outcome): Sql {
  return sql`${OUTCOMES.indexOf(outcome)}`;
}

function joinedCases(cases: readonly Sql[]): Sql {
  return { text: cases.map(({ text }) => text).join(' ') };
}

/** Returns the value of a column as an integer, in units of its last decimal place. */
function unitsSql({ sqlName, scale: ofColumn }: AnalysedColumn, isNarrow: boolean): Sql {
  const value = identifier(sqlName);
  const scale = ofColumn ?? 0;
  if (!isNarrow) return wideUnitsSql(value);
  if (scale === 0) return sql`CAST(${value} AS BIGINT)`;
  return narrowUnitsSql(value, NARROW_DIGITS - 1 - scale, scale, scale);
}

/** Converts the greatest absolute value of a column to units, rounded up. */
function unitsAbove(decimal: string | null, { scale }: AnalysedColumn): bigint {
  if (decimal === null) return 0n;
  const { numerator, denominator } = fractionOf(decimal);
  const magnitude = numerator < 0n ? -numerator : numerator;
  return (magnitude * 10n ** BigInt(scale ?? 0)) / denominator + 1n;
}

function magnitudeOf(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** Returns an upper limit for all numbers that occur in the computation of a rule. */
function greatestNumber(
  { rule, change, notBelow, notAbove, grid }: RuleTerms,
  price: AnalysedColumn,
  greatest: ReadonlyMap<AnalysedColumn, bigint>,
): bigint {
  if (!isTerm(change)) return 0n;
  const numerator = (term: PriceTerm) =>
    magnitudeOf(term.factor) * (term.column === null ? 0n : (greatest.get(term.column) ?? 0n)) +
    magnitudeOf(term.summand);
  const limits = [notBelow, notAbove].filter(isTerm);
  const numbers = [numerator(change), ...limits.map(numerator)];
  const bounds = limits.map((term) => numerator(term) / term.divisor + 1n);
  if (rule.atMost !== null) {
    const { numerator: percent, denominator } = fractionOf(rule.atMost);
    const ofPrice = greatest.get(price) ?? 0n;
    numbers.push(ofPrice * percent);
    bounds.push(ofPrice + (ofPrice * percent) / (100n * denominator));
  }
  const products = [...numbers, ...bounds.map((bound) => bound * change.divisor)];
  return (
    products.reduce((most, each) => (each > most ? each : most), 0n) +
    2n * (grid.step + grid.ending) * change.divisor
  );
}

/** Returns the conditions under which a row has a number with too many digits to compute with. */
function tooLongSql(
  { rule, change, notBelow, notAbove, grid }: RuleTerms,
  price: AnalysedColumn,
  nameOf: (column: AnalysedColumn) => Sql,
): readonly Sql[] {
  if (!isTerm(change)) return [];
  const limit = WIDE_LIMIT - 2n * (grid.step + grid.ending) * change.divisor;
  const isBeyond = (column: AnalysedColumn, most: bigint) =>
    sql`abs(${nameOf(column)}) > CAST(${String(most < 0n ? 0n : most)} AS HUGEINT)`;
  const ofTerm = (term: PriceTerm, most: bigint) => {
    const room = most - magnitudeOf(term.summand);
    if (term.column === null) return room < 0n ? [sql`TRUE`] : [];
    const factor = magnitudeOf(term.factor);
    return factor === 0n ? [] : [isBeyond(term.column, room / factor)];
  };
  const ofPrice = () => {
    if (rule.atMost === null) return [];
    const { numerator: percent, denominator } = fractionOf(rule.atMost);
    const factor = change.divisor * (1n + percent / (100n * denominator) + 1n);
    return [isBeyond(price, limit / (factor > percent ? factor : percent))];
  };
  return [
    ...ofTerm(change, limit),
    ...[notBelow, notAbove].filter(isTerm).flatMap((term) => {
      const most = (limit / change.divisor - 1n) * term.divisor;
      return ofTerm(term, most < limit ? most : limit);
    }),
    ...ofPrice(),
    isBeyond(price, limit / change.divisor),
  ];
}
