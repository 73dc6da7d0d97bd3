import { expect, test } from 'vitest';
import { snapshotViews, viewOfAddress } from './snapshot-view';

test('an address shows the rows, unless it names another view that there is', () => {
  const views = ['rows', 'columns'] as const;
  expect(viewOfAddress({ show: 'columns' }, views)).toBe('columns');
  for (const show of [undefined, '', 'rows', 'Columns', 'pivot'])
    expect(viewOfAddress({ show }, views)).toBe('rows');
});

test('without analysis there are only the rows', () => {
  expect(snapshotViews(false)).toEqual(['rows']);
  expect(snapshotViews(true)[0]).toBe('rows');
});
