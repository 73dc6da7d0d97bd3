import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { areNarrowUnits, DECIMAL_WORDS, MAX_DIGITS, NARROW_DIGITS, writeUnits } from './decimal-units';
import { runs } from '@/test/runs';

const encoder = new TextEncoder();

/** Returns the units that `writeUnits` writes; null if the number does not fit. */
function unitsOf(text: string, scale: number): bigint | null {
  const words = new Uint32Array(DECIMAL_WORDS + 2).fill(7);
  const bytes = encoder.encode(`,${text},`);
  if (!writeUnits(bytes, 1, bytes.length - 1, scale, words, 1)) return null;
  expect([words[0], words[DECIMAL_WORDS + 1]]).toEqual([7, 7]);
  const written = words
    .subarray(1, 1 + DECIMAL_WORDS)
    .reduceRight((sum, word) => (sum << 32n) + BigInt(word), 0n);
  return BigInt.asIntN(128, written);
}

/** Returns the same units as `unitsOf`, computed only with strings and BigInt. */
function expectedUnits(text: string, scale: number): bigint | null {
  const match = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/.exec(text);
  if (match === null) return null;
  const [, sign = '', integer = '', fraction = ''] = match;
  if (/[1-9]/.test(fraction.slice(scale))) return null;
  const units = BigInt(integer + fraction.slice(0, scale).padEnd(scale, '0'));
  if (units >= 10n ** BigInt(MAX_DIGITS)) return null;
  return sign === '-' ? -units : units;
}

const digits = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength: 1, maxLength });
const number = fc
  .tuple(fc.boolean(), digits(40), fc.option(digits(24)), fc.nat(12))
  .map(
    ([isNegative, integer, fraction, zeros]) =>
      (isNegative ? '-' : '') +
      integer.replace(/^0+(?=\d)/, '') +
      (fraction === null ? '' : `.${fraction}${'0'.repeat(zeros)}`),
  );
const scale = fc.integer({ min: 0, max: MAX_DIGITS });

test('every number is written exactly, or refused', () => {
  fc.assert(
    fc.property(number, scale, (text, places) => {
      expect(unitsOf(text, places)).toBe(expectedUnits(text, places));
    }),
    { numRuns: runs(5_000) },
  );
});

test('units of 19 digits and more are not narrow, and those of 17 and fewer are', () => {
  const bounds = [0n, 2n ** 32n, 10n ** 17n, 10n ** 18n, 2n ** 63n, 2n ** 64n, 2n ** 96n].flatMap((bound) => [
    bound - 1n,
    bound,
    bound + 1n,
  ]);
  const units = fc.oneof(fc.constantFrom(...bounds), fc.bigInt({ min: 0n, max: 10n ** 20n }));
  fc.assert(
    fc.property(units, fc.boolean(), (size, isNegative) => {
      const words = new Uint32Array(DECIMAL_WORDS);
      const text = encoder.encode(`${isNegative ? '-' : ''}${size < 0n ? 0n : size}`);
      writeUnits(text, 0, text.length, 0, words, 0);
      if (size >= 10n ** BigInt(NARROW_DIGITS)) expect(areNarrowUnits(words, 0)).toBe(false);
      if (size < 10n ** BigInt(NARROW_DIGITS - 1)) expect(areNarrowUnits(words, 0)).toBe(true);
    }),
    { numRuns: runs(2_000) },
  );
});

test('texts that are no numbers are refused', () => {
  const text = fc.string({ unit: fc.constantFrom(...Array.from('0123456789.-+eE xä')) });
  fc.assert(
    fc.property(text, scale, (some, places) => {
      expect(unitsOf(some, places)).toBe(expectedUnits(some, places));
    }),
  );
});

test.each([
  ['1.50000', 4, 15_000n],
  ['1.50001', 4, null],
  ['-0.0', 2, 0n],
  ['123456789012345678', 0, 123_456_789_012_345_678n],
  ['9'.repeat(38), 0, 10n ** 38n - 1n],
  [`-${'9'.repeat(38)}`, 0, 1n - 10n ** 38n],
  [`1${'0'.repeat(38)}`, 0, null],
  ['007', 2, null],
  ['', 2, null],
] as const)('%s with %i places', (text, places, units) => {
  expect(unitsOf(text, places)).toBe(units);
});
