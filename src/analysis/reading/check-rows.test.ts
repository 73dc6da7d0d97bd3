import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openTestEngine } from '@/test/analysis-engine';
import { testField } from '@/test/test-price-column';
import { rowIdentity } from '../snapshot/row-identity';
import { checkRows, type RowsFound } from './check-rows';
import { runs } from '@/test/runs';

type Row = readonly (string | null)[];

const KEY = testField('Number', { isKey: true, isPrimaryKey: true });
const LIST = testField('List', { isKey: true, isPrimaryKey: true });
const VALUE = testField('Value', { type: 'number', sqlType: 'decimal', precision: 18, scale: 4 });
const DAY = testField('Day', { type: 'date', sqlType: 'datetime2', scale: 7 });
const NAME = testField('Name');
const FIELDS = [KEY, VALUE, NAME];
const PAGE_SIZE = 20;

interface Checked {
  /** The fields of the price column. The rows have values for the first few of them. */
  readonly fields?: readonly ReturnType<typeof testField>[];
  readonly columnCount?: number;
  readonly misfits?: Readonly<Record<string, number>>;
}

async function found(
  rows: readonly Row[],
  { fields = FIELDS, columnCount = fields.length, misfits = {} }: Checked = {},
): Promise<RowsFound> {
  const chosen = fields.slice(0, columnCount);
  const { engine, table } = await openTestEngine(
    chosen,
    rows.map((row) => row.slice(0, columnCount)),
  );
  const identity = rowIdentity(
    chosen.map(({ name }) => name),
    { fields },
  );
  const checked = { table, identity, readCount: rows.length, snapshotRows: rows.length };
  return checkRows(engine, { ...checked, pageSize: PAGE_SIZE, misfits }, new AbortController().signal);
}

const rowsFrom = (from: number, to: number): Row[] =>
  Array.from({ length: to - from }, (_, index) => [
    `N${from + index}`,
    `${index % 7}.5`,
    `name ${from + index}`,
  ]);
const whole = rowsFrom(0, 95);
const SOUND = { kind: 'sound', doubts: null };
const NO_DOUBTS = { doubled: null, unchecked: [], samePages: [] };

/** Returns the rows, with those of one page replaced by rows from another page. */
const withPage = (rows: readonly Row[], page: number, from: number, count = PAGE_SIZE): Row[] => [
  ...rows.slice(0, page * PAGE_SIZE),
  ...rows.slice(from * PAGE_SIZE, from * PAGE_SIZE + count),
  ...rows.slice(page * PAGE_SIZE + count),
];

describe('rows with a key', () => {
  test('that are all different are all there', async () => {
    expect(await found(whole)).toEqual(SOUND);
    expect(await found(whole, { columnCount: 1 })).toEqual(SOUND);
  });

  test('that repeat others in every field are a snapshot that contradicts itself', async () => {
    expect(await found(withPage(whole, 3, 1))).toEqual({
      kind: 'repeated',
      repeated: { rowCount: 20, keys: ['N20', 'N21', 'N22', 'N23', 'N24'], pages: [] },
    });
    expect(await found(whole.with(41, whole[40] ?? []))).toEqual({
      kind: 'repeated',
      repeated: { rowCount: 1, keys: ['N40'], pages: [] },
    });
  });

  test('that differ are an error of the source, which is told with its keys', async () => {
    const rows = whole
      .with(41, ['N3', '9', 'another'])
      .with(42, ['N9', '9', null])
      .with(43, ['N9', '9', 'x']);
    expect(await found(rows)).toEqual({
      kind: 'sound',
      doubts: { ...NO_DOUBTS, doubled: { keyCount: 2, keys: ['N3', 'N9'], alikeCount: 0 } },
    });
  });

  test('that are the same in the fields chosen, and not all are, may be either', async () => {
    const rows = whole.with(41, whole[40] ?? []);
    expect(await found(rows, { columnCount: 2 })).toEqual({
      kind: 'sound',
      doubts: { ...NO_DOUBTS, doubled: { keyCount: 1, keys: ['N40'], alikeCount: 1 } },
    });
  });

  test('of which a page brings nothing new contradict themselves whatever the fields', async () => {
    expect(await found(withPage(whole, 3, 1), { columnCount: 2 })).toMatchObject({
      kind: 'repeated',
      repeated: { rowCount: 20, keys: ['N20', 'N21', 'N22', 'N23', 'N24'] },
    });
    // The last page has fewer rows than the others.
    expect(await found(withPage(whole, 4, 0, 15), { columnCount: 1 })).toMatchObject({
      repeated: { rowCount: 15 },
    });
    expect(await found(withPage(whole, 3, 1, 19), { columnCount: 2 })).toMatchObject({ kind: 'sound' });
  });

  test('of several parts, with missing ones and with what does not fit its column', async () => {
    const fields = [KEY, LIST, VALUE];
    const rows: Row[] = [
      ['1', 'A', '1'],
      ['1', 'B', '1'],
      ['1', null, '1'],
      ['1', null, '2'],
      ['2', 'A', 'on request'],
      ['2', 'A', 'on demand'],
    ];
    expect(await found(rows, { fields, misfits: { Value: 2 } })).toEqual({
      kind: 'sound',
      doubts: { ...NO_DOUBTS, doubled: { keyCount: 2, keys: ['1 · ∅', '2 · A'], alikeCount: 0 } },
    });
    const numbers = [{ ...VALUE, isPrimaryKey: true }, NAME];
    expect(
      await found(
        [
          ['none', 'a'],
          ['nothing', 'b'],
          ['1', 'c'],
          ['none', 'd'],
        ],
        { fields: numbers, misfits: { Value: 3 } },
      ),
    ).toMatchObject({ doubts: { doubled: { keyCount: 1, keys: ['none'], alikeCount: 0 } } });
  });

  test('are told apart as a plain look at them does', async () => {
    const cell = fc.integer({ min: 0, max: 2 }).map(String);
    const anyRows = fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }).map(String), cell, cell), {
      minLength: 1,
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(anyRows, async (rows) => {
        const { kind, ...rest } = await found(rows);
        const texts = rows.map((row) => JSON.stringify(row));
        const keys = rows.map(([key]) => key);
        const again = texts.filter((text, index) => texts.indexOf(text) < index);
        const doubled = new Set(keys.filter((key, index) => keys.indexOf(key) < index));
        expect(kind).toBe(again.length > 0 ? 'repeated' : 'sound');
        const told = { rowCount: again.length, keyCount: doubled.size };
        if (kind === 'repeated') expect(rest).toMatchObject({ repeated: { rowCount: told.rowCount } });
        else if (doubled.size === 0) expect(rest).toEqual({ doubts: null });
        else expect(rest).toMatchObject({ doubts: { doubled: { keyCount: told.keyCount } } });
      }),
      { numRuns: runs(60) },
    );
  });
});

describe('rows without a whole key', () => {
  const fields = [testField('Number'), VALUE, DAY];
  const days = (rows: readonly Row[]): Row[] =>
    rows.map(([number = null, value = null], index) => [number, value, `2026-01-${10 + (index % 9)}`]);

  test('are all there where no page is the same as another', async () => {
    expect(await found(days(whole), { fields })).toEqual(SOUND);
    // The source may contain a row, or some rows of a page, several times, which is not an error of the snapshot.
    const some = days(whole);
    expect(await found(withPage(some, 3, 1, 19), { fields })).toEqual(SOUND);
  });

  test('contradict themselves where a page is the same as another', async () => {
    const rows = withPage(withPage(days(whole), 3, 1), 4, 0, 15);
    expect(await found(rows, { fields })).toEqual({
      kind: 'repeated',
      repeated: {
        rowCount: 35,
        keys: [],
        pages: [
          { first: 61, last: 80 },
          { first: 81, last: 95 },
        ],
      },
    });
  });

  test('of few different values may fill pages alike: told as a doubt, and not at all where fields are left out', async () => {
    const rows: Row[] = Array.from({ length: 60 }, () => ['N', '1', '2026-01-10']);
    expect(await found(rows, { fields })).toEqual({
      kind: 'sound',
      doubts: {
        ...NO_DOUBTS,
        samePages: [
          { first: 21, last: 40 },
          { first: 41, last: 60 },
        ],
      },
    });
    expect(await found(rows, { fields, columnCount: 2 })).toEqual(SOUND);
  });

  test('because a part of it was not chosen are told to be unchecked', async () => {
    const withKey = [NAME, VALUE, KEY];
    const rows = days(whole);
    expect(await found(rows, { fields: withKey, columnCount: 2 })).toEqual({
      kind: 'sound',
      doubts: { ...NO_DOUBTS, unchecked: ['Number'] },
    });
    expect(await found(withPage(rows, 3, 1), { fields: withKey, columnCount: 2 })).toMatchObject({
      kind: 'repeated',
      repeated: { pages: [{ first: 61, last: 80 }] },
    });
  });
});
