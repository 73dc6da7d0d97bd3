import { expect, test } from 'vitest';
import { isProbablyWrongSetUp } from './wrong-set-up';

test('a check that finds more than a fifth of the rows has probably been set up wrongly', () => {
  expect(isProbablyWrongSetUp('key-twice', 1_533, 1_536)).toBe(true);
  expect(isProbablyWrongSetUp('overlap', 21, 100)).toBe(true);
  expect(isProbablyWrongSetUp('overlap', 20, 100)).toBe(false);
  // With three prices of an item, a single wrong one is a large share.
  expect(isProbablyWrongSetUp('gap', 2, 3)).toBe(false);
  // These rows are not errors, and the person has asked for them.
  expect(isProbablyWrongSetUp('ended', 90, 100)).toBe(false);
  expect(isProbablyWrongSetUp('own-1', 90, 100)).toBe(false);
});
