import { expect, test } from 'vitest';
import type { SelectedArea } from '@/lib/grid/selection';
import { selectedRange } from './selected-range';

function rangeOf(columnIds: readonly string[], areas: readonly SelectedArea[], cacheKey = 'K') {
  return selectedRange(cacheKey, { columnIds, areas, selection: [], focus: null });
}

test('the same cells are the same range, whatever the order of the columns', () => {
  const before = rangeOf(['A', 'B', 'C'], [{ rowStart: 2, rowEnd: 5, columnStart: 1, columnEnd: 2 }]);
  const pinned = rangeOf(['B', 'A', 'C'], [{ rowStart: 2, rowEnd: 5, columnStart: 0, columnEnd: 1 }]);
  expect(pinned).toEqual(before);
  expect(before).toMatchObject({ columnIds: ['B'], cellCount: 3, rowSpans: [{ rowStart: 2, rowEnd: 5 }] });
  const whole = [{ rowStart: 0, rowEnd: 9, columnStart: 0, columnEnd: 3 }];
  expect(rangeOf(['C', 'A', 'B'], whole).key).toBe(rangeOf(['A', 'B', 'C'], whole).key);
});

test('other cells, and the same cells of another snapshot, are another range', () => {
  const area = { rowStart: 2, rowEnd: 5, columnStart: 1, columnEnd: 2 };
  const { key } = rangeOf(['A', 'B'], [area]);
  expect(rangeOf(['A', 'B'], [{ ...area, rowEnd: 6 }]).key).not.toBe(key);
  expect(rangeOf(['B', 'A'], [area]).key).not.toBe(key);
  expect(rangeOf(['A', 'B'], [area], 'other').key).not.toBe(key);
});

test('cells that are selected twice count once', () => {
  const range = rangeOf(
    ['A', 'B', 'C'],
    [
      { rowStart: 0, rowEnd: 4, columnStart: 0, columnEnd: 2 },
      { rowStart: 2, rowEnd: 6, columnStart: 1, columnEnd: 3 },
    ],
  );
  expect(range.cellCount).toBe(4 + 6 + 4);
  expect(range.rowSpans).toEqual([{ rowStart: 0, rowEnd: 6 }]);
  expect(range.columnIds.toSorted()).toEqual(['A', 'B', 'C']);
});
