import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyChar } from '@/test/any-char';
import { canonicalDate, canonicalHeader, canonicalRowWriter, jsonString } from './canonical-rows';
import { rowBatchOf, type RowBatch } from '../row-batches/row-batch';
import type { TableRow } from './table-column';
import { decodedRows, anyTestRow, testColumns } from '@/test/test-table';
import { TextBuffer } from './text-buffer';
import { withoutSurplusZeros } from '../base/decimal-grammar';
import { runs } from '@/test/runs';

const writeRow = canonicalRowWriter(testColumns);

function write(row: TableRow): string {
  const line = written(rowBatchOf([row], testColumns.length));
  expect(written(decodedRows([row], testColumns.length))).toBe(line);
  return line;
}

function written(batch: RowBatch): string {
  const out = new TextBuffer();
  writeRow(batch, 0, out);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(out.take());
}

describe('the canonical form', () => {
  it('is one line of JSON per row', () => {
    expect(canonicalHeader(testColumns)).toBe('["Name","Value","Changed","Active"]\n');
    expect(write(['a"b', '12.5000', '2026-01-31T10:11:12.1200000', true])).toBe(
      '["a\\"b",12.5,"2026-01-31T10:11:12.12",true]\n',
    );
    expect(write([null, null, null, null])).toBe('[null,null,null,null]\n');
    fc.assert(
      fc.property(anyTestRow, (row) => {
        expect(JSON.parse(write(row))).toHaveLength(testColumns.length);
      }),
    );
  });

  it('is the same for equal values', () => {
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

  it('of a moment drops only insignificant zeros', () => {
    // Most generated parts are valid, and some are one too large.
    const part = (max: number) =>
      fc.integer({ min: 0, max: max + 1 }).map((number) => String(number).padStart(2, '0'));
    const fraction = fc.oneof(
      fc.constant(''),
      fc.integer({ min: 0, max: 9_999_999 }).map((ticks) => `.${ticks}00`),
    );
    const zone = fc.constantFrom('', '', '', 'Z', '+02:00', 'x');
    fc.assert(
      fc.property(fc.tuple(part(12), part(31), part(23), part(59), part(59), fraction, zone), (parts) => {
        const [month, day, hour, minute, second, digits, offset] = parts;
        const text = `2026-${month}-${day}T${hour}:${minute}:${second}${digits}${offset}`;
        const isRight = offset !== 'x' && !Number.isNaN(Date.parse(`${text.slice(0, 19)}Z`)) && hour !== '24';
        const isDay = isRight && new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDate() === Number(day);
        const shortest = text
          .replace(/(\.\d*?)0+(?=$|Z|\+)/, '$1')
          .replace(/\.(?=$|Z|\+)/, '')
          .replace(/T00:00:00$/, '');
        expect(canonicalDate(text)).toBe(isDay ? shortest : text);
      }),
      { numRuns: runs(2_000) },
    );
  });

  it('distinguishes different values that look alike', () => {
    const texts = [null, '', 'null', 'true', '1', '1,2'].map((value) => write([value, null, null, null]));
    expect(new Set(texts).size).toBe(texts.length);
    expect(write([null, 'abc', null, null])).toBe('[null,"abc",null,null]\n');
    fc.assert(
      fc.property(fc.string({ unit: anyChar }), fc.string({ unit: anyChar }), (a, b) => {
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
