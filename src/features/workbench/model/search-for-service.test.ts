import { expect, test } from 'vitest';
import { isLockedInTest, TEST_PRICE_COLUMN } from '@/test/test-price-column';
import { searchForService } from './search-for-service';

const scope = {
  priceColumn: {
    ...TEST_PRICE_COLUMN,
    abilities: { missingOperators: ['contains'], joinsLists: true } as const,
  },
  priceColumns: [],
  isLocked: isLockedInTest,
};

test('a filter with an operator that the service lacks moves to those of the rows read', () => {
  const search = { v: '1', filter: 'Name~contains~a;Value~greater-than~3', sort: '-Value', show: 'checks' };
  expect(searchForService(search, scope)).toEqual({
    v: '1',
    filter: 'Value~greater-than~3',
    sort: '-Value',
    refine: '1;all;Name~contains~a',
    show: 'checks',
  });
});

test('no filter of the service is left where it was the only one', () => {
  expect(searchForService({ v: '1', filter: 'Name~contains~a' }, scope)).toEqual({
    v: '1',
    refine: '1;all;Name~contains~a',
  });
});

test('it joins the filters that are done there already, and its field is read', () => {
  const search = {
    v: '1',
    fields: 'Value',
    filter: 'Name~contains~a',
    refine: '1;all;Value~less-than~=~Value',
  };
  expect(searchForService(search, scope)).toMatchObject({
    fields: 'Value,Name',
    refine: '1;all;Name~contains~a;Value~less-than~=~Value',
  });
});

test.each([
  ['every filter is done by the service', { v: '1', filter: 'Value~greater-than~3' }],
  ['a filter has no value', { v: '1', filter: 'Name~contains~a;Value~greater-than~' }],
  ['a part cannot be read', { v: '1', filter: 'Name~contains~a;Nobody~is~1' }],
  [
    'the filters of the rows read cannot be read',
    { v: '1', filter: 'Name~contains~a', refine: '1;all;Gone~is~1' },
  ],
  ['there is no query', {}],
])('an address stays as it is where %s', (_, search) => {
  expect(searchForService(search, scope)).toBe(search);
});

test('an address for a service that is not described stays as it is', () => {
  const search = { v: '1', filter: 'Name~is-any-of~a,b~c' };
  expect(searchForService(search, { ...scope, priceColumn: TEST_PRICE_COLUMN })).toBe(search);
});
