import { expect, test } from 'vitest';
import { moved } from './moved';

const NAMES = ['A', 'B', 'C', 'D', 'E'];

test.each([
  [0, 2, ['B', 'C', 'A', 'D', 'E']],
  [4, 0, ['E', 'A', 'B', 'C', 'D']],
  [1, 1, NAMES],
])('an item is moved from %i to %i', (from, to, expected) => {
  expect(moved(NAMES, from, to)).toEqual(expected);
});
