import { expect, test } from 'vitest';
import { requestIdOf } from './request-id';

test.each<[string, Record<string, string>, string | null]>([
  ['the usual header', { 'X-Request-Id': 'r-17' }, 'r-17'],
  [
    'the other one',
    { 'X-Correlation-Id': '7c9e6679-7425-40de-944b-e07fc1f90ae7' },
    '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  ],
  ['both', { 'X-Correlation-Id': 'c-1', 'X-Request-Id': 'r-1' }, 'r-1'],
  ['neither', { ETag: 'e-1' }, null],
  ['a text that is no id', { 'X-Request-Id': 'price 99.95 of item 7' }, null],
  ['a text without end', { 'X-Request-Id': 'x'.repeat(65) }, null],
])('the id of a request, with %s', (_, headers, id) => {
  expect(requestIdOf(new Headers(headers))).toBe(id);
});
