import { beforeAll, describe, expect, it } from 'vitest';
import { findPriceSource, rowAt } from '@mocks/data/price-sources';
import { openTestEngine } from '@/test/analysis-engine';
import { expectFigures, readColumn, type Cell } from '@/test/profile-oracle';
import { readRanges } from '../histograms/read-ranges';
import type { ColumnProfile } from './column-profile';

it.each([['CustomerPrice', 2_000]])(
  'the column profiles of %s equal the figures computed from the rows',
  expectFiguresOfRows,
);
it.each([
  ['SalesPrice', 3_000],
  ['CostForPricing', 2_000],
])(
  'the column profiles of %s equal the figures computed from the rows',
  { tags: ['long'] },
  expectFiguresOfRows,
);

async function expectFiguresOfRows(name: string, rowCount: number): Promise<void> {
  const fields = (findPriceSource(name)?.fields ?? []).map(({ record, type }) => ({
    name: record.name,
    type,
    scale: type === 'number' ? record.scale : null,
  }));
  const rows = Array.from({ length: rowCount }, (_, index) => rowAt(name, index));
  const { engine, table } = await openTestEngine(
    fields,
    rows.map((row) => fields.map((field) => row[field.name] ?? null)),
  );
  for (const field of fields) {
    const cells = rows.map((row) => row[field.name] ?? null);
    const figures = await readColumn(engine, table, field.name);
    expectFigures(figures, field.type, cells, `${name}.${field.name}`);
  }
}

describe('dates of which nearly all differ', () => {
  const digits = (number: number) => String(number).padStart(3, '0');
  const different = Array.from({ length: 70 }, (_, index) => `2026-01-31T10:00:00.${digits(index)}1110`);
  /** Texts that the engine reads as the same timestamp. Some of them occur twice. */
  const alike = ['0', '0', '0', '1', '2', '2'].map((digit) => `2026-01-31T10:00:00.030111${digit}`);

  it('are counted, and told apart to the seventh digit', async () => {
    const { engine, addTable } = await openTestEngine([], []);
    const lasts = [
      [different, different[49]],
      [[...different, ...alike], different[47]],
    ] as const;
    for (const [dates, last] of lasts) {
      const cells = [...dates.toReversed(), null];
      const table = addTable(
        [{ name: 'At', type: 'date', scale: null }],
        cells.map((cell) => [cell]),
      );
      const figures = await readColumn(engine, table, 'At');
      expectFigures(figures, 'date', cells, 'At');
      expect(figures.profile.frequent.at(-1)?.value).toBe(last);
    }
  });
});

const TICKS = Array.from({ length: 10 }, (_, digit) => `2026-01-31T10:00:00.123456${digit}`);

/** The columns of the table, which has ten rows. Cells that are not listed are null. */
const COLUMNS = {
  NoNumber: { type: 'number', scale: 2, cells: [] },
  NoDate: { type: 'date', scale: null, cells: [] },
  NoText: { type: 'text', scale: null, cells: [] },
  NoBoolean: { type: 'boolean', scale: null, cells: [] },
  Texts: { type: 'text', scale: null, cells: ['', '', 'b', 'aaa', 'b'] },
  Misfits: { type: 'number', scale: 2, cells: ['1.50', 'n/a', 'n/a'] },
  Wide: {
    type: 'number',
    scale: 4,
    cells: ['-12345678901234.5678', '99999999999999.9999', '0.0001', '0.0002'],
  },
  Ticks: { type: 'date', scale: null, cells: TICKS.toReversed() },
  Gaps: { type: 'date', scale: null, cells: ['2026-01-01', '2026-01-02', '2026-01-10', '2026-01-12'] },
  Ends: { type: 'number', scale: 2, cells: ['0.00', '10.00', '10.00', '20.00', '99.99'] },
  Truth: { type: 'boolean', scale: null, cells: [true, false, true] },
} as const satisfies Record<string, { type: string; scale: number | null; cells: readonly Cell[] }>;

function countsOf({ distribution }: ColumnProfile): readonly number[] {
  return distribution?.kind === 'ranges' ? distribution.ranges.map(({ count }) => count) : [];
}

describe('the profile of a column', () => {
  let opened: Awaited<ReturnType<typeof openTestEngine>>;
  beforeAll(async () => {
    opened = await openTestEngine(
      Object.entries(COLUMNS).map(([name, { type, scale }]) => ({ name, type, scale })),
      TICKS.map((_, row) => Object.values(COLUMNS).map(({ cells }) => cells[row] ?? null)),
    );
  });
  const readNamed = (name: keyof typeof COLUMNS) => readColumn(opened.engine, opened.table, name);

  it.each(['NoNumber', 'NoDate', 'NoText', 'NoBoolean'] as const)(
    'without any value has no figures',
    async (name) => {
      const { profile, details } = await readNamed(name);
      expect(profile).toMatchObject({
        rowCount: 10,
        filledCount: 0,
        nullCount: 10,
        distinctCount: 0,
        least: null,
        sum: null,
        mean: null,
        median: null,
        frequent: [],
        distribution: null,
      });
      expect(details).toMatchObject({ quantiles: [], lengths: null, days: null, misfits: [] });
    },
  );

  it('tells null, empty text and values apart', async () => {
    const { profile, details } = await readNamed('Texts');
    expect(profile).toMatchObject({
      filledCount: 3,
      nullCount: 5,
      emptyTextCount: 2,
      distinctCount: 2,
      least: 'aaa',
      greatest: 'b',
      distribution: {
        kind: 'values',
        values: [
          { value: 'b', count: 2 },
          { value: 'aaa', count: 1 },
        ],
        otherCount: 0,
      },
    });
    expect(details.lengths).toEqual({ shortest: 1, longest: 3, mean: '1.7' });
    expect(profile.frequent[0]).toEqual({ value: '', count: 2 });
  });

  it('counts values that do not fit, and keeps them out of the other figures', async () => {
    const { profile, details } = await readNamed('Misfits');
    expect(profile).toMatchObject({
      filledCount: 3,
      nullCount: 7,
      misfitCount: 2,
      distinctCount: 1,
      sum: '1.50',
    });
    expect(details.misfits).toEqual([{ value: 'n/a', count: 2 }]);
  });

  it('keeps eighteen digits, negative numbers and the middle of two medians', async () => {
    const { profile } = await readNamed('Wide');
    expect(profile).toMatchObject({
      least: '-12345678901234.5678',
      greatest: '99999999999999.9999',
      sum: '87654321098765.4324',
      mean: '21913580274691.35810000',
      median: '0.00015',
    });
  });

  it('keeps seven digits of a second, in quantiles too', async () => {
    const { profile, details } = await readNamed('Ticks');
    expect(profile).toMatchObject({
      least: TICKS[0],
      greatest: TICKS[9],
      median: '2026-01-31T10:00:00.12345645',
      distinctCount: 10,
    });
    expect(details.quantiles.map(({ value }) => value)).toEqual(
      [0, 0, 2, 4, 7, 9, 9].map((index) => TICKS[index]),
    );
  });

  it('finds the longest run of days without a row', async () => {
    const { details } = await readNamed('Gaps');
    expect(details.days).toEqual({
      dayCount: 12,
      missingCount: 8,
      longestGap: { from: '2026-01-03', to: '2026-01-09', dayCount: 7 },
    });
  });

  it('counts a number at the end of a bar in the next one, and a date too', async () => {
    const { profile } = await readNamed('Ends');
    expect(countsOf(profile)).toEqual([1, 2, 1, 0, 0, 0, 0, 0, 0, 1]);
    const { profile: days } = await readNamed('Gaps');
    expect(countsOf(days)).toEqual([1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1]);
  });

  it('counts true and false', async () => {
    const { profile } = await readNamed('Truth');
    const values = [
      { value: true, count: 2 },
      { value: false, count: 1 },
    ];
    expect(profile).toMatchObject({
      distinctCount: 2,
      distribution: { kind: 'values', values, otherCount: 0 },
    });
    expect(profile.frequent).toEqual(values);
  });
});

describe('the distribution between two values', () => {
  const numbers = [
    '-9000000.00',
    '1.00',
    '1.50',
    '2.00',
    '2.49',
    '2.50',
    '3.00',
    '70000000.00',
    '80000000.00',
  ];
  const days = ['1900-01-01', '2026-01-01', '2026-01-02', '2026-01-02', '2999-12-31'];

  it('has ranges around them, and counts what lies outside, to the row', async () => {
    const fields = [
      { name: 'Value', type: 'number', scale: 2 },
      { name: 'Day', type: 'date', scale: null },
    ] as const;
    const { engine, table } = await openTestEngine(
      fields,
      numbers.map((value, index) => [value, days[index] ?? null]),
    );
    const between = (name: string, from: string, to: string) => {
      const column = table.columns.find((each) => each.name === name);
      if (column === undefined) throw new Error(`There is no column ${name}.`);
      return readRanges(engine, table, column, { from, to }, new AbortController().signal);
    };
    const core = await between('Value', '1.00', '3.00');
    expect(core).toMatchObject({ belowCount: 1, aboveCount: 2 });
    expect(core.ranges.reduce((sum, { count }) => sum + count, 0)).toBe(6);
    for (const { from, to, count } of core.ranges) {
      const inside = numbers.filter((each) => Number(each) >= Number(from) && Number(each) < Number(to));
      expect(inside, `${from} to ${to}`).toHaveLength(count);
    }
    const dates = await between('Day', '2026-01-01', '2026-01-02');
    expect(dates).toMatchObject({ belowCount: 1, aboveCount: 1 });
    expect(dates.ranges.map(({ count }) => count)).toEqual([1, 2]);
  });
});

it('adds up numbers whose sum has more digits than the engine can hold', async () => {
  const large = `${'9'.repeat(36)}.99`;
  const values = [large, large, large, '-0.01', '-0.02', null];
  const { engine, table } = await openTestEngine(
    [{ name: 'Value', type: 'number', scale: 2 }],
    values.map((value) => [value]),
  );
  const { profile } = await readColumn(engine, table, 'Value');
  expect(profile).toMatchObject({
    filledCount: 5,
    least: '-0.02',
    greatest: large,
    median: large,
    sum: `2${'9'.repeat(36)}.94`,
    distinctCount: 3,
  });
  expect(profile.mean).toBe(`5${'9'.repeat(35)}.988000`);
});
