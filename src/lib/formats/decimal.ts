import { isDecimal } from '../base/decimal-grammar';

// Exact decimals as text. Canonical form (`-1234.50`): an optional minus (not before zero), no leading zeros, a point only before digits,
// trailing zeros kept, because they show how many places were stored. No decimal is converted to a double.

const INVARIANT = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;

/** The largest exponent that is read. SQL's float stays below it, and `1e9999` does not become ten thousand digits. */
const MAX_EXPONENT = 400;

/** Converts a number in invariant notation to a canonical decimal: `+007.50` → `7.50`, `1.5e3` → `1500`. Returns null for other text. */
export function readDecimal(text: string): string | null {
  if (isDecimal(text)) return text;
  const match = INVARIANT.exec(text);
  if (match === null) return null;
  const [, sign = '', integer = '', fraction = '', exponent = '0'] = match;
  const power = Number(exponent);
  if (integer + fraction === '' || Math.abs(power) > MAX_EXPONENT) return null;
  return shiftDecimal(decimalOfDigits(sign === '-', integer, fraction), power);
}

/** Returns the canonical decimal with these integer and fraction digits. Either may be empty. */
export function decimalOfDigits(isNegative: boolean, integer: string, fraction: string): string {
  const integerDigits = integer.replace(/^0+(?=\d)/, '') || '0';
  const magnitude = fraction === '' ? integerDigits : `${integerDigits}.${fraction}`;
  return isNegative && /[1-9]/.test(magnitude) ? `-${magnitude}` : magnitude;
}

/** Multiplies by ten to the `power` by moving the point: `shiftDecimal('1.50', 2)` is `150`. */
export function shiftDecimal(decimal: string, power: number): string {
  if (power === 0) return decimal;
  const { isNegative, integer, fraction } = splitDecimal(decimal);
  const digits = integer + fraction;
  const point = integer.length + power;
  if (point <= 0) return decimalOfDigits(isNegative, '', '0'.repeat(-point) + digits);
  const padded = digits.padEnd(point, '0');
  return decimalOfDigits(isNegative, padded.slice(0, point), padded.slice(point));
}

/** Splits a canonical decimal. Throws RangeError for anything else. */
export function splitDecimal(decimal: string): { isNegative: boolean; integer: string; fraction: string } {
  requireDecimal(decimal);
  const isNegative = decimal.startsWith('-');
  const magnitude = isNegative ? decimal.slice(1) : decimal;
  const point = magnitude.indexOf('.');
  return point === -1
    ? { isNegative, integer: magnitude, fraction: '' }
    : { isNegative, integer: magnitude.slice(0, point), fraction: magnitude.slice(point + 1) };
}

/** Counts the decimal places without trailing zeros: 2 for `1.2500`. */
export function significantFractionDigits(decimal: string): number {
  const point = decimal.indexOf('.');
  if (point === -1) return 0;
  let end = decimal.length;
  while (decimal[end - 1] === '0') end -= 1;
  return end - point - 1;
}

/** Counts the significant digits, of which a double can hold about 15: 5 in `-0.0012345`, 3 in `12.50`, 2 in `1200`. */
export function significantDigits(decimal: string): number {
  requireDecimal(decimal);
  const digits = decimal.replace(/[-.]/g, '').replace(/^0+/, '');
  return Math.max(withoutTrailingZeros(digits).length, 1);
}

/** Removes trailing zeros in linear time. A regular expression would restart at every zero. */
export function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === 0x30) end -= 1;
  return digits.slice(0, end);
}

/** Returns -1, 0 or 1 as `a` is less than, equal to or greater than `b`; `1.0` equals `1.00`. */
export function compareDecimals(a: string, b: string): -1 | 0 | 1 {
  const [x, y] = alignedUnits(a, b);
  if (x === y) return 0;
  return x < y ? -1 : 1;
}

/** Adds two decimals. The result has as many places as the operand with more of them: `1.50` + `2` is `3.50`. */
export function addDecimals(a: string, b: string): string {
  const [x, y, scale] = alignedUnits(a, b);
  return decimalOfUnits(x + y, scale);
}

/** Subtracts `b` from `a`. The result has as many decimal places as the operand with more of them. */
export function subtractDecimals(a: string, b: string): string {
  const [x, y, scale] = alignedUnits(a, b);
  return decimalOfUnits(x - y, scale);
}

/** Rounds halves away from zero, as Excel and `Intl` do. The result always has `fractionDigits` places, with zeros if necessary. */
export function roundDecimal(decimal: string, fractionDigits: number): string {
  const { units, scale } = scaledOf(decimal);
  const missing = fractionDigits - scale;
  if (missing >= 0) return decimalOfUnits(units * powerOfTen(missing), fractionDigits);
  return decimalOfUnits(divideRounded(units, powerOfTen(-missing)), fractionDigits);
}

/** A summary of a sequence of decimals, exact for any number of values and digits. */
export interface DecimalTotals {
  readonly count: number;
  readonly sum: string;
  /** Null if there are no values. Of equal values (`1.50`, `1.5`), the first one in its original form. */
  readonly min: string | null;
  readonly max: string | null;
}

/** Accumulates decimals one by one, without holding them in memory. */
export function createDecimalTotals(): { add: (decimal: string) => void; totals: () => DecimalTotals } {
  let count = 0;
  let sum = 0n;
  let sumScale = 0;
  let min: Extreme | null = null;
  let max: Extreme | null = null;
  return {
    add: (decimal) => {
      const { units, scale } = scaledOf(decimal);
      if (scale > sumScale) {
        const factor = powerOfTen(scale - sumScale);
        sum *= factor;
        if (min !== null) min = { ...min, units: min.units * factor };
        if (max !== null) max = { ...max, units: max.units * factor };
        sumScale = scale;
      }
      const aligned = scale === sumScale ? units : units * powerOfTen(sumScale - scale);
      count += 1;
      sum += aligned;
      if (min === null || aligned < min.units) min = { units: aligned, decimal };
      if (max === null || aligned > max.units) max = { units: aligned, decimal };
    },
    totals: () => ({
      count,
      sum: decimalOfUnits(sum, sumScale),
      min: min?.decimal ?? null,
      max: max?.decimal ?? null,
    }),
  };
}

interface Extreme {
  readonly units: bigint;
  readonly decimal: string;
}

/** Returns the exact sum with the decimal places of the most precise value, or `0` if there are no values. */
export function sumDecimals(decimals: Iterable<string>): string {
  const running = createDecimalTotals();
  for (const decimal of decimals) running.add(decimal);
  return running.totals().sum;
}

/** Returns `sum` / `count` with `extraDigits` more places than `sum`, rounded half away from zero. Throws a RangeError if `count` is 0. */
export function averageDecimal(sum: string, count: number, extraDigits: number): string {
  if (!Number.isSafeInteger(count) || count < 1) throw new RangeError('There is no average over no values.');
  const { units, scale } = scaledOf(sum);
  return decimalOfUnits(divideRounded(units * powerOfTen(extraDigits), BigInt(count)), scale + extraDigits);
}

/** Returns the quotient, rounded half away from zero to `fractionDigits` places. Throws a RangeError if the divisor is zero. */
export function divideDecimals(dividend: string, divisor: string, fractionDigits: number): string {
  const [x, y] = alignedUnits(dividend, divisor);
  if (y === 0n) throw new RangeError('There is no quotient of zero.');
  const units = (y < 0n ? -x : x) * powerOfTen(fractionDigits);
  return decimalOfUnits(divideRounded(units, y < 0n ? -y : y), fractionDigits);
}

/** Returns the exact mean of two decimals, with one more place than they have if the mean needs it. */
export function middleDecimal(a: string, b: string): string {
  const [x, y, scale] = alignedUnits(a, b);
  const twice = x + y;
  return twice % 2n === 0n ? decimalOfUnits(twice / 2n, scale) : decimalOfUnits(twice * 5n, scale + 1);
}

interface Scaled {
  /** The value in units of 10^-`scale`. */
  readonly units: bigint;
  readonly scale: number;
}

function scaledOf(decimal: string): Scaled {
  requireDecimal(decimal);
  const point = decimal.indexOf('.');
  if (point === -1) return { units: BigInt(decimal), scale: 0 };
  return {
    units: BigInt(decimal.slice(0, point) + decimal.slice(point + 1)),
    scale: decimal.length - point - 1,
  };
}

function alignedUnits(a: string, b: string): [bigint, bigint, number] {
  const x = scaledOf(a);
  const y = scaledOf(b);
  const scale = Math.max(x.scale, y.scale);
  return [x.units * powerOfTen(scale - x.scale), y.units * powerOfTen(scale - y.scale), scale];
}

function decimalOfUnits(units: bigint, scale: number): string {
  const isNegative = units < 0n;
  const digits = (isNegative ? -units : units).toString().padStart(scale + 1, '0');
  const point = digits.length - scale;
  return decimalOfDigits(isNegative, digits.slice(0, point), digits.slice(point));
}

/** Divides and rounds half away from zero. `divisor` must be positive. */
function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const magnitude = dividend < 0n ? -dividend : dividend;
  const quotient = (magnitude * 2n + divisor) / (divisor * 2n);
  return dividend < 0n ? -quotient : quotient;
}

function powerOfTen(power: number): bigint {
  return 10n ** BigInt(power);
}

function requireDecimal(text: string): void {
  if (!isDecimal(text)) throw new RangeError('Not a canonical decimal.');
}
