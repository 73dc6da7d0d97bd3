import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyDecimal } from '../formats/decimal.arbitraries';
import { isDecimal } from '../formats/decimal';
import { readIsoDateTime } from '../formats/iso-date';
import { canonicalDate, withoutSurplusZeros } from './canonical-rows';
import { endOfDecimal, isPlainXml } from './plain-cells';
import { endOfMoment } from './plain-moments';
import { inlineString } from './xlsx-text';

/** What comes before and after is another cell's. */
function within(
  text: string,
  look: (bytes: Uint8Array, start: number, end: number) => number,
): string | null {
  const bytes = new TextEncoder().encode(`9${text}9`);
  const end = look(bytes, 1, bytes.length - 1);
  return end === -1 ? null : new TextDecoder().decode(bytes.subarray(1, end));
}

it('finds the value of every decimal, and takes nothing else for one', () => {
  const nearly = fc.string({ unit: fc.constantFrom('0', '1', '9', '.', '-', '+', 'e'), maxLength: 8 });
  fc.assert(
    fc.property(fc.oneof(anyDecimal, nearly), (text) => {
      expect(within(text, endOfDecimal)).toBe(isDecimal(text) ? withoutSurplusZeros(text) : null);
    }),
    { numRuns: 2_000 },
  );
});

it('finds the shortest form of a moment, or leaves it to others', () => {
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
        // What it leaves to others costs time, so the usual forms must not be among it.
        else if (/^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?)?$/.test(text)) {
          expect(readIsoDateTime(text)).toBeNull();
        }
      },
    ),
    { numRuns: 3_000 },
  );
});

it('lets nothing into a workbook that needs an escape', () => {
  const put = fc.constantFrom('', ' ', '&', '<', '>', '_x0041_', '\u007F', '\u0085', '\uFFFE', '\uFFFF');
  fc.assert(
    fc.property(put, fc.string({ unit: 'grapheme' }), put, (before, text, after) => {
      const plain = `${before}${text}${after}`;
      fc.pre(JSON.stringify(plain) === `"${plain}"`);
      const bytes = new TextEncoder().encode(plain);
      if (isPlainXml(bytes, 0, bytes.length)) expect(inlineString(plain)).toBe(`<is><t>${plain}</t></is>`);
    }),
    { numRuns: 1_000 },
  );
});
