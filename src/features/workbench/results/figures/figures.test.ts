import { describe, expect, test } from 'vitest';
import { addAreas, countCommonRows, countRows, createFiguresCounter, rowsOfAreas } from './figures';

const ROWS = [
  ['a', '0.1000', true],
  ['b', '12345678901234.5678', null],
  ['', null, false],
  ['d', '-0.2000', undefined],
];
const COLUMNS = [
  { place: 0, kind: 'other' as const },
  { place: 1, kind: 'number' as const },
  { place: 2, kind: 'other' as const },
];
const area = (rowStart: number, rowEnd: number, columnStart: number, columnEnd: number) => ({
  rowStart,
  rowEnd,
  columnStart,
  columnEnd,
});

describe('figures', () => {
  test('no digit is lost, and what is empty is not counted', () => {
    const counter = createFiguresCounter();
    addAreas(counter, [area(0, 4, 0, 3)], COLUMNS, { rowStart: 0, rowEnd: 4 }, (row) => ROWS[row] ?? null);
    expect(counter.figures()).toEqual({
      count: 8,
      numberCount: 3,
      sum: '12345678901234.4678',
      average: '4115226300411.489267',
      min: '-0.2000',
      max: '12345678901234.5678',
      earliest: null,
      latest: null,
    });
  });

  test('of moments the first and the last are told, to their last digit', () => {
    const moments = [
      '9999-12-31T23:59:59.9999999',
      '0001-01-01',
      null,
      '0001-01-01T00:00:00.0000001',
      'soon',
    ];
    const counter = createFiguresCounter();
    for (const moment of moments) counter.add(moment, 'date');
    counter.add('0000-not-of-this-column', 'other');
    expect(counter.figures()).toMatchObject({
      count: 5,
      numberCount: 0,
      earliest: '0001-01-01',
      latest: '9999-12-31T23:59:59.9999999',
    });
  });

  test('without numbers there is no average', () => {
    const counter = createFiguresCounter();
    addAreas(counter, [area(0, 2, 0, 1)], COLUMNS, { rowStart: 0, rowEnd: 4 }, (row) => ROWS[row] ?? null);
    expect(counter.figures()).toMatchObject({
      count: 2,
      numberCount: 0,
      sum: null,
      average: null,
      min: null,
    });
  });

  test('only rows of the span are looked at', () => {
    const counter = createFiguresCounter();
    addAreas(
      counter,
      [area(0, 1_000_000_000, 1, 2)],
      COLUMNS,
      { rowStart: 3, rowEnd: 4 },
      (row) => ROWS[row] ?? null,
    );
    expect(counter.figures()).toMatchObject({ count: 1, sum: '-0.2000' });
  });

  test('rows are counted once, however many areas they are in', () => {
    const rows = rowsOfAreas([area(5, 10, 0, 1), area(0, 6, 2, 3), area(20, 21, 0, 1)]);
    expect(rows).toEqual([
      { rowStart: 0, rowEnd: 10 },
      { rowStart: 20, rowEnd: 21 },
    ]);
    expect(countRows(rows)).toBe(11);
    expect(countCommonRows(rows, [{ rowStart: 8, rowEnd: 30 }])).toBe(3);
  });
});
