import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localesToTry } from '@/test/locales-to-try';
import { createDateFormat } from './date-format';
import { asciiDigits, numberSymbols } from './number-symbols';
import { FORMAT_LOCALES } from './format-locales';
import { readIsoDateTime, type IsoDateTime } from './iso-date';

function read(text: string): IsoDateTime {
  const value = readIsoDateTime(text);
  if (value === null) throw new Error(`${text} is no date.`);
  return value;
}

describe('createDateFormat', () => {
  it.each([
    ['de', '31.01.2026'],
    ['en-GB', '31/01/2026'],
    ['en-US', '1/31/2026'],
    ['fr', '31/01/2026'],
    ['sv', '2026-01-31'],
    ['nl', '31-01-2026'],
    ['fi', '31.1.2026'],
  ])('writes a day in %s with a year of four digits', (locale, text) => {
    expect(createDateFormat(locale).formatDate(read('2026-01-31T10:00:00'))).toBe(text);
  });

  it('keeps every digit of the second', () => {
    const { formatDateTime } = createDateFormat('de');
    expect(formatDateTime(read('2026-01-31T10:11:12.1234567'))).toBe('31.01.2026, 10:11:12,1234567');
    expect(formatDateTime(read('2026-01-31T10:11:12.0000000'))).toBe('31.01.2026, 10:11:12,0000000');
    expect(formatDateTime(read('2026-01-31T00:00:00'))).toBe('31.01.2026, 00:00:00');
    expect(formatDateTime(read('2026-01-31'))).toBe('31.01.2026');
    expect(createDateFormat('en-US').formatDateTime(read('2026-01-31T15:11:12.50'))).toMatch(
      /^1\/31\/2026, 3:11:12\.50\sPM$/,
    );
  });

  it('shows a stored offset and does not apply it', () => {
    expect(createDateFormat('de').formatDateTime(read('2026-01-31T23:00:00+05:00'))).toBe(
      '31.01.2026, 23:00:00 +05:00',
    );
  });

  it.each([
    ['0001-01-01', '01.01.0001'],
    ['0099-12-31', '31.12.0099'],
    ['1582-10-10', '10.10.1582'],
    ['1899-12-31', '31.12.1899'],
    ['9999-12-31', '31.12.9999'],
  ])('is not disturbed by the far away %s', (iso, text) => {
    expect(createDateFormat('de').formatDate(read(iso))).toBe(text);
  });

  it('writes a month as Intl does, in our calendar, of any year', () => {
    for (const locale of localesToTry()) {
      const intl = new Intl.DateTimeFormat(locale, {
        timeZone: 'UTC',
        calendar: 'gregory',
        year: 'numeric',
        month: '2-digit',
      });
      const { formatMonth } = createDateFormat(locale);
      expect(formatMonth(read('2026-09-01')), `in ${locale}`).toBe(intl.format(Date.UTC(2026, 8, 1)));
      const [early, late] = [formatMonth(read('0001-12-01')), formatMonth(read('1999-12-01'))];
      expect(asciiDigits(early, numberSymbols(locale)), `in ${locale}`).toBe(
        asciiDigits(late, numberSymbols(locale)).replace('1999', '0001'),
      );
    }
    expect(createDateFormat('en-GB').formatMonth(read('0001-01-01'))).toBe('01/0001');
    expect(createDateFormat('th-TH').formatMonth(read('2026-01-01'))).toBe('01/2026');
  });

  it.each([...FORMAT_LOCALES, 'en-IN', 'ar-EG', 'fa', 'ko', 'ja'])(
    'writes in %s what Intl does, but for the year',
    (locale) => {
      const intl = new Intl.DateTimeFormat(locale, {
        timeZone: 'UTC',
        calendar: 'gregory',
        dateStyle: 'short',
        timeStyle: 'medium',
      });
      const digits = new Intl.NumberFormat(locale, { useGrouping: false });
      const moment = fc.date({
        min: new Date('1900-01-01'),
        max: new Date('2099-12-31'),
        noInvalidDate: true,
      });
      fc.assert(
        fc.property(moment, (date) => {
          const expected = intl
            .formatToParts(date)
            .map(({ type, value }) => (type === 'year' ? digits.format(date.getUTCFullYear()) : value))
            .join('');
          const value = read(date.toISOString().slice(0, 19));
          expect(createDateFormat(locale).formatDateTime(value)).toBe(expected);
        }),
      );
    },
  );

  it('is the same format each time it is asked for', () => {
    expect(createDateFormat('de')).toBe(createDateFormat('de'));
  });
});
