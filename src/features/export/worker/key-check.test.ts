import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createKeyCheck, keyBytesOnDisk, MAX_KEYS_IN_MEMORY } from './key-check';
import { createMemoryStorage } from './memory-storage';

const encoder = new TextEncoder();
const { createScratch } = createMemoryStorage();

/** The first row whose key an earlier one has, the plain way. */
function firstDouble(keys: readonly string[]): number | null {
  const seen = new Set<string>();
  for (const [row, key] of keys.entries()) {
    if (seen.has(key)) return row;
    seen.add(key);
  }
  return null;
}

async function foundBy(keys: readonly string[], limits?: Parameters<typeof createKeyCheck>[2]) {
  const check = await createKeyCheck(keys.length, createScratch, limits);
  for (const [row, key] of keys.entries()) {
    if (!check.add(encoder.encode(key))) return row;
  }
  return check.finish();
}

describe('checking keys', () => {
  test('finds the first duplicate, in memory and on disk', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme' })),
        fc.integer({ min: 1, max: 8 }),
        async (keys, maxPartition) => {
          const expected = firstDouble(keys);
          expect(await foundBy(keys)).toBe(expected);
          expect(await foundBy(keys, { maxInMemory: 0, maxPartition })).toBe(expected);
        },
      ),
    );
  });

  test('finds a duplicate among many blocks on disk', async () => {
    const keys = Array.from({ length: 50_000 }, (_, row) => `A-${row}`);
    const limits = { maxInMemory: 10, maxPartition: 15_000 };
    expect(await foundBy(keys, limits)).toBe(null);
    expect(await foundBy([...keys, 'A-7', 'A-9'], limits)).toBe(50_000);
  });

  test('of a billion rows stays within its memory', async () => {
    const check = await createKeyCheck(1_000_000_000, createScratch);
    for (const key of ['1', '2', '1']) expect(check.add(encoder.encode(key))).toBe(true);
    expect(await check.finish()).toBe(2);
    expect(keyBytesOnDisk(1_000_000_000)).toBe(20_000_000_000);
    expect(keyBytesOnDisk(MAX_KEYS_IN_MEMORY)).toBe(0);
  });
});
