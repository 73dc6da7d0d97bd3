import { expect, test } from 'vitest';
import { TEST_PRICE_COLUMN, testField } from '@/test/test-price-column';
import { comparableColumns, orderedSides, type SnapshotSide } from './compared-side';
import { notesWriting } from '@/rows/price-rows/field-meaning';

test.each([
  '_dtLastModifiedDate',
  'CreatedAt',
  'updated_by',
  'ChangedOn',
  'RowVersion',
  'geändertAm',
  'Timestamp',
])('%s notes when or by whom the row was written', (name) => {
  expect(notesWriting(testField(name))).toBe(true);
});

test.each(['ValidFrom', 'Value', 'Number', 'ModifiedPrice', 'UpdatedValue'])('%s is data', (name) => {
  expect(notesWriting(testField(name))).toBe(false);
});

test('a key is data, whatever its name', () => {
  expect(notesWriting(testField('CreatedAt', { isPrimaryKey: true }))).toBe(false);
});

test('a column that may not be viewed is named, and not compared', () => {
  const both = { earlier: ['Number', 'Cost'], later: ['Number', 'Cost'] };
  const isLocked = ({ name }: { readonly name: string }) => name === 'Cost';
  expect(comparableColumns(both, TEST_PRICE_COLUMN.fields, isLocked)).toMatchObject({
    common: ['Number'],
    locked: ['Cost'],
    written: [],
  });
});

test('the snapshot that was taken first is the earlier side, whichever is on screen', () => {
  const takenAt = (createdAtMs: number) =>
    ({ opened: { snapshot: { createdAtMs } } }) as unknown as SnapshotSide;
  const [first, second] = [takenAt(1), takenAt(2)];
  const sides = { earlier: first, later: second };
  expect(orderedSides(first, second)).toEqual(sides);
  expect(orderedSides(second, first)).toEqual(sides);
});
