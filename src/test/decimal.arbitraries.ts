import * as fc from 'fast-check';

/** A decimal(18,4) as the service sends it, always with four decimal places. */
export const priceDecimal: fc.Arbitrary<string> = fc
  .bigInt({ min: -999_999_999_999_999_999n, max: 999_999_999_999_999_999n })
  .map((units) => decimalText(units, 4));

/** Any canonical decimal of up to 38 digits and 30 decimal places. */
export const anyDecimal: fc.Arbitrary<string> = fc
  .tuple(fc.bigInt({ min: -(10n ** 38n), max: 10n ** 38n }), fc.integer({ min: 0, max: 30 }))
  .map(([units, scale]) => decimalText(units, scale));

function decimalText(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const point = digits.length - scale;
  const magnitude = scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return units < 0n ? `-${magnitude}` : magnitude;
}
