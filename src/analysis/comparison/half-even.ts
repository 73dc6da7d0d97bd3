import { shiftDecimal, splitDecimal } from '@/lib/formats/decimal';

/** Returns the quotient of canonical decimals with `places` places, with halves rounded to even; null if the divisor is zero. */
export function quotientHalfEven(dividend: string, divisor: string, places: number): string | null {
  const scale = Math.max(splitDecimal(dividend).fraction.length, splitDecimal(divisor).fraction.length);
  const [numerator, denominator] = [
    unitsOf(dividend, scale) * 10n ** BigInt(places),
    unitsOf(divisor, scale),
  ];
  if (denominator === 0n) return null;
  const isNegative = numerator < 0n !== denominator < 0n;
  const [above, below] = [magnitude(numerator), magnitude(denominator)];
  const floor = above / below;
  const twice = 2n * (above % below);
  const isUp = twice > below || (twice === below && floor % 2n === 1n);
  const rounded = isUp ? floor + 1n : floor;
  return shiftDecimal(String(isNegative ? -rounded : rounded), -places);
}

function unitsOf(decimal: string, scale: number): bigint {
  const { isNegative, integer, fraction } = splitDecimal(decimal);
  const units = BigInt(integer + fraction.padEnd(scale, '0'));
  return isNegative ? -units : units;
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}
