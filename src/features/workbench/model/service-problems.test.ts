import { expect, test } from 'vitest';
import { conditionOf, WHOLE_COLUMN, type DraftQuery } from './draft-query';
import { serviceProblems } from './service-problems';
import { TEST_PRICE_COLUMN } from '@/test/test-price-column';

const value = TEST_PRICE_COLUMN.fields.find((field) => field.name === 'Value');
const condition = value && conditionOf(value, 'equals', { id: 'filter-1', isDisabled: false });
const draft: DraftQuery = {
  ...WHOLE_COLUMN,
  fields: ['Number', 'Name'],
  filters: condition == null ? [] : [condition, { ...condition, id: 'filter-2', isDisabled: true }],
  sort: [
    { id: 'sort-1', field: 'Value', direction: 'ascending' },
    { id: 'sort-2', field: 'Factor', direction: 'ascending' },
  ],
};

test.each([
  ['The value of "Value" is no number.', [{ part: 'filter', id: 'filter-1', editor: 'field' }]],
  ['Factor cannot be sorted by', [{ part: 'sort', id: 'sort-2' }]],
  ['No right to view column Name.', [{ part: 'fields', field: 'Name' }]],
  ['ValueDate and Name2 are wrong', []],
  ['Too busy.', []],
])('%s', (message, places) => {
  expect(serviceProblems([message], draft)).toEqual(
    places.map((where) => ({ where, problem: { kind: 'refused', message } })),
  );
});
