import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyChar } from '@/test/any-char';
import { TextBuffer } from './text-buffer';
import { runs } from '@/test/runs';

const text = fc.oneof(
  fc.string({ unit: anyChar }),
  fc.string({ unit: fc.constantFrom('a', '\uD83D', '\uDE00', 'ä', '€') }),
);

it('is the UTF-8 of TextEncoder, for any length and number of chunks', () => {
  const buffer = new TextBuffer();
  fc.assert(
    fc.property(fc.array(text), fc.nat(70_000), (texts, length) => {
      const chunks = [...texts, 'x'.repeat(length)];
      for (const chunk of chunks) buffer.append(chunk);
      const expected = Buffer.concat(chunks.map((chunk) => new TextEncoder().encode(chunk)));
      expect(buffer.length).toBe(expected.length);
      expect(Buffer.from(buffer.take()).equals(expected)).toBe(true);
      expect(buffer.take()).toHaveLength(0);
    }),
    { numRuns: runs(60) },
  );
});
