import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { createInlineEngine } from '@mocks/data/engine/inline-engine';
import { findPriceSource, rowAt } from '@mocks/data/price-sources';
import type { FilterCondition } from '@/contract/extraction';
import { openTestEngine, type TestEngine } from '@/test/analysis-engine';
import { testField } from '@/test/test-price-column';
import { identifier, sql } from '../../rows-read/engine/sql';
import { filterSql } from './filter-sql';

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
}, 60_000);

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

/** The keys of the rows that the reference service admits. */
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

const TEXT_OPS = ['equals', 'notEquals', 'containsAny', 'contains', 'startsWith', 'endsWith'] as const;
const ORDERED_OPS = [
  'equals',
  'notEquals',
  'greaterThan',
  'lessThan',
  'greaterThanOrEquals',
  'lessThanOrEquals',
] as const;

/** Conditions with values that rows have, or nearly have. */
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
        const op = TEXT_OPS[opAt % TEXT_OPS.length] ?? 'equals';
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

test('admits the rows that the service admits', { timeout: 60_000 }, async () => {
  const keyAt = fields.findIndex(({ name }) => name === KEY);
  await fc.assert(
    fc.asyncProperty(fc.array(anyFilter, { minLength: 1, maxLength: 2 }), async (filters) => {
      const usable = filters.filter(({ op, values }) => op !== 'containsAny' || values.length > 0);
      const keys = (await positionsOf(usable)).map((position) => rows[position]?.[keyAt]);
      expect(keys).toEqual(await keysOfService(usable));
    }),
    { numRuns: 150 },
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
