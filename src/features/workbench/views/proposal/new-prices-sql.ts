import { identifier, sql, type Sql } from '../../rows-read/engine/sql';
import { ROW_INDEX, type AnalysedColumn, type AnalysedTable } from '../../rows-read/engine/analysed-table';
import { groupSql } from '../../rows-read/steps/conditions-sql';
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

/** The rows that get new prices, and the roles of their columns. */
export interface PricedRows {
  readonly table: AnalysedTable;
  readonly price: AnalysedColumn;
  readonly columns: ProposalColumns;
  /** The column of volumes; null for none. */
  readonly weight: string | null;
  /** ISO day that relative days of conditions are resolved against. */
  readonly today: string;
}

/** What became of a row, as it is kept in the engine. */
export const OUTCOMES = [
  'priced',
  /** No rule fits: the price stays. */
  'no-rule',
  /** A value without a price stays without. */
  'no-price',
  'no-cost',
  /** The other column has no value. */
  'no-value',
  /** What a guard names has no value. */
  'no-limit',
  /** The least price is above the greatest. */
  'contradiction',
  /** The rule asks for a margin of 100 % or more. */
  'margin',
  /** A number has too many digits to compute with. */
  'too-long',
] as const;
export type Outcome = (typeof OUTCOMES)[number];
/** The first of the outcomes for which a rule has no answer. */
export const FIRST_WITHOUT_ANSWER = OUTCOMES.indexOf('no-cost');

/** The guards that decided over a price, as they are kept in the engine. */
export const GUARDS = [null, 'notBelow', 'notAbove', 'atMost'] as const;
export type GuardName = Exclude<(typeof GUARDS)[number], null>;

/** How a guard decided. */
export const GUARD_WAYS = [
  /** The price was beyond it. */
  'held',
  /** The price was not, but the rounded one was: it was rounded to the other side. */
  'other-side',
  /** No round price lies between the guards. */
  'not-rounded',
] as const;
export type GuardWay = (typeof GUARD_WAYS)[number];

/** Decimal places of Δ %. */
export const PERCENT_PLACES = 4;
const PERCENT_UNITS = 100n * 10n ** BigInt(PERCENT_PLACES);

const ROW = identifier(ROW_INDEX);
/** Below it 64-bit numbers stay when they are doubled and added to another one. */
const NARROW_LIMIT = 2n ** 61n;
/** The same for 128-bit numbers; prices below it have a decimal of 38 digits. */
const WIDE_LIMIT = 10n ** 37n;
/** Digits of a decimal that is kept in 64 bits. */
const NARROW_DIGITS = 18;
const MAX_DIGITS = 38;
/** Decimals of most currencies. */
const USUAL_PLACES = 2;
/** Beyond, Δ % would not fit into 128 bits. */
const PERCENT_LIMIT = WIDE_LIMIT / PERCENT_UNITS;

/** A rule as numbers. */
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

/** The columns of numbers that new prices and their effect are computed of, each once; the price first. */
function numberColumns(rows: PricedRows, terms: readonly RuleTerms[]): readonly AnalysedColumn[] {
  const named = [rows.columns.cost, rows.weight].flatMap((name) =>
    rows.table.columns.filter((column) => column.name === name && column.type === 'number'),
  );
  const used = terms.flatMap(({ change, notBelow, notAbove }) =>
    [change, notBelow, notAbove].flatMap((term) =>
      isTerm(term) && term.column !== null ? [term.column] : [],
    ),
  );
  return [...new Set([rows.price, ...named, ...used])];
}

/** A query of one row: the greatest distance from zero of each column that is computed with. */
export function magnitudesSql(rules: readonly PriceRule[], rows: PricedRows): Sql {
  const greatest = numberColumns(rows, termsOf(rules, rows)).map(
    ({ sqlName, scale }) =>
      sql`greatest(max(${identifier(sqlName)}), -CAST(min(${identifier(sqlName)}) AS DECIMAL(${MAX_DIGITS}, ${scale ?? 0})))`,
  );
  return sql`SELECT ${greatest} FROM ${identifier(rows.table.sqlName)}`;
}

/**
 * Returns the query of new prices, a row for each row: `row_index`, `rule` (1-based, 0 for none), `u` and `v` (old and new price in
 * units), `outcome`, `guard` and `way` (places in the lists above), `percent`, `currency`, `grp`, `cost` and `weight` (in units of
 * their columns; null where there is no such column). `magnitudes`: cells of `magnitudesSql`.
 *
 * Everything is computed with whole numbers: a price is (column · factor + summand) / divisor, and every comparison is one of products.
 * In 64 bits where all of them fit, which takes a fraction of the time, else in 128; a row whose numbers do not fit there has no answer.
 */
export function newPricesSql(
  rules: readonly PriceRule[],
  rows: PricedRows,
  magnitudes: readonly (string | null)[],
): Sql {
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
  const whole = isNarrow ? sql`BIGINT` : sql`HUGEINT`;
  const num = (value: bigint) => sql`CAST(${String(value)} AS ${whole})`;
  const nameOf = (column: AnalysedColumn) => identifier(`k${numbers.indexOf(column)}`);
  const table = rows.table.columns;
  const byRole = (name: string | null) => table.find((column) => column.name === name);

  /** A value by the rule of the row. */
  const byRule = (valueOf: (each: RuleTerms) => Sql, other = sql`NULL`): Sql =>
    terms.length === 0
      ? other
      : sql`CASE rule ${joinedCases(terms.map((each, index) => sql`WHEN ${index + 1} THEN ${valueOf(each)}`))} ELSE ${other} END`;

  const numerator = (term: PriceTerm): Sql => {
    if (term.column === null) return num(term.summand);
    const product =
      term.factor === 1n ? nameOf(term.column) : sql`${nameOf(term.column)} * ${num(term.factor)}`;
    return term.summand === 0n ? product : sql`${product} + ${num(term.summand)}`;
  };
  const floored = (term: PriceTerm, isUp: boolean): Sql => {
    const value = sql`(${numerator(term)})`;
    if (term.divisor === 1n) return value;
    const by = num(term.divisor);
    const rest = isUp
      ? sql`CASE WHEN ${value} % ${by} > 0 THEN 1 ELSE 0 END`
      : sql`-CASE WHEN ${value} % ${by} < 0 THEN 1 ELSE 0 END`;
    return sql`(${value} // ${by} + ${rest})`;
  };
  const outcomeOf = (each: RuleTerms): Sql => {
    const limits = [each.notBelow, each.notAbove];
    const all = [each.change, ...limits];
    if (all.includes('margin')) return code('margin');
    if (each.change === 'no-cost' || limits.includes('no-cost')) return code('no-cost');
    if (each.change === 'no-column') return code('no-value');
    if (limits.includes('no-column')) return code('no-limit');
    const cases = [
      ...(isNarrow ? [] : tooLongSql(each, rows.price, nameOf)).map(
        (isTooLong) => sql`WHEN ${isTooLong} THEN ${code('too-long')}`,
      ),
      ...all.flatMap((term, index) => {
        if (!isTerm(term) || term.column === null || term.column === rows.price) return [];
        const isCost = term.column.name === rows.columns.cost;
        const outcome = isCost ? 'no-cost' : index === 0 ? 'no-value' : 'no-limit';
        return [sql`WHEN ${nameOf(term.column)} IS NULL THEN ${code(outcome)}`];
      }),
    ];
    return cases.length === 0 ? code('priced') : sql`CASE ${joinedCases(cases)} ELSE ${code('priced')} END`;
  };
  const limitOf = (term: PriceTerm | MissingTerm | null, isUp: boolean) =>
    isTerm(term) ? floored(term, isUp) : sql`NULL`;
  const mostOf = ({ rule: { atMost } }: RuleTerms) => {
    if (atMost === null) return sql`NULL`;
    const { numerator: percent, denominator } = fractionOf(atMost);
    return sql`(abs(u) * ${num(percent)}) // ${num(100n * denominator)}`;
  };

  const currency = byRole(rows.columns.currency);
  const group = byRole(rows.columns.group);
  const cost = byRole(rows.columns.cost);
  const weight = byRole(rows.weight);
  const scale = rows.price.scale ?? 0;
  const unit = num(10n ** BigInt(scale));
  const price = nameOf(rows.price);
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
  const isWhole = sql`currency IN (${WHOLE_CURRENCIES.map((each) => sql`${each}`)}) AND u % ${unit} = 0`;
  const started = sql`SELECT *,
      ${currency === undefined || scale === 0 ? sql`FALSE` : sql`coalesce(${isWhole}, FALSE)`} AS is_whole
    FROM (SELECT *, ${price} AS u FROM (${read}))`;
  const ruled = sql`SELECT *,
      CASE WHEN u IS NULL THEN ${code('no-price')} WHEN rule = 0 THEN ${code('no-rule')}
        ELSE ${byRule(outcomeOf, code('no-rule'))} END AS asked
    FROM (${started})`;
  /** The same in rows of currencies that have no decimals. */
  const gridOf = (part: keyof PriceGrid) =>
    byRule(({ grid }) => {
      const isFine = grid.step < 10n ** BigInt(scale) || grid.ending % 10n ** BigInt(scale) !== 0n;
      if (!isFine) return num(grid[part]);
      const ofWhole = part === 'ending' ? 0n : 10n ** BigInt(scale);
      return sql`CASE WHEN is_whole THEN ${num(ofWhole)} ELSE ${num(grid[part])} END`;
    });
  const isAsked = sql`asked = ${code('priced')}`;
  const whenAsked = (value: Sql) => sql`CASE WHEN ${isAsked} THEN ${value} END`;
  const termed = sql`SELECT *,
      ${whenAsked(byRule(({ change }) => (isTerm(change) ? numerator(change) : sql`NULL`)))} AS n,
      ${whenAsked(byRule(({ change }) => (isTerm(change) ? num(change.divisor) : sql`NULL`)))} AS b,
      ${whenAsked(byRule(({ notBelow }) => limitOf(notBelow, true)))} AS least,
      ${whenAsked(byRule(({ notAbove }) => limitOf(notAbove, false)))} AS most,
      ${whenAsked(byRule(mostOf))} AS reach,
      ${gridOf('ending')} AS e, ${gridOf('step')} AS p
    FROM (${ruled})`;
  const bounded = sql`SELECT *,
      CASE WHEN reach IS NOT NULL AND (least IS NULL OR u - reach > least) THEN u - reach ELSE least END AS lo,
      CASE WHEN reach IS NOT NULL AND (least IS NULL OR u - reach > least) THEN 3 ELSE 1 END AS lo_by,
      CASE WHEN reach IS NOT NULL AND (most IS NULL OR u + reach < most) THEN u + reach ELSE most END AS hi,
      CASE WHEN reach IS NOT NULL AND (most IS NULL OR u + reach < most) THEN 3 ELSE 2 END AS hi_by
    FROM (${termed})`;
  const held = sql`SELECT *,
      CASE WHEN n < lo * b THEN -1 WHEN n > hi * b THEN 1 ELSE 0 END AS side,
      CASE WHEN n < lo * b THEN lo * b WHEN n > hi * b THEN hi * b ELSE n END AS x
    FROM (${bounded})`;
  const measured = sql`SELECT *, p * b AS pb, abs(x) - e * b AS beyond FROM (${held})`;
  const divided = sql`SELECT *, CASE WHEN beyond < 0 THEN -1 ELSE beyond // pb END AS q FROM (${measured})`;
  const placed = sql`SELECT *, beyond - q * pb AS rest, e + q * p AS inner_one FROM (${divided})`;
  // The two round prices around, by their distance from zero. What is not zero is never rounded to it.
  const sided = sql`SELECT *,
      CASE WHEN rest = 0 THEN inner_one ELSE inner_one + p END AS outer_one,
      beyond >= 0 AND (inner_one <> 0 OR x = 0) AS has_inner
    FROM (${placed})`;
  const direction = byRule(
    ({ rule }) => sql`${rule.direction === 'nearest' ? 0 : rule.direction === 'up' ? 1 : -1}`,
    sql`0`,
  );
  const inner = sql`CASE WHEN has_inner THEN inner_one ELSE outer_one END`;
  const wanted = sql`SELECT *,
      CASE WHEN x >= 0 THEN outer_one ELSE -(${inner}) END AS upper_one,
      CASE WHEN x >= 0 THEN ${inner} ELSE -outer_one END AS lower_one,
      CASE ${direction} WHEN 0 THEN CASE WHEN 2 * rest >= pb OR NOT has_inner THEN 1 ELSE -1 END * CASE WHEN x < 0 THEN -1 ELSE 1 END
        ELSE ${direction} END AS towards
    FROM (${sided})`;
  const rounded = sql`SELECT *, CASE WHEN towards > 0 THEN upper_one ELSE lower_one END AS r FROM (${wanted})`;
  const isBelow = sql`coalesce(r < lo, FALSE)`;
  const isAbove = sql`coalesce(r > hi, FALSE)`;
  const judged = sql`SELECT *,
      CASE WHEN lo > hi THEN ${code('contradiction')} ELSE asked END AS outcome,
      CASE WHEN ${isBelow} THEN 1 WHEN ${isAbove} THEN 2 ELSE 0 END AS broken,
      CASE WHEN ${isBelow} THEN upper_one WHEN ${isAbove} THEN lower_one ELSE r END AS other
    FROM (${rounded})`;
  // Where no round price is left, one with as many decimals as the old one has, if that is.
  const cents = num(10n ** BigInt(Math.max(0, scale - USUAL_PLACES)));
  const fine = sql`CASE WHEN is_whole THEN ${unit} WHEN u % ${cents} = 0 THEN ${cents} ELSE ${num(1n)} END`;
  const nearest = (size: Sql) =>
    sql`CASE WHEN x < 0 THEN -1 ELSE 1 END * ((2 * abs(x) + b * ${size}) // (2 * b * ${size})) * ${size}`;
  const finely = sql`SELECT *, ${nearest(sql`fine`)} AS finer FROM (SELECT *, ${fine} AS fine FROM (${judged}))`;
  const isFinerRight = sql`coalesce(finer >= lo, TRUE) AND coalesce(finer <= hi, TRUE) AND (finer <> 0 OR x = 0)`;
  const unrounded = sql`CASE WHEN ${isFinerRight} THEN finer ELSE ${nearest(num(1n))} END`;
  const isOtherRight = sql`coalesce(other >= lo, TRUE) AND coalesce(other <= hi, TRUE)`;
  const isPriced = sql`outcome = ${code('priced')}`;
  const priced = sql`SELECT *,
      CASE WHEN NOT ${isPriced} THEN u WHEN ${isOtherRight} THEN other ELSE ${unrounded} END AS v,
      CASE WHEN NOT ${isPriced} THEN 0 WHEN side < 0 OR (side = 0 AND broken = 1) THEN lo_by
        WHEN side > 0 OR broken = 2 THEN hi_by ELSE 0 END AS guard,
      CASE WHEN NOT ${isPriced} THEN 0 WHEN NOT (${isOtherRight}) THEN 2 WHEN side = 0 AND broken > 0 THEN 1 ELSE 0 END AS way
    FROM (${finely})`;
  const changedUnits = sql`(2 * abs(v - u) * ${num(PERCENT_UNITS)} + abs(u)) // (2 * abs(u))`;
  const hasPercent = isNarrow
    ? sql`u <> 0 AND v <> u`
    : sql`u <> 0 AND v <> u AND abs(v - u) < ${num(PERCENT_LIMIT)}`;
  const units = sql`SELECT *,
      CASE WHEN ${hasPercent} THEN CASE WHEN v < u THEN -1 ELSE 1 END * ${changedUnits} END AS percent_units
    FROM (${priced})`;
  return sql`SELECT ${ROW}, rule, u, v, CAST(outcome AS UTINYINT) AS outcome, CAST(guard AS UTINYINT) AS guard,
      CAST(way AS UTINYINT) AS way,
      TRY_CAST(percent_units AS DECIMAL(${isNarrow ? NARROW_DIGITS : 28}, 0)) * CAST('0.0001' AS DECIMAL(5, 4)) AS percent,
      currency, grp, ${cost === undefined ? sql`CAST(NULL AS HUGEINT)` : nameOf(cost)} AS cost,
      ${weight === undefined ? sql`CAST(NULL AS HUGEINT)` : nameOf(weight)} AS weight
    FROM (${units})`;
}

function code(outcome: Outcome): Sql {
  return sql`${OUTCOMES.indexOf(outcome)}`;
}

function joinedCases(cases: readonly Sql[]): Sql {
  return { text: cases.map(({ text }) => text).join(' ') };
}

/** The units of a number, whole. */
function unitsSql({ sqlName, scale: ofColumn }: AnalysedColumn, isNarrow: boolean): Sql {
  const value = identifier(sqlName);
  const scale = ofColumn ?? 0;
  if (!isNarrow) return sql`CAST(replace(CAST(${value} AS VARCHAR), '.', '') AS HUGEINT)`;
  if (scale === 0) return sql`CAST(${value} AS BIGINT)`;
  const unit = sql`CAST(${`1${'0'.repeat(scale)}`} AS DECIMAL(${scale + 1}, 0))`;
  return sql`CAST(CAST(${value} AS DECIMAL(${NARROW_DIGITS - 1 - scale}, ${scale})) * ${unit} AS BIGINT)`;
}

/** The units of a magnitude, rounded up. */
function unitsAbove(decimal: string | null, { scale }: AnalysedColumn): bigint {
  if (decimal === null) return 0n;
  const { numerator, denominator } = fractionOf(decimal);
  const magnitude = numerator < 0n ? -numerator : numerator;
  return (magnitude * 10n ** BigInt(scale ?? 0)) / denominator + 1n;
}

function magnitudeOf(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** Bounds every number that comes up where a rule is applied. */
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

/** The conditions under which numbers of a row have too many digits. */
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
