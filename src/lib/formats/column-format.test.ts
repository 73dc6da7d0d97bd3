import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyChar } from '@/test/any-char';
import { createColumnFormat, createFigureFormat, type FormattedColumn } from './column-format';
import { compareDecimals } from './decimal';
import { anyDecimal, priceDecimal } from '@/test/decimal.arbitraries';
import { FORMAT_LOCALES } from './format-locales';
import { parseDate } from './parse-date';
import { parseDecimal } from './parse-decimal';
import { IS_LONG } from '@/test/runs';

const labels = { true: 'Ja', false: 'Nein' } as const;

const price: FormattedColumn = {
  type: 'number',
  sqlType: 'decimal',
  formatting: '#,##0.00',
  scale: 4,
  align: 'right',
};
const insertDate: FormattedColumn = {
  type: 'date',
  sqlType: 'datetime',
  formatting: 'Short Date',
  scale: 3,
  align: 'left',
};
const modified: FormattedColumn = { ...insertDate, sqlType: 'datetime2', formatting: '', scale: 7 };
const needsPrice: FormattedColumn = {
  type: 'boolean',
  sqlType: 'bit',
  formatting: 'True/False',
  scale: null,
  align: 'left',
};
const name: FormattedColumn = {
  type: 'text',
  sqlType: 'nvarchar',
  formatting: '',
  scale: null,
  align: 'left',
};

function format(column: FormattedColumn, value: string | boolean, locale = 'de') {
  const { text, isExact, full, isOfType } = createColumnFormat(column, { locale, labels }).formatValue(value);
  return { text, isExact, full, isOfType };
}

describe('number columns', () => {
  it('shows as many decimal places as are asked for, and says what they hide', () => {
    const shown = (column: FormattedColumn, places: number | 'all', value: string) => {
      const { text, isExact } = createColumnFormat(column, { locale: 'de', labels, places }).formatValue(
        value,
      );
      return [text, isExact];
    };
    expect(shown(price, 3, '1234.5678')).toEqual(['1.234,568', false]);
    expect(shown(price, 0, '-1234.5678')).toEqual(['-1.235', false]);
    expect(shown(price, 6, '1234.5000')).toEqual(['1.234,500000', true]);
    expect(shown(price, 'all', '1234.5678')).toEqual(['1.234,5678', true]);
    expect(shown(price, 'all', '2.5')).toEqual(['2,5000', true]);
    const percentage = { ...price, formatting: '0%' };
    expect(shown(percentage, 1, '0.1234')).toEqual(['12,3%', false]);
    expect(shown(percentage, 'all', '0.1234')).toEqual(['12,34%', true]);
    const plain = { ...price, formatting: '' };
    expect(shown(plain, 2, '1.2345')).toEqual(['1,23', false]);
    expect(shown(plain, 'all', '1.2345')).toEqual(['1,2345', true]);
    const float = { ...price, sqlType: 'float', scale: null };
    expect(shown(float, 'all', '0.123456789012')).toEqual(['0,123456789012', true]);
  });

  it('shows what the pattern wants and keeps every stored digit at hand', () => {
    expect(format(price, '1234.5000')).toEqual({
      text: '1.234,50',
      isExact: true,
      full: '1.234,5000',
      isOfType: true,
    });
    expect(format(price, '99999999999999.9999')).toEqual({
      text: '100.000.000.000.000,00',
      isExact: false,
      full: '99.999.999.999.999,9999',
      isOfType: true,
    });
  });

  it('shows all that is stored where there is no pattern, with the places of the column', () => {
    expect(format({ ...price, formatting: '' }, '1234.5').text).toBe('1234,5000');
    expect(format({ ...price, formatting: 'General' }, '1234.5000').text).toBe('1234,5000');
    expect(format({ ...price, formatting: '', sqlType: 'int', scale: 0 }, '2026').text).toBe('2026');
    expect(format({ ...price, formatting: '', sqlType: 'float', scale: null }, '1e-7').text).toBe(
      '0,0000001',
    );
  });

  it.each([
    ['more digits than any column holds', price, '1e400', '1e400'],
    [
      'as many digits as an amount on paper',
      { ...price, sqlType: 'float', scale: null },
      '-2.5E+39',
      '-2.5E+39',
    ],
    ['a fraction further than the column goes', price, '1e-30', '1e-30'],
    ['the same, written out', price, '-0.00001', '-0,00001'],
    ['half of the last place', price, '1234.00005', '1.234,00005'],
    [
      'a fraction in a column of whole numbers',
      { ...price, sqlType: 'int', scale: 0, formatting: '0' },
      '1.5',
      '1,5',
    ],
  ])('shows %s as it is, not as another number', (_, column, value, text) => {
    expect(format(column, value)).toMatchObject({ text, isExact: true });
  });

  it('shows a value of the column by its pattern, however it is written', () => {
    expect(format(price, '12.345E2')).toMatchObject({ text: '1.234,50', full: '1.234,5000' });
    expect(format(price, '0.00010000')).toMatchObject({ text: '0,00', full: '0,00010000', isExact: false });
    expect(format({ ...price, sqlType: 'float', scale: null }, '1e-7')).toMatchObject({
      text: '0,00',
      isExact: false,
    });
  });

  it('never shows a number as infinite, nor one that is not zero as exactly zero', () => {
    const written = fc
      .tuple(fc.integer({ min: -9999, max: 9999 }), fc.integer({ min: -400, max: 400 }))
      .map(([digits, power]) => `${digits}e${power}`);
    const columns = [price, { ...price, formatting: '' }, { ...price, sqlType: 'float', scale: null }];
    fc.assert(
      fc.property(fc.constantFrom(...columns), written, (column, value) => {
        const { text, full, isExact } = format(column, value, 'en');
        expect(text + full).not.toMatch(/∞|NaN/);
        if (!value.startsWith('0e') && isExact) expect(text).toMatch(/[1-9]/);
      }),
    );
  });

  it('shows all that is stored where the pattern is not understood, and says so', () => {
    const odd = { ...price, formatting: '# ?/?' };
    expect(createColumnFormat(odd, { locale: 'de', labels }).isKnown).toBe(false);
    expect(format(odd, '1234.5')).toMatchObject({ text: '1234,5000', isExact: true });
    expect(createColumnFormat(price, { locale: 'de', labels }).isKnown).toBe(true);
  });

  it.each(['', 'abc', '1,5', '2026-01-31', true])('shows %j as it was sent', (value) => {
    expect(format(price, value)).toEqual({
      text: String(value),
      isExact: true,
      full: String(value),
      isOfType: false,
    });
  });

  it.each(FORMAT_LOCALES)('writes in %s what is read back as the same number', (locale) => {
    const { formatValue } = createColumnFormat(price, { locale, labels });
    fc.assert(
      fc.property(fc.oneof(priceDecimal, anyDecimal), (decimal) => {
        const { text, full, isExact } = formatValue(decimal);
        const places = decimal.split('.')[1]?.length ?? 0;
        expect(parseDecimal(full, { locale })).toMatchObject({
          ok: true,
          value: places >= 4 ? decimal : `${decimal}${places === 0 ? '.' : ''}${'0'.repeat(4 - places)}`,
        });
        const shown = parseDecimal(text, { locale });
        expect(shown.ok && compareDecimals(shown.value, decimal) === 0).toBe(isExact);
      }),
    );
  });
});

describe('date columns', () => {
  it('shows a short date and hides a time of day only with notice', () => {
    expect(format(insertDate, '2026-01-31T10:11:12.1230000')).toEqual({
      text: '31.01.2026',
      isExact: false,
      full: '31.01.2026, 10:11:12,1230000',
      isOfType: true,
    });
    expect(format(insertDate, '2026-01-31T00:00:00.0000000')).toMatchObject({
      text: '31.01.2026',
      isExact: true,
    });
  });

  it('shows everything where there is no format', () => {
    expect(format(modified, '2026-01-31T10:11:12.1234567')).toMatchObject({
      text: '31.01.2026, 10:11:12,123',
      full: '31.01.2026, 10:11:12,1234567',
      isExact: false,
    });
    expect(format(modified, '2026-01-31T10:11:12.0000000')).toMatchObject({
      text: '31.01.2026, 10:11:12',
      full: '31.01.2026, 10:11:12,0000000',
      isExact: true,
    });
    expect(format(modified, '2026-01-31T10:11:12.0000001')).toMatchObject({
      text: '31.01.2026, 10:11:12',
      isExact: false,
    });
    expect(format({ ...modified, scale: 3 }, '2026-01-31T10:11:12.1230000')).toMatchObject({
      text: '31.01.2026, 10:11:12,123',
      full: '31.01.2026, 10:11:12,1230000',
      isExact: true,
    });
    expect(format({ ...modified, scale: -1 }, '2026-01-31T10:11:12.1230000').text).toBe(
      '31.01.2026, 10:11:12,123',
    );
    expect(format({ ...modified, scale: 3 }, '2026-01-31T10:11:12.1234567')).toMatchObject({
      text: '31.01.2026, 10:11:12,123',
      isExact: false,
    });
    expect(format({ ...modified, scale: 1 }, '2026-01-31T10:11:12.1000000').text).toBe(
      '31.01.2026, 10:11:12,1',
    );
    expect(format({ ...modified, sqlType: 'date', scale: 0 }, '2026-01-31T00:00:00')).toMatchObject({
      text: '31.01.2026',
      full: '31.01.2026',
    });
  });

  it('follows a pattern, and shows everything for one that is none', () => {
    const patterned = { ...modified, formatting: 'yyyy-mm-dd hh:mm' };
    expect(format(patterned, '2026-01-31T10:11:12')).toMatchObject({
      text: '2026-01-31 10:11',
      isExact: false,
    });
    const odd = { ...modified, formatting: 'Long Date' };
    expect(createColumnFormat(odd, { locale: 'de', labels }).isKnown).toBe(false);
    expect(format(odd, '2026-01-31T10:11:12').text).toBe('31.01.2026, 10:11:12');
  });

  it.each(['', 'soon', '2026-02-30', '31.01.2026', '46053', false])('shows %j as it was sent', (value) => {
    expect(format(insertDate, value)).toMatchObject({ text: String(value), isOfType: false });
  });

  it.each(FORMAT_LOCALES)('writes in %s what is read back as the same moment', (locale) => {
    const { formatValue } = createColumnFormat(modified, { locale, labels });
    const ticks = fc.integer({ min: 0, max: 9_999_999 });
    const moments = fc.date({
      min: new Date('0001-01-01'),
      max: new Date('9999-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, ticks, (date, ticks) => {
        const iso = `${date.toISOString().slice(0, 19)}.${String(ticks).padStart(7, '0')}`;
        expect(parseDate(formatValue(iso).full, { locale })).toEqual({ ok: true, value: iso });
      }),
    );
  });
});

describe('boolean columns', () => {
  it.each([
    [true, 'Ja'],
    [false, 'Nein'],
    ['true', 'Ja'],
    ['0', 'Nein'],
  ])('shows %j as %s', (value, text) => {
    expect(format(needsPrice, value)).toEqual({ text, isExact: true, full: text, isOfType: true });
  });

  it('shows what is no boolean as it was sent', () => {
    expect(format(needsPrice, 'maybe')).toMatchObject({ text: 'maybe', isOfType: false });
  });
});

describe('every column', () => {
  const columns = [price, insertDate, modified, needsPrice, name];

  it('formats any value, in any locale', () => {
    const values = fc.oneof(fc.string({ unit: anyChar }), fc.boolean(), anyDecimal);
    const formattings = fc.oneof(
      fc.string(),
      fc.constantFrom('', '#,##0.00', 'Short Date', 'True/False', '0%'),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...columns),
        formattings,
        values,
        fc.constantFrom(...FORMAT_LOCALES),
        (column, formatting, value, locale) => {
          const shown = format({ ...column, formatting }, value, locale);
          expect([typeof shown.text, typeof shown.full]).toEqual(['string', 'string']);
        },
      ),
      { numRuns: IS_LONG ? 1000 : 40 },
    );
  });

  it('leaves text alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyChar }), (text) => {
        expect(format(name, text)).toEqual({ text, isExact: true, full: text, isOfType: true });
      }),
    );
  });

  it('is aligned as the metadata says, else by its type', () => {
    const alignOf = (column: FormattedColumn) => createColumnFormat(column, { locale: 'de', labels }).align;
    expect(alignOf({ ...price, align: 'left' })).toBe('left');
    expect(columns.map((column) => alignOf({ ...column, align: null }))).toEqual([
      'right',
      'left',
      'left',
      'center',
      'left',
    ]);
  });

  it('gives an example of itself that has its shape', () => {
    const sampleOf = (column: FormattedColumn) =>
      createColumnFormat(column, { locale: 'de', labels }).sample();
    expect(sampleOf(price)).toBe('1.234,57');
    expect(sampleOf({ ...price, formatting: '', scale: 2 })).toBe('1234,56');
    expect(sampleOf({ ...price, formatting: '', sqlType: 'int', scale: 0 })).toBe('1234');
    expect(sampleOf({ ...price, formatting: '0.0%' })).toBe('56,8%');
    expect(sampleOf(insertDate)).toBe('31.12.2026');
    expect(sampleOf(modified)).toBe('31.12.2026, 14:05:09,123');
    expect(sampleOf(needsPrice)).toBe('Ja');
    expect(sampleOf(name)).toBe('');
  });
});

describe('figures of a column', () => {
  const price: FormattedColumn = {
    type: 'number',
    sqlType: 'decimal',
    formatting: '#,##0.00;(#,##0.00)',
    scale: 4,
    align: null,
  };

  it('have the places that the column shows, and every digit beside them', () => {
    const format = createFigureFormat(price, 'en-GB');
    expect(format('1234.5678')).toMatchObject({ text: '1,234.57', isExact: false, full: '1,234.5678' });
    expect(format('-2.5000')).toMatchObject({ text: '(2.50)', isExact: true });
    // Medians can have more places than the column stores.
    expect(format('1.00005')).toMatchObject({ text: '1.00', isExact: false, full: '1.00005' });
  });

  it('have as many places more as asked for, all alike', () => {
    const format = createFigureFormat(price, 'de', 2);
    expect(['22.20130208', '19.2203385', '3', '-1.5'].map((each) => format(each).text)).toEqual([
      '22,2013',
      '19,2203',
      '3,0000',
      '(1,5000)',
    ]);
  });

  it('have the places of the type where the column has no format', () => {
    const plain = { ...price, formatting: '' };
    expect(createFigureFormat(plain, 'en-GB')('2.5')).toMatchObject({ text: '2.5000', isExact: true });
    expect(createFigureFormat(plain, 'en-GB', 2)('2.12345678').text).toBe('2.123457');
    // The type `float` does not limit the decimal places.
    const float = { ...plain, sqlType: 'float', scale: null };
    expect(createFigureFormat(float, 'en-GB', 2)('2.5000').text).toBe('2.5');
  });
});
