import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createByteWriter, encoded } from './byte-writer';

/** Texts that may be larger than the writer's first memory. Generating each of their characters would take seconds. */
const longText = fc
  .tuple(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.integer({ min: 1, max: 100 }))
  .map(([text, count]) => text.repeat(count));

test('parts of texts are written as the whole text is encoded', () => {
  fc.assert(
    fc.property(fc.array(longText, { maxLength: 8 }), (texts) => {
      const writer = createByteWriter();
      for (const text of texts) {
        writer.writeByte(0x2c);
        writer.writeText(`[${text}]`, 1, 1 + text.length);
        writer.writeBytes(encoded(text));
      }
      expect(Buffer.compare(writer.written(), encoded(texts.map((text) => `,${text}${text}`).join('')))).toBe(
        0,
      );
    }),
  );
});

test('more bytes than at first have room', () => {
  const text = 'ä€x'.repeat(50_000);
  const writer = createByteWriter();
  writer.writeText(text, 0, text.length);
  expect(Buffer.compare(writer.written(), encoded(text))).toBe(0);
});
