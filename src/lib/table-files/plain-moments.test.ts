import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readIsoDateTime } from '../formats/iso-date';
import { canonicalDate } from './canonical-rows';
import { endOfMoment } from './plain-moments';
import { runs } from '@/test/runs';

/** Calls `look` with the text inside other text, which stands for neighboring cells and must not be read. */
function within(
  text: string,
  look: (bytes: Uint8Array, start: number, end: number) => number,
): string | null {
  const bytes = new TextEncoder().encode(`9${text}9`);
  const end = look(bytes, 1, bytes.length - 1);
  return end === -1 ? null : new TextDecoder().decode(bytes.subarray(1, end));
}

it('finds the shortest form of a moment, or defers to the text', () => {
  const digits = (length: number) =>
    fc.string({ unit: fc.constantFrom('0', '1', '2', '3', '9'), minLength: length, maxLength: length });
  const moment = fc
    .tuple(
      digits(4),
      digits(2),
      digits(2),
      digits(2),
      digits(2),
      digits(2),
      fc.string({ unit: fc.constantFrom('0', '7'), maxLength: 8 }),
    )
    .map(
      ([year, month, day, hour, minute, second, fraction]) =>
        `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}`,
    );
  const usual = fc
    .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, -1));
  const part = fc
    .tuple(fc.oneof(moment, usual), fc.constantFrom(10, 16, 19, 20, 23, 30))
    .map(([text, end]) => text.slice(0, end));
  fc.assert(
    fc.property(
      fc.oneof(part, fc.string({ unit: fc.constantFrom('2', '0', '-', 'T', ':', '.') })),
      (text) => {
        const found = within(text, endOfMoment);
        if (found !== null) expect(found).toBe(canonicalDate(text));
        // The fallback to the general parser takes time, so the usual forms must not need it.
        else if (/^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?)?$/.test(text)) {
          expect(readIsoDateTime(text)).toBeNull();
        }
      },
    ),
    { numRuns: runs(3_000) },
  );
});
