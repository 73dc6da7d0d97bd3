import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { endOfUtf8Sequence } from './utf8';
import { runs } from '@/test/runs';

const byte = fc.oneof(
  fc.integer({ min: 0x80, max: 0xff }),
  fc.constantFrom(0x41, 0xc0, 0xc2, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf),
);

it('accepts the sequences that the decoder accepts', () => {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  fc.assert(
    fc.property(fc.array(byte, { minLength: 1, maxLength: 5 }), (list) => {
      fc.pre((list[0] ?? 0) >= 0x80);
      const bytes = new Uint8Array(list);
      const isCharacter = (end: number) => {
        try {
          return Array.from(decoder.decode(bytes.subarray(0, end))).length === 1;
        } catch {
          return false;
        }
      };
      expect(endOfUtf8Sequence(bytes, 0)).toBe(
        [2, 3, 4].find((end) => end <= list.length && isCharacter(end)) ?? -1,
      );
    }),
    { numRuns: runs(5_000) },
  );
});
