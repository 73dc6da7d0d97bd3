import { expect, it } from 'vitest';
import { TEST_PRICE_COLUMN, testField } from '@/test/test-price-column';
import type { AnalysedColumn } from '../engine/analysed-table';
import { computedField } from '../conditions/computed-field';
import { proposedPivots } from './proposals';

const FIELDS = [
  testField('Country', { maxLength: 2 }),
  testField('Currency', { maxLength: 3 }),
  ...TEST_PRICE_COLUMN.fields.filter(({ name }) => name === 'Value' || name === 'NeedsPrice'),
];
const COLUMNS = FIELDS.map(({ name, type }): AnalysedColumn => ({
  name,
  type,
  sqlName: name,
  orderSqlName: name,
  scale: null,
  misfitSqlName: null,
}));

function proposed(...fixed: string[]) {
  return proposedPivots(COLUMNS, FIELDS, (name) => fixed.includes(name)).map(
    ({ rows, columns }) =>
      [rows.map(({ field }) => field).join(), columns.map(({ field }) => field).join()] as const,
  );
}

it('groups by columns that have several values', () => {
  const [first, ...others] = proposed();
  expect(first?.[0]).toBe('Country');
  expect(others.map(([rows]) => rows)).toContain('NeedsPrice');
  expect(proposed('Country').map(([rows]) => rows)).not.toContain('Country');
  expect(proposed('Country', 'Currency')[0]).toEqual(['NeedsPrice', '']);
});

it('proposes the median of a percentage that was computed, and the average of a price', () => {
  const percentage = computedField({ name: 'Difference %', places: 2 });
  const [first] = proposedPivots(COLUMNS, [...FIELDS, percentage]);
  expect(first?.measures).toEqual([
    { fn: 'count', field: null },
    { fn: 'median', field: 'Difference %' },
  ]);
  expect(first?.columns).toEqual([]);
  const fields = FIELDS.map((field) => (field.name === 'Value' ? { ...field, isPriceColumn: true } : field));
  expect(proposedPivots(COLUMNS, fields)[0]?.measures[1]).toEqual({ fn: 'average', field: 'Value' });
});

it('groups by a column with a single value where there is no other', () => {
  expect(proposed('Country', 'NeedsPrice').map(([rows]) => rows)).toEqual(proposed().map(([rows]) => rows));
});
