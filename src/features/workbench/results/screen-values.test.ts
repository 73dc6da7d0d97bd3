import { expect, test } from 'vitest';
import type { SnapshotRow } from '@/contract/extraction';
import { testField } from '@/test/test-price-column';
import { testSnapshot } from '@/test/test-snapshot';
import { screenValues } from './screen-values';

const FIELDS = [testField('Name'), testField('Value', { type: 'number', sqlType: 'decimal', scale: 2 })];

/** Returns a snapshot whose rows are loaded from `loadedFrom` on. */
function openedWith(rowCount: number, loadedFrom = 0, subsetId?: string) {
  const getRow = (index: number): SnapshotRow | null =>
    index < loadedFrom ? null : [index % 3 === 0 ? 'Bolt' : 'Nut', `${index}.50`];
  return {
    columns: ['Name', 'Value'],
    snapshot: testSnapshot({ rowCount }),
    ...(subsetId !== undefined && { subsetId }),
    rows: { rowCount, getRow, getVersion: () => 1 },
  } as unknown as Parameters<typeof screenValues>[0];
}
const signal = new AbortController().signal;
const search = { text: '', dayFormat: '%Y-%m-%d' };

test('the values on screen are those of the rows that are loaded near the ones in view', async () => {
  const source = screenValues(openedWith(10_000, 4_800), FIELDS, 5_000);
  expect(source).toMatchObject({ origin: 'screen', readCount: 700, isPart: true });
  const { values } = await source.find('Name', search, signal);
  expect(values.map(({ value }) => value)).toEqual(['Nut', 'Bolt']);
  expect((await source.find('Value', { ...search, text: '4899.5' }, signal)).values).toEqual([
    { value: '4899.50', count: 1 },
  ]);
  expect((await source.find('Value', { ...search, text: '4799.5' }, signal)).values).toEqual([]);
});

test('all rows of a short snapshot are no part, unless the grid shows some of them alone', () => {
  expect(screenValues(openedWith(20), FIELDS, 0)).toMatchObject({ readCount: 20, isPart: false });
  expect(screenValues(openedWith(20, 0, 'subset'), FIELDS, 0).isPart).toBe(true);
});
