import { expect, test } from 'vitest';

import {
  filteredColumns,
  nextRuleId,
  WHOLE_COLUMN,
  withField,
  withoutFilters,
  type DraftQuery,
} from './draft-query';
import { testField } from '@/test/test-price-column';

const unset = (filters: DraftQuery['filters']) =>
  ({ kind: 'unset', id: nextRuleId('filter', filters), isDisabled: false }) as const;

const DRAFT: DraftQuery = [
  testField('Name'),
  testField('Value', { type: 'number' }),
  testField('Value', { type: 'number' }),
].reduce<DraftQuery>(
  (draft, field) => ({ ...draft, filters: [...draft.filters, withField(unset(draft.filters), field)] }),
  WHOLE_COLUMN,
);

test('a column counts as filtered by its enabled, chosen conditions', () => {
  expect(filteredColumns(WHOLE_COLUMN)).toEqual(new Set());
  expect(filteredColumns(DRAFT)).toEqual(new Set(['Name', 'Value']));
  const filters = DRAFT.filters.map((filter) => ({ ...filter, isDisabled: filter !== DRAFT.filters[0] }));
  expect(filteredColumns({ filters: [...filters, unset(filters)] })).toEqual(new Set(['Name']));
});

test('clearing a column removes its conditions and no others', () => {
  const { filters } = withoutFilters(
    { ...DRAFT, filters: [...DRAFT.filters, unset(DRAFT.filters)] },
    'Value',
  );
  expect(filters).toHaveLength(2);
  expect(filters[0]).toBe(DRAFT.filters[0]);
});
