import { expect, test } from 'vitest';
import { rowFromSearch, snapshotFromSearch } from './place-address';

test('a snapshot is named by its key, as it stands there', () => {
  expect(snapshotFromSearch('k 1')).toEqual({ cacheKey: 'k 1', problem: null });
  expect(snapshotFromSearch(undefined)).toEqual({ cacheKey: null, problem: null });
});

test.each(['', '   ', 'k'.repeat(4_097)])('%j names none', (text) => {
  const problem = { part: 'snapshot', kind: 'no-snapshot', text: `cacheKey=${text}` };
  expect(snapshotFromSearch(text)).toEqual({ cacheKey: null, problem });
});

test('a row is counted from 1, in digits alone', () => {
  expect(rowFromSearch('1')).toEqual({ row: 0, problem: null });
  expect(rowFromSearch(' 1000000000 ')).toEqual({ row: 999_999_999, problem: null });
  for (const nothing of [undefined, '', ' ']) {
    expect(rowFromSearch(nothing)).toEqual({ row: null, problem: null });
  }
});

test.each(['abc', '0', '-3', '1e3', '1.000', '1,000', '12abc', '5.7', '0x10'])(
  '%s is no row, and neither guessed at',
  (text) => {
    const problem = { part: 'row', kind: 'no-row', text: `row=${text}` };
    expect(rowFromSearch(text)).toEqual({ row: null, problem });
  },
);
