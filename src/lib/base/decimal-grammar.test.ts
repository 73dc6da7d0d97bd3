import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyDecimal } from '@/test/decimal.arbitraries';
import { endOfDecimal, endOfNumber, isDecimal, isJsonNumber, withoutSurplusZeros } from './decimal-grammar';
import { runs } from '@/test/runs';

const nearlyDecimal = fc.string({ unit: fc.constantFrom('0', '1', '9', '.', '-', '+', 'e'), maxLength: 8 });

it('reads the bytes of a decimal as it reads its text', () => {
  fc.assert(
    fc.property(fc.oneof(anyDecimal, nearlyDecimal), (text) => {
      // The digit 9 before and after the text stands for neighboring cells, which must not be read.
      const bytes = new TextEncoder().encode(`9${text}9`);
      const end = endOfDecimal(bytes, 1, bytes.length - 1);
      const found = end === -1 ? null : new TextDecoder().decode(bytes.subarray(1, end));
      expect(found).toBe(isDecimal(text) ? withoutSurplusZeros(text) : null);
    }),
    { numRuns: runs(2_000) },
  );
});

it('accepts the number tokens that JSON.parse accepts', () => {
  fc.assert(
    fc.property(fc.oneof(anyDecimal, nearlyDecimal), (text) => {
      expect(isJsonNumber(text)).toBe(isNumberToJson(text));
      const bytes = new TextEncoder().encode(`${text},`);
      const isRead = endOfNumber(bytes, 0, bytes.length) === bytes.length - 1;
      expect(isRead).toBe(isNumberToJson(text) && !text.includes('e'));
    }),
    { numRuns: runs(2_000) },
  );
});

function isNumberToJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'number';
  } catch {
    return false;
  }
}
