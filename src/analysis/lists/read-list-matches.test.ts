import { describe, expect, it } from 'vitest';
import { openTestEngine } from '@/test/analysis-engine';
import { testField } from '@/test/test-price-column';
import { readListMatches } from './read-list-matches';

const FIELDS = [
  testField('Name'),
  testField('Value', { type: 'number', sqlType: 'decimal', precision: 18, scale: 4 }),
];
const { signal } = new AbortController();

describe('the rows of a list', () => {
  it(
    'are counted for 21,000 values, more than two answers of the engine hold',
    { tags: ['long'] },
    async () => {
      const values = Array.from({ length: 21_000 }, (_, index) => `Art ${(index * 7919) % 21_000}`);
      // Every third article is missing; every fifth occurs twice, once in capital letters.
      const rows = values.flatMap((value, index) =>
        index % 3 === 0
          ? []
          : [[value, null], ...(index % 5 === 0 ? [[value.toUpperCase(), '1.0000'] as const] : [])],
      );
      const { engine, table } = await openTestEngine(FIELDS, rows);
      const { rowCounts, unmatchedRowCount } = await readListMatches(
        { engine, table, misfits: {} },
        { field: 'Name', type: 'text', values },
        signal,
      );
      expect(rowCounts).toEqual(values.map((_, index) => (index % 3 === 0 ? 0 : index % 5 === 0 ? 2 : 1)));
      expect(unmatchedRowCount).toBe(0);
    },
  );

  it('are counted to the last digit, and misfits are not passed over', async () => {
    const rows = [
      ['a', '12345678901234.5678'],
      ['b', '12345678901234.5679'],
      ['b', '0.1000'],
      ['c', 'misfit'],
      ['c', null],
    ];
    const { engine, table } = await openTestEngine(FIELDS, rows);
    expect(
      await readListMatches(
        { engine, table, misfits: { Value: 1 } },
        { field: 'Value', type: 'number', values: ['12345678901234.5678', '0.1', '5'] },
        signal,
      ),
    ).toEqual({ rowCounts: [1, 1, 0], unmatchedRowCount: 2 });
    await expect(
      readListMatches(
        { engine, table, misfits: {} },
        { field: 'Secret', type: 'text', values: ['a', 'b'] },
        signal,
      ),
    ).rejects.toThrow(RangeError);
  });
});
