import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareDecimals, shiftDecimal, subtractDecimals } from '@/lib/formats/decimal';
import { dateBounds, numberBounds, unitBelow } from './histogram-bounds';

const MAX_BARS = 18;
/** A calendar step is up to five times the previous one (1 s, 5 s): up to √5 times ten bars, and one more that is cut at each end. */
const MAX_DATE_BARS = 24;

it('covers all numbers with bars of one round step, exactly', () => {
  const units = fc.bigInt({ min: -(10n ** 37n), max: 10n ** 37n });
  const near = fc.tuple(units, fc.bigInt({ min: 0n, max: 10_000n })).map(([a, b]) => [a, a + b] as const);
  fc.assert(
    fc.property(fc.oneof(near, fc.tuple(units, units)), fc.integer({ min: 0, max: 18 }), ([a, b], scale) => {
      const [least, greatest] = [a < b ? a : b, a < b ? b : a].map((value) =>
        shiftDecimal(String(value), -scale),
      );
      if (least === undefined || greatest === undefined) return;
      const bounds = numberBounds(least, greatest, scale);
      const [first = '', second = ''] = bounds;
      expect(bounds.length).toBeGreaterThan(1);
      expect(bounds.length - 1).toBeLessThanOrEqual(MAX_BARS);
      expect(compareDecimals(first, least)).toBeLessThanOrEqual(0);
      expect(compareDecimals(second, least)).toBe(1);
      expect(compareDecimals(bounds.at(-1) ?? '', greatest)).toBe(1);
      expect(compareDecimals(bounds.at(-2) ?? '', greatest)).toBeLessThanOrEqual(0);
      const step = subtractDecimals(second, first);
      expect(step.replace('.', '')).toMatch(/^0*[125]0*$/);
      bounds.slice(1).forEach((bound, index) => {
        expect(compareDecimals(subtractDecimals(bound, bounds[index] ?? ''), step)).toBe(0);
      });
    }),
  );
});

it('has bars of a least width, which begin at multiples of it', () => {
  expect(numberBounds('4.0000', '4.0000', 4, 10, 100n)).toEqual(['4.0000', '4.0100']);
  expect(numberBounds('3.9990', '4.0012', 4, 10, 100n)).toEqual(['3.9900', '4.0000', '4.0100']);
});

it('gives one value one bar', () => {
  expect(numberBounds('7.50', '7.50', 2)).toEqual(['7.50', '7.51']);
  expect(dateBounds('2026-01-31', '2026-01-31')).toEqual(['2026-01-31', '2026-02-01']);
});

it('has round bounds', () => {
  expect(numberBounds('-3.2', '101', 4)[0]).toBe('-10.0000');
  expect(numberBounds('-3.2', '101', 4)[1]).toBe('0.0000');
  expect(numberBounds('1', '3', 0)).toEqual(['1', '2', '3', '4']);
  expect(dateBounds('2026-01-15', '2026-11-03').slice(0, 3)).toEqual([
    '2026-01-01',
    '2026-02-01',
    '2026-03-01',
  ]);
});

it('goes one unit of the scale down', () => {
  expect(unitBelow('0.00', 2)).toBe('-0.01');
  expect(unitBelow('1000', 0)).toBe('999');
});

it('covers all dates, in order, within the years that a date can have', () => {
  const date = fc
    .date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    })
    .map((value) => value.toISOString().slice(0, -1));
  const digits = fc.constantFrom('', '0', '9999');
  fc.assert(
    fc.property(date, date, digits, fc.boolean(), (a, b, tail, isDay) => {
      const texts = [a, b].map((text) => (isDay ? text.slice(0, 10) : text + tail)).toSorted();
      const [least = '', greatest = ''] = texts;
      const bounds = dateBounds(least, greatest);
      const full = (text: string) => (text.length === 10 ? `${text}T00:00:00` : text);
      const ordered = bounds.map(full);
      expect(ordered).toEqual([...new Set(ordered)].toSorted());
      expect(bounds.length).toBeGreaterThan(1);
      expect(bounds.length - 1).toBeLessThanOrEqual(MAX_DATE_BARS);
      expect((ordered[0] ?? '') <= full(least)).toBe(true);
      expect(
        (ordered.at(-1) ?? '') > full(greatest) || (ordered.at(-1) ?? '').startsWith('9999-12-31T23:59:59.9'),
      ).toBe(true);
      for (const bound of bounds) expect(bound).toMatch(/^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?)?$/);
    }),
    // The bars are seventeen quarters, and a part of a quarter at each end.
    { examples: [['1970-01-01T00:00:00.000', '1965-09-30T23:59:59.999', '', false]] },
  );
});
