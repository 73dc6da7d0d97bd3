import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalHeader, canonicalRowWriter } from './canonical-rows';
import { createRowDigest } from './row-digest';
import { testColumns, testRow } from './test-table';

const write = canonicalRowWriter(testColumns);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

it('is SHA-256 over header and rows, however they come in', () => {
  fc.assert(
    fc.property(fc.array(testRow, { maxLength: 30 }), fc.nat(30), (rows, cut) => {
      const digest = createRowDigest(testColumns);
      digest.add(rows.slice(0, cut));
      digest.add(rows.slice(cut));
      const text = rows.map(write).join('');
      expect(digest.finish()).toEqual({
        sha256: sha256(canonicalHeader(testColumns) + text),
        blocks: rows.length === 0 ? [] : [sha256(text)],
        blockRows: 1000,
      });
    }),
  );
});

it('ends a block every thousand rows', () => {
  const rows = Array.from({ length: 2500 }, (_, index) => [`row ${index}`, null, null, null]);
  const digest = createRowDigest(testColumns);
  digest.add(rows.slice(0, 700));
  digest.add(rows.slice(700));
  expect(digest.finish().blocks).toEqual(
    [0, 1000, 2000].map((start) =>
      sha256(
        rows
          .slice(start, start + 1000)
          .map(write)
          .join(''),
      ),
    ),
  );
});
