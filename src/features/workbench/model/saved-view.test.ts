import { expect, test } from 'vitest';
import { DEFAULT_COLUMN_STATE, type ColumnState } from '@/lib/grid/grid-model';
import { columnStateSchema, isSameArrangement } from './saved-view';

test('columns look the same however their members came together', () => {
  const state: ColumnState = {
    ...DEFAULT_COLUMN_STATE,
    digits: { Value: 3 },
    density: 'compact',
    wrapsText: false,
  };
  const { digits, ...rest } = state;
  expect(isSameArrangement(state, { ...rest, digits })).toBe(true);
  expect(
    isSameArrangement(state, columnStateSchema.parse(JSON.parse(JSON.stringify({ ...rest, digits })))),
  ).toBe(true);
  expect(isSameArrangement(DEFAULT_COLUMN_STATE, { ...DEFAULT_COLUMN_STATE, digits: undefined })).toBe(true);
  expect(isSameArrangement(state, { ...state, digits: { Value: 'all' } })).toBe(false);
});
