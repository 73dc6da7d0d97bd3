import { describe, expect, test } from 'vitest';
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
  expect(serviceProblems({ status: 400, messages: [message] }, draft)).toEqual(
    places.map((where) => ({ where, problem: { kind: 'refused', message } })),
  );
});

describe('a refusal that names no column', () => {
  const name = TEST_PRICE_COLUMN.fields.find((field) => field.name === 'Name');
  const listOf = (id: string, count: number, operator = 'is-any-of') => {
    const list = name && conditionOf(name, operator, { id, isDisabled: false });
    if (list == null) throw new Error('There is no such condition.');
    return {
      ...list,
      values: Array.from({ length: count }, (_, index) => ({ value: `v${index}`, text: null })),
    };
  };
  const at = (id: string) => ({ part: 'filter', id, editor: 'values' });
  const lists = { ...draft, filters: [listOf('short', 10), listOf('long', 50_000, 'is-none-of')] };

  test.each([
    ['is told at the long list', lists, 400, ['Too many conditions.'], 'long'],
    ['is told at the longest, if it says that the request is too large', lists, 413, ['Too large.'], 'long'],
    ['is told at a short list that is too large', { ...lists, filters: [listOf('a', 3)] }, 413, ['No.'], 'a'],
    ['is told nowhere, if no list is long', { ...lists, filters: [listOf('a', 3)] }, 400, ['No.'], null],
    ['is told nowhere, if the service has failed', lists, 500, ['No.'], null],
    ['is told nowhere, if a right is missing', lists, null, ['No.'], null],
  ])('%s', (_, query, status, messages, id) => {
    expect(serviceProblems({ status, messages }, query)).toEqual(
      id === null ? [] : [{ where: at(id), problem: { kind: 'refused', message: messages[0] } }],
    );
  });

  test('is told at the list also where a server before the service has no words for it', () => {
    expect(serviceProblems({ status: 413, messages: [] }, lists)).toEqual([
      { where: at('long'), problem: { kind: 'too-large' } },
    ]);
    expect(serviceProblems({ status: 400, messages: [] }, lists)).toEqual([]);
  });
});
