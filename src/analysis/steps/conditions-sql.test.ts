import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { columnRecord, sqlTypes } from '@mocks/data/column-record';
import { createInlineEngine } from '@mocks/data/engine/inline-engine';
import { operandOf } from '@mocks/data/engine/operand';
import { checkFilter, rowTest } from '@mocks/data/engine/predicate';
import { FILTER_OPS, type FilterOp } from '@mocks/data/engine/selection';
import { NULL_PART, type FieldSource } from '@mocks/data/field';
import { findPriceSource, rowAt } from '@mocks/data/price-sources';
import type { FilterCondition } from '@/contract/extraction';
import { openTestEngine, type TestEngine } from '@/test/analysis-engine';
import { testField } from '@/test/test-price-column';
import { IS_LONG, runs } from '@/test/runs';
import { identifier, sql } from '../engine/sql';
import { filterSql } from './conditions-sql';

type Cell = string | boolean | null;
const NAME = 'PromotionPrice';
const ROW_COUNT = 240;
const KEY = 'PromotionCode';

const fields = (findPriceSource(NAME)?.fields ?? []).map(({ record, type }) => ({
  name: record.name,
  type,
  scale: type === 'number' ? record.scale : null,
}));
const rows = Array.from({ length: ROW_COUNT }, (_, index) => {
  const row = rowAt(NAME, index);
  return fields.map(({ name }): Cell => row[name] ?? null);
});

let opened: TestEngine;
beforeAll(async () => {
  opened = await openTestEngine(fields, rows);
});

async function positionsOf(
  filters: readonly FilterCondition[],
  { engine, table } = opened,
): Promise<number[]> {
  const found = await engine.query(
    sql`SELECT row_index FROM ${identifier(table.sqlName)} WHERE ${filterSql(filters, table)} ORDER BY row_index`,
    { maxRows: ROW_COUNT },
  );
  return found.rows.map(([position]) => Number(position));
}

/** Returns the keys of the rows that the reference service returns for the filters. */
async function keysOfService(filters: readonly FilterCondition[]): Promise<string[]> {
  const service = createInlineEngine();
  const selection = {
    priceColumn: NAME,
    version: 0,
    baseRowCount: ROW_COUNT,
    filters: filters.map(({ column, op, values }) => ({ column, op, value: values.join(',') })),
    sort: [],
  };
  const range = { selection, columns: [KEY], rowStart: 0, rowEnd: await service.countRows(selection) };
  const written: unknown = JSON.parse(`[${new TextDecoder().decode(await service.readRows(range))}]`);
  return (written as Record<string, string>[]).map((row) => row[KEY] ?? '');
}

const WITH_VALUE = FILTER_OPS.filter((op) => op !== 'isNull' && op !== 'isNotNull');
const numberField = findPriceSource(NAME)?.fields.find(({ type }) => type === 'number');
const ORDERED_OPS = WITH_VALUE.filter(suitsNumbers);

/** Whether the service applies an operator to numbers. */
function suitsNumbers(op: FilterOp): boolean {
  if (numberField === undefined) throw new Error('The rows have no number.');
  try {
    checkFilter(numberField, { column: numberField.record.name, op, value: '1' });
    return true;
  } catch {
    return false;
  }
}

/** Generates conditions with values that occur in rows, or nearly occur. */
const anyFilter: fc.Arbitrary<FilterCondition> = fc
  .tuple(fc.nat(fields.length - 1), fc.nat(ROW_COUNT - 1), fc.nat(ROW_COUNT - 1), fc.nat(20), fc.nat(3))
  .map(([at, row, other, opAt, variant]) => {
    const { name: column, type } = fields[at] ?? { name: KEY, type: 'text' };
    const valueOf = (index: number) => rows[index]?.[at] ?? null;
    const [value, second] = [valueOf(row), valueOf(other)];
    if (value === null || variant === 3)
      return { column, op: opAt % 2 === 0 ? 'isNull' : 'isNotNull', values: [] };
    const text = String(value);
    switch (type) {
      case 'text': {
        const op = WITH_VALUE[opAt % WITH_VALUE.length] ?? 'equals';
        const part = ['equals', 'notEquals', 'containsAny'].includes(op)
          ? text
          : text.slice(0, 1 + (opAt % 4));
        const cased = variant === 1 ? part.toUpperCase() : variant === 2 ? part.toLowerCase() : part;
        if (op !== 'containsAny') return { column, op, values: [cased] };
        return { column, op, values: [cased, String(second ?? 'x')].filter((each) => !each.includes(',')) };
      }
      case 'boolean':
        return { column, op: opAt % 2 === 0 ? 'equals' : 'notEquals', values: [text] };
      case 'number':
        if (opAt > 15) return { column, op: 'containsAny', values: [text, String(second ?? '1')] };
        return { column, op: ORDERED_OPS[opAt % ORDERED_OPS.length] ?? 'equals', values: [text] };
      case 'date':
        return { column, op: ORDERED_OPS[opAt % ORDERED_OPS.length] ?? 'equals', values: [text] };
    }
  });

test('admits the rows that the service admits', async () => {
  const keyAt = fields.findIndex(({ name }) => name === KEY);
  await fc.assert(
    fc.asyncProperty(fc.array(anyFilter, { minLength: 1, maxLength: 2 }), async (filters) => {
      const usable = filters.filter(({ op, values }) => op !== 'containsAny' || values.length > 0);
      const keys = (await positionsOf(usable)).map((position) => rows[position]?.[keyAt]);
      expect(keys).toEqual(await keysOfService(usable));
    }),
    { numRuns: runs(150) },
  );
});

test('a value that does not fit its column satisfies nothing but to be there', async () => {
  const field = testField('Value', { type: 'number', scale: 2 });
  const own = await openTestEngine([field], [['1.50'], ['on request'], [null]]);
  const found = (op: FilterCondition['op'], ...values: string[]) =>
    positionsOf([{ column: 'Value', op, values }], own);
  expect(await found('isNull')).toEqual([2]);
  expect(await found('isNotNull')).toEqual([0, 1]);
  expect(await found('equals', '1.5')).toEqual([0]);
  expect(await found('notEquals', '2')).toEqual([0]);
  expect(await found('greaterThan', '1.4999')).toEqual([0]);
  expect(await found('lessThan', '1.50')).toEqual([]);
  expect(await found('containsAny', '1.500', '1.505')).toEqual([0]);
});

test('a column that the rows lack is refused', () => {
  expect(() => filterSql([{ column: 'Nobody', op: 'isNull', values: [] }], opened.table)).toThrow(RangeError);
});

/* These tests use all operators and types with unusual values, and compare with the reference service's test of a single row. */

const MISFIT = 'on request';
const AWKWARD: Readonly<Record<FieldSource['type'], readonly Cell[]>> = {
  text: ['DE', 'de', 'Ätna', 'ÄTNA', 'Atna', '', ' ', 'x%', 'x_', "O'Neill", 'Straße', 'STRASSE', '🙂', null],
  number: ['0.00', '-0.01', '0.01', '1.50', '-12.34', '999999999999.99', '-999999999999.99', MISFIT, null],
  date: [
    '2026-01-31',
    '2026-01-31T00:00:00.0000001',
    '2026-01-31T10:00:00.1234567',
    '2026-01-31T10:00:00.1234568',
    '2026-01-31T10:00:00.1230000',
    '0001-01-01',
    '9999-12-31T23:59:59.9999999',
    MISFIT,
    null,
  ],
  boolean: [true, false, MISFIT, null],
};
const OPERANDS: Readonly<Record<FieldSource['type'], readonly string[]>> = {
  text: ['DE', 'ät', 'ÄTNA', 'atna', '', ' ', '%', '_', "o'neill", 'straße', 'strasse', '🙂', 'nobody'],
  number: [
    '0',
    '-0',
    '1.5',
    '1.500',
    '1.505',
    '-0.005',
    '-12.34',
    '-12.345',
    '999999999999.99',
    '9'.repeat(40),
  ],
  date: [
    '2026-01-31',
    '2026-01-31T00:00:00',
    '2026-01-31T10:00:00.1234567',
    '2026-01-31T10:00:00.123',
    '2026-01-31T10:00:00.12345',
    '0001-01-01',
    '9999-12-31T23:59:59.9999999',
  ],
  boolean: ['true', 'false'],
};
const TYPES = ['text', 'number', 'date', 'boolean'] as const;
const SQL_TYPES = {
  text: sqlTypes.nvarchar(100),
  number: sqlTypes.decimal(18, 2),
  date: sqlTypes.datetime2(),
  boolean: sqlTypes.bit(),
};
const awkwardRows = Array.from({ length: Math.max(...TYPES.map((type) => AWKWARD[type].length)) }, (_, row) =>
  TYPES.map((type) => AWKWARD[type][row] ?? null),
);
const awkward = await openTestEngine(
  TYPES.map((type) => testField(type, { type, scale: type === 'number' ? 2 : null })),
  awkwardRows,
);

/** Returns a field of the reference service with the unusual values of a type. */
function fieldOf(type: FieldSource['type']): FieldSource {
  const record = columnRecord('Table', 1, type, SQL_TYPES[type]);
  const cells = AWKWARD[type];
  const partsOf = (id: number) => {
    const cell = cells[id] ?? null;
    if (cell === null) return null;
    return type === 'text' ? { major: id, minor: 0 } : operandOf(field, String(cell));
  };
  const field: FieldSource = {
    record,
    type,
    isFilterable: true,
    isSortable: true,
    isMonotone: false,
    period: null,
    valueAt: (id) => cells[id] ?? null,
    writeAt: () => undefined,
    majorAt: (id) => partsOf(id)?.major ?? NULL_PART,
    // The service compares decimals by two parts if the column has both.
    minorAt: type === 'date' || type === 'number' ? (id) => partsOf(id)?.minor ?? 0 : null,
    dictionary: null,
    atMoments: null,
  };
  return field;
}

/** Returns the rows that the service admits; null if it refuses the condition. Values that do not fit the type satisfy only `isNotNull`. */
function admitted(type: FieldSource['type'], op: FilterOp, values: readonly string[]): number[] | null {
  const field = fieldOf(type);
  const filter = { column: type, op, value: values.join(',') };
  try {
    checkFilter(field, filter);
  } catch {
    return null;
  }
  const passes = rowTest(field, [filter]);
  return awkwardRows.flatMap((_, id) => {
    const isMisfit = AWKWARD[type][id] === MISFIT && type !== 'text';
    if (isMisfit) return op === 'isNotNull' ? [id] : [];
    return passes(field.majorAt(id, 0), field.minorAt?.(id, 0) ?? 0, id, 0) ? [id] : [];
  });
}

/** More values than the engine takes as expressions. No row contains any of them. */
const MANY: Readonly<Record<FieldSource['type'], readonly string[]>> = {
  text: Array.from({ length: 300 }, (_, index) => `n${index}`),
  number: Array.from({ length: 300 }, (_, index) => `${7_000 + index}.5`),
  date: Array.from(
    { length: 300 },
    (_, index) => `2001-01-01T00:00:${10 + (index % 50)}.${1_000_000 + index}`,
  ),
  boolean: [],
};

const ofEveryOperator = TYPES.flatMap((type) => FILTER_OPS.map((op) => [op, type] as const));

test.each(ofEveryOperator)('%s of a column of type %s means what the service means', async (op, type) => {
  const lists: readonly (readonly string[])[] =
    op === 'isNull' || op === 'isNotNull'
      ? [[]]
      : op === 'containsAny'
        ? [
            OPERANDS[type].slice(0, 3),
            OPERANDS[type],
            OPERANDS[type].slice(-2),
            [...OPERANDS[type], ...MANY[type]],
          ]
        : OPERANDS[type].map((value) => [value]);
  for (const values of lists) {
    const expected = admitted(type, op, values) ?? [];
    expect([values, await positionsOf([{ column: type, op, values }], awkward)]).toEqual([values, expected]);
  }
});

test.each(TYPES)(
  'the values that none of a long list excludes are those that the service leaves: %s',
  async (type) => {
    const values = [...OPERANDS[type].slice(0, 3), ...MANY[type]];
    const conditions = values.map((value) => ({ column: type, op: 'notEquals' as const, values: [value] }));
    const left = values.map((value) => new Set(admitted(type, 'notEquals', [value])));
    const expected = awkwardRows.flatMap((_, id) => (left.every((ids) => ids.has(id)) ? [id] : []));
    expect(await positionsOf(conditions, awkward)).toEqual(expected);
  },
);

test.each([
  ['number', 'soon'],
  ['date', 'soon'],
  ['date', '2026-02-30'],
  ['boolean', 'yes'],
] as const)('a %s meets no order and no list of what is none: %s', async (type, value) => {
  for (const op of FILTER_OPS) {
    if (op === 'isNull' || op === 'isNotNull' || op === 'notEquals') continue;
    expect(await positionsOf([{ column: type, op, values: [value] }], awkward)).toEqual([]);
  }
});

test.each(TYPES.filter((type) => type !== 'boolean'))(
  'a list of very many values is looked up, and no condition of its own for each: %s',
  async (type) => {
    const [value = ''] = OPERANDS[type];
    const texts = {
      text: (index: number) => `n${index}`,
      number: (index: number) => `${7_000 + index}.5`,
      date: (index: number) => `2001-01-01T00:00:00.${1_000_000 + index}`,
    };
    const values = [
      value,
      ...Array.from({ length: IS_LONG ? 50_000 : 10_000 }, (_, index) => texts[type](index)),
    ];
    for (const filters of [
      [{ column: type, op: 'containsAny', values }] as const,
      values.map((each) => ({ column: type, op: 'notEquals', values: [each] }) as const),
    ]) {
      expect(filterSql(filters, awkward.table).text.match(/CAST|lower/g)?.length ?? 0).toBeLessThan(10);
    }
    const found = await positionsOf([{ column: type, op: 'containsAny', values }], awkward);
    expect(found).toEqual(admitted(type, 'equals', [value]));
  },
);
