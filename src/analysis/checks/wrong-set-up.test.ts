import { expect, test } from 'vitest';
import { isProbablyWrongSetUp } from './wrong-set-up';

test('a check that finds more than a fifth of the rows has probably been set up wrongly', () => {
  expect(isProbablyWrongSetUp('key-twice', 1_533, 1_536)).toBe(true);
  expect(isProbablyWrongSetUp('overlap', 21, 100)).toBe(true);
  expect(isProbablyWrongSetUp('overlap', 20, 100)).toBe(false);
  // With only three prices of an item, a single wrong one is a large share, so it is no sign.
  expect(isProbablyWrongSetUp('gap', 2, 3)).toBe(false);
  // These checks do not find errors, but rows that the user has asked for.
  expect(isProbablyWrongSetUp('ended', 90, 100)).toBe(false);
  expect(isProbablyWrongSetUp('own-1', 90, 100)).toBe(false);
});
