import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyChar } from '@/test/any-char';
import { readableJson } from './literal';

test('readable JSON has no hidden character, neither in names nor in values', () => {
  const text = fc.string({ unit: anyChar });
  fc.assert(
    fc.property(fc.dictionary(text, text), (value) => {
      const written = readableJson(JSON.stringify(value));
      expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(written.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    }),
    { examples: [[{ 'a\u2028\u202e"': 'b\u2029' }]] },
  );
});
