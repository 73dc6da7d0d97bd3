import fc from 'fast-check';
import { expect, test } from 'vitest';
import { valueScale } from './value-scale';

const values = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map((cents) => cents / 100);

test('all values and ticks are on the scale, also where there is only one value', () => {
  fc.assert(
    fc.property(values, values, fc.integer({ min: 2, max: 6 }), (one, other, tickCount) => {
      const [least, greatest] = [Math.min(one, other), Math.max(one, other)];
      const { ticks, shareOf } = valueScale(least, greatest, tickCount);
      const shares = [least, ...ticks, greatest].map(shareOf);
      expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...shares)).toBeLessThanOrEqual(1);
      expect(shareOf(least)).toBeLessThanOrEqual(shareOf(greatest));
    }),
  );
});

test('the ends are round', () => {
  expect(valueScale(0, 7, 3)).toMatchObject({ ticks: [0, 2, 4, 6, 8] });
  expect(valueScale(5, 5, 4)).toMatchObject({ ticks: [4, 4.5, 5, 5.5, 6] });
  expect(valueScale(0, 10, 3).shareOf(5)).toBe(0.5);
});
