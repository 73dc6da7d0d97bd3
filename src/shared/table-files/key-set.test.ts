import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createKeySet } from './key-set';

it('knows what it has seen', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (keys) => {
      const set = createKeySet();
      const seen = new Set<string>();
      for (const key of keys) {
        expect(set.add(key)).toBe(!seen.has(key));
        seen.add(key);
      }
    }),
  );
});

it('takes none of half a million like keys for another', () => {
  const set = createKeySet();
  for (let index = 0; index < 250_000; index += 1) {
    if (!set.add(String(1_000_000 + index))) expect.fail(`the number ${index}`);
    if (!set.add(`A-${index}|DE`)) expect.fail(`the article ${index}`);
  }
  expect(set.add('1000000')).toBe(false);
  expect(set.add('A-249999|DE')).toBe(false);
});
