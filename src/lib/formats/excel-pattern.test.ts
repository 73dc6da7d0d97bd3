import * as fc from 'fast-check';
import { format as numfmt } from 'numfmt';
import { describe, expect, it } from 'vitest';
import { anyChar } from '@/test/any-char';
import { createDatePatternFormat } from './date-pattern-format';
import { readExcelPattern } from './excel-pattern';
import { readIsoDateTime } from './iso-date';
import { createNumberPatternFormat } from './number-pattern-format';
import { IS_LONG, runs } from '@/test/runs';

function shownNumber(pattern: string, decimal: string, locale = 'en-US') {
  const read = readExcelPattern(pattern);
  return read?.kind === 'number' ? createNumberPatternFormat(read, locale)(decimal) : null;
}

function shownDate(pattern: string, iso: string, locale = 'en-US') {
  const read = readExcelPattern(pattern);
  const value = readIsoDateTime(iso);
  return read?.kind === 'date' && value !== null ? createDatePatternFormat(read.parts, locale)(value) : null;
}

describe('number patterns', () => {
  it.each([
    ['#,##0.00', '1234.5000', '1.234,50'],
    ['0.00', '1234.5', '1234,50'],
    ['0', '1234.5', '1235'],
    ['0.00##', '1.5', '1,50'],
    ['0.00##', '1.23456', '1,2346'],
    ['#,##0.00 "€"', '-1234.5', '-1.234,50 €'],
    ['"€ "#,##0.00', '-1234.5', '-€ 1.234,50'],
    ['[$€-407] #,##0.00', '1', '€ 1,00'],
    ['$#,##0.00', '1', '$1,00'],
    ['0.0%', '0.1255', '12,6%'],
    ['0.0 %', '-0.1255', '-12,6 %'],
    ['#,##0.00;[Red]-#,##0.00', '-1234.5', '-1.234,50'],
    ['#,##0.00_);(#,##0.00)', '-1234.5', '(1.234,50)'],
    ['#,##0.00_);(#,##0.00)', '1234.5', '1.234,50\u2008'],
    ['#,##0.00;-#,##0.00;"–"', '0.0000', '–'],
    ['0.0,', '123456', '123,5'],
    ['0.00,,"M"', '-1234567', '-1,23M'],
    ['00000', '42', '00042'],
    ['* #,##0', '1234', '1.234'],
    ['\\x0', '1', 'x1'],
    ['0.0" % net;"', '1', '1,0 % net;'],
    ['[Color 10]0;[BLUE]-0', '-1', '-1'],
    ['0_-;-0_\\-', '1', '1\u2008'],
    ['₹0/"kg"', '2', '₹2/kg'],
    ['0.00;;@', '-1', '-1,00'],
    ['0;-0;0;@', '0', '0'],
    // Excel shows nothing for these values. We do not, because an empty cell would look like an empty value.
    ['#', '0', '0'],
    ['#,##0.00;;', '-1', '-1,00'],
    // A number with 18 digits; Excel itself stores only 15.
    ['#,##0.00', '12345678901234.5678', '12.345.678.901.234,57'],
    ['#,##0.0000', '-99999999999999.9999', '-99.999.999.999.999,9999'],
  ])('%s shows %s as %s', (pattern, decimal, text) => {
    expect(shownNumber(pattern, decimal, 'de')?.text).toBe(text);
  });

  it.each([
    ['#,##0.00', '12.5000', true],
    ['#,##0.00', '12.5010', false],
    ['0.0%', '0.1250', true],
    ['0.0%', '0.1255', false],
    ['0.0,', '123400', true],
    ['0.0,', '123456', false],
    ['0;-0;"none"', '0', false],
  ])('%s says of %s whether it shows all of it: %s', (pattern, decimal, isExact) => {
    expect(shownNumber(pattern, decimal)?.isExact).toBe(isExact);
  });

  it('writes the minus of the locale, in a section of its own too', () => {
    expect(shownNumber('0.0', '-1', 'sv')?.text).toBe('\u22121,0');
    expect(shownNumber('0.0;-0.0', '-1', 'sv')?.text).toBe('\u22121,0');
  });

  it.each([
    'bla',
    'Standard',
    'Short Date',
    'True/False',
    '#.##0,00',
    '0.0.0',
    '000-0000',
    '# ?/?',
    '0.00E+00',
    '[>100]0.0;0.00',
    '0 kg',
    '"open',
    '0\\',
    '0[',
    ',0',
    '%',
    '"text"',
    ';0',
    '0@',
    '[h]:mm',
    '[x]0',
    'Am/Pm',
    '0_',
    '0*',
    'aaa',
    'B1yyyy',
    'h"x".00',
    `0.${'0'.repeat(21)}`,
    `${'0'.repeat(100_000)}x`,
  ])('does not guess at %j', (pattern) => {
    expect(readExcelPattern(pattern)).toBeNull();
  });

  it.each(['', ' ', 'General', 'general', '@'])('takes %j for "as stored"', (pattern) => {
    expect(readExcelPattern(pattern)).toEqual({ kind: 'general' });
  });

  const digits = fc.constantFrom(
    '0',
    '0.0',
    '0.00',
    '0.00##',
    '0.##',
    '0.000',
    '00',
    '000.0',
    '#,##0',
    '#,##0.00',
    '#,##0.0000',
    '0,000.0',
    '0.0,',
    '#,##0,,',
  );
  const literal = fc.constantFrom(
    '',
    '',
    '$',
    '€ ',
    '"net "',
    '\\x',
    '(',
    ')',
    '%',
    ' ',
    '[Red]',
    '[$£-809]',
    '_)',
    '+',
  );
  const section = fc.tuple(literal, digits, literal).map((parts) => parts.join(''));
  const pattern = fc.oneof(
    section,
    fc.tuple(section, section).map(([first, second]) => `${first};-${second}`),
    fc.tuple(section, section, fc.constantFrom('0.0', '"zero"')).map((sections) => sections.join(';')),
  );
  // These numbers have few enough digits for numfmt, which calculates with doubles.
  const decimal = fc
    .tuple(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.integer({ min: 0, max: 4 }))
    .map(([units, scale]) => (units / 10 ** scale).toFixed(scale).replace(/^-(?=[0.]+$)/, ''));

  // numfmt may drop the minus if rounding leaves only zeros. We keep it as a hint that digits are hidden.
  const withoutMinusBeforeZero = (text: string) => (/[1-9]/.test(text) ? text : text.replace('-', ''));
  // numfmt accepts two colors in a section, which Excel refuses. Of percent and thousands together, or of two percent signs, numfmt
  // applies only one; Excel applies both.
  const isReliable = (pattern: string) =>
    !/\[Red\][^;]*\[Red\]/.test(pattern) &&
    !/%[^;]*%/.test(pattern) &&
    !/,(?![0#])[^]*%|%[^]*,(?![0#])/.test(pattern);

  it('shows what the numfmt library shows', () => {
    fc.assert(
      fc.property(pattern.filter(isReliable), decimal, (pattern, decimal) => {
        // Like Excel, numfmt leaves a decimal sign with no digits after it. We remove it.
        const expected = numfmt(pattern, Number(decimal), { locale: 'en-US' }).replace(/\.(?!\d)/, '');
        const shown = shownNumber(pattern, decimal)?.text.replaceAll('\u2008', ' ') ?? '';
        expect(withoutMinusBeforeZero(shown)).toBe(withoutMinusBeforeZero(expected));
      }),
      { numRuns: runs(3000) },
    );
  });

  it('reads any pattern', () => {
    const sign = fc.constantFrom(...'0#?.,%;-+()[]$"\\_*@/ymdhsAPE &€'.split(''), '[Red]', 'General', '""');
    const patterns = fc.oneof(
      fc.string({ unit: anyChar }),
      fc.array(sign).map((signs) => signs.join('')),
    );
    fc.assert(
      fc.property(patterns, (pattern) => {
        const text = shownNumber(pattern, '1234.5')?.text ?? shownDate(pattern, '2026-01-31')?.text ?? '';
        expect(typeof text).toBe('string');
      }),
      { numRuns: IS_LONG ? 3000 : 60 },
    );
  });
});

describe('date patterns', () => {
  const iso = '2026-03-05T15:07:08.1234567';

  it.each([
    ['yyyy-mm-dd', '2026-03-05'],
    ['dd.mm.yy', '05.03.26'],
    ['d/m/yyyy', '5/3/2026'],
    ['dd.MM.yyyy HH:mm:ss', '05.03.2026 15:07:08'],
    ['h:mm AM/PM', '3:07 PM'],
    ['hh:mm:ss.000', '15:07:08,123'],
    ['yyyy-mm-dd hh:mm:ss.0000000', '2026-03-05 15:07:08,1234567'],
    ['d. mmmm yyyy', '5. März 2026'],
    ['ddd, d. mmm', 'Do, 5. März'],
    ['dddd', 'Donnerstag'],
    ['mm:ss', '07:08'],
    ['yyyymmdd', '20260305'],
    ['[$-407]dd.mm.yyyy;@', '05.03.2026'],
  ])('%s shows %s', (pattern, text) => {
    expect(shownDate(pattern, iso, 'de')?.text).toBe(text);
  });

  it.each([
    ['dd.mm.yyyy', '2026-03-05', true],
    ['dd.mm.yyyy', '2026-03-05T00:00:00.0000000', true],
    ['dd.mm.yyyy', '2026-03-05T00:00:01', false],
    ['dd.mm.yy', '2026-03-05', false],
    ['yyyy', '2026-03-05', false],
    ['dd.mm.yyyy hh:mm', '2026-03-05T10:11:00', true],
    ['dd.mm.yyyy hh:mm', '2026-03-05T10:11:00.5', false],
    ['dd.mm.yyyy hh:mm:ss.000', '2026-03-05T10:11:12.123', true],
    ['dd.mm.yyyy hh:mm:ss.000', '2026-03-05T10:11:12.1234', false],
    ['dd.mm.yyyy hh:mm:ss', '2026-03-05T10:11:12Z', false],
  ])('%s says of %s whether it shows all of it: %s', (pattern, iso, isExact) => {
    expect(shownDate(pattern, iso)?.isExact).toBe(isExact);
  });

  it('shows what the numfmt library shows', () => {
    const field = fc.constantFrom('yyyy', 'yy', 'mmmm', 'mmm', 'mm', 'm', 'dddd', 'ddd', 'dd', 'd');
    const separator = fc.constantFrom(' ', '-', '/', '.', ', ');
    const date = fc
      .array(fc.tuple(field, separator), { maxLength: 5 })
      .map((pairs) => `${pairs.map((pair) => pair.join('')).join('')}yyyy`);
    const time = fc.constantFrom(
      '',
      'h:m',
      'hh:mm',
      ' h:mm:ss',
      'hh:mm:ss AM/PM',
      'h AM/PM',
      '" at "h.mm',
      ' m:s',
    );
    const pattern = fc.tuple(date, time).map((parts) => parts.join(' '));
    // Whole minutes, because numfmt counts in fractions of a day, from 1901 on, because Excel has a 29 February 1900.
    const moment = fc
      .date({ min: new Date('1901-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
      .map((date) => new Date(Math.floor(date.getTime() / 60_000) * 60_000));
    fc.assert(
      fc.property(pattern, moment, (pattern, date) => {
        const serial = date.getTime() / 86_400_000 + 25_569;
        const expected = numfmt(pattern, serial, { locale: 'en-US' });
        expect(shownDate(pattern, date.toISOString().slice(0, 19))?.text).toBe(expected);
      }),
      { numRuns: runs(1000) },
    );
  });
});

// An algorithm with quadratic run time would not finish this test.
it.each([' '.repeat(600_000), `${' '.repeat(600_000)}x`])(
  'blanks without end are read in one pass',
  (pattern) => {
    expect(readExcelPattern(pattern)).toEqual(pattern.trim() === '' ? { kind: 'general' } : null);
  },
);
