import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createKeyCheck, keyBytesOnDisk, MAX_KEYS_IN_MEMORY } from './key-check';
import { createMemoryStorage } from './memory-storage';

const encoder = new TextEncoder();
const { createScratch } = createMemoryStorage();

type KeyedRow = readonly [key: string, content: number];

/** Computes the expected findings in the simplest way: it compares rows by their values, and collects keys of several rows. */
function plainly(rows: readonly KeyedRow[]) {
  const seen = new Map<string, number[]>();
  const alike = new Set<string>();
  const found: [row: number, outcome: string][] = [];
  for (const [row, [key, content]] of rows.entries()) {
    const contents = seen.get(key);
    seen.set(key, [...(contents ?? []), content]);
    if (contents === undefined) continue;
    const isRepeated = contents.includes(content);
    if (isRepeated) alike.add(key);
    found.push([row, isRepeated ? 'repeated' : 'doubled']);
  }
  const keys = [...seen.values()].filter(({ length }) => length > 1).length;
  return { found, counts: { keys, alike: alike.size } };
}

async function foundBy(rows: readonly KeyedRow[], limits?: Parameters<typeof createKeyCheck>[2]) {
  const check = await createKeyCheck(rows.length, createScratch, limits);
  const found: [row: number, outcome: string][] = [];
  for (const [row, [key, content]] of rows.entries()) {
    const outcome = check.add(encoder.encode(key), content);
    if (outcome !== 'new') found.push([row, outcome]);
  }
  const counts = await check.finish((row, outcome) => found.push([row, outcome]));
  return { found: found.toSorted(([a], [b]) => a - b), counts };
}

describe('checking keys', () => {
  test('finds every duplicate, and tells the same rows from different ones, in memory and on disk', async () => {
    const content = fc.constantFrom(0, 1, 0xffff_ffff);
    const key = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('a', 'b', 'c'));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(key, content), { maxLength: 60 }),
        fc.integer({ min: 1, max: 8 }),
        async (rows, maxPartition) => {
          const expected = plainly(rows);
          expect(await foundBy(rows)).toEqual(expected);
          expect(await foundBy(rows, { maxInMemory: 0, maxPartition })).toEqual(expected);
        },
      ),
    );
  });

  test('finds duplicates among many blocks on disk', async () => {
    const rows = Array.from({ length: 50_000 }, (_, row): KeyedRow => [`A-${row}`, row]);
    const limits = { maxInMemory: 10, maxPartition: 15_000 };
    expect(await foundBy(rows, limits)).toEqual({ found: [], counts: { keys: 0, alike: 0 } });
    expect(await foundBy([...rows, ['A-7', 7], ['A-9', 0]], limits)).toEqual({
      found: [
        [50_000, 'repeated'],
        [50_001, 'doubled'],
      ],
      counts: { keys: 2, alike: 1 },
    });
  });

  test('of a billion rows stays within its memory', async () => {
    const check = await createKeyCheck(1_000_000_000, createScratch);
    for (const key of ['1', '2', '1']) expect(check.add(encoder.encode(key), 5)).toBe('new');
    const found: unknown[] = [];
    expect(await check.finish((...each) => found.push(each))).toEqual({ keys: 1, alike: 1 });
    expect(found).toEqual([[2, 'repeated']]);
    expect(keyBytesOnDisk(1_000_000_000)).toBe(20_000_000_000);
    expect(keyBytesOnDisk(MAX_KEYS_IN_MEMORY)).toBe(0);
  });
});
