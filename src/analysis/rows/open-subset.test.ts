import { expect, test } from 'vitest';
import type { CellValue } from '@/contract/extraction';
import { createPagedRows } from '@/lib/paged-rows/paged-rows';
import { openTestEngine } from '@/test/analysis-engine';
import { testField } from '@/test/test-price-column';
import { testSnapshot } from '@/test/test-snapshot';
import type { RowSort } from '../conditions/row-order';
import type { RowSubset } from '../conditions/row-subset';
import { readRows } from '@/features/workbench/snapshot/read-rows';
import type { OpenSnapshot } from '../snapshot/open-snapshot';
import { openSubset } from './open-subset';

const FIELDS = [
  testField('Number', { isKey: true, isPrimaryKey: true }),
  testField('Country'),
  testField('Value', { type: 'number', sqlType: 'decimal', scale: 4 }),
  testField('Factor', { type: 'number', sqlType: 'float', scale: 0 }),
  testField('From', { type: 'date', sqlType: 'datetime2' }),
  testField('Active', { type: 'boolean', sqlType: 'bit' }),
];
/** For a float, the engine keeps more decimal places than the metadata state. */
const READ = FIELDS.map((field) => (field.name === 'Factor' ? { ...field, scale: 10 } : field));

/** One of these columns was not read. */
const COLUMNS = ['Number', 'Country', 'Cost', 'Value', 'Factor', 'From', 'Active'];

function rowAt(index: number): (string | boolean | null)[] {
  return [
    `N${index}`,
    ['DE', '', null, "O'Neill"][index % 4] ?? null,
    index % 50 === 7 ? 'on request' : `${index}.5000`,
    index % 3 === 0 ? '1.5' : '120',
    index % 90 === 4 ? 'soon' : '2026-01-31T10:00:00.1234567',
    index % 60 === 8 ? 'true' : index % 2 === 0,
  ];
}

const ROW_COUNT = 6_000;
const ALL = Array.from({ length: ROW_COUNT }, (_, index) => rowAt(index));
const { engine, table } = await openTestEngine(READ, ALL);

/** Returns the row with the values that the service sends. */
function sent(index: number): CellValue[] {
  const row: CellValue[] = rowAt(index);
  row.splice(2, 0, undefined);
  return row;
}

const whole: OpenSnapshot = {
  snapshot: testSnapshot({ rowCount: ROW_COUNT }),
  columns: COLUMNS,
  rows: createPagedRows({
    rowCount: ROW_COUNT,
    rowsPerBlock: 50,
    fetchPage: () => Promise.reject(new Error()),
  }),
  keyOfRow: (row) => String(row[0]),
  readPage: () => Promise.reject(new Error('The service is not asked.')),
  takenAtMs: 0,
  expiresAtMs: 1,
  timesBy: 'this-computer',
};

const signal = new AbortController().signal;
const open = (...conditions: RowSubset['conditions']) =>
  openSubset({ whole, rowsRead: { engine, table, revision: 1 }, fields: FIELDS }, { conditions }, signal);

async function allRows(opened: OpenSnapshot): Promise<CellValue[][]> {
  const rows: CellValue[][] = [];
  const range = { rowStart: 0, rowEnd: opened.snapshot.rowCount };
  for await (const chunk of readRows(opened, [range], signal))
    rows.push(...chunk.rows.map((row) => [...row]));
  return rows;
}

test('its rows are those that the service sent, in their order, to the last digit', async () => {
  const opened = await open({ kind: 'is', column: 'Country', value: "O'Neill" });
  const expected = ALL.flatMap((row, index) => (row[1] === "O'Neill" ? [sent(index)] : []));
  expect(opened.snapshot.rowCount).toBe(expected.length);
  expect(await allRows(opened)).toEqual(expected);
});

test('any of its rows is one query away', async () => {
  const opened = await open({ kind: 'between', column: 'Value', from: '100', to: null, includesEnd: false });
  const expected = ALL.flatMap((row, index) =>
    row[2] !== 'on request' && index >= 100 ? [sent(index)] : [],
  );
  expect(opened.snapshot.rowCount).toBe(expected.length);
  for (const page of [1, 2, 7, Math.ceil(expected.length / 700)]) {
    expect(await opened.readPage(page, 700, signal)).toEqual(expected.slice((page - 1) * 700, page * 700));
  }
  expect(opened.rows.getRow(150)).toEqual(expected[150]);
});

test('values that do not fit their column come back as they were sent', async () => {
  const opened = await open({ kind: 'misfit', column: 'Value' });
  expect(opened.snapshot.rowCount).toBe(ROW_COUNT / 50);
  expect(opened.rows.getRow(0)).toEqual(sent(7));
});

test('rows without a value are not those with an empty text', async () => {
  const empty = await open({ kind: 'is', column: 'Country', value: '' });
  const none = await open({ kind: 'is', column: 'Country', value: null });
  expect(empty.rows.getRow(0)?.[1]).toBe('');
  expect(none.rows.getRow(0)?.[1]).toBeNull();
});

test('a subset can have no rows', async () => {
  const opened = await open({ kind: 'is', column: 'Country', value: 'Nowhere' });
  expect(opened.snapshot.rowCount).toBe(0);
  expect(opened.subsetId).not.toBe((await open()).subsetId);
});

test.each<[string, readonly RowSort[], (index: number) => readonly (string | number | null)[]]>([
  [
    'numbers, the greatest first, and those without one last',
    [{ column: 'Value', direction: 'descending' }],
    (index) => [index % 50 === 7 ? null : -index],
  ],
  [
    'texts without regard to case, and then numbers',
    [
      { column: 'Country', direction: 'ascending' },
      { column: 'Factor', direction: 'descending' },
    ],
    (index) => [[1, 0, null, 2][index % 4] ?? null, index % 3 === 0 ? -1.5 : -120],
  ],
])('rows are sorted by %s; equal ones stay in the order of the snapshot', async (_, sort, keysOf) => {
  const opened = await openSubset(
    { whole, rowsRead: { engine, table, revision: 1 }, fields: FIELDS },
    { conditions: [{ kind: 'between', column: 'Value', from: '100', to: null, includesEnd: true }] },
    signal,
    sort,
  );
  const compare = (one: string | number | null, other: string | number | null) =>
    one === other ? 0 : one === null ? 1 : other === null ? -1 : one < other ? -1 : 1;
  const expected = Array.from({ length: ROW_COUNT }, (_row, index) => index)
    .filter((index) => index % 50 !== 7 && index >= 100)
    .toSorted((a, b) => {
      const [one, other] = [keysOf(a), keysOf(b)];
      return one.map((key, at) => compare(key, other[at] ?? null)).find((order) => order !== 0) ?? a - b;
    });
  const numbers = (await allRows(opened)).map(([number]) => number);
  expect(numbers).toEqual(expected.map((index) => `N${index}`));
});

test('sorted by a column of the service first, rows follow the order of the snapshot, then what is computed', async () => {
  const fields = [testField('Name'), testField('Score', { type: 'number', sqlType: 'int', scale: 0 })];
  // The rows are in the order of the service: those without a value first, and texts without regard to case.
  const rows = [
    [null, '5'],
    [null, '1'],
    ['abc', '3'],
    ['ABC', '2'],
    ['b', '1'],
  ];
  const opened = await openTestEngine(fields, rows);
  const small = { ...whole, columns: ['Name', 'Score'], snapshot: testSnapshot({ rowCount: rows.length }) };
  const byName: RowSort = { column: 'Name', direction: 'ascending' };
  const byScore: RowSort = { column: 'Score', direction: 'ascending' };
  const sorted = async (...snapshotSort: RowSort[]) => {
    const source = { whole: small, rowsRead: { ...opened, revision: 1 }, fields };
    const rowsOf = await openSubset(source, { conditions: [] }, signal, [byName, byScore], snapshotSort);
    return allRows(rowsOf);
  };
  const [[lone, five], [, one], abc, ABC, b] = rows as [string[], string[], string[], string[], string[]];
  expect(await sorted(byName)).toEqual([[lone, one], [lone, five], ABC, abc, b]);
  // Without sort rules of the service, the rows are sorted by their values.
  expect((await sorted()).at(-1)).toEqual([null, '5']);
});
