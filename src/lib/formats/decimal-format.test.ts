import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundDecimal } from './decimal';
import { createDecimalFormat } from './decimal-format';
import { FORMAT_LOCALES } from './format-locales';
import { asciiDigits, numberSymbols } from './number-symbols';
import { anyDecimal, priceDecimal } from '@/test/decimal.arbitraries';
import { runs } from '@/test/runs';

const ALL_DIGITS = { minFractionDigits: 0, maxFractionDigits: Infinity, isGrouped: true } as const;
const locales = [...FORMAT_LOCALES, 'en-IN', 'ar-EG', 'fa', 'hi-u-nu-deva'];

/** Undoes a locale's notation: removes group signs, and writes the decimal sign as a point and the sign as a minus. */
function plainly(text: string, locale: string): string {
  const { decimal, group, minus } = numberSymbols(locale);
  return asciiDigits(text, numberSymbols(locale))
    .replace(minus, '-')
    .replaceAll(group, '')
    .replace(decimal, '.');
}

describe('createDecimalFormat', () => {
  it('writes the examples of the countries we sell to', () => {
    const price = { minFractionDigits: 2, maxFractionDigits: 2, isGrouped: true };
    expect(createDecimalFormat('de', price)('1234.5000')).toBe('1.234,50');
    expect(createDecimalFormat('en-GB', price)('-1234.5000')).toBe('-1,234.50');
    expect(createDecimalFormat('es', price)('1234.5')).toBe('1.234,50');
    expect(createDecimalFormat('en-IN', price)('1234567.5')).toBe('12,34,567.50');
    expect(createDecimalFormat('sv', price)('-1')).toBe('\u22121,00');
  });

  it.each(locales)('keeps every digit in %s', (locale) => {
    fc.assert(
      fc.property(fc.oneof(priceDecimal, anyDecimal), (decimal) => {
        expect(plainly(createDecimalFormat(locale, ALL_DIGITS)(decimal), locale)).toBe(decimal);
      }),
    );
  });

  it('groups four digits in every locale, and none when not asked to', () => {
    for (const locale of locales) {
      const { group } = numberSymbols(locale);
      expect(createDecimalFormat(locale, ALL_DIGITS)('1234')).toContain(group);
      expect(createDecimalFormat(locale, { ...ALL_DIGITS, isGrouped: false })('1234567')).not.toContain(
        group,
      );
    }
  });

  it('rounds halves away from zero, pads, and leaves out optional zeros, at any number of places', () => {
    const digits = fc.integer({ min: 0, max: 30 });
    fc.assert(
      fc.property(anyDecimal, digits, digits, (decimal, a, b) => {
        const [minFractionDigits, maxFractionDigits] = a < b ? [a, b] : [b, a];
        const format = createDecimalFormat('en-GB', {
          minFractionDigits,
          maxFractionDigits,
          isGrouped: true,
        });
        // A negative number keeps its minus even if all digits shown are zero. The minus shows that digits are hidden.
        expect(plainly(format(decimal), 'en-GB').replace(/^-(?=[0.]+$)/, '')).toBe(
          withoutZerosBeyond(minFractionDigits, roundDecimal(decimal, maxFractionDigits)),
        );
      }),
      { numRuns: runs(500) },
    );
  });

  it('gives back text that is no canonical decimal', () => {
    fc.assert(
      fc.property(fc.constantFrom('', 'abc', '1,5', '1e5', '0x10', ' 1', '--1', 'NaN', '-0'), (text) => {
        expect(createDecimalFormat('de', ALL_DIGITS)(text)).toBe(text);
      }),
    );
  });

  it('writes no number as infinite', () => {
    const long = `1${'0'.repeat(400)}`;
    for (const maxFractionDigits of [2, Infinity]) {
      const format = createDecimalFormat('en', { ...ALL_DIGITS, maxFractionDigits });
      expect(format(long)).toBe(long);
      expect(format(`-${'9'.repeat(299)}.5`).length).toBeGreaterThan(300);
    }
  });

  it('pads whole digits', () => {
    const article = { minIntegerDigits: 6, minFractionDigits: 0, maxFractionDigits: 0, isGrouped: false };
    expect(createDecimalFormat('de', article)('123')).toBe('000123');
  });
});

function withoutZerosBeyond(places: number, decimal: string): string {
  const [integer = '', fraction = ''] = decimal.split('.');
  const kept = fraction.slice(0, places) + fraction.slice(places).replace(/0+$/, '');
  return kept === '' ? integer : `${integer}.${kept}`;
}
