import { describe, expect, test } from 'vitest';
import { testSnapshot } from '@/test/test-snapshot';
import type { SnapshotPage } from './extraction';
import { pageMismatch, rowsOfPage } from './page-mismatch';

const SNAPSHOT = testSnapshot({ cacheKey: 'k1', rowCount: 450 });

function response(rowCount: number, changes: Partial<SnapshotPage> = {}): SnapshotPage {
  return {
    snapshot: SNAPSHOT,
    page: 2,
    columns: ['Number'],
    rows: Array.from({ length: rowCount }, () => ['1']),
    ...changes,
  };
}

describe('rowsOfPage', () => {
  test.each([
    [450, 1, 200, 200],
    [450, 3, 200, 50],
    [400, 2, 200, 200],
    [400, 3, 200, 0],
    [0, 1, 200, 0],
  ])('of %i rows, page %i of %i each has %i', (rowCount, page, pageSize, expected) => {
    expect(rowsOfPage(rowCount, page, pageSize)).toBe(expected);
  });
});

describe('pageMismatch', () => {
  test.each([
    ['the page that was asked for', response(200), null],
    [
      'a page of another snapshot',
      response(200, { snapshot: { ...SNAPSHOT, cacheKey: 'k2' } }),
      'other-snapshot',
    ],
    ['a page with another total', response(200, { snapshot: { ...SNAPSHOT, rowCount: 451 } }), 'other-total'],
    ['another page', response(200, { page: 1 }), 'other-page'],
    ['a page that lacks a row', response(199), 'row-count'],
    ['a page with a row too many', response(201), 'row-count'],
  ])('%s', (_, page, expected) => {
    expect(pageMismatch(page, { page: 2, pageSize: 200 }, SNAPSHOT)).toBe(expected);
  });
});
