import { splitDecimal } from '@/lib/formats/decimal';
import type { AnalysedColumn } from '../engine/analysed-table';
import { hasPrice, type Change, type PriceLimit, type Rounding } from './proposal-spec';

/** A formula for an exact price in the smallest unit of the price column: (column · `factor` + `summand`) / `divisor`. */
export interface PriceTerm {
  /** The column; null if the price is the same in every row. */
  readonly column: AnalysedColumn | null;
  readonly factor: bigint;
  readonly summand: bigint;
  /** The divisor, which is always positive. */
  readonly divisor: bigint;
}

/** The columns that formulas can refer to. */
export interface TermColumns {
  readonly price: AnalysedColumn;
  readonly cost: AnalysedColumn | null;
  readonly columnOf: (name: string) => AnalysedColumn | null;
}

/** Why a formula cannot be made: no column is the cost, a named column does not exist, or no price has such a margin. */
export type MissingTerm = 'no-cost' | 'no-column' | 'margin';

/** Returns the formula for the price that a change results in. */
export function changeTerm(change: Change, columns: TermColumns): PriceTerm | MissingTerm {
  const { price } = columns;
  switch (change.kind) {
    case 'percent': {
      const { numerator, denominator } = fractionOf(change.percent);
      return reduced({
        column: price,
        factor: 100n * denominator + numerator,
        summand: 0n,
        divisor: 100n * denominator,
      });
    }
    case 'amount': {
      const { numerator, denominator } = fractionOf(change.amount);
      const summand = numerator * unitsPerWhole(price);
      return reduced({ column: price, factor: denominator, summand, divisor: denominator });
    }
    case 'value':
      return valueTerm(change.value, price);
    case 'margin':
      return marginTerm(change.margin, columns);
    case 'markup':
      return markupTerm(change.markup, columns);
    case 'column':
      return columnTerm(columns.columnOf(change.column), change.factor, price);
  }
}

/** Returns the formula for the minimum or maximum price of a rule. */
export function limitTerm(limit: PriceLimit, columns: TermColumns): PriceTerm | MissingTerm {
  switch (limit.kind) {
    case 'value':
      return valueTerm(limit.value, columns.price);
    case 'column':
      return columnTerm(columns.columnOf(limit.column), '1', columns.price);
    case 'margin':
      return marginTerm(limit.margin, columns);
    case 'markup':
      return markupTerm(limit.markup, columns);
  }
}

function valueTerm(value: string, price: AnalysedColumn): PriceTerm {
  const { numerator, denominator } = fractionOf(value);
  const summand = numerator * unitsPerWhole(price);
  return reduced({ column: null, factor: 0n, summand, divisor: denominator });
}

/** Returns the formula for the price with this margin in percent: cost · 100 / (100 − margin). */
function marginTerm(margin: string, { price, cost }: TermColumns): PriceTerm | MissingTerm {
  if (cost === null) return 'no-cost';
  if (!hasPrice(margin)) return 'margin';
  const { numerator, denominator } = fractionOf(margin);
  return reduced({
    column: cost,
    factor: 100n * denominator * unitsPerWhole(price),
    summand: 0n,
    divisor: (100n * denominator - numerator) * unitsPerWhole(cost),
  });
}

/** Returns the formula for the cost increased by this percentage: cost · (100 + mark-up) / 100. */
function markupTerm(markup: string, { price, cost }: TermColumns): PriceTerm | MissingTerm {
  if (cost === null) return 'no-cost';
  const { numerator, denominator } = fractionOf(markup);
  return reduced({
    column: cost,
    factor: (100n * denominator + numerator) * unitsPerWhole(price),
    summand: 0n,
    divisor: 100n * denominator * unitsPerWhole(cost),
  });
}

function columnTerm(
  column: AnalysedColumn | null,
  factor: string,
  price: AnalysedColumn,
): PriceTerm | MissingTerm {
  if (column === null) return 'no-column';
  const { numerator, denominator } = fractionOf(factor);
  return reduced({
    column,
    factor: numerator * unitsPerWhole(price),
    summand: 0n,
    divisor: denominator * unitsPerWhole(column),
  });
}

function reduced({ column, factor, summand, divisor }: PriceTerm): PriceTerm {
  const common = gcd(gcd(factor, summand), divisor);
  return { column, factor: factor / common, summand: summand / common, divisor: divisor / common };
}

/** Returns a decimal as a fraction whose denominator is a power of ten. */
export function fractionOf(decimal: string): { readonly numerator: bigint; readonly denominator: bigint } {
  const { isNegative, integer, fraction } = splitDecimal(decimal);
  const digits = BigInt(integer + fraction);
  return { numerator: isNegative ? -digits : digits, denominator: 10n ** BigInt(fraction.length) };
}

function unitsPerWhole({ scale }: Pick<AnalysedColumn, 'scale'>): bigint {
  return 10n ** BigInt(scale ?? 0);
}

/** Returns the greatest common divisor. It is zero only if both numbers are. */
function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** The round prices, in units of the price: `ending` plus any multiple of `step`, and their negatives. */
export interface PriceGrid {
  readonly ending: bigint;
  readonly step: bigint;
}

const EVERY_UNIT: PriceGrid = { ending: 0n, step: 1n };

/** Returns the round prices. If the price column has too few decimal places for the ending or step, these are the whole prices. */
export function priceGrid(rounding: Rounding, scale: number): PriceGrid {
  const whole = { ending: 0n, step: 10n ** BigInt(scale) };
  if (rounding.kind === 'none') return EVERY_UNIT;
  const { integer, fraction } = splitDecimal(rounding.kind === 'step' ? rounding.step : rounding.ending);
  const places = fraction.replace(/0+$/, '').length;
  if (places > scale) return whole;
  const units = BigInt(integer + fraction.padEnd(scale, '0').slice(0, scale));
  if (rounding.kind === 'step') return { ending: 0n, step: units };
  const period = integer === '0' ? 0 : integer.length;
  return { ending: units, step: 10n ** BigInt(period + scale) };
}

/** The ISO 4217 currencies without decimals. */
export const WHOLE_CURRENCIES = [
  'BIF',
  'CLP',
  'DJF',
  'GNF',
  'ISK',
  'JPY',
  'KMF',
  'KRW',
  'PYG',
  'RWF',
  'UGX',
  'VND',
  'VUV',
  'XAF',
  'XOF',
  'XPF',
] as const;
