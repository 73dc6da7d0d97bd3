import { expect, it } from 'vitest';
import { estimateRowBytes } from './block-cache';

it('grows with the text and the number of cells', () => {
  expect(estimateRowBytes(['ab'])).toBeGreaterThan(estimateRowBytes(['a']));
  expect(estimateRowBytes(['a', null])).toBeGreaterThan(estimateRowBytes(['a']));
  expect(estimateRowBytes({ key: 'a' })).toBe(estimateRowBytes(['a']));
});

it('is the same for what takes no room of its own', () => {
  expect(estimateRowBytes([null])).toBe(estimateRowBytes([true]));
  expect(estimateRowBytes([undefined])).toBe(estimateRowBytes([false]));
});
