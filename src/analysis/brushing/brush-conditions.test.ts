import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openTestEngine } from '@/test/analysis-engine';
import { subsetFromParameter, subsetToParameter } from '../conditions/subset-address';
import { subsetSql } from '../engine/subset-sql';
import { sql } from '../engine/sql';
import { binsOfCondition, brushCondition, isExactBrush } from './brush-conditions';
import { pictureRows, readBins } from './read-bins';
import { runs } from '@/test/runs';

const FIELDS = [
  { name: 'Country', type: 'text', scale: null },
  { name: 'Value', type: 'number', scale: 2 },
  { name: 'From', type: 'date', scale: null },
  { name: 'Active', type: 'boolean', scale: null },
] as const;
const NEVER = new AbortController().signal;
const ROWS = Array.from({ length: 500 }, (_, at) => [
  at % 7 === 0 ? null : at % 11 === 0 ? '' : `Value ${(at * at) % 311}`,
  at % 13 === 0 ? 'unknown' : at === 77 ? '9999.99' : `${((at * 37) % 1000) / 10}0`,
  at % 5 === 0 ? null : `2026-0${(at % 9) + 1}-1${at % 10}${at % 2 === 0 ? '' : 'T10:00:00.1234567'}`,
  at % 3 === 0 ? null : at % 2 === 0,
]);

it('turns brushes into conditions that find the same rows, and back, also through an address', async () => {
  const { engine, table } = await openTestEngine(FIELDS, ROWS);
  const pictured = await pictureRows(engine, table, { isView: false, signal: NEVER });
  for (const [at, column] of table.columns.entries()) {
    for (const isWhole of [false, true]) {
      const binned = await readBins(engine, pictured, column, { isWhole, signal: NEVER });
      const type = FIELDS[at]?.type ?? 'text';
      await fc.assert(
        fc.asyncProperty(
          fc
            .uniqueArray(fc.nat(binned.binCount - 1), { minLength: 1 })
            .map((codes) => codes.toSorted((a, b) => a - b)),
          async (codes) => {
            const condition = brushCondition(column.name, binned, codes);
            expect(binsOfCondition(condition, binned, type)).toEqual(codes);
            const subset = { conditions: [condition] };
            const read = subsetFromParameter(subsetToParameter(subset), FIELDS);
            expect(read).toEqual({ ok: true, subset });
            const [ofAddress = null] = read.ok ? read.subset.conditions : [];
            for (const each of [condition, ofAddress]) {
              expect(each !== null && isExactBrush(each, binned, codes)).toBe(true);
            }
            const found = await engine.query(
              sql`SELECT row_index FROM rows_read WHERE ${subsetSql(subset, table)} ORDER BY row_index`,
              { maxRows: ROWS.length },
            );
            const expected = ROWS.flatMap((_, row) =>
              codes.includes(binned.bytes[row] ?? -1) ? [String(row)] : [],
            );
            expect(found.rows.map(([row]) => row)).toEqual(expected);
          },
        ),
        { numRuns: runs(15) },
      );
    }
  }
});

it('goes to the edges around a range between them, and says so', () => {
  const bins = [
    { kind: 'below', to: '0.00' },
    { kind: 'range', from: '0.00', to: '10.00' },
    { kind: 'range', from: '10.00', to: '20.00' },
    { kind: 'above', from: '20.00' },
  ] as const;
  const condition = {
    kind: 'between',
    column: 'Value',
    from: '5.00',
    to: '10.00',
    includesEnd: false,
  } as const;
  expect(binsOfCondition(condition, { bins }, 'number')).toEqual([1]);
  expect(isExactBrush(condition, { bins }, [1])).toBe(false);
  expect(binsOfCondition({ ...condition, from: '5', to: null }, { bins }, 'number')).toEqual([1, 2, 3]);
  expect(binsOfCondition({ kind: 'is', column: 'Value', value: '7' }, { bins }, 'number')).toBe(null);
});
