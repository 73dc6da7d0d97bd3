import * as fc from 'fast-check';
import { createTranslator } from 'use-intl/core';
import { describe, expect, it } from 'vitest';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import germanMessages from 'virtual:catalogues/de';
import {
  DAYS_LIMIT,
  describeRelativeDay,
  isDateOperand,
  isRelativeDay,
  parseRelativeDay,
  RELATIVE_DAYS,
  relativeDay,
  resolveDay,
} from './relative-day';

const english = createTranslator({ locale: 'en', messages: englishMessages, namespace: 'queryText' });
const german = createTranslator({ locale: 'de', messages: germanMessages, namespace: 'queryText' });

const anyRelativeDay = fc.oneof(
  fc.constantFrom(...RELATIVE_DAYS),
  fc.integer({ min: -DAYS_LIMIT, max: DAYS_LIMIT }).map((days) => relativeDay(days) ?? ''),
);

describe('a relative day', () => {
  it.each([
    ['today', '2026-11-22', '2026-11-22'],
    ['in-7-days', '2026-12-28', '2027-01-04'],
    ['30-days-ago', '2026-03-01', '2026-01-30'],
    ['1-days-ago', '2024-03-01', '2024-02-29'],
    ['start-of-month', '2026-11-22', '2026-11-01'],
    ['end-of-month', '2026-11-30', '2026-11-30'],
    ['end-of-month', '2026-12-01', '2026-12-31'],
    ['end-of-month', '2024-02-01', '2024-02-29'],
    ['end-of-month', '2100-02-01', '2100-02-28'],
    ['start-of-year', '2026-11-22', '2026-01-01'],
    ['end-of-year', '2026-01-01', '2026-12-31'],
    // These days are outside the calendar.
    ['30-days-ago', '0001-01-30', null],
    ['end-of-year', '9999-06-01', null],
    // Operands that are not relative days are returned unchanged.
    ['2026-01-31', '2026-11-22', '2026-01-31'],
    ['2026-01-31T10:05', '2026-11-22', '2026-01-31T10:05'],
  ])('%s on %s is %s', (value, today, day) => {
    expect(isDateOperand(value)).toBe(true);
    expect(resolveDay(value, today)).toBe(day);
  });

  it.each(['', 'Today', 'in-0-days', '-1-days-ago', '07-days-ago', 'in-36501-days', 'in-1-day', 'tomorrow'])(
    'is not %j',
    (text) => {
      expect(isRelativeDay(text)).toBe(false);
      expect(isDateOperand(text)).toBe(false);
    },
  );

  it('is read as it is described, in either language', () => {
    fc.assert(
      fc.property(anyRelativeDay, fc.constantFrom(english, german), (day, t) => {
        expect(isRelativeDay(day)).toBe(true);
        expect(parseRelativeDay(describeRelativeDay(day, t), t)).toBe(day);
      }),
    );
  });

  it('is resolved to a day, except outside the calendar', () => {
    const today = fc
      .date({ min: new Date('1926-11-22'), max: new Date('2150-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(anyRelativeDay, today, (day, on) => {
        const resolved = resolveDay(day, on);
        expect(resolved).toMatch(/^\d{4}-\d\d-\d\d$/);
        expect(isRelativeDay(resolved ?? '')).toBe(false);
      }),
    );
  });

  it.each([
    ['today', 'today'],
    [' Today ', 'today'],
    ['today+7', 'in-7-days'],
    ['today - 30', '30-days-ago'],
    ['TODAY − 30 days', '30-days-ago'],
    ['today -1 day', '1-days-ago'],
    ['End of month', 'end-of-month'],
    // Other units are never interpreted as days.
    ['today - 2 months', null],
    ['today + 1 week', null],
    ['today + 30 day', null],
    ['today + 0', null],
    ['today + 36501', null],
    ['today + 1.5', null],
    ['today 7', null],
    ['tomorrow', null],
    ['', null],
    ['31/01/2026', null],
  ])('reads %j as %s', (text, day) => {
    expect(parseRelativeDay(text, english)).toBe(day);
  });

  it('reads German', () => {
    expect(parseRelativeDay('heute - 30 Tage', german)).toBe('30-days-ago');
    expect(parseRelativeDay('monatsende', german)).toBe('end-of-month');
    expect(parseRelativeDay('today', german)).toBeNull();
  });
});
