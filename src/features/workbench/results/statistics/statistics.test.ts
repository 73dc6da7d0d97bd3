import { describe, expect, test } from 'vitest';
import { mixtureOf } from './mixture';
import { addAreas, countCommonRows, countRows, createStatisticsCounter, rowsOfAreas } from './statistics';

const ROWS = [
  ['a', '0.1000', true],
  ['b', '12345678901234.5678', null],
  ['', null, false],
  ['d', '-0.2000', undefined],
];
const COLUMNS = [
  { index: 0, kind: 'other' as const },
  { index: 1, kind: 'number' as const },
  { index: 2, kind: 'other' as const },
];
const area = (rowStart: number, rowEnd: number, columnStart: number, columnEnd: number) => ({
  rowStart,
  rowEnd,
  columnStart,
  columnEnd,
});

describe('statistics', () => {
  test('every digit counts, and empty cells do not', () => {
    const counter = createStatisticsCounter();
    addAreas(counter, [area(0, 4, 0, 3)], COLUMNS, { rowStart: 0, rowEnd: 4 }, (row) => ROWS[row] ?? null);
    expect(counter.statistics()).toEqual({
      count: 8,
      numberCount: 3,
      sum: '12345678901234.4678',
      average: '4115226300411.489267',
      min: '-0.2000',
      max: '12345678901234.5678',
      earliest: null,
      latest: null,
      groups: [],
      hasMoreGroups: false,
    });
  });

  test('numbers are also added up by what they are counted in', () => {
    const rows = [
      ['1.50', 'EUR'],
      ['2.50', 'EUR'],
      ['100', 'JPY'],
      ['7', null],
      [null, 'CHF'],
    ];
    const counter = createStatisticsCounter();
    const columns = [{ index: 0, kind: 'number' as const, denominatedBy: [1] }];
    addAreas(counter, [area(0, 5, 0, 1)], columns, { rowStart: 0, rowEnd: 5 }, (row) => rows[row] ?? null);
    const statistics = counter.statistics();
    expect(statistics.sum).toBe('111.00');
    expect(statistics.groups.map(({ denominations, sum, average }) => [denominations, sum, average])).toEqual(
      [
        [[{ index: 1, value: 'EUR' }], '4.00', '2.0000'],
        [[{ index: 1, value: 'JPY' }], '100', '100.00'],
        [[{ index: 1, value: null }], '7', '7.00'],
      ],
    );
    const currency = { kind: 'currency', field: 'Currency' } as const;
    const mixture = mixtureOf(statistics, ['Value', 'Currency'], [currency], []);
    expect(mixture?.mixed).toEqual([{ ...currency, index: 1, valueCount: 3 }]);
  });

  test('numbers of one currency mix nothing, nor does one number of an unknown one', () => {
    const currency = { kind: 'currency', field: 'Currency' } as const;
    const counter = createStatisticsCounter();
    counter.add('1', 'number', [{ index: 1, value: 'EUR' }]);
    expect(mixtureOf(counter.statistics(), ['V', 'Currency'], [currency], [currency])).toBeNull();
    counter.add('2', 'number', [{ index: 1, value: 'EUR' }]);
    expect(mixtureOf(counter.statistics(), ['V', 'Currency'], [currency], [])).toBeNull();
    expect(mixtureOf(counter.statistics(), ['V'], [currency], [currency])?.unknown).toEqual([currency]);
  });

  test('the earliest and the latest moment keep every digit', () => {
    const moments = [
      '9999-12-31T23:59:59.9999999',
      '0001-01-01',
      null,
      '0001-01-01T00:00:00.0000001',
      'soon',
    ];
    const counter = createStatisticsCounter();
    for (const moment of moments) counter.add(moment, 'date');
    counter.add('0000-not-of-this-column', 'other');
    expect(counter.statistics()).toMatchObject({
      count: 5,
      numberCount: 0,
      earliest: '0001-01-01',
      latest: '9999-12-31T23:59:59.9999999',
    });
  });

  test('there is no average without numbers', () => {
    const counter = createStatisticsCounter();
    addAreas(counter, [area(0, 2, 0, 1)], COLUMNS, { rowStart: 0, rowEnd: 4 }, (row) => ROWS[row] ?? null);
    expect(counter.statistics()).toMatchObject({
      count: 2,
      numberCount: 0,
      sum: null,
      average: null,
      min: null,
    });
  });

  test('only rows of the span are added', () => {
    const counter = createStatisticsCounter();
    addAreas(
      counter,
      [area(0, 1_000_000_000, 1, 2)],
      COLUMNS,
      { rowStart: 3, rowEnd: 4 },
      (row) => ROWS[row] ?? null,
    );
    expect(counter.statistics()).toMatchObject({ count: 1, sum: '-0.2000' });
  });

  test('a row counts once, however many areas it is in', () => {
    const rows = rowsOfAreas([area(5, 10, 0, 1), area(0, 6, 2, 3), area(20, 21, 0, 1)]);
    expect(rows).toEqual([
      { rowStart: 0, rowEnd: 10 },
      { rowStart: 20, rowEnd: 21 },
    ]);
    expect(countRows(rows)).toBe(11);
    expect(countCommonRows(rows, [{ rowStart: 8, rowEnd: 30 }])).toBe(3);
  });
});
