import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createJsonRowsReader } from './json-row-batches';
import { rowsOf } from './row-batch';
import { hashRow } from './row-hash';

const COLUMNS = ['a', 'b', 'c'];

function hashesOf(rows: readonly (readonly unknown[])[]): { hashes: number[]; texts: string[] } {
  const json = rows.map((row) => Object.fromEntries(COLUMNS.map((name, index) => [name, row[index]])));
  const open = createJsonRowsReader(['rows'], COLUMNS, (row) =>
    COLUMNS.map((name) => String((row as Record<string, unknown>)[name])),
  );
  const opened = open([new TextEncoder().encode(JSON.stringify({ rows: json }))]);
  const hashes: number[] = [];
  const texts: string[] = [];
  for (const batch of opened?.batches() ?? []) {
    texts.push(...rowsOf(batch).map((row) => JSON.stringify(row)));
    for (let row = 0; row < batch.rowCount; row += 1) hashes.push(hashRow(batch, row));
  }
  return { hashes, texts };
}

test('rows have the same number where all their cells are the same, and else hardly ever', () => {
  const cell = fc.oneof(
    fc.constantFrom<unknown>(null, true, false, '', 'a', 'b', 'ab', '1', 12, 1, 1.5, 'ü"\\'),
    fc.string({ unit: 'grapheme', maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 40 }), (some) => {
      // The first row is added again at the end, because the reader reads the first row in another way than later rows.
      const rows = [...some, ...some.slice(0, 1)];
      const { hashes, texts } = hashesOf(rows);
      expect(hashes).toHaveLength(rows.length);
      for (const [index, hash] of hashes.entries()) {
        const first = texts.indexOf(texts[index] ?? '');
        expect(hashes.indexOf(hash)).toBe(first);
      }
    }),
  );
  const { hashes } = hashesOf(Array.from({ length: 20_000 }, (_, index) => [index, `${index % 7}`, null]));
  expect(new Set(hashes).size).toBe(hashes.length);
});
