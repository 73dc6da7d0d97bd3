import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalHeader, canonicalRowWriter } from './canonical-rows';
import { createRowDigest } from './row-digest';
import type { TableRow } from './table-column';
import { decodedRows, testColumns, testRow } from '@/test/test-table';
import { TextBuffer } from './text-buffer';

const writeRow = canonicalRowWriter(testColumns);

function write(row: TableRow): string {
  const out = new TextBuffer();
  writeRow(batch([row]), 0, out);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(out.take());
}

function batch(rows: readonly TableRow[]) {
  return decodedRows(rows, testColumns.length);
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

it('is the SHA-256 of header and rows, for any batches', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(testRow, { maxLength: 30 }), fc.nat(30), async (rows, cut) => {
      const digest = createRowDigest(testColumns);
      digest.add(batch(rows.slice(0, cut)));
      digest.add(batch(rows.slice(cut)));
      const text = rows.map((row) => write(row)).join('');
      expect(await digest.finish()).toEqual({
        sha256: sha256(canonicalHeader(testColumns) + text),
        blocks: rows.length === 0 ? [] : [sha256(text)],
        blockRows: 1000,
      });
    }),
  );
});

it('completes a block every thousand rows', async () => {
  const rows = Array.from({ length: 2500 }, (_, index): TableRow => [`row ${index}`, null, null, null]);
  const digest = createRowDigest(testColumns);
  digest.add(batch(rows.slice(0, 700)));
  digest.add(batch(rows.slice(700)));
  expect((await digest.finish()).blocks).toEqual(
    [0, 1000, 2000].map((start) =>
      sha256(
        rows
          .slice(start, start + 1000)
          .map((row) => write(row))
          .join(''),
      ),
    ),
  );
});
