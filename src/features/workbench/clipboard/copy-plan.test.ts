import { describe, expect, test } from 'vitest';
import { planCopy } from './copy-plan';

const area = (rowStart: number, rowEnd: number, columnStart: number, columnEnd: number) => ({
  rowStart,
  rowEnd,
  columnStart,
  columnEnd,
});

describe('planCopy', () => {
  test('one range', () => {
    expect(planCopy([area(3, 5, 1, 3)])).toEqual({
      ok: true,
      ranges: [{ rowStart: 3, rowEnd: 5 }],
      columns: [1, 2],
      rowCount: 2,
      cellCount: 4,
    });
  });

  test.each([
    ['beside each other', [area(0, 2, 0, 1), area(0, 2, 3, 4)], [{ rowStart: 0, rowEnd: 2 }], [0, 3]],
    [
      'below each other',
      [area(8, 9, 1, 3), area(0, 2, 1, 3)],
      [
        { rowStart: 0, rowEnd: 2 },
        { rowStart: 8, rowEnd: 9 },
      ],
      [1, 2],
    ],
    [
      'in rows and columns',
      [area(0, 1, 0, 1), area(0, 1, 2, 3), area(4, 5, 0, 1), area(4, 5, 2, 3)],
      [
        { rowStart: 0, rowEnd: 1 },
        { rowStart: 4, rowEnd: 5 },
      ],
      [0, 2],
    ],
    ['over each other', [area(0, 3, 0, 2), area(1, 2, 0, 2)], [{ rowStart: 0, rowEnd: 3 }], [0, 1]],
  ])('several ranges %s', (_, areas, ranges, columns) => {
    expect(planCopy(areas)).toMatchObject({ ok: true, ranges, columns });
  });

  test('several ranges that would move relative to each other are refused', () => {
    expect(planCopy([area(0, 1, 0, 1), area(4, 5, 2, 3)])).toEqual({ ok: false, reason: 'not-aligned' });
  });

  test('too many cells are refused with their number', () => {
    expect(planCopy([area(0, 500_000, 0, 1)])).toMatchObject({ ok: true });
    expect(planCopy([area(0, 1_000_000_000, 0, 16)])).toEqual({
      ok: false,
      reason: 'too-many',
      cellCount: 16_000_000_000,
    });
  });
});
