import { expect, it } from 'vitest';
import { TEST_PRICE_COLUMN } from '@/test/test-price-column';
import { oneValueFields } from './one-value-fields';
import { queryFromSearch } from './query-address';

function fieldsOf(filter: string): readonly string[] {
  const { draft } = queryFromSearch({ v: '1', filter }, TEST_PRICE_COLUMN, () => false);
  return [...oneValueFields(draft)];
}

it('finds the fields that conditions fix to a single value', () => {
  expect(fieldsOf('Name~is~Bolt;Value~equals~2.50;NeedsPrice~is~true')).toEqual([
    'Name',
    'Value',
    'NeedsPrice',
  ]);
  expect(fieldsOf('Name~is-any-of~Bolt')).toEqual(['Name']);
  expect(fieldsOf('Name~is-any-of~Bolt~Nut;Value~greater-than~2.50;ValidFrom~on~2026-01-31')).toEqual([]);
  expect(oneValueFields(null).size).toBe(0);
});
