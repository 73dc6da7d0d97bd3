import { expect, test } from 'vitest';
import { testField } from '@/test/test-price-column';
import { notesWriting } from './written-columns';

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
