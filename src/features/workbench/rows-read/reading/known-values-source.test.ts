import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTestEngine } from '@/test/analysis-engine';
import { testField } from '@/test/test-price-column';
import { knownValuesOfCells } from '../../model/known-values-of-cells';
import type { RowsRead } from '@/analysis/reading/rows-read';
import { knownValuesSource } from './use-publish-known-values';
import { runs } from '@/test/runs';
import { testSnapshot } from '@/test/test-snapshot';

const decimal = { type: 'number', sqlType: 'decimal', precision: 18, scale: 4 } as const;
const FIELDS = [
  testField('Name'),
  testField('Value', decimal),
  testField('Factor', { type: 'number', sqlType: 'float', precision: 53, scale: null }),
  testField('Changed', { type: 'date', sqlType: 'datetime2', scale: 7 }),
  testField('Active', { type: 'boolean', sqlType: 'bit' }),
];
const searched = (text: string) => ({ text, dayFormat: '%-d.%m.%Y' });
const ALL = searched('');
const signal = new AbortController().signal;

async function sourceOf(
  rows: readonly (readonly (string | boolean | null)[])[],
  coverage: RowsRead['coverage'] = { kind: 'all', rowCount: rows.length },
) {
  const { engine, table } = await openTestEngine(FIELDS, rows);
  const snapshot = testSnapshot({ rowCount: coverage.rowCount });
  return knownValuesSource({ engine, table, snapshot, coverage, revision: 1, misfits: {} }, FIELDS);
}

describe('the known values', () => {
  it('are those of the rows with their counts, the most frequent first, and with every digit', async () => {
    const source = await sourceOf([
      ['Bolt', '1.5000', '2'],
      ['bolt', '12345678901234.5678', '2'],
      ['Bolt', '1.5000', null],
      ['', null, '3'],
      [null, 'misfit', null],
    ]);
    expect([...source.columns]).toEqual(['Name', 'Value', 'Factor', 'Changed', 'Active']);
    expect(await source.find('Name', ALL, signal)).toEqual({
      values: [
        { value: 'Bolt', count: 2 },
        { value: '', count: 1 },
        { value: 'bolt', count: 1 },
      ],
      hasMore: false,
    });
    expect((await source.find('Value', ALL, signal)).values).toEqual([
      { value: '1.5000', count: 2 },
      { value: '12345678901234.5678', count: 1 },
    ]);
    expect((await source.find('Factor', ALL, signal)).values).toEqual([
      { value: '2', count: 2 },
      { value: '3', count: 1 },
    ]);
    expect(await source.find('Secret', ALL, signal)).toEqual({ values: [], hasMore: false });
  });

  it('are searched by any text without regard to case, and bounded', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => [`Item ${index}`, String(index), null]);
    const source = await sourceOf([...rows, ["o'Hara %_", '-0.5', null]]);
    const all = await source.find('Name', searched('ITEM'), signal);
    expect(all.values).toHaveLength(50);
    expect(all.hasMore).toBe(true);
    const found = async (column: string, text: string) =>
      (await source.find(column, searched(text), signal)).values.map(({ value }) => value);
    expect(await found('Name', "o'hara %_")).toEqual(["o'Hara %_"]);
    expect(await found('Name', '%')).toEqual(["o'Hara %_"]);
    expect(await found('Value', '-0.5')).toEqual(['-0.5000']);
    expect(await found('Name', 'item 29')).toHaveLength(11);
    await fc.assert(
      // The search also ignores accents and control characters.
      fc.asyncProperty(fc.string(), async (text) => {
        const names = [...rows.map(([name]) => name ?? ''), "o'Hara %_"];
        const wanted = names.filter((name) => name.toLowerCase().includes(text.toLowerCase()));
        expect((await source.find('Name', searched(text), signal)).values).toHaveLength(
          Math.min(50, wanted.length),
        );
      }),
      { numRuns: runs(30) },
    );
  });

  it('are days of dates, whatever the time, as the person writes them or as ISO does', async () => {
    const source = await sourceOf([
      ['a', null, null, '2026-01-31T10:11:12.1234567', true],
      ['b', null, null, '2026-01-31T23:59:59.9999999', null],
      ['c', null, null, '2026-02-01', false],
      ['d', null, null, '1899-12-31T00:00:00', true],
      ['e', null, null, 'soon', 'maybe'],
      ['f', null, null, null, true],
    ]);
    const found = async (column: string, text: string) =>
      (await source.find(column, searched(text), signal)).values;
    expect(await found('Changed', '')).toEqual([
      { value: '2026-01-31', count: 2 },
      { value: '1899-12-31', count: 1 },
      { value: '2026-02-01', count: 1 },
    ]);
    for (const text of ['1.02.2026', '1.02', '2026-02', '2026-02-01']) {
      expect(await found('Changed', text), `found by ${text}`).toEqual([{ value: '2026-02-01', count: 1 }]);
    }
    expect(await found('Changed', '12:')).toEqual([]);
    expect(await found('Active', '')).toEqual([
      { value: 'true', count: 3 },
      { value: 'false', count: 1 },
    ]);
  });

  it('are those that the rows on screen have, too', async () => {
    const cell = fc.constantFrom('1.5000', '-0.5000', '10.0000', null);
    const name = fc.constantFrom('Bolt', 'bolt', '', "o'Hara", null);
    const day = fc.constantFrom('2026-01-31T10:11:12.1234567', '2026-02-01', '2026-01-31', null);
    const rowsOf = fc.array(
      fc.tuple(name, cell, fc.constant(null), day, fc.constantFrom(true, false, null)),
      {
        minLength: 1,
        maxLength: 12,
      },
    );
    const text = fc.constantFrom('', 'BO', '5', '-0', '2026-01', '1.02', 'r');
    await fc.assert(
      fc.asyncProperty(rowsOf, text, async (rows, searchText) => {
        const source = await sourceOf(rows);
        for (const [index, { name: column, type }] of FIELDS.entries()) {
          if (column === 'Factor') continue;
          const onScreen = knownValuesOfCells(
            rows.map((row) => row[index]),
            type,
            searched(searchText),
          );
          expect(onScreen).toEqual(await source.find(column, searched(searchText), signal));
        }
      }),
      { numRuns: runs(12) },
    );
  });

  it('tell that they are of some of the rows', async () => {
    const rows = [['Bolt', '1', null]];
    expect(await sourceOf(rows)).toMatchObject({ readCount: 1, isPart: false });
    expect(await sourceOf(rows, { kind: 'sample', readCount: 1, rowCount: 10 })).toMatchObject({
      readCount: 1,
      isPart: true,
    });
  });
});
