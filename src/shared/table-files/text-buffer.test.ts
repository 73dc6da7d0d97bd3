import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { TextBuffer } from './text-buffer';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('a', '\uD83D', '\uDE00', 'ä', '€') }),
);

it('is UTF-8 as the engine writes it, however long and in however many pieces', () => {
  const buffer = new TextBuffer();
  fc.assert(
    fc.property(fc.array(text), fc.nat(70_000), (texts, length) => {
      const pieces = [...texts, 'x'.repeat(length)];
      for (const piece of pieces) buffer.append(piece);
      const expected = Buffer.concat(pieces.map((piece) => new TextEncoder().encode(piece)));
      expect(buffer.length).toBe(expected.length);
      expect(Buffer.from(buffer.take()).equals(expected)).toBe(true);
      expect(buffer.take()).toHaveLength(0);
    }),
    { numRuns: 60 },
  );
});
