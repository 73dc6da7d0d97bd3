import { beforeAll, describe, expect, it, test } from 'vitest';
import type { CellValue } from '@/contract/extraction';
import { openTestEngine, type TestEngine } from '@/test/analysis-engine';
import { naiveComparison, plainDecimal, type NaiveChange } from '@/test/naive-comparison';
import { testField } from '@/test/test-price-column';
import { openChanges, type ChangeRows, type ChangesQuery } from './change-rows';
import type { ChangeRow } from './change-reader';
import { compare } from './compare';
import { ROW_KINDS, type Comparison } from './comparison';
import type { ComparedSides } from '../matching/matched-sides';

type Cell = string | boolean | null;

const FIELDS = [
  testField('Number', { isKey: true, isPrimaryKey: true }),
  testField('List', { type: 'number', sqlType: 'int', scale: 0 }),
  testField('Remark'),
  testField('Value', { type: 'number', sqlType: 'decimal', scale: 4 }),
  testField('From', { type: 'date', sqlType: 'datetime2' }),
  testField('Active', { type: 'boolean', sqlType: 'bit' }),
];
const SPEC = { keys: ['Number', 'List'], price: 'Value', compared: ['Remark', 'From', 'Active'] };
const PLACES = { Number: 0, List: 1, Value: 3, Remark: 2, From: 4, Active: 5 };
const ROW_COUNT = 1_200;
const { signal } = new AbortController();

function rowAt(index: number, side: 'earlier' | 'later'): Cell[] {
  const isLater = side === 'later';
  const number = index % 200 === 3 ? null : index % 170 === 5 ? 'N10' : `N${index}`;
  const value = isLater && index % 7 === 0 ? `${index + (index % 13) - 6}.2500` : `${index}.5000`;
  return [
    number,
    index % 90 === 4 ? 'all' : String(index % 3),
    isLater && index % 11 === 0
      ? ([`changed ${index}`, '', null][index % 3] ?? null)
      : `Größe\u00A0${index % 5}`,
    index % 50 === 7 ? 'on request' : index % 60 === 9 ? '0.0000' : value,
    isLater && index % 400 === 1 ? '2026-01-31T10:00:00.1234568' : '2026-01-31T10:00:00.1234567',
    index % 80 === 8 ? 'true' : index % 2 === 0,
  ];
}

const EARLIER = Array.from({ length: ROW_COUNT }, (_, index) => rowAt(index, 'earlier'));
/** The later side has other rows at both ends, and its rows are in another order. */
const LATER = Array.from({ length: ROW_COUNT }, (_, index) => rowAt(ROW_COUNT + 19 - index, 'later'));
const EXPECTED = naiveComparison({ fields: FIELDS, rows: EARLIER }, { fields: FIELDS, rows: LATER }, SPEC);

let opened: TestEngine;
let comparison: Comparison;

beforeAll(async () => {
  opened = await openTestEngine(FIELDS, EARLIER);
  const coverage = { kind: 'all', rowCount: ROW_COUNT } as const;
  const sides: ComparedSides = {
    earlier: { table: opened.table, rowCount: ROW_COUNT, coverage },
    later: { table: opened.addTable(FIELDS, LATER), rowCount: ROW_COUNT, coverage },
  };
  comparison = await compare(opened.engine, sides, SPEC, signal);
});

const ALL: ChangesQuery = { kinds: ROW_KINDS, column: null, range: null, sort: null };

function open(query: Partial<ChangesQuery> = {}): Promise<ChangeRows> {
  return openChanges(opened.engine, comparison, { ...ALL, ...query }, signal, FIELDS);
}

async function allOf(query: Partial<ChangesQuery> = {}): Promise<readonly ChangeRow[]> {
  const { rowCount, readPage, close } = await open(query);
  const rows: ChangeRow[] = [];
  for (let page = 1; rows.length < rowCount; page += 1) rows.push(...(await readPage(page, 700, signal)));
  await close();
  return rows;
}

/** Returns a row of the naive comparison, with the cells of both sides. */
function expectedRow(change: NaiveChange) {
  const { kind, earlier, later, differs, delta, percent } = change;
  const cellOf = (rows: readonly Cell[][], at: number | null, place: number): CellValue =>
    at === null ? undefined : (rows[at]?.[place] ?? null);
  return {
    kind,
    earlierIndex: earlier,
    laterIndex: later,
    cells: Object.entries(PLACES).map(([name, place]) => ({
      earlier: cellOf(EARLIER, earlier, place),
      later: cellOf(LATER, later, place),
      differs: differs.includes(name),
    })),
    delta,
    deltaPercent: percent,
  };
}

function plain(row: ChangeRow) {
  return {
    ...row,
    delta: row.delta === null ? null : plainDecimal(row.delta),
    deltaPercent: row.deltaPercent === null ? null : plainDecimal(row.deltaPercent),
  };
}

const naturalOrder = ({ earlier, later }: NaiveChange) => later ?? ROW_COUNT + (earlier ?? 0);
const inOrder = (changes: readonly NaiveChange[]) =>
  changes.toSorted((a, b) => naturalOrder(a) - naturalOrder(b));
const expectedOf = (holds: (change: NaiveChange) => boolean) =>
  inOrder(EXPECTED.filter(holds)).map(expectedRow);

describe('the rows of a comparison', () => {
  it('are all rows of both sides, with the values of both, in the order of the later side', async () => {
    const rows = await allOf();
    expect(rows.map(plain)).toEqual(expectedOf(() => true));
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(ROW_KINDS));
  });

  it.each(ROW_KINDS)('can be those of the kind %s', async (kind) => {
    expect((await allOf({ kinds: [kind] })).map(plain)).toEqual(expectedOf((change) => change.kind === kind));
  });

  it('can be those in which a column differs', async () => {
    for (const column of ['Value', 'Remark', 'From']) {
      const rows = await allOf({ column });
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.map(plain)).toEqual(expectedOf(({ differs }) => differs.includes(column)));
    }
    expect(await allOf({ column: 'Number' })).toEqual([]);
  });

  it('can be those whose price is higher, or lower', async () => {
    for (const [movement, isSo] of [
      ['raised', (delta: string) => Number(delta) > 0],
      ['lowered', (delta: string) => Number(delta) < 0],
    ] as const) {
      const rows = await allOf({ movement });
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.map(plain)).toEqual(expectedOf(({ delta }) => delta !== null && isSo(delta)));
    }
  });

  it('can be those of a range of Δ %', async () => {
    const percentOf = ({ percent }: NaiveChange) => (percent === null ? null : Number(percent));
    const between = (from: number, to: number) => (change: NaiveChange) => {
      const percent = percentOf(change);
      return percent !== null && percent >= from && percent < to;
    };
    const some = { includesEnd: false };
    expect((await allOf({ range: { from: '-0.5', to: '0', ...some } })).map(plain)).toEqual(
      expectedOf(between(-0.5, 0)),
    );
    expect((await allOf({ range: { from: '0.125', to: null, ...some } })).map(plain)).toEqual(
      expectedOf(between(0.125, Infinity)),
    );
    const [greatest = 0] = EXPECTED.flatMap((change) => percentOf(change) ?? []).toSorted((a, b) => b - a);
    const upTo = (includesEnd: boolean) =>
      allOf({ range: { from: String(greatest), to: String(greatest), includesEnd } });
    expect(await upTo(false)).toEqual([]);
    expect((await upTo(true)).length).toBeGreaterThan(0);
  });

  it.each([
    ['delta', true],
    ['delta', false],
    ['percent', true],
    ['percent', false],
    ['kind', true],
    ['kind', false],
  ] as const)('are sorted by %s (descending: %s), those without it last', async (by, isDescending) => {
    const valueOf = (change: NaiveChange): number | null => {
      if (by === 'kind') return ROW_KINDS.indexOf(change.kind);
      const text = change[by];
      return text === null ? null : Number(text);
    };
    const expected = EXPECTED.toSorted((a, b) => {
      const [one, other] = [valueOf(a), valueOf(b)];
      if (one === null || other === null) {
        if (one !== other) return one === null ? 1 : -1;
      } else if (one !== other) {
        return isDescending ? other - one : one - other;
      }
      return naturalOrder(a) - naturalOrder(b);
    });
    expect((await allOf({ sort: { by, isDescending } })).map(plain)).toEqual(expected.map(expectedRow));
  });

  it('are sorted by their keys, whichever side they are on', async () => {
    const rows = await allOf({
      kinds: ['added', 'removed', 'changed'],
      sort: { by: 'key', isDescending: false },
    });
    const keys = rows.map(({ cells }) =>
      cells.slice(0, 2).map(({ earlier, later }) => String(later ?? earlier)),
    );
    const isNumber = (text = '') => /^\d+$/.test(text);
    const expected = keys.toSorted(([a = '', x = ''], [b = '', y = '']) => {
      if (a !== b) return a < b ? -1 : 1;
      // Misfits (values that do not fit the column) come after the numbers.
      if (isNumber(x) !== isNumber(y)) return isNumber(x) ? -1 : 1;
      return Number(x) - Number(y);
    });
    expect(keys).toEqual(expected);
    expect(rows.length).toBe(
      EXPECTED.filter(({ kind }) => ['added', 'removed', 'changed'].includes(kind)).length,
    );
    const descending = await allOf({ kinds: ['changed'], sort: { by: 'key', isDescending: true } });
    expect(descending[0]?.cells[0]?.later).toBe('N994');
  });

  it.each([
    ['CHANGED 11', null],
    ['größe 3', null],
    ['on request', null],
    ['.1234568', null],
    ['1,5', '1.5'],
  ])('can be those that contain %s on either side', async (text, decimal) => {
    const wanted = text.toLowerCase();
    const holds = (rows: readonly Cell[][], at: number | null) =>
      (at === null ? [] : (rows[at] ?? [])).some((cell, place) => {
        const folded = String(cell ?? '')
          .toLowerCase()
          .replaceAll('\u00A0', ' ');
        return (
          folded.includes(wanted) ||
          (decimal !== null && (place === 1 || place === 3) && folded.includes(decimal))
        );
      });
    const rows = await allOf({ find: { text, decimal } });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(plain)).toEqual(
      expectedOf(({ earlier, later }) => holds(EARLIER, earlier) || holds(LATER, later)),
    );
  });

  it('are one query away wherever they are, and gone once they are closed', async () => {
    const all = (await allOf()).map(plain);
    const { rows, readPage, rowCount, close } = await open();
    expect(plain(rows.getRow(0) ?? expect.fail('The first rows are there.'))).toEqual(all[0]);
    for (const page of [1, 5, Math.ceil(rowCount / 130)]) {
      const read = await readPage(page, 130, signal);
      expect(read.map(plain)).toEqual(all.slice((page - 1) * 130, page * 130));
    }
    await close();
    await expect(readPage(1, 10, signal)).rejects.toMatchObject({ name: 'RowsReadError' });
  });
});

test('numbers have the places of their column', async () => {
  const rows = await allOf({ kinds: ['changed'] });
  const [first] = rows.filter(({ delta }) => delta !== null);
  expect(first?.delta).toMatch(/^-?\d+\.\d{4}$/);
  expect(first?.cells[2]?.later).toMatch(/^\d+\.\d{4}$/);
});
