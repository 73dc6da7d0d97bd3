import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cachedByDay, daysSince1970, isDay, isoDay } from './days';

test('counts days of the whole calendar, and names them again', () => {
  expect([daysSince1970(1970, 1, 1), daysSince1970(1, 1, 1), daysSince1970(9999, 12, 31)]).toEqual([
    0, -719_162, 2_932_896,
  ]);
  fc.assert(
    fc.property(fc.integer({ min: -719_162, max: 2_932_896 }), (days) => {
      const [year = 0, month = 0, day = 0] = isoDay(days).split('-').map(Number);
      expect(isDay(year, month, day)).toBe(true);
      expect(daysSince1970(year, month, day)).toBe(days);
    }),
  );
  expect(isoDay(2_932_897)).toBe('+010000-01-01');
});

test.each([
  [2024, 2, 29, true],
  [2000, 2, 29, true],
  [1900, 2, 29, false],
  [2026, 4, 31, false],
  [2026, 13, 1, false],
  [2026, 1, 0, false],
  [0, 1, 1, false],
  [10_000, 1, 1, false],
  [Number.NaN, 1, 1, false],
])('%d-%d-%d is a day: %s', (year, month, day, expected) => {
  expect(isDay(year, month, day)).toBe(expected);
});

test('makes what belongs to a day once', () => {
  const made: number[] = [];
  const textOf = cachedByDay((day) => {
    made.push(day);
    return isoDay(day);
  });
  expect([textOf(0), textOf(1), textOf(0)]).toEqual(['1970-01-01', '1970-01-02', '1970-01-01']);
  expect(made).toEqual([0, 1]);
});
