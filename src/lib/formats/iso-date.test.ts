import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  addDays,
  dayOfWeek,
  hasTimeOfDay,
  isoDate,
  isoText,
  localDay,
  middleMoment,
  readIsoDateTime,
} from './iso-date';

describe('middleMoment', () => {
  it.each([
    ['2026-01-01', '2026-01-01', '2026-01-01'],
    ['2026-01-01', '2026-01-03', '2026-01-02'],
    ['2026-01-01', '2026-01-02', '2026-01-01T12:00:00'],
    ['2026-01-01T00:00:00', '2026-01-03T00:00:00', '2026-01-02T00:00:00'],
    ['2026-01-01T10:00:00.00', '2026-01-01T10:00:01.00', '2026-01-01T10:00:00.50'],
    ['2026-01-31T10:00:00.1234564', '2026-01-31T10:00:00.1234565', '2026-01-31T10:00:00.12345645'],
    ['1969-12-31T23:59:59.9', '1970-01-01T00:00:00', '1969-12-31T23:59:59.95'],
    ['0001-01-01', '9999-12-31', '5000-07-02'],
    ['someday', '2026-01-01', 'someday'],
  ])('of %s and %s is %s', (a, b, middle) => {
    expect(middleMoment(a, b)).toBe(middle);
  });
});

test('the day is that of the person, also when it is another one in Greenwich', () => {
  expect(localDay(new Date(2026, 1, 28, 23, 30))).toBe('2026-02-28');
  expect(localDay(new Date(2026, 2, 1, 0, 10))).toBe('2026-03-01');
});

const anyDay = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });

describe('readIsoDateTime', () => {
  it.each([
    '2026-01-31',
    '0001-01-01',
    '9999-12-31T23:59:59.9999999',
    '1753-01-01T00:00:00',
    '2024-02-29T10:11:12.120',
    '2026-01-31T10:11:12Z',
    '2026-01-31T10:11:12.5+02:00',
  ])('keeps every digit of %s', (text) => {
    const value = readIsoDateTime(text);
    expect(value === null ? null : isoText(value)).toBe(text);
  });

  it('takes a space for the T, and minutes for enough', () => {
    expect(readIsoDateTime('2026-01-31 10:11')).toMatchObject({ hour: '10', minute: '11', second: '00' });
  });

  it.each([
    '',
    '2026-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-04-31',
    '0000-01-01',
    '2026-1-1',
    '20260131',
    '2026-01-31T24:00:00',
    '2026-01-31T10:60:00',
    '2026-01-31T10:00:60',
    '2026-01-31T10',
    '2026-01-31T10:00:00.',
    '+012026-01-31',
    'today',
  ])('refuses %j', (text) => {
    expect(readIsoDateTime(text)).toBeNull();
  });

  it('knows the days that the calendar has', () => {
    fc.assert(
      fc.property(anyDay, (date) => {
        const text = date.toISOString().slice(0, 10);
        const value = readIsoDateTime(text);
        expect(value === null ? null : isoText(value)).toBe(text);
      }),
    );
  });
});

describe('days', () => {
  it('counts forward and back as the calendar does', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -400_000, max: 400_000 }), (date, days) => {
        const start = isoDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
        const end = new Date(date.getTime() + days * 86_400_000);
        const isInRange = end.getUTCFullYear() >= 1 && end.getUTCFullYear() <= 9999;
        const result = start === null ? null : addDays(start, days);
        expect(result === null ? null : isoText(result)).toBe(
          isInRange ? end.toISOString().slice(0, 10) : null,
        );
      }),
    );
  });

  it('names the day of the week', () => {
    const day = isoDate(2026, 11, 21);
    expect(day === null ? null : dayOfWeek(day)).toBe(6);
  });

  it.each([
    ['2026-01-31', false],
    ['2026-01-31T00:00:00.0000000', false],
    ['2026-01-31T00:00:00.0000001', true],
    ['2026-01-31T00:01:00', true],
  ])('sees whether %s has a time of day', (text, expected) => {
    const value = readIsoDateTime(text);
    expect(value === null ? null : hasTimeOfDay(value)).toBe(expected);
  });
});
