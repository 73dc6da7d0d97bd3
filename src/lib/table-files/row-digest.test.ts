import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalCells, canonicalHeader, canonicalRowWriter } from './canonical-rows';
import { rowBatchOf } from '../row-batches/row-batch';
import { createFastSha256 } from './fast-sha256';
import { createRowDigest } from './row-digest';
import type { TableRow } from './table-column';
import { anyTestRow, decodedRows, testColumns, testRow } from '@/test/test-table';
import { TextBuffer } from './text-buffer';

const writeRow = canonicalRowWriter(testColumns);

/** Returns the canonical text of rows. */
function write(rows: readonly TableRow[]): string {
  const out = new TextBuffer();
  const cells = batch(rows);
  rows.forEach((_, row) => writeRow(cells, row, out));
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
      const text = write(rows);
      expect(await digest.finish()).toEqual({
        sha256: sha256(canonicalHeader(testColumns) + text),
        blocks: rows.length === 0 ? [] : [sha256(text)],
        blockRows: 1000,
        secondDigits: null,
      });
    }),
  );
});

it('has no more digits of a second than are asked for, however a cell has come', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyTestRow, { maxLength: 8 }), async (rows) => {
      const digests = [rowBatchOf(rows, testColumns.length), decodedRows(rows, testColumns.length)].map(
        (cells) => {
          const digest = createRowDigest(testColumns, 3);
          digest.add(cells);
          return digest.finish();
        },
      );
      const cells = canonicalCells(testColumns, 3);
      const text = rows.map((row) => `[${cells(row).join(',')}]\n`).join('');
      for (const digest of await Promise.all(digests)) {
        expect(digest).toMatchObject({
          sha256: sha256(canonicalHeader(testColumns) + text),
          secondDigits: 3,
        });
      }
    }),
  );
});

it.each([
  ['JavaScript', undefined],
  ['WebAssembly', createFastSha256],
])('takes the whole from %s', async (_, createWhole) => {
  const rows = Array.from({ length: 1500 }, (_row, index): TableRow => [`row ${index}`, null, null, null]);
  const digest = createRowDigest(testColumns, null, await createWhole?.());
  digest.add(batch(rows));
  const { sha256: found } = await digest.finish();
  expect(found).toBe(sha256(canonicalHeader(testColumns) + write(rows)));
});

it('has a SHA-256 in WebAssembly, each with a message of its own', async () => {
  const [first, second] = [await createFastSha256(), await createFastSha256()];
  first?.update(new TextEncoder().encode('one '));
  second?.update(new TextEncoder().encode('other'));
  first?.update(new TextEncoder().encode('message'));
  expect(Buffer.from(first?.digest() ?? []).toString('hex')).toBe(sha256('one message'));
  expect(Buffer.from(second?.digest() ?? []).toString('hex')).toBe(sha256('other'));
});

it('completes a block every thousand rows', async () => {
  const rows = Array.from({ length: 2500 }, (_, index): TableRow => [`row ${index}`, null, null, null]);
  const digest = createRowDigest(testColumns);
  digest.add(batch(rows.slice(0, 700)));
  digest.add(batch(rows.slice(700)));
  expect((await digest.finish()).blocks).toEqual(
    [0, 1000, 2000].map((start) => sha256(write(rows.slice(start, start + 1000)))),
  );
});
