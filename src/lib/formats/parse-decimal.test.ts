import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyChar } from '@/test/any-char';
import { createColumnFormat } from './column-format';
import { createDecimalFormat } from './decimal-format';
import { anyDecimal, priceDecimal } from '@/test/decimal.arbitraries';
import { FEW_LOCALES, localesToTry } from '@/test/locales-to-try';
import { FORMAT_LOCALES } from './format-locales';
import { numberSymbols } from './number-symbols';
import { parseDecimal, type ParseDecimalOptions } from './parse-decimal';
import { isDecimal } from '../base/decimal-grammar';
import { IS_LONG, runs } from '@/test/runs';

const locales = [...FORMAT_LOCALES, 'en-IN', 'ar-EG', 'fa', 'hi-u-nu-deva'];

const CODE = ['code'] as const;
const CODE_AND_SIGNS = ['code', 'symbol', 'narrowSymbol'] as const;

function parse(text: string, locale: string, options: Partial<ParseDecimalOptions> = {}) {
  const result = parseDecimal(text, { locale, ...options });
  if (result.ok) return result.value;
  return result.repairs === undefined ? result.problem : `${result.problem} -> ${result.repairs.join(' | ')}`;
}

describe('parseDecimal', () => {
  it.each([
    // Numbers with the locale's decimal and group signs, or with group signs that are valid in every locale.
    ['de', '1.234,50', '1234.50'],
    ['de', '1.234', '1234'],
    ['de', '1234,5000', '1234.5000'],
    ['de', '1 234,5', '1234.5'],
    ['de', '1\u00a0234\u00a0567', '1234567'],
    ['de', '1\u2009234,5', '1234.5'],
    ['de', "1'234,5", '1234.5'],
    ['de', '1\u2019234,5', '1234.5'],
    ['en-GB', '1,234.50', '1234.50'],
    ['en-GB', '1.234', '1.234'],
    ['fr', '1\u202f234,50', '1234.50'],
    ['fr', '1 234,50', '1234.50'],
    ['de-CH', "1'234.50", '1234.50'],
    ['de-CH', '1\u2019234.50', '1234.50'],
    ['en-IN', '12,34,567.5', '1234567.5'],
    // Plus and minus signs, in all their forms.
    ['de', '-1,5', '-1.5'],
    ['de', '- 1,5', '-1.5'],
    ['de', '1,5-', '-1.5'],
    ['de', '(1.234,50)', '-1234.50'],
    ['de', '+7', '7'],
    ['sv', '\u22121,5', '-1.5'],
    ['en-GB', '\u22121.5', '-1.5'],
    ['en-GB', '\u20131.5', '-1.5'],
    ['de', '-0,00', '0.00'],
    // A currency at either end.
    ['de', '1,00 €', '1.00'],
    ['de', '-1,00\u00a0€', '-1.00'],
    ['en-GB', '£1.00', '1.00'],
    ['en-GB', '-£1.00', '-1.00'],
    ['en-GB', '£-1.00', '-1.00'],
    ['en-GB', '(£1.00)', '-1.00'],
    ['de-CH', 'CHF 1.00', '1.00'],
    ['nl', '€ -1,00', '-1.00'],
    ['de', '1.234,50 USD', '1234.50'],
    ['cs', '5,50 Kč', '5.50'],
    ['da', '5,50 kr.', '5.50'],
    ['pl', '5,50 zł', '5.50'],
    // A dash instead of the cents of a round price.
    ['de', '12,-', '12'],
    ['de', '12,- €', '12'],
    ['de', '12,– €', '12'],
    ['de', '12,—', '12'],
    ['de', '12,--', '12'],
    ['de', '1.234,-', '1234'],
    ['de', 'EUR 12,-', '12'],
    ['de', '-12,- €', '-12'],
    ['de', '(12,-)', '-12'],
    ['nl', '€ 12,-', '12'],
    ['nl', '€ -12,-', '-12'],
    ['cs', '12,- Kč', '12'],
    ['da', '12,-', '12'],
    ['sv', '12:-', '12'],
    ['de-CH', '12.-', '12'],
    ['de-CH', 'CHF 1\u2019234.–', '1234'],
    ['en-GB', '£12.-', '12'],
    ['ar-EG', '١٢٫-', '12'],
    ['de', '5-', '-5'],
    ['de', '5 -', '-5'],
    ['de', '12,50-', '-12.50'],
    // Currency signs that users write although `Intl` has others.
    ['sv', '12,50 kr', '12.50'],
    ['bg', '12,50 лв', '12.50'],
    ['tr', '12,50 TL', '12.50'],
    ['pt-PT', 'R$ 12,50', '12.50'],
    ['de', '12,50 CN¥', '12.50'],
    ['de', '12,50 BRL', '12.50'],
    ['ro', '12,50 RON', '12.50'],
    ['de', 'TRY 12,50', '12.50'],
    // Incomplete numbers with only one possible meaning.
    ['de', ',5', '0.5'],
    ['de', '5,', '5'],
    ['de', '007', '7'],
    ['de', '  12,5\t', '12.5'],
    ['ar-EG', '١٬٢٣٤٫٥', '1234.5'],
  ])('reads in %s %j as %s', (locale, text, value) => {
    expect(parse(text, locale)).toBe(value);
  });

  it('reads a round price with a dash for its cents in any locale, and a minus behind a number', () => {
    for (const locale of localesToTry()) {
      const { decimal } = numberSymbols(locale);
      const number = createDecimalFormat(locale, {
        minFractionDigits: 0,
        maxFractionDigits: 0,
        isGrouped: true,
      })('1234');
      for (const dash of ['-', '–', '—', '--']) {
        expect(parse(`${number}${decimal}${dash}`, locale), `${locale} ${dash}`).toBe('1234');
        expect(parse(`€ ${number}${decimal}${dash}`, locale), `${locale} € ${dash}`).toBe('1234');
        expect(parse(`${number}${decimal}${dash} €`, locale), `${locale} ${dash} €`).toBe('1234');
        expect(parse(`-${number}${decimal}${dash}`, locale), `${locale} -${dash}`).toBe('-1234');
      }
      expect(parse(`${number}-`, locale), `in ${locale}`).toBe('-1234');
    }
  });

  it('reads an amount in any locale as Intl writes it, with a sign or a code', () => {
    const currencies = ['EUR', 'USD', 'CHF', 'SEK', 'PLN', 'BRL', 'RON', 'ALL', 'TRY', 'BGN', 'CNY'];
    for (const [index, locale] of localesToTry().entries()) {
      // The many other locales try only a quarter of the currencies each. Neighbors in the list try different quarters.
      const isTried = (at: number) => FEW_LOCALES.includes(locale) || (at + index) % 4 === 0;
      for (const currency of currencies.filter((_, at) => isTried(at))) {
        for (const currencyDisplay of currency === 'ALL' ? CODE : CODE_AND_SIGNS) {
          const parts = new Intl.NumberFormat(locale, {
            style: 'currency',
            currency,
            currencyDisplay,
            minimumFractionDigits: 2,
          }).formatToParts(-12.5);
          // Some countries write amounts with another decimal sign than other numbers. The parser asks about these, so they are replaced.
          const { decimal } = numberSymbols(locale);
          const text = parts.map(({ type, value }) => (type === 'decimal' ? decimal : value)).join('');
          expect(parse(text, locale), `${locale} ${text}`).toBe('-12.50');
        }
      }
    }
  });

  it('reads a percentage in any locale as its column shows it', () => {
    for (const locale of localesToTry()) {
      const field = {
        type: 'number',
        sqlType: 'decimal',
        formatting: '0.00 %',
        scale: 4,
        align: null,
      } as const;
      const { text } = createColumnFormat(field, { locale, labels: { true: '', false: '' } }).formatValue(
        '-0.1250',
      );
      expect(parse(text, locale, { isPercent: true }), `${locale} ${text}`).toBe('-0.1250');
    }
  });

  it.each([
    ['de', '', 'empty'],
    ['de', ' \u00a0 ', 'empty'],
    ['de', 'abc', 'not-a-number'],
    ['de', '-', 'not-a-number'],
    ['de', ',', 'not-a-number'],
    ['de', '--1', 'not-a-number'],
    ['de', ',-', 'not-a-number'],
    ['de', '12,---', 'not-a-number'],
    ['de', '12,-5', 'not-a-number'],
    ['de', '12--', 'not-a-number'],
    ['de', '-1-', 'not-a-number'],
    ['de', '(-1)', 'not-a-number'],
    ['de', '1 €€', 'not-a-number'],
    ['de', '€ 1 €', 'not-a-number'],
    ['de', '1 XYZ', 'not-a-number'],
    ['de', '12a', 'not-a-number'],
    ['de', '1/2', 'not-a-number'],
    ['de', '0x10', 'not-a-number'],
    ['de', 'NaN', 'not-a-number'],
    ['de', '1e', 'not-a-number'],
    // Texts whose group signs are at wrong positions.
    ['de', '1.23.456', 'bad-groups'],
    ['de', '12.34.567', 'bad-groups'],
    ['de', '1,2345.6', 'bad-groups'],
    ['de', '1234.567,5', 'bad-groups'],
    ['de', '1,234.567,5', 'bad-groups'],
    ['de', '1 234.567,5', 'bad-groups'],
    ['de', '1  234', 'bad-groups'],
    ['de', '12 34', 'bad-groups'],
    ['de', '1.234.', 'bad-groups'],
    ['en-GB', '12,34,567', 'bad-groups'],
    ['en-GB', '1,234,5', 'bad-groups'],
    // Numbers in the notation of another locale.
    ['de', '12.-', 'other-notation -> 12'],
    ['en-GB', '12,-', 'other-notation -> 12'],
    ['de', '12.5', 'other-notation -> 12,5'],
    ['de', '-12.50 €', 'other-notation -> -12,50'],
    ['de', '1,234.50', 'other-notation -> 1.234,50'],
    ['de', '.5', 'other-notation -> 0,5'],
    ['de', '1 234.567', 'other-notation -> 1.234,567'],
    ['en-GB', '12,5', 'other-notation -> 12.5'],
    ['en-GB', '1.234,50', 'other-notation -> 1,234.50'],
    ['en-GB', '1.234.567', 'other-notation -> 1,234,567'],
    ['sk', '12.5', 'other-notation -> 12,5'],
    ['fr', '1.234', 'ambiguous -> 1,234 | 1 234'],
    ['de-CH', '12,5', 'other-notation -> 12.5'],
    // Numbers with an exponent or a percent sign.
    ['de', '1e5', 'exponent -> 100000'],
    ['de', '1,5E-3', 'exponent -> 0,0015'],
    ['de', '5 %', 'percent -> 5'],
    ['de', '1.234,50 %', 'percent -> 1234,50'],
    ['en-GB', '-12.5%', 'percent -> -12.5'],
    ['de', '12.5 %', 'percent -> 12,5'],
    ['de', '5 %x', 'not-a-number'],
  ])('refuses in %s %j: %s', (locale, text, outcome) => {
    expect(parse(text, locale)).toBe(outcome);
  });

  it.each([
    // On a price tag, this means 0.50; in the output of a program that omits the zero, -0.50.
    ['de', '-,50', 'ambiguous -> 0,50 | -0,50'],
    ['de', '-,50 €', 'ambiguous -> 0,50 | -0,50'],
    ['de', '€ -,50', 'ambiguous -> 0,50 | -0,50'],
    ['de', '–,50', 'ambiguous -> 0,50 | -0,50'],
    ['de', '- ,5', 'ambiguous -> 0,5 | -0,5'],
    ['de', '-.50', 'ambiguous -> 0,50 | -0,50'],
    ['de-CH', '-.50', 'ambiguous -> 0.50 | -0.50'],
    ['de-CH', 'CHF –.95', 'ambiguous -> 0.95 | -0.95'],
    ['nl', '€ -,05', 'ambiguous -> 0,05 | -0,05'],
    ['ar-EG', '-٫٥٠', 'ambiguous -> ٠٫٥٠ | \u061c-٠٫٥٠'],
    ['en-GB', '-,50', 'ambiguous -> 0.50 | -0.50'],
    ['de', '-,50 %', 'percent -> 0,50 | -0,50'],
    ['de', '—,50', 'not-a-number'],
    ['de', '--,50', 'not-a-number'],
    ['de', '-,5,0', 'bad-groups'],
    // Similar texts with only one possible meaning.
    ['de', ',50', '0.50'],
    ['de', '0,50', '0.50'],
    ['de', '-0,50', '-0.50'],
    ['de', ',50-', '-0.50'],
    ['de', '(,50)', '-0.50'],
    ['de', '+,50', '0.50'],
    ['en-GB', '-.50', '-0.50'],
    ['en-US', '-$.50', '-0.50'],
    ['en-GB', 'CHF -.50', 'ambiguous -> 0.50 | -0.50'],
  ])('asks in %s whether the dash of %j is a minus or no whole amount', (locale, text, outcome) => {
    expect(parse(text, locale)).toBe(outcome);
  });

  it('offers both readings of an ambiguous number', () => {
    // Browsers differ in the Swiss group sign.
    const group = new Intl.NumberFormat('de-CH').format(1234).charAt(1);
    expect(parse('1,234', 'de-CH')).toBe(`ambiguous -> 1${group}234 | 1.234`);
  });

  it('takes exponents from pasted text and says so', () => {
    expect(parseDecimal('1,5e3', { locale: 'de', acceptsExponent: true })).toEqual({
      ok: true,
      value: '1500',
      hasExponent: true,
    });
  });

  it('reads percentages in percent columns', () => {
    expect(parse('12,5 %', 'de', { isPercent: true })).toBe('0.125');
    expect(parse('%12,5', 'de', { isPercent: true })).toBe('0.125');
    expect(parse('-3%', 'de', { isPercent: true })).toBe('-0.03');
    expect(parse('12.5%', 'de', { isPercent: true })).toBe('other-notation -> 12,5%');
    expect(parse('5 %%', 'de', { isPercent: true })).toBe('not-a-number');
    expect(parse('5 € %', 'de', { isPercent: true })).toBe('not-a-number');
    expect(parse('0,125', 'de', { isPercent: true })).toBe('0.125');
  });

  it('never rounds: more places or digits than the column stores are errors', () => {
    const price = { maxFractionDigits: 4, maxIntegerDigits: 14 };
    expect(parse('1,2345', 'de', price)).toBe('1.2345');
    expect(parse('1,23456', 'de', price)).toBe('too-many-decimals');
    expect(parse('1,23450', 'de', price)).toBe('too-many-decimals -> 1,2345');
    expect(parse('12,345 %', 'de', { ...price, isPercent: true })).toBe('too-many-decimals');
    expect(parse('12,340 %', 'de', { ...price, isPercent: true })).toBe('too-many-decimals -> 12,34%');
    expect(parse('99999999999999,9999', 'de', price)).toBe('99999999999999.9999');
    expect(parse('100000000000000', 'de', price)).toBe('too-large');
    expect(parse('1.23456', 'de', price)).toBe('too-many-decimals');
    expect(parse('0,5', 'de', { maxFractionDigits: 4, maxIntegerDigits: 0 })).toBe('0.5');
  });

  it.each(locales)('reads in %s what we write', (locale) => {
    fc.assert(
      fc.property(fc.oneof(priceDecimal, anyDecimal), fc.boolean(), (decimal, isGrouped) => {
        const format = createDecimalFormat(locale, {
          minFractionDigits: 0,
          maxFractionDigits: Infinity,
          isGrouped,
        });
        expect(parse(format(decimal), locale)).toBe(decimal);
      }),
    );
  });

  it.each(['de', 'en-GB', 'fr', 'de-CH'])('accepts in %s exactly the numbers of its notation', (locale) => {
    const { decimal, group } = NOTATIONS[locale] ?? { decimal: '.', group: ',' };
    const number = new RegExp(
      `^(?:\\d+|\\d{1,3}(?:([${group} '])\\d{3}(?:\\1\\d{3})*))?(?:[${decimal}]\\d*)?$`,
    );
    const sign = fc.constantFrom(...'0123456789.,'.split(''), ' ', "'", '.', ',', '000', '123');
    const texts = fc.array(sign, { minLength: 1, maxLength: 8 }).map((signs) => signs.join(''));
    fc.assert(
      fc.property(texts, (text) => {
        const isNumber = number.test(text.trim()) && /\d/.test(text);
        expect(parseDecimal(text, { locale }).ok).toBe(isNumber);
      }),
      { numRuns: runs(1500) },
    );
  });

  it('reads any text; what it accepts fits the column, what it offers as repair is accepted', () => {
    const column = { maxFractionDigits: 4, maxIntegerDigits: 14 } as const;
    const signs = fc.constantFrom(
      ...'0123456789.,-+()%€eE '.split(''),
      '\u2019',
      '\u202f',
      '\u2212',
      'EUR',
      '123',
    );
    const texts = fc.oneof(
      fc.string({ unit: anyChar }),
      fc.array(signs, { maxLength: 12 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, fc.constantFrom(...locales), fc.boolean(), (text, locale, isPercent) => {
        const options = { locale, isPercent, ...column };
        const result = parseDecimal(text, options);
        const value = result.ok ? result.value : '0';
        expect(isDecimal(value)).toBe(true);
        expect(value).toMatch(/^-?\d{1,14}(?:\.\d{1,4})?$/);
        const repairs = result.ok ? [] : (result.repairs ?? []);
        expect(repairs.filter((repair) => !parseDecimal(repair, options).ok)).toEqual([]);
      }),
      // Few runs, because each region has its own formats, which take long to create.
      { numRuns: IS_LONG ? 500 : 100 },
    );
  });

  it('is done with long nonsense at once', () => {
    expect(parse('9'.repeat(1_000_000), 'de')).toBe('not-a-number');
    expect(parse('1.'.repeat(200), 'de')).toBe('bad-groups');
  });
});

const NOTATIONS: Record<string, { decimal: string; group: string }> = {
  de: { decimal: ',', group: '.' },
  'en-GB': { decimal: '.', group: ',' },
  fr: { decimal: ',', group: ' ' },
  'de-CH': { decimal: '.', group: "'" },
};
