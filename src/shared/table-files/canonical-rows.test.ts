import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canonicalDate,
  canonicalHeader,
  canonicalRowWriter,
  jsonString,
  withoutSurplusZeros,
} from './canonical-rows';
import type { TableRow } from './table-column';
import { testColumns, testRow } from './test-table';

const writeRow = canonicalRowWriter(testColumns);

function write(row: TableRow): string {
  let line = '';
  writeRow(row, { append: (text) => (line += text) });
  return line;
}

describe('the canonical form', () => {
  it('is one line of JSON per row', () => {
    expect(canonicalHeader(testColumns)).toBe('["Name","Value","Changed","Active"]\n');
    expect(write(['a"b', '12.5000', '2026-01-31T10:11:12.1200000', true])).toBe(
      '["a\\"b",12.5,"2026-01-31T10:11:12.12",true]\n',
    );
    expect(write([null, null, null, null])).toBe('[null,null,null,null]\n');
    fc.assert(
      fc.property(testRow, (row) => {
        expect(JSON.parse(write(row))).toHaveLength(testColumns.length);
      }),
    );
  });

  it('is the same for values that are the same', () => {
    for (const texts of [
      ['7', '7.0', '7.0000', '07', '+7', '7e0'],
      ['0', '-0', '0.00'],
      ['-0.50', '-.5'],
    ]) {
      expect(new Set(texts.map((value) => write([null, value, null, null]))).size).toBe(1);
    }
    expect(canonicalDate('2026-01-31T00:00:00.0000000')).toBe('2026-01-31');
    expect(canonicalDate('2026-01-31 10:00')).toBe('2026-01-31T10:00:00');
    expect(canonicalDate('soon')).toBe('soon');
  });

  it('tells apart what differs, whatever it looks like', () => {
    const texts = [null, '', 'null', 'true', '1', '1,2'].map((value) => write([value, null, null, null]));
    expect(new Set(texts).size).toBe(texts.length);
    expect(write([null, 'abc', null, null])).toBe('[null,"abc",null,null]\n');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(jsonString(a) === jsonString(b)).toBe(a === b);
        expect(JSON.parse(jsonString(a))).toBe(a);
      }),
    );
  });

  it.each([
    ['12.5000', '12.5'],
    ['100', '100'],
    ['0.000', '0'],
    ['-10.0', '-10'],
  ])('writes %s as %s', (decimal, expected) => {
    expect(withoutSurplusZeros(decimal)).toBe(expected);
  });
});
