import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { IS_LONG } from '@/test/runs';
import { createKeySet, hashKey, HASH_WORDS } from './key-set';

const encoder = new TextEncoder();
const hashOf = (key: string) => {
  const hash = new Uint32Array(HASH_WORDS);
  hashKey(encoder.encode(key), hash);
  return hash;
};

it('contains the added keys', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (keys) => {
      const set = createKeySet();
      const seen = new Set<string>();
      for (const key of keys) {
        expect(set.add(hashOf(key))).toBe(!seen.has(key));
        seen.add(key);
      }
    }),
  );
});

it('has no collision among very many similar keys', () => {
  const set = createKeySet();
  const count = IS_LONG ? 250_000 : 50_000;
  for (let index = 0; index < count; index += 1) {
    if (!set.add(hashOf(String(1_000_000 + index)))) expect.fail(`the number ${index}`);
    if (!set.add(hashOf(`A-${index}|DE`))) expect.fail(`the article ${index}`);
  }
  expect(set.add(hashOf('1000000'))).toBe(false);
  expect(set.add(hashOf(`A-${count - 1}|DE`))).toBe(false);
});
