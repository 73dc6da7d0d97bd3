import { describe, expect, test } from 'vitest';
import { findPriceSource, rowAt } from '@mocks/data/price-sources';
import type { ColumnType } from '@/contract/column';
import { openTestEngine } from '@/test/analysis-engine';
import { DATE_STEPS, isApplicable, MEASURE_FUNCTIONS, type Measure, type PivotSpec } from './pivot-spec';
import { readPivot, type MeasureValues, type PivotSummary } from './read-pivot';
import type { GroupKey } from '../engine/group-key';

type Cell = string | boolean | null;
interface Field {
  readonly name: string;
  readonly type: ColumnType;
  readonly scale: number | null;
}

const ROWS = 240;

function sourceRows(name: string): {
  readonly fields: readonly Field[];
  readonly rows: readonly (readonly Cell[])[];
} {
  const source = findPriceSource(name);
  if (source === null) throw new Error(`There is no price column ${name}.`);
  const rows = Array.from({ length: ROWS }, (_, index) => rowAt(name, index * 7));
  const fields = source.fields.map(({ record }) => {
    const cells = rows.map((row) => row[record.name] ?? null);
    const type = typeOf(cells);
    const scale =
      type === 'number'
        ? Math.max(0, ...cells.map((cell) => String(cell ?? '').split('.')[1]?.length ?? 0))
        : null;
    return { name: record.name, type, scale };
  });
  return { fields, rows: rows.map((row) => fields.map(({ name: field }) => row[field] ?? null)) };
}

function typeOf(cells: readonly Cell[]): ColumnType {
  const filled = cells.filter((cell) => cell !== null);
  if (filled.length > 0 && filled.every((cell) => typeof cell === 'boolean')) return 'boolean';
  const isEvery = (pattern: RegExp) =>
    filled.length > 0 && filled.every((cell) => pattern.test(String(cell)));
  if (isEvery(/^\d{4}-\d\d-\d\d/)) return 'date';
  return isEvery(/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/) ? 'number' : 'text';
}

/* The functions below compute the expected values with BigInt and plain JavaScript, without the engine. */

function units(text: string, scale: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(scale, '0'));
}

function decimal(value: bigint, scale: number): string {
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return value < 0n ? `-${text}` : text;
}

/** Divides two integers, and rounds halves away from zero. */
function quotient(dividend: bigint, divisor: bigint): bigint {
  const isNegative = dividend < 0n !== divisor < 0n;
  const [x, y] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  const result = (2n * x + y) / (2n * y);
  return isNegative ? -result : result;
}

function expectedValue(
  measure: Measure,
  field: Field | undefined,
  cells: readonly Cell[],
  all: readonly Cell[],
): string | null {
  if (field === undefined) {
    const share = () => decimal(quotient(BigInt(cells.length) * 1_000_000n, BigInt(all.length)), 6);
    return measure.fn === 'share' ? share() : String(cells.length);
  }
  const scale = field.scale ?? 0;
  const filled = cells.filter((cell) => cell !== null);
  const numbers = (some: readonly Cell[]) =>
    some.filter((cell) => cell !== null).map((cell) => units(String(cell), scale));
  const sum = (some: readonly Cell[]) => numbers(some).reduce((total, value) => total + value, 0n);
  const order = (a: Cell, b: Cell) => {
    if (field.type === 'number') return Number(units(String(a), scale) - units(String(b), scale));
    return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
  };
  const sorted = filled.toSorted(order).map(String);
  if (measure.fn === 'count') return String(filled.length);
  if (measure.fn === 'distinct')
    return String(new Set<unknown>(field.type === 'number' ? numbers(filled) : filled).size);
  const isNumeric = field.type === 'number';
  const shown = (text: string | undefined) =>
    text !== undefined && isNumeric ? decimal(units(text, scale), scale) : (text ?? null);
  if (filled.length === 0) return null;
  switch (measure.fn) {
    case 'sum':
      return decimal(sum(cells), scale);
    case 'average':
      return decimal(quotient(sum(cells) * 10_000n, BigInt(filled.length)), scale + 4);
    case 'least':
      return shown(sorted[0]);
    case 'greatest':
      return shown(sorted.at(-1));
    case 'median': {
      const middles = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
      const twice = middles.reduce((total, text) => total + units(text ?? '', scale), 0n);
      return twice % 2n === 0n ? decimal(twice / 2n, scale) : decimal(twice * 5n, scale + 1);
    }
    case 'share':
      return sum(all) === 0n ? null : decimal(quotient(sum(cells) * 1_000_000n, sum(all)), 6);
  }
}

function expectedKey({ type, scale }: Field, step: string | null, cell: Cell): string | null {
  if (cell === null) return null;
  const text = String(cell);
  if (step === null) return type === 'number' ? decimal(units(text, scale ?? 0), scale ?? 0) : text;
  if (type === 'number') {
    const places = Math.max(scale ?? 0, step.split('.')[1]?.length ?? 0);
    const [value, width] = [units(text, places), units(step, places)];
    const floor = value - (((value % width) + width) % width);
    const stepPlaces = step.split('.')[1]?.length ?? 0;
    return decimal(floor / 10n ** BigInt(places - stepPlaces), stepPlaces);
  }
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  const iso = (at: number) => new Date(at).toISOString().slice(0, 10);
  switch (step) {
    case 'year':
      return iso(Date.UTC(year, 0, 1));
    case 'quarter':
      return iso(Date.UTC(year, month - 1 - ((month - 1) % 3), 1));
    case 'month':
      return iso(Date.UTC(year, month - 1, 1));
    case 'week': {
      const at = Date.UTC(year, month - 1, day);
      return iso(at - ((new Date(at).getUTCDay() + 6) % 7) * 86_400_000);
    }
    default:
      return text.slice(0, 10);
  }
}

function groupedBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

function check(
  spec: PivotSpec,
  summary: PivotSummary,
  fields: readonly Field[],
  rows: readonly (readonly Cell[])[],
) {
  const at = (name: string | null) => fields.findIndex((field) => field.name === name);
  const keyOf = (groupings: PivotSpec['rows'], row: readonly Cell[]) =>
    JSON.stringify(
      groupings.map(({ field, step }) => {
        const index = at(field);
        const of = fields[index];
        return of === undefined ? null : expectedKey(of, step, row[index] ?? null);
      }),
    );
  const textOf = (keys: readonly GroupKey[]) =>
    JSON.stringify(keys.map((key) => (key.kind === 'value' ? key.value : null)));
  const expected = (some: readonly (readonly Cell[])[]): MeasureValues =>
    spec.measures.map((measure) => {
      const index = at(measure.field);
      const cellsOf = (of: readonly (readonly Cell[])[]) => of.map((row) => row[index] ?? null);
      return expectedValue(measure, fields[index], cellsOf(some), cellsOf(rows));
    });
  const byRow = groupedBy(rows, (row) => keyOf(spec.rows, row));
  const byColumn = groupedBy(rows, (row) => keyOf(spec.columns, row));
  const byCell = groupedBy(rows, (row) => keyOf(spec.rows, row) + keyOf(spec.columns, row));
  expect(summary.total).toEqual(expected(rows));
  if (spec.rows.length > 0) {
    expect(summary.rowGroupCount).toBe(byRow.size);
    expect(summary.rowGroups).toHaveLength(byRow.size);
  }
  if (spec.columns.length > 0) expect(summary.columnGroupCount).toBe(byColumn.size);
  for (const { keys, total } of summary.rowGroups)
    expect(total).toEqual(expected(byRow.get(textOf(keys)) ?? []));
  for (const { keys, total } of summary.columnGroups) {
    expect(total).toEqual(expected(byColumn.get(textOf(keys)) ?? []));
  }
  summary.rowGroups.forEach((row, rowAt) => {
    summary.columnGroups.forEach((column, columnAt) => {
      const inBoth = byCell.get(textOf(row.keys) + textOf(column.keys)) ?? [];
      expect(summary.cell(rowAt, columnAt)).toEqual(inBoth.length === 0 ? null : expected(inBoth));
    });
  });
}

const plain = { sort: null, hasChart: false, columns: [] } as const;
const group = (field: string, step: string | null = null) => ({ field, step });
const countOfRows = { fn: 'count', field: null } as const;

describe.each(['SalesPrice', 'CostForPricing', 'CustomerPrice'])('the summary of %s', (name) => {
  const { fields, rows } = sourceRows(name);
  const opened = openTestEngine(fields, rows);
  const pivot = async (spec: PivotSpec) => {
    const { engine, table } = await opened;
    check(spec, await readPivot(spec, { engine, table, misfits: {} }), fields, rows);
  };
  const texts = fields.filter(({ name: field, type }) => {
    const index = fields.findIndex((each) => each.name === field);
    return type === 'text' && new Set(rows.map((row) => row[index])).size < 40;
  });
  const [first, second] = texts;

  test('every function of every field equals an exact computation, in groups and in totals', async () => {
    for (const field of fields) {
      const measures = MEASURE_FUNCTIONS.filter((fn) => isApplicable(fn, field.type)).map((fn) => ({
        fn,
        field: field.name,
      }));
      await expect(
        pivot({
          ...plain,
          rows: first === undefined ? [] : [group(first.name)],
          columns: second === undefined ? [] : [group(second.name)],
          measures,
        }),
      ).resolves.toBeUndefined();
    }
  });

  test('dates by every step', async () => {
    for (const field of fields.filter(({ type }) => type === 'date')) {
      for (const step of DATE_STEPS) {
        const spec = { ...plain, rows: [group(field.name, step)], measures: [countOfRows] };
        await expect(pivot(spec)).resolves.toBeUndefined();
      }
    }
  });

  test('numbers by steps, negative ones too', async () => {
    for (const field of fields.filter(({ type }) => type === 'number')) {
      for (const step of ['100', '0.25', '7', '0.00001']) {
        const share = { fn: 'share', field: null } as const;
        await expect(
          pivot({ ...plain, rows: [group(field.name, step)], measures: [share] }),
        ).resolves.toBeUndefined();
      }
    }
  });

  test('no groups at all, only groups of columns, and four groups of rows', async () => {
    const measures = [{ fn: 'count', field: null } as const];
    await expect(pivot({ ...plain, rows: [], measures })).resolves.toBeUndefined();
    await expect(
      pivot({
        ...plain,
        rows: [],
        columns: texts.slice(0, 2).map((field) => group(field.name)),
        measures,
      }),
    ).resolves.toBeUndefined();
    await expect(
      pivot({
        ...plain,
        rows: fields
          .slice(0, 4)
          .map(({ name: field, type }) => group(field, type === 'date' ? 'year' : null)),
        measures,
      }),
    ).resolves.toBeUndefined();
  });
});

describe('odd rows', () => {
  const fields: Field[] = [
    { name: "Group'; DROP TABLE rows_read; --", type: 'text', scale: null },
    { name: 'Amount"', type: 'number', scale: 4 },
    { name: 'At', type: 'date', scale: null },
  ];
  const name = (index: number) => fields[index]?.name ?? '';
  const rows: Cell[][] = [
    [null, '12345678901234567.8901', '2024-02-29T23:59:59.9999999'],
    ['', '-0.0001', '2024-02-29T23:59:59.9999998'],
    ["x' OR 1=1", '-100.0000', null],
    ['null', 'not a number', '2023-12-31'],
    ['Ä', '3.0000', '2025-01-01'],
    ['b', '1.0000', 'someday'],
    ['A', '2.0000', '2024-12-30'],
  ];
  const opened = openTestEngine(fields, rows);
  const read = async (spec: Omit<PivotSpec, 'hasChart'>) => {
    const { engine, table } = await opened;
    return readPivot(
      { ...spec, hasChart: false },
      { engine, table, misfits: { [name(1)]: 1, [name(2)]: 1 } },
    );
  };
  const keys = ({ rowGroups }: PivotSummary) =>
    rowGroups.map((each) => each.keys.map((key) => (key.kind === 'value' ? key.value : key)));
  const count = { fn: 'count', field: null } as const;

  test('missing and empty texts are groups of their own; texts are ordered as people read them', async () => {
    const summary = await read({ ...plain, rows: [group(name(0))], measures: [count] });
    expect(keys(summary)).toEqual([[''], ['A'], ['Ä'], ['b'], ['null'], ["x' OR 1=1"], [{ kind: 'null' }]]);
  });

  test('values that do not fit their column are a group of their own, and no number', async () => {
    const summary = await read({
      ...plain,
      rows: [group(name(1), '50')],
      measures: [count, { fn: 'count', field: name(1) }],
    });
    expect(keys(summary)).toEqual([['-100'], ['-50'], ['0'], ['12345678901234550'], [{ kind: 'misfit' }]]);
    expect(summary.total).toEqual(['7', '6']);
  });

  test('eighteen digits and more stay exact, and dates keep the seventh digit of a second', async () => {
    const measures = (['sum', 'average', 'median', 'greatest'] as const).map((fn) => ({
      fn,
      field: name(1),
    }));
    const summary = await read({
      ...plain,
      rows: [],
      measures: [...measures, { fn: 'greatest', field: name(2) }],
    });
    expect(summary.total).toEqual([
      '12345678901234473.8900',
      '2057613150205745.64833333',
      // This is the median of 1 and 2.
      '1.5000',
      '12345678901234567.8901',
      '2025-01-01',
    ]);
    const least = await read({
      ...plain,
      rows: [group(name(0))],
      measures: [{ fn: 'least', field: name(2) }],
    });
    expect(least.rowGroups[0]?.total).toEqual(['2024-02-29T23:59:59.9999998']);
  });

  test('ISO weeks start on Monday, also across the year', async () => {
    const summary = await read({ ...plain, rows: [group(name(2), 'week')], measures: [count] });
    expect(keys(summary)).toEqual([
      ['2023-12-25'],
      ['2024-02-26'],
      ['2024-12-30'],
      [{ kind: 'null' }],
      [{ kind: 'misfit' }],
    ]);
  });

  const ordered = openTestEngine(
    [
      { name: 'G', type: 'text', scale: null },
      { name: 'N', type: 'number', scale: 0 },
    ],
    [
      ['A', '2'],
      ['b', '1'],
      ['b', '1'],
      ['Ä', '-5'],
      ['null', '9'],
    ],
  );

  test.each([
    [{ by: 'measure', index: 0, isDescending: true } as const, ['null', 'A', 'b', 'Ä']],
    [{ by: 'measure', index: 0, isDescending: false } as const, ['Ä', 'b', 'A', 'null']],
    [{ by: 'group', index: 0, isDescending: true } as const, ['null', 'b', 'Ä', 'A']],
  ])('ordered by %j, missing values last', async (sort, expected) => {
    const { engine, table } = await ordered;
    const spec = {
      rows: [group('G')],
      columns: [],
      measures: [{ fn: 'average', field: 'N' } as const],
      sort,
      hasChart: false,
    };
    const summary = await readPivot(spec, { engine, table, misfits: {} });
    expect(
      summary.rowGroups.map((each) => (each.keys[0]?.kind === 'value' ? each.keys[0].value : null)),
    ).toEqual(expected);
  });
});

test('of very many groups the first are shown, and all are counted', { tags: ['long'] }, async () => {
  const rows = Array.from({ length: 12_000 }, (_, index) => [
    String(index).padStart(5, '0'),
    String(index % 300),
  ]);
  const { engine, table } = await openTestEngine(
    [
      { name: 'A', type: 'text', scale: null },
      { name: 'B', type: 'number', scale: 0 },
    ],
    rows,
  );
  const measures = [{ fn: 'count', field: null } as const];
  const summary = await readPivot({ ...plain, rows: [group('A')], measures }, { engine, table, misfits: {} });
  expect([summary.rowGroups.length, summary.rowGroupCount]).toEqual([10_000, 12_000]);
  expect(summary.rowGroups[9_999]?.keys).toEqual([{ kind: 'value', value: '09999' }]);
  const wide = await readPivot(
    { ...plain, rows: [group('A')], columns: [group('B')], measures },
    { engine, table, misfits: {} },
  );
  expect([wide.columnGroups.length, wide.columnGroupCount]).toEqual([200, 300]);
  expect([wide.rowGroups.length, wide.rowGroupCount]).toEqual([1_000, 12_000]);
  expect(wide.total).toEqual(['12000']);
});
