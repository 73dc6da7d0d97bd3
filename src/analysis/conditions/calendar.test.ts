import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localDay } from '@/lib/formats/iso-date';
import {
  addDays,
  addMonths,
  compareMoments,
  firstOfMonth,
  firstOfYear,
  isMoment,
  timeSpan,
  weekdayOf,
} from './calendar';

describe('isMoment', () => {
  it.each([
    ['2026-01-31', true],
    ['2024-02-29', true],
    ['2023-02-29', false],
    ['1900-02-29', false],
    ['0001-01-01', true],
    ['0000-12-31', false],
    ['9999-12-31', true],
    ['2026-13-01', false],
    ['2026-00-10', false],
    ['2026-01-00', false],
    ['2026-01-31T10:05', true],
    ['2026-01-31T10:05:59', true],
    ['2026-01-31T10:05:59.1234567', true],
    ['2026-01-31T10:05:59.12345678', false],
    ['2026-01-31T24:00', false],
    ['2026-01-31T10:60', false],
    ['2026-01-31T10', false],
    ['2026-01-31 10:05', false],
    ['2026-01-31Z', false],
    ['', false],
  ])('%s: %s', (text, expected) => {
    expect(isMoment(text)).toBe(expected);
  });
});

describe('timeSpan', () => {
  it.each([
    ['2026-12-31', '2026-12-31', '2027-01-01'],
    ['2024-02-28', '2024-02-28', '2024-02-29'],
    ['2026-01-31T10:05', '2026-01-31T10:05:00.0000000', '2026-01-31T10:06:00.0000000'],
    ['2026-01-31T10:05:07', '2026-01-31T10:05:07.0000000', '2026-01-31T10:05:08.0000000'],
    ['2026-01-31T10:05:07.25', '2026-01-31T10:05:07.2500000', '2026-01-31T10:05:07.2600000'],
    ['2026-12-31T23:59', '2026-12-31T23:59:00.0000000', '2027-01-01T00:00:00.0000000'],
    ['2026-12-31T23:59:59.9999999', '2026-12-31T23:59:59.9999999', '2027-01-01T00:00:00.0000000'],
    ['9999-12-31', '9999-12-31', null],
    ['9999-12-31T23:59', '9999-12-31T23:59:00.0000000', null],
  ])('%s is [%s, %s)', (text, start, end) => {
    expect(timeSpan(text)).toEqual({ start, end });
  });

  it('is null for a text that is not a moment', () => {
    expect(timeSpan('31.01.2026')).toBeNull();
  });
});

describe('calendar arithmetic', () => {
  it('orders moments by their start', () => {
    expect(compareMoments('2026-01-31', '2026-01-31T00:00')).toBe(0);
    expect(compareMoments('2026-01-31T00:00:00.0000001', '2026-01-31')).toBe(1);
    expect(compareMoments('2026-01-30', '2026-01-31')).toBe(-1);
  });

  it('crosses the ends of months and years', () => {
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(addDays('0099-12-31', 1)).toBe('0100-01-01');
    expect(addDays('0001-01-01', -1)).toBeNull();
    expect(firstOfMonth('2026-01-31', -1)).toBe('2025-12-01');
    expect(firstOfMonth('2026-01-31', 1)).toBe('2026-02-01');
    expect(firstOfYear('2026-11-21', -1)).toBe('2025-01-01');
    expect(firstOfYear('9999-11-21', 1)).toBeNull();
  });

  it('adds months, within the days that they have', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2024-01-31', 1)).toBe('2024-02-29');
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
    expect(addMonths('2026-12-15', 1)).toBe('2027-01-15');
    expect(addMonths('2026-11-22', -12)).toBe('2025-11-22');
    expect(addMonths('9999-11-30', 1)).toBe('9999-12-30');
    expect(addMonths('9999-12-01', 1)).toBeNull();
    expect(addMonths('0001-01-01', -1)).toBeNull();
  });

  it('knows the days of the week', () => {
    expect(weekdayOf('2026-11-22')).toBe(0);
    expect(weekdayOf('2024-02-29')).toBe(4);
  });

  it('subtracts the days that it added', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1800-01-01'), max: new Date('2200-01-01'), noInvalidDate: true }),
        fc.integer({ min: -5000, max: 5000 }),
        (date, count) => {
          const day = date.toISOString().slice(0, 10);
          expect(addDays(addDays(day, count) ?? '', -count)).toBe(day);
        },
      ),
    );
  });

  it('returns the local day', () => {
    expect(localDay(new Date(2026, 10, 21, 0, 0, 1))).toBe('2026-11-21');
    expect(localDay(new Date(2026, 0, 1, 23, 59, 59))).toBe('2026-01-01');
  });
});
