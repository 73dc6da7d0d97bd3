import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTestEngine } from '@/test/analysis-engine';
import { testField } from '@/test/test-price-column';
import type { RowsRead } from '../model/rows-read';
import { knownValuesSource } from './use-offer-known-values';

const decimal = { type: 'number', sqlType: 'decimal', precision: 18, scale: 4 } as const;
const FIELDS = [
  testField('Name'),
  testField('Value', decimal),
  testField('Factor', { type: 'number', sqlType: 'float', precision: 53, scale: null }),
];
const signal = new AbortController().signal;

async function sourceOf(
  rows: readonly (readonly (string | null)[])[],
  coverage: RowsRead['coverage'] = { kind: 'all', rowCount: rows.length },
) {
  const { engine, table } = await openTestEngine(FIELDS, rows);
  const snapshot = { cacheKey: 'key', rowCount: coverage.rowCount, createdAtMs: 0, expiresAtMs: 1 };
  return knownValuesSource({ engine, table, snapshot, coverage, revision: 1, misfits: {} }, FIELDS);
}

describe('the known values', { timeout: 60_000 }, () => {
  it('are those of the rows with their counts, the most frequent first, and with every digit', async () => {
    const source = await sourceOf([
      ['Bolt', '1.5000', '2'],
      ['bolt', '12345678901234.5678', '2'],
      ['Bolt', '1.5000', null],
      ['', null, '3'],
      [null, 'misfit', null],
    ]);
    expect([...source.columns]).toEqual(['Name', 'Value', 'Factor']);
    expect(await source.find('Name', '', signal)).toEqual({
      values: [
        { value: 'Bolt', count: 2 },
        { value: '', count: 1 },
        { value: 'bolt', count: 1 },
      ],
      hasMore: false,
    });
    expect((await source.find('Value', '', signal)).values).toEqual([
      { value: '1.5000', count: 2 },
      { value: '12345678901234.5678', count: 1 },
    ]);
    expect((await source.find('Factor', '', signal)).values).toEqual([
      { value: '2', count: 2 },
      { value: '3', count: 1 },
    ]);
    expect(await source.find('Secret', '', signal)).toEqual({ values: [], hasMore: false });
  });

  it('are searched by any text without regard to case, and bounded', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => [`Item ${index}`, String(index), null]);
    const source = await sourceOf([...rows, ["o'Hara %_", '-0.5', null]]);
    const all = await source.find('Name', 'ITEM', signal);
    expect(all.values).toHaveLength(50);
    expect(all.hasMore).toBe(true);
    const found = async (column: string, text: string) =>
      (await source.find(column, text, signal)).values.map(({ value }) => value);
    expect(await found('Name', "o'hara %_")).toEqual(["o'Hara %_"]);
    expect(await found('Name', '%')).toEqual(["o'Hara %_"]);
    expect(await found('Value', '-0.5')).toEqual(['-0.5000']);
    expect(await found('Name', 'item 29')).toHaveLength(11);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        const names = [...rows.map(([name]) => name ?? ''), "o'Hara %_"];
        const wanted = names.filter((name) => name.toLowerCase().includes(text.toLowerCase()));
        expect((await source.find('Name', text, signal)).values).toHaveLength(Math.min(50, wanted.length));
      }),
      { numRuns: 30 },
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
