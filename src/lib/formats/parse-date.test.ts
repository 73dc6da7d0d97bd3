import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyChar } from '@/test/any-char';
import { createDateFormat } from './date-format';
import { FORMAT_LOCALES } from './format-locales';
import { readIsoDateTime } from './iso-date';
import { localesToTry } from '@/test/locales-to-try';
import { parseDate, type ParseDateOptions } from './parse-date';
import { IS_LONG } from '@/test/runs';

function parse(text: string, locale: string, options: Partial<ParseDateOptions> = {}) {
  const result = parseDate(text, { locale, ...options });
  if (result.ok) return result.value;
  return result.repairs === undefined ? result.problem : `${result.problem} -> ${result.repairs.join(' | ')}`;
}

describe('parseDate', () => {
  it.each([
    // ISO dates, which are valid in every locale.
    ['de', '2026-01-31', '2026-01-31'],
    ['en-US', '2026-01-31T10:00', '2026-01-31T10:00:00'],
    ['en-GB', '2026-01-31 10:00:00.1234567', '2026-01-31T10:00:00.1234567'],
    ['sv', '2026-01-31 9:05:07,12', '2026-01-31T09:05:07.12'],
    ['en-US', '2026-01-31 3:05 PM', '2026-01-31T15:05:00'],
    // Dates in the locale's order, with any separator.
    ['de', '31.1.2026', '2026-01-31'],
    ['de', '31/01/2026', '2026-01-31'],
    ['de', '31-01-2026', '2026-01-31'],
    ['de', '31 1 2026', '2026-01-31'],
    ['de', ' 31. 1. 2026 ', '2026-01-31'],
    ['en-GB', '05/04/2026', '2026-04-05'],
    ['en-US', '05/04/2026', '2026-05-04'],
    ['sv', '2026/1/31', '2026-01-31'],
    ['hu', '2026. 01. 31.', '2026-01-31'],
    ['hr', '31. 01. 2026.', '2026-01-31'],
    ['bg', '31.01.2026 г.', '2026-01-31'],
    ['ar-EG', '٣١/١/٢٠٢٦', '2026-01-31'],
    // Dates with times.
    ['de', '31.1.2026 9:05', '2026-01-31T09:05:00'],
    ['de', '31.1.2026, 09:05:07,5', '2026-01-31T09:05:07.5'],
    ['da', '31.01.2026 09.05', '2026-01-31T09:05:00'],
    ['fi', '31.1.2026 klo 9.05.07', '2026-01-31T09:05:07'],
    ['bg', '31.01.2026 г., 9:05:07', '2026-01-31T09:05:07'],
    ['en-US', '1/31/2026, 3:05:07 PM', '2026-01-31T15:05:07'],
    ['en-US', '1/31/2026 12:05 am', '2026-01-31T00:05:00'],
    ['en-US', '1/31/2026 12:05 pm', '2026-01-31T12:05:00'],
    ['en-US', '1/31/2026 15:05', '2026-01-31T15:05:00'],
  ])('reads in %s %j as %s', (locale, text, value) => {
    expect(parse(text, locale)).toBe(value);
  });

  it.each([
    ['de', '', 'empty'],
    ['de', ' \u00a0', 'empty'],
    ['de', 'morgen', 'not-a-date'],
    ['de', '31.1', 'not-a-date'],
    ['de', '31.1.', 'not-a-date'],
    ['de', '31.1.2', 'not-a-date'],
    ['de', '31.1.202', 'not-a-date'],
    ['de', '31.1.20266', 'not-a-date'],
    ['de', '31.1/2026', 'not-a-date'],
    ['de', '31.1.2026 abends', 'not-a-date'],
    ['de', '31.1.2026 9', 'not-a-date'],
    ['de', '31.1.2026 9.05', 'not-a-date'],
    ['de', '31.1.2026 9:05.07', 'not-a-date'],
    ['sv', '31.1.2026', 'not-a-date'],
    // Dates and times that do not exist. Day and month are not swapped.
    ['en-GB', '01/31/2026', 'no-such-date'],
    ['en-US', '31/01/2026', 'no-such-date'],
    ['de', '29.2.2026', 'no-such-date'],
    ['de', '0.1.2026', 'no-such-date'],
    ['de', '1.1.0000', 'no-such-date'],
    ['de', '2026-02-30', 'no-such-date'],
    ['de', '2026-02-03T25:00', 'no-such-time'],
    ['de', '31.1.2026 24:00', 'no-such-time'],
    ['de', '31.1.2026 10:60', 'no-such-time'],
    ['en-US', '1/31/2026 13:05 pm', 'not-a-date'],
    ['de', '2026-01-31T10:00:00Z', 'time-zone'],
    ['de', '31.1.2026 10:00:00+02:00', 'time-zone'],
    ['de', '2026-01-31T10:00:00.12345678', 'too-precise'],
    ['de', '2026-01-31T', 'not-a-date'],
    // Years of two digits. The parser does not guess the century.
    ['de', '31.12.99', 'two-digit-year -> 31.12.2099 | 31.12.1999'],
    ['en-GB', '1/2/26', 'two-digit-year -> 01/02/2026 | 01/02/1926'],
    ['sv', '26-01-31', 'two-digit-year -> 2026-01-31 | 1926-01-31'],
    ['de', '31.1.26 9:05', 'two-digit-year -> 31.01.2026, 09:05 | 31.01.1926, 09:05'],
    ['de', '31.1.26 9:05:07,5', 'two-digit-year -> 31.01.2026, 09:05:07,5 | 31.01.1926, 09:05:07,5'],
    // 1900 was not a leap year, so only one century has this day.
    ['de', '29.2.00', 'two-digit-year -> 29.02.2000'],
    ['de', '30.2.26', 'no-such-date'],
    ['de', '31.1.26 25:00', 'no-such-time'],
    ['de', '31.1.26 abends', 'not-a-date'],
    // Texts with a suggested repair.
    ['de', '2026/01/31', 'other-order -> 31.01.2026'],
    ['en-GB', '2026.1.31', 'other-order -> 31/01/2026'],
    ['de', '2026/31/01', 'not-a-date'],
    ['de', '46347', 'serial-number -> 21.11.2026'],
    ['en-US', '46347', 'serial-number -> 11/21/2026'],
    ['de', '19999', 'not-a-date'],
    ['de', '80001', 'not-a-date'],
  ])('refuses in %s %j: %s', (locale, text, outcome) => {
    expect(parse(text, locale)).toBe(outcome);
  });

  it('keeps columns of days free of times', () => {
    expect(parse('31.1.2026', 'de', { isDateOnly: true })).toBe('2026-01-31');
    expect(parse('31.1.2026 00:00', 'de', { isDateOnly: true })).toBe('2026-01-31');
    expect(parse('31.1.2026 09:05', 'de', { isDateOnly: true })).toBe('time-not-allowed -> 31.01.2026');
  });

  it('never accepts a year of two digits', () => {
    const locales = fc.constantFrom(...FORMAT_LOCALES);
    fc.assert(
      fc.property(
        fc.date({ noInvalidDate: true }),
        locales,
        fc.constantFrom('.', '/', '-', ' '),
        (date, locale, sign) => {
          const [year = '', month = '', day = ''] = date.toISOString().slice(2, 10).split('-');
          for (const text of [
            [day, month, year],
            [month, day, year],
            [year, month, day],
          ]) {
            expect(parseDate(text.join(sign), { locale }).ok).toBe(false);
          }
        },
      ),
    );
  });

  it('keeps to the digits that the column stores', () => {
    expect(parse('31.1.2026 10:00:00,123', 'de', { maxFractionDigits: 3 })).toBe('2026-01-31T10:00:00.123');
    expect(parse('31.1.2026 10:00:00,1234', 'de', { maxFractionDigits: 3 })).toBe('too-precise');
  });

  it('reads what we write, in any locale', () => {
    const moment = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    const fraction = fc
      .integer({ min: 0, max: 9_999_999 })
      .map((ticks) => `.${String(ticks).padStart(7, '0')}`);
    // Two date-times for each hour cover all words that the locale's clock uses.
    const moments = fc.sample(fc.tuple(moment, fc.oneof(fc.constant(''), fraction)), {
      seed: 49,
      numRuns: 48,
    });
    for (const locale of localesToTry()) {
      const format = createDateFormat(locale);
      for (const [index, [date, digits]] of moments.entries()) {
        date.setUTCHours(index % 24);
        const iso = date.toISOString().slice(0, 19) + digits;
        const value = readIsoDateTime(iso);
        if (value === null) throw new Error(iso);
        const written = [
          [format.formatDateTime(value), iso],
          [format.formatMinute(value), `${iso.slice(0, 16)}:00`],
          [format.formatDate(value), iso.slice(0, 10)],
        ] as const;
        for (const [text, expected] of written) {
          const result = parseDate(text, { locale });
          // If the year may belong to the locale's own calendar, the parser returns repairs and no value.
          const isAsked = !result.ok && result.problem === 'other-calendar';
          expect(isAsked ? result.repairs?.at(-1) : parse(text, locale), `${locale} ${text}`).toBe(expected);
        }
      }
    }
  });

  it.each([
    ['th-TH', '1/11/2569', 'other-calendar -> 1/11/2026 | 2569-11-01'],
    ['th-TH', '1/11/2569 09:05', 'other-calendar -> 1/11/2026 09:05 | 2569-11-01T09:05:00'],
    ['th-TH', '29/2/2567', 'other-calendar -> 29/2/2024'],
    ['th-TH', '1/11/2026', '2026-11-01'],
    ['th-TH', '31/12/9999', '9999-12-31'],
    ['th-TH', '2569-11-01', '2569-11-01'],
    ['fa-IR', '1405/8/10', 'other-calendar -> ۲۰۲۶/۱۱/۱ | 1405-08-10'],
    ['fa-IR', '۱۴۰۳/۱۲/۳۰', 'other-calendar -> ۲۰۲۵/۳/۲۰ | 1403-12-30'],
    ['en-GB-u-ca-islamic-umalqura', '20/05/1448', 'other-calendar -> 31/10/2026 | 1448-05-20'],
    ['de', '1.11.2569', '2569-11-01'],
  ])('asks in %s about the year of %s: %s', (locale, text, outcome) => {
    expect(parse(text, locale)).toBe(outcome);
  });

  it('reads any text; what it accepts is ISO, what it offers as repair is accepted', () => {
    const signs = fc.constantFrom(...'0123456789./-: ,TZ'.split(''), '2026', '31', '01', ' PM', ' г.');
    const texts = fc.oneof(
      fc.string({ unit: anyChar }),
      fc.array(signs, { maxLength: 12 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, fc.constantFrom(...FORMAT_LOCALES), fc.boolean(), (text, locale, isDateOnly) => {
        const result = parseDate(text, { locale, isDateOnly });
        const value = result.ok ? result.value : '2026-01-31';
        expect(readIsoDateTime(value)).not.toBeNull();
        const repairs = result.ok ? [] : (result.repairs ?? []);
        expect(repairs.filter((repair) => !parseDate(repair, { locale, isDateOnly }).ok)).toEqual([]);
      }),
      // Few runs, because each region has its own formats, which take long to create.
      { numRuns: IS_LONG ? 3000 : 100 },
    );
  });
});
