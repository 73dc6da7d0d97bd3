import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createKeySet } from './key-set';

const encoder = new TextEncoder();
const bytes = (key: string) => encoder.encode(key);

it('knows what it has seen', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (keys) => {
      const set = createKeySet();
      const seen = new Set<string>();
      for (const key of keys) {
        expect(set.add(bytes(key))).toBe(!seen.has(key));
        seen.add(key);
      }
    }),
  );
});

it('takes none of half a million like keys for another', () => {
  const set = createKeySet();
  for (let index = 0; index < 250_000; index += 1) {
    if (!set.add(bytes(String(1_000_000 + index)))) expect.fail(`the number ${index}`);
    if (!set.add(bytes(`A-${index}|DE`))) expect.fail(`the article ${index}`);
  }
  expect(set.add(bytes('1000000'))).toBe(false);
  expect(set.add(bytes('A-249999|DE'))).toBe(false);
});
