import { expect, test } from 'vitest';
import { createExtractionPageReader } from '@/rows/extraction/extraction-page-reader';
import { rowsOf } from '@/lib/row-batches/row-batch';
import { openTestEngine } from '@/test/analysis-engine';
import { testField } from '@/test/test-price-column';
import { testSnapshot } from '@/test/test-snapshot';
import { RowsReadError } from '../snapshot/snapshot-failure';
import { pagesOfRowsRead } from './pages-of-rows-read';

const FIELDS = [
  testField('Number', { isKey: true, isPrimaryKey: true }),
  testField('Country'),
  testField('Value', { type: 'number', sqlType: 'decimal', scale: 4 }),
  testField('From', { type: 'date', sqlType: 'datetime2' }),
  testField('Active', { type: 'boolean', sqlType: 'bit' }),
];
const ROWS = Array.from({ length: 2_500 }, (_, index) => [
  `N${index}`,
  ['DE', '', null, 'O\'Neill "1"\n'][index % 4] ?? null,
  index % 50 === 7 ? 'on request' : `${index}.5000`,
  index % 90 === 4 ? 'soon' : '2026-01-31T10:00:00.1234567',
  index % 60 === 8 ? 'true' : index % 2 === 0,
]);
const { engine, table } = await openTestEngine(FIELDS, ROWS);
const snapshot = testSnapshot({ rowCount: ROWS.length });
const rowsRead = {
  engine,
  table,
  snapshot,
  coverage: { kind: 'all', rowCount: ROWS.length },
  misfits: {},
} as const;
/** The column `Cost` was not read. */
const columns = ['Number', 'Country', 'Cost', 'Value', 'From', 'Active'];
const { signal } = new AbortController();

test.each([1, 2, 3])('page %i has the values that the service sent', async (page) => {
  const receivePage = pagesOfRowsRead({ columns }, rowsRead, FIELDS);
  const names = table.columns.map(({ name }) => name);
  const open = createExtractionPageReader({ priceColumn: 'Any', snapshot, pageSize: 1_000 }, names);
  const opened = open((await receivePage?.(page, 1_000, signal)) ?? [], page);
  const rows = [];
  for (const batch of opened.batches()) rows.push(...rowsOf(batch));
  expect(rows).toEqual(ROWS.slice((page - 1) * 1_000, page * 1_000));
  expect(() => opened.requireFit()).not.toThrow();
});

test('there are no pages of some of the rows, or of texts that the engine has changed', () => {
  const part = { kind: 'part', readCount: 1, rowCount: ROWS.length, status: 'stopped' } as const;
  expect(pagesOfRowsRead({ columns }, { ...rowsRead, coverage: part }, FIELDS)).toBeNull();
  expect(pagesOfRowsRead({ columns }, { ...rowsRead, misfits: { Country: 1 } }, FIELDS)).toBeNull();
  expect(pagesOfRowsRead({ columns }, { ...rowsRead, misfits: { Value: 50 } }, FIELDS)).not.toBeNull();
});

test('rows that are no longer there are no shorter page', async () => {
  const more = { ...snapshot, rowCount: ROWS.length + 1 };
  const receivePage = pagesOfRowsRead({ columns }, { ...rowsRead, snapshot: more }, FIELDS);
  await expect(receivePage?.(3, 1_000, signal)).rejects.toThrow(RowsReadError);
});
