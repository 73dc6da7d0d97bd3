import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createByteWriter, encoded } from './byte-writer';

test('parts of texts are written as the whole text is encoded', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 40_000 }), { maxLength: 8 }), (texts) => {
      const writer = createByteWriter();
      for (const text of texts) {
        writer.writeByte(0x2c);
        writer.writeText(`[${text}]`, 1, 1 + text.length);
        writer.writeBytes(encoded(text));
      }
      expect(writer.written()).toEqual(encoded(texts.map((text) => `,${text}${text}`).join('')));
    }),
  );
});

test('more bytes than at first have room', () => {
  const text = 'ä€x'.repeat(50_000);
  const writer = createByteWriter();
  writer.writeText(text, 0, text.length);
  expect(writer.written()).toEqual(encoded(text));
});
