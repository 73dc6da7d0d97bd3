import { describe, expect, it } from 'vitest';
import { countChanges, ruleStates } from './draft-changes';
import { conditionOf, WHOLE_COLUMN, type DraftFilter, type DraftQuery } from './draft-query';
import { testField } from '@/test/test-price-column';

const ALL = ['A', 'B', 'C', 'D'];

function filter(value: string, members: Partial<DraftFilter> = {}): DraftFilter {
  const condition = conditionOf(testField('A'), 'is', { id: `filter-${value}`, isDisabled: false });
  if (condition === null) throw new Error('text has the operator');
  return { ...condition, value: { value, text: null }, ...members } as DraftFilter;
}

function query(members: Partial<DraftQuery>): DraftQuery {
  return { ...WHOLE_COLUMN, ...members };
}

describe('countChanges', () => {
  it.each<[string, DraftQuery, DraftQuery, number]>([
    ['nothing', query({}), query({}), 0],
    ['all fields, by name', query({}), query({ fields: ALL }), 0],
    ['a field less', query({}), query({ fields: ['A', 'B', 'D'] }), 1],
    ['another order of fields', query({}), query({ fields: ['B', 'A', 'C', 'D'] }), 1],
    ['one field for another', query({ fields: ['A', 'B'] }), query({ fields: ['A', 'C'] }), 1],
    ['a field less and another order', query({}), query({ fields: ['C', 'A', 'D'] }), 2],
    ['a filter more', query({}), query({ filters: [filter('x')] }), 1],
    ['a filter edited', query({ filters: [filter('x')] }), query({ filters: [filter('y')] }), 1],
    [
      'the same filter twice',
      query({ filters: [filter('x')] }),
      query({ filters: [filter('x'), filter('x')] }),
      1,
    ],
    [
      'filters in another order',
      query({ filters: [filter('x'), filter('y')] }),
      query({ filters: [filter('y'), filter('x')] }),
      1,
    ],
    [
      'a filter disabled',
      query({ filters: [filter('x')] }),
      query({ filters: [filter('x', { isDisabled: true })] }),
      1,
    ],
    [
      'the id of a rule',
      query({ filters: [filter('x')] }),
      query({ filters: [filter('x', { id: 'other' })] }),
      0,
    ],
    [
      'how a value was typed',
      query({ filters: [filter('1.5')] }),
      query({ filters: [filter('1.5', { value: { value: '1.5', text: '1,5' } })] }),
      0,
    ],
    [
      'a value that the operator does not read',
      query({ filters: [filter('x')] }),
      query({ filters: [filter('x', { to: { value: 'z', text: null } })] }),
      0,
    ],
    [
      'the direction of a sort',
      query({ sort: [{ id: 'sort-1', field: 'A', direction: 'ascending' }] }),
      query({ sort: [{ id: 'sort-1', field: 'A', direction: 'descending' }] }),
      1,
    ],
  ])('%s', (_, from, to, expected) => {
    expect(countChanges(from, to, ALL)).toBe(expected);
    expect(countChanges(to, from, ALL)).toBe(expected);
  });
});

describe('ruleStates', () => {
  it('tells rules that were run from those that changed, moved or are turned off', () => {
    const sort = (id: string, field: string) => ({ id, field, direction: 'ascending' as const });
    const applied = query({ filters: [filter('x')], sort: [sort('sort-1', 'A'), sort('sort-2', 'B')] });
    const draft = query({
      filters: [filter('x'), filter('y'), filter('z', { isDisabled: true })],
      sort: [sort('sort-1', 'A'), sort('sort-3', 'C'), sort('sort-2', 'B')],
    });
    expect([...ruleStates(applied, draft)]).toEqual([
      ['filter-x', 'run'],
      ['filter-y', 'not-run'],
      ['filter-z', 'off'],
      ['sort-1', 'run'],
      ['sort-3', 'not-run'],
      ['sort-2', 'not-run'],
    ]);
    expect(ruleStates(null, draft).get('filter-x')).toBe('not-run');
  });
});
