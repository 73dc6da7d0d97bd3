import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateTimeText, TICKS_PER_DAY, writeDateTime } from './date-text';
import { decimalText } from './decimal-text';
import { JsonBytes } from './json-bytes';

function written(write: (out: JsonBytes) => void): string {
  const out = new JsonBytes();
  write(out);
  return new TextDecoder().decode(out.taken());
}

test('decimals are written as their text says', () => {
  const unscaled = fc.oneof(fc.maxSafeInteger(), fc.integer(), fc.integer({ min: -99_999, max: 99_999 }));
  fc.assert(
    fc.property(unscaled, fc.constantFrom(0, 2, 4, 14), (value, scale) => {
      expect(written((out) => out.decimal(value, scale))).toBe(decimalText(value, scale));
    }),
  );
});

test('date-times are written as their text says', () => {
  const tick = fc.integer({ min: 0, max: TICKS_PER_DAY - 1 });
  fc.assert(
    fc.property(
      fc.integer({ min: -700_000, max: 2_900_000 }),
      tick,
      fc.constantFrom(0, 3, 7),
      (day, at, digits) => {
        expect(written((out) => writeDateTime(out, day, at, digits))).toBe(
          `"${dateTimeText(day, at, digits)}"`,
        );
      },
    ),
  );
});

test('nothing is lost where the room for it runs out', () => {
  const cell = '-1234.5678';
  for (let count = 6_500; count < 6_600; count++) {
    const text = written((out) => {
      // The number of characters differs each time, so that the buffer's end falls on each part of a decimal.
      out.ascii('x'.repeat(count % 10));
      for (let index = 0; index < count; index++) out.decimal(-12_345_678, 4);
    });
    expect(text).toBe('x'.repeat(count % 10) + cell.repeat(count));
  }
});
