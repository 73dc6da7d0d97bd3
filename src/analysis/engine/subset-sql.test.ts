import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareDecimals } from '@/lib/formats/decimal';
import { openTestEngine } from '@/test/analysis-engine';
import type { RowSubset, SimpleCondition, SubsetCondition } from '../conditions/row-subset';
import { sql } from './sql';
import { subsetSql } from './subset-sql';
import { runs } from '@/test/runs';

const HOSTILE_NAME = `c0" OR 1=1; DROP TABLE "rows_read'`;
const FIELDS = [
  { name: HOSTILE_NAME, type: 'text', scale: null },
  { name: 'Value', type: 'number', scale: 2 },
  { name: 'From', type: 'date', scale: null },
  { name: 'Active', type: 'boolean', scale: null },
] as const;

const TEXTS = ['', 'DE', "O'Neill", '"; DROP TABLE rows_read; --', 'a\0b', '%', 'ß🙂', 'null', null] as const;
const NUMBERS = [
  '0.00',
  '-0.01',
  '1.50',
  '1.51',
  '-999999999999.99',
  '12345678901234567.89',
  'n/a',
  null,
] as const;
const DATES = [
  '2026-01-31',
  '2026-01-31T00:00:00',
  '2026-01-31T00:00:00.0000001',
  '2026-01-31T10:00:00.1234567',
  '2026-01-31T10:00:00.1234568',
  '2026-01-31T10:00:00.123456',
  '0001-01-01',
  '9999-12-31',
  'soon',
  null,
] as const;
const BOOLEANS = [true, false, 'yes', null] as const;

const ROWS = TEXTS.flatMap((text) =>
  NUMBERS.flatMap((number, at) =>
    DATES.map(
      (date, index) => [text, number, date, BOOLEANS[(at + index) % BOOLEANS.length] ?? null] as const,
    ),
  ),
);
const { engine, table } = await openTestEngine(FIELDS, ROWS);

type Row = (typeof ROWS)[number];

function isMisfit(value: Row[number], column: string): boolean {
  if (column === 'Value') return value === 'n/a';
  return column === 'From' ? value === 'soon' : column === 'Active' && value === 'yes';
}

/** Returns the text of a date with a fixed length. Texts of this length can be compared like times. */
function moment(text: string): string {
  return `${text}${'0000-00-00T00:00:00.0000000'.slice(text.length)}`.slice(0, 27);
}

function compare(value: string, other: string, column: string): number {
  if (column === 'Value') return compareDecimals(value, other);
  return moment(value) === moment(other) ? 0 : moment(value) < moment(other) ? -1 : 1;
}

/** Evaluates a condition of a subset in JavaScript, to compare the result with that of the engine. */
function holds(condition: SubsetCondition, row: Row): boolean {
  if (condition.kind === 'any-of') {
    return condition.conditions.some((part) => isOpen(part) || holds(part, row));
  }
  const { column } = condition;
  const value = row[FIELDS.findIndex(({ name }) => name === column)] ?? null;
  const misfit = isMisfit(value, column);
  if (condition.kind === 'misfit') return misfit;
  if (condition.kind === 'other-than') return value !== null && !condition.values.includes(String(value));
  if (condition.kind === 'is') {
    if (value === null || misfit || typeof value === 'boolean') return !misfit && value === condition.value;
    if (typeof condition.value !== 'string') return false;
    return column === HOSTILE_NAME
      ? value === condition.value
      : compare(value, condition.value, column) === 0;
  }
  if (typeof value !== 'string' || misfit) return false;
  const { from, to, includesEnd } = condition;
  if (from !== null && compare(value, from, column) < 0) return false;
  if (to === null) return true;
  return includesEnd ? compare(value, to, column) <= 0 : compare(value, to, column) < 0;
}

async function indexesOf(subset: RowSubset): Promise<number[]> {
  const where = subsetSql(subset, table);
  const { rows } = await engine.query(
    sql`SELECT row_index FROM rows_read WHERE ${where} ORDER BY row_index`,
    {
      maxRows: ROWS.length,
    },
  );
  return rows.map(([index]) => Number(index));
}

const numberEnd = fc.constantFrom(
  '0',
  '-0.005',
  '1.5',
  '1.505',
  '1.515',
  '-1000000000000',
  '9'.repeat(40),
  `-${'9'.repeat(40)}`,
);
const dateEnd = fc.constantFrom(...DATES.filter((date) => date !== null && date !== 'soon'));
const between = (column: string, end: fc.Arbitrary<string | null>) =>
  fc
    .tuple(fc.option(end), fc.option(end), fc.boolean())
    .map(([from, to, includesEnd]): SimpleCondition => ({ kind: 'between', column, from, to, includesEnd }));
const is = (column: string, value: fc.Arbitrary<string | boolean | null>) =>
  value.map((each): SimpleCondition => ({ kind: 'is', column, value: each }));
const simple = fc.oneof(
  fc.array(fc.constantFrom(...TEXTS), { maxLength: 3 }).map((values): SimpleCondition => ({
    kind: 'other-than',
    column: HOSTILE_NAME,
    values: values.filter((value) => value !== null),
  })),
  is(HOSTILE_NAME, fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'grapheme' }))),
  is('Value', fc.oneof(numberEnd, fc.constantFrom('1.50', '1.5000', null))),
  is('From', fc.oneof(dateEnd, fc.constant(null))),
  is('Active', fc.constantFrom(true, false, null)),
  between('Value', numberEnd),
  between('From', dateEnd),
  fc
    .constantFrom('Value', 'From', 'Active', HOSTILE_NAME)
    .map((column): SimpleCondition => ({ kind: 'misfit', column })),
);
const anyOf = fc.array(simple, { minLength: 1, maxLength: 8 }).map((conditions): SubsetCondition => {
  const column = conditions[0]?.column ?? '';
  return { kind: 'any-of', column, conditions: conditions.filter((each) => each.column === column) };
});
const anyCondition: fc.Arbitrary<SubsetCondition> = fc.oneof({ weight: 3, arbitrary: simple }, anyOf);

test('a subset has the rows that a plain filter finds, whatever the names and values', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyCondition, { maxLength: 3 }), async (conditions) => {
      const expected = ROWS.flatMap((row, index) =>
        conditions.every((condition) => isOpen(condition) || holds(condition, row)) ? [index] : [],
      );
      expect(await indexesOf({ conditions })).toEqual(expected);
    }),
    { numRuns: runs(100) },
  );
});

/** A range without ends restricts nothing. */
function isOpen(condition: SubsetCondition): boolean {
  return condition.kind === 'between' && condition.from === null && condition.to === null;
}

test('a column that was not read cannot be asked for', () => {
  expect(() => subsetSql({ conditions: [{ kind: 'misfit', column: 'Nobody' }] }, table)).toThrow(RangeError);
});
