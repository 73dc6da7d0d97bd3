import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openTestEngine } from '@/test/analysis-engine';
import { runs } from '@/test/runs';
import { compareDecimals } from '@/lib/formats/decimal';
import type { ColumnType } from '@/contract/column';
import {
  OPERATORS,
  operatorIds,
  VALID_ON,
  type Operator,
  type OperatorId,
  type ValueEditor,
} from '../conditions/operators';
import { columnComparison } from '../conditions/refinement';
import { parseFormula, type Formula } from '../conditions/formula';
import type { RefineCondition, RefineGroup, Refinement } from '../conditions/refinement';
import { identifier, sql } from '../engine/sql';
import { refineRows } from './refined-rows';

const FIELDS = [
  { name: 'Name', type: 'text', scale: null },
  { name: 'Value', type: 'number', scale: 4 },
  { name: 'Cost', type: 'number', scale: 2 },
  { name: 'Long', type: 'number', scale: 6 },
  { name: 'Whole', type: 'number', scale: 0 },
  { name: 'From', type: 'date', scale: null },
  { name: 'To', type: 'date', scale: null },
  { name: 'Active', type: 'boolean', scale: null },
  { name: 'Other name', type: 'text', scale: null },
] as const;

type Cell = string | boolean | null;

/** Returns random rows that are the same in each run. */
function sampleRows(): Cell[][] {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const pick = (cells: readonly Cell[]): Cell => cells[random(cells.length)] ?? null;
  const names = ['DE', 'de', 'AT', '', null, 'Ätna', 'x%', "O'Neill"];
  const dates = [
    '2025-12-31',
    '2026-01-01',
    '2026-01-30',
    '2026-01-31',
    '2026-02-01',
    '2026-01-31T10:00:00.1234567',
    '2026-01-31T10:00:00.1234568',
    null,
    'soon',
  ];
  return Array.from({ length: 300 }, () => [
    pick(names),
    pick([
      '0.0000',
      '-0.0001',
      '1.5000',
      '19.4000',
      '-12.3450',
      '99999999999999.9999',
      '7.0000',
      'n/a',
      null,
    ]),
    pick(['0.00', '0.01', '-0.05', '1.50', '12.00', '1.00', '3.00', '9999999999999999.99', null]),
    pick(['12345678901234567890123456789012.123456', '-0.000001', '1.500000', '0.000000', '3.000000', null]),
    pick(['0', '3', '-7', '123456789012345678', null]),
    pick(dates),
    pick(dates),
    pick([true, false, null]),
    pick(names),
  ]);
}

const ROWS = sampleRows();
const { engine, table } = await openTestEngine(FIELDS, ROWS);
const TODAY = '2026-01-31';
const NO_CONDITIONS = { conditions: null, computedColumns: [] };

async function refined(refinement: Refinement) {
  const { signal } = new AbortController();
  const rows = await refineRows(engine, table, refinement, { today: TODAY, signal });
  const computed = rows.table.columns.slice(table.columns.length);
  const result = await engine.query(
    sql`SELECT ${[identifier('row_index'), ...computed.map(({ sqlName }) => identifier(sqlName))]}
      FROM ${identifier(rows.table.sqlName)} ORDER BY row_index`,
    { maxRows: ROWS.length },
  );
  await engine.drop(rows.table.sqlName);
  return { ...rows, found: result.rows.map(([index, ...values]) => ({ index: Number(index), values })) };
}

/** An exact fraction with a positive denominator. */
interface Exact {
  readonly n: bigint;
  readonly d: bigint;
}

function numberOf(text: string): Exact {
  const [integer = '', fraction = ''] = text.split('.');
  return { n: BigInt(integer + fraction), d: 10n ** BigInt(fraction.length) };
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function rounded({ n, d }: Exact, places: number): bigint {
  const [top, bottom] = places >= 0 ? [n * 10n ** BigInt(places), d] : [n, d * 10n ** BigInt(-places)];
  const twice = (2n * magnitude(top) + bottom) / (2n * bottom);
  return top < 0n ? -twice : twice;
}

function evaluate(formula: Formula, row: readonly Cell[]): Exact | null {
  switch (formula.kind) {
    case 'number':
      return numberOf(formula.value);
    case 'column': {
      const cell = row[FIELDS.findIndex(({ name }) => name === formula.name)];
      return typeof cell === 'string' && cell !== 'n/a' ? numberOf(cell) : null;
    }
    case 'negative': {
      const of = evaluate(formula.of, row);
      return of && { n: -of.n, d: of.d };
    }
    case 'abs': {
      const of = evaluate(formula.of, row);
      return of && { n: magnitude(of.n), d: of.d };
    }
    case 'round': {
      const of = evaluate(formula.of, row);
      if (of === null) return null;
      const units = rounded(of, formula.places);
      return formula.places >= 0
        ? { n: units, d: 10n ** BigInt(formula.places) }
        : { n: units * 10n ** BigInt(-formula.places), d: 1n };
    }
    case 'min':
    case 'max': {
      const of = formula.of.map((part) => evaluate(part, row));
      if (of.some((value) => value === null)) return null;
      const sign = formula.kind === 'min' ? 1 : -1;
      return of
        .filter((value) => value !== null)
        .reduce((one, other) => ((one.n * other.d < other.n * one.d ? 1 : -1) === sign ? one : other));
    }
    case 'operation': {
      const [a, b] = [evaluate(formula.left, row), evaluate(formula.right, row)];
      if (a === null || b === null) return null;
      switch (formula.operator) {
        case '+':
          return { n: a.n * b.d + b.n * a.d, d: a.d * b.d };
        case '-':
          return { n: a.n * b.d - b.n * a.d, d: a.d * b.d };
        case '*':
          return { n: a.n * b.n, d: a.d * b.d };
        case '/':
          if (b.n === 0n) return null;
          return b.n < 0n ? { n: -a.n * b.d, d: -a.d * b.n } : { n: a.n * b.d, d: a.d * b.n };
      }
    }
  }
}

function expectedText(formula: Formula, row: readonly Cell[], places: number): string | null {
  const exact = evaluate(formula, row);
  if (exact === null) return null;
  const units = rounded(exact, places);
  const digits = String(magnitude(units)).padStart(places + 1, '0');
  const end = digits.length - places;
  return `${units < 0n ? '-' : ''}${digits.slice(0, end)}${places === 0 ? '' : `.${digits.slice(end)}`}`;
}

const literal = fc.constantFrom('0', '1', '2', '0.5', '100', '0.005', '3');
const anyFormula = (columns: readonly string[]): fc.Arbitrary<string> =>
  fc.letrec<{ formula: string; divisor: string }>((tie) => ({
    // No divisor is a difference of numbers that are too long to compute, because it would be unknown whether it is zero.
    divisor: fc.oneof(
      fc.constantFrom(...columns),
      literal,
      fc
        .tuple(
          fc.constantFrom(...columns),
          fc.constantFrom('+', '-', '*', '/'),
          fc.oneof(fc.constantFrom(...columns), literal),
        )
        .map(([a, operator, b]) => `(${a} ${operator} ${b})`),
    ),
    formula: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.constantFrom(...columns),
      literal,
      fc
        .tuple(tie('formula'), fc.constantFrom('+', '-', '*'), tie('formula'))
        .map(([a, operator, b]) => `(${a} ${operator} ${b})`),
      fc.tuple(tie('formula'), tie('divisor')).map(([a, b]) => `(${a} / ${b})`),
      tie('formula').map((a) => `-${a}`),
      tie('formula').map((a) => `abs(${a})`),
      fc.tuple(tie('formula'), fc.integer({ min: -2, max: 4 })).map(([a, n]) => `round(${a}, ${n})`),
      fc
        .tuple(fc.constantFrom('min', 'max'), tie('formula'), tie('formula'))
        .map(([name, a, b]) => `${name}(${a}, ${b})`),
    ),
  })).formula;

const NUMBERS = FIELDS.map(({ name, type }) => ({ name, isNumber: type === 'number' }));

async function expectExact(text: string, places: number): Promise<void> {
  const parsed = parseFormula(text, NUMBERS);
  if (!parsed.ok) return;
  const { found, tooLong, rowCount } = await refined({
    conditions: null,
    computedColumns: [{ name: 'Computed', formula: text, places }],
  });
  expect(rowCount).toBe(ROWS.length);
  let left = 0;
  for (const { index, values } of found) {
    const expected = expectedText(parsed.formula, ROWS[index] ?? [], places);
    const [value = null] = values;
    if (value === null && expected !== null) left += 1;
    else expect(value).toBe(expected);
  }
  expect(tooLong['Computed'] ?? 0).toBe(left);
}

test('computed values are those of exact fractions, rounded once, or left empty and counted', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyFormula(['Value', 'Cost', 'Long', 'Whole']),
      fc.integer({ min: 0, max: 10 }),
      expectExact,
    ),
    { numRuns: runs(60) },
  );
});

test.each([
  ['round((Value - Cost) / Value * 100, 1)', 1],
  ['(Value - Cost) / abs(Cost) * 100', 2],
  ['Value / 3', 10],
  ['Long * Long * Long', 0],
  ['Cost / 0', 2],
  ['round(Whole, -2)', 0],
  ['-Cost * 0.5', 2],
  // These results are too long, and may also be missing for another reason: a quotient is rounded, or a difference is a divisor.
  ['round(1 / Cost, 0) * Long * Long * Long', 0],
  ['Long * Long * Long / (Cost - Cost)', 2],
  ['round(Value * Value * 0.005 * 0.005, 0) / Cost', 2],
  // Only the divisor has too many digits.
  ['round(round((Value / (Whole * Cost)), -2), 0)', 0],
  [`max(${Array.from({ length: 40 }, (_, index) => `Value / ${index + 1} - Cost`).join(', ')})`, 4],
  [`min(${Array.from({ length: 14 }, (_, index) => `Cost + ${index}`).join(', ')})`, 2],
  [`${'round('.repeat(30)}Value${', 3)'.repeat(30)}`, 2],
])('%s with %i places', async (formula, places) => {
  await expectExact(formula, places);
});

test('the least and the greatest of up to forty values are exact', { tags: ['long'] }, async () => {
  const part = fc.oneof(
    fc.constantFrom('Value', 'Cost', 'Long', 'Whole', '-Long', '0', '100.5'),
    fc
      .tuple(
        fc.constantFrom('Value', 'Cost', 'Whole'),
        fc.constantFrom('+', '-', '*'),
        fc.integer({ min: 1, max: 999 }),
      )
      .map(([column, operator, number]) => `${column} ${operator} ${number}`),
    fc.integer({ min: 1, max: 12 }).map((divisor) => `Value / ${divisor}`),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('min', 'max'),
      fc.array(part, { minLength: 14, maxLength: 40, size: 'max' }),
      fc.integer({ min: 0, max: 6 }),
      (name, parts, places) => expectExact(`${name}(${parts.join(', ')})`, places),
    ),
    { numRuns: runs(12) },
  );
});

test('everyday prices lose no value, and no digit', async () => {
  const opened = await openTestEngine(
    [
      { name: 'Price', type: 'number', scale: 4 },
      { name: 'Cost', type: 'number', scale: 2 },
    ],
    [
      ['19.9500', '12.34'],
      ['0.0500', '0.10'],
      ['-1.0000', '0.50'],
      ['999999.9999', '999999.99'],
      ['0.0000', '1.00'],
      [null, '1.00'],
    ],
  );
  const { signal } = new AbortController();
  const rows = await refineRows(
    opened.engine,
    opened.table,
    {
      conditions: null,
      computedColumns: [
        { name: 'Margin', formula: 'round((Price - Cost) / Price * 100, 1)', places: 1 },
        { name: 'Twice', formula: 'Margin * 2', places: 1 },
      ],
    },
    { today: TODAY, signal },
  );
  const { rows: found } = await opened.engine.query(
    sql`SELECT x0, x1, typeof(x0) FROM ${identifier(rows.table.sqlName)} ORDER BY row_index`,
    { maxRows: 10 },
  );
  expect(rows.tooLong).toEqual({});
  expect(found).toEqual([
    ['38.1', '76.2', 'DECIMAL(18,1)'],
    ['-100.0', '-200.0', 'DECIMAL(18,1)'],
    ['150.0', '300.0', 'DECIMAL(18,1)'],
    ['0.0', '0.0', 'DECIMAL(18,1)'],
    [null, null, 'DECIMAL(18,1)'],
    [null, null, 'DECIMAL(18,1)'],
  ]);
});

/* The functions below evaluate the conditions in JavaScript. */

function isMisfit(cell: Cell): boolean {
  return cell === 'n/a' || cell === 'soon';
}

/** Returns the text of a date with a fixed length. Texts of this length can be compared like times. */
function moment(text: string): string {
  return `${text}${'0000-00-00T00:00:00.0000000'.slice(text.length)}`;
}

function compare(a: string, b: string, type: string): number {
  if (type === 'number') return compareDecimals(a, b);
  return moment(a) === moment(b) ? 0 : moment(a) < moment(b) ? -1 : 1;
}

function meets({ column, operator, operand }: RefineCondition, row: readonly Cell[]): boolean {
  const at = FIELDS.findIndex(({ name }) => name === column);
  const type = FIELDS[at]?.type ?? 'text';
  const raw = row[at] ?? null;
  if (operator === 'is-empty') return raw === null;
  if (operator === 'is-not-empty') return raw !== null;
  const cellAt = (name: string) => row[FIELDS.findIndex((field) => field.name === name)] ?? null;
  if (operand.kind === 'validity') {
    const to = cellAt(operand.to);
    const day = operand.day === 'today' ? TODAY : operand.day;
    const hasBegun = raw === null || (!isMisfit(raw) && String(raw).slice(0, 10) <= day);
    return hasBegun && (to === null || (!isMisfit(to) && String(to).slice(0, 10) >= day));
  }
  if (raw === null || isMisfit(raw)) return false;
  const others =
    operand.kind === 'values' ? operand.values : operand.kind === 'column' ? [cellAt(operand.column)] : [];
  const isDay = type === 'date' && operand.kind === 'values';
  const day = String(raw).slice(0, 10);
  // An operand that is a day means the whole day.
  const value = isDay ? day : String(raw).toLowerCase();
  const usable = others
    .filter((other) => other !== null && !isMisfit(other))
    .map((other) => String(other).toLowerCase());
  if (usable.length === 0 && others.length > 0) return false;
  const [first = '', second = ''] = usable;
  const order =
    type === 'text'
      ? value === first
        ? 0
        : 1
      : type === 'boolean'
        ? Number(value !== first)
        : compare(value, first, type);
  // eslint-disable-next-line typescript/switch-exhaustiveness-check
  switch (operator) {
    case 'is':
    case 'equals':
    case 'on':
      return order === 0;
    case 'is-not':
    case 'not-equal-to':
      return order !== 0;
    case 'contains':
      return value.includes(first);
    case 'starts-with':
      return value.startsWith(first);
    case 'ends-with':
      return value.endsWith(first);
    case 'does-not-contain':
      return !value.includes(first);
    case 'does-not-start-with':
      return !value.startsWith(first);
    case 'does-not-end-with':
      return !value.endsWith(first);
    case 'is-any-of':
      return usable.some((other) => (type === 'text' ? other === value : compare(value, other, type) === 0));
    case 'is-none-of':
      return !usable.some((other) => (type === 'text' ? other === value : compare(value, other, type) === 0));
    case 'less-than':
    case 'before':
      return order < 0;
    case 'greater-than':
    case 'after':
      return order > 0;
    case 'less-than-or-equal-to':
    case 'on-or-before':
      return order <= 0;
    case 'greater-than-or-equal-to':
    case 'on-or-after':
      return order >= 0;
    case 'between':
      return order >= 0 && compare(value, second, type) <= 0;
    // The condition is evaluated with the last day of January as `TODAY`.
    case 'today':
      return day === '2026-01-31';
    case 'yesterday':
      return day === '2026-01-30';
    case 'last-days':
      return day <= '2026-01-31' && day >= `2026-01-${32 - Number(first)}`;
    case 'this-month':
      return day.startsWith('2026-01');
    case 'last-month':
      return day.startsWith('2025-12');
    case 'this-year':
      return day.startsWith('2026');
    case 'last-year':
      return day.startsWith('2025');
    default:
      throw new Error(`The plain filter lacks ${operator}.`);
  }
}

function holds(part: RefineGroup | RefineCondition, row: readonly Cell[]): boolean {
  if (part.kind === 'condition') return meets(part, row);
  return part.join === 'all'
    ? part.parts.every((each) => holds(each, row))
    : part.parts.some((each) => holds(each, row));
}

const condition = (
  column: string,
  operator: RefineCondition['operator'],
  operand: RefineCondition['operand'],
): RefineCondition => ({ kind: 'condition', column, operator, operand });

/** Returns the operators that compare with one value, or with another column. */
const comparisonsOf = <T extends ColumnType>(type: T) =>
  operatorIds(type).filter((id) => columnComparison(type, id) !== null);
const texts = fc.constantFrom('DE', 'ät', '', '%', "o'neill", 'x');
const numbers = fc.constantFrom(
  '0',
  '1.5',
  '-0.00005',
  '19.4',
  '3',
  '99999999999999.9999',
  '12345678901234567890123456789012.123456',
  '9'.repeat(40),
);
const days = fc.constantFrom('2026-01-31', '2026-01-01', '2026-02-28');
const numberColumn = fc.constantFrom('Value', 'Cost', 'Long', 'Whole');
const compared = (column: fc.Arbitrary<string>, type: ColumnType, value: fc.Arbitrary<string>) =>
  fc
    .tuple(column, fc.constantFrom(...comparisonsOf(type)), value)
    .map(([name, operator, text]) => condition(name, operator, { kind: 'values', values: [text] }));
const withOther = (column: fc.Arbitrary<string>, type: ColumnType) =>
  fc
    .tuple(column, fc.constantFrom(...comparisonsOf(type)), column)
    .map(([name, operator, other]) => condition(name, operator, { kind: 'column', column: other }));
const list = (column: fc.Arbitrary<string>, value: fc.Arbitrary<string>) =>
  fc
    .tuple(
      column,
      fc.constantFrom('is-any-of' as const, 'is-none-of' as const),
      fc.array(value, { minLength: 1, maxLength: 3 }),
    )
    .map(([name, operator, values]) => condition(name, operator, { kind: 'values', values }));
const names = fc.constantFrom('Name', 'Other name');
const dateColumns = fc.constantFrom('From', 'To');
const anyCondition = fc.oneof(
  compared(names, 'text', texts),
  compared(numberColumn, 'number', numbers),
  compared(dateColumns, 'date', days),
  withOther(names, 'text'),
  withOther(numberColumn, 'number'),
  withOther(dateColumns, 'date'),
  list(names, texts),
  list(numberColumn, numbers),
  fc
    .tuple(numberColumn, numbers, numbers)
    .map(([name, from, to]) => condition(name, 'between', { kind: 'values', values: [from, to] })),
  fc
    .tuple(
      fc.constantFrom(...FIELDS.map(({ name }) => name)),
      fc.constantFrom('is-empty' as const, 'is-not-empty' as const),
    )
    .map(([name, operator]) => condition(name, operator, { kind: 'none' })),
  fc
    .constantFrom('true', 'false')
    .map((value) => condition('Active', 'is', { kind: 'values', values: [value] })),
  fc
    .constantFrom('today', '2026-01-01', '2026-02-01')
    .map((day) => condition('From', 'valid-on', { kind: 'validity', to: 'To', day })),
);
const group = <Part>(parts: fc.Arbitrary<Part>) =>
  fc.record({
    kind: fc.constant('group' as const),
    join: fc.constantFrom('all' as const, 'any' as const),
    parts: fc.array(parts, { minLength: 1, maxLength: 3 }),
  });

test('the rows are those that a plain filter leaves', async () => {
  await fc.assert(
    fc.asyncProperty(group(fc.oneof(anyCondition, group(anyCondition))), async (conditions) => {
      const expected = ROWS.flatMap((row, index) => (holds(conditions, row) ? [index] : []));
      const { found, rowCount, ofRowCount } = await refined({ ...NO_CONDITIONS, conditions });
      expect(found.map(({ index }) => index)).toEqual(expected);
      expect([rowCount, ofRowCount]).toEqual([expected.length, ROWS.length]);
    }),
    { numRuns: runs(200) },
  );
});

const SAMPLES = {
  text: { column: 'Name', other: 'Other name', values: ['DE', "o'neill"] },
  number: { column: 'Cost', other: 'Value', values: ['1.5', '3'] },
  date: { column: 'From', other: 'To', values: ['2026-01-01', '2026-01-31'] },
  boolean: { column: 'Active', other: 'Active', values: ['true'] },
} as const satisfies Record<ColumnType, object>;

const COUNTS: Readonly<Record<ValueEditor, number>> = { none: 0, value: 1, days: 1, range: 2, list: 2 };

const EACH_OPERATOR = (['text', 'number', 'date', 'boolean'] as const).flatMap((type) =>
  operatorIds(type).flatMap((operator: OperatorId) => {
    // This operator has a special kind of operand, and occurs in the conditions above.
    if (operator === VALID_ON) return [];
    const { column, other, values } = SAMPLES[type];
    const { editor = 'none' } = (OPERATORS[type] as Record<string, Operator>)[operator] ?? {};
    const given = editor === 'days' ? ['3'] : values.slice(0, COUNTS[editor]);
    const operands: RefineCondition['operand'][] = [
      editor === 'none' ? { kind: 'none' } : { kind: 'values', values: given },
      ...(columnComparison(type, operator) === null ? [] : [{ kind: 'column' as const, column: other }]),
    ];
    return operands.map((operand) => condition(column, operator, operand));
  }),
);

test.each(EACH_OPERATOR)('$column $operator $operand.kind: the rows of a plain filter', async (each) => {
  const expected = ROWS.flatMap((row, index) => (meets(each, row) ? [index] : []));
  expect(expected).not.toHaveLength(0);
  expect(expected).not.toHaveLength(ROWS.length);
  const { found } = await refined({
    ...NO_CONDITIONS,
    conditions: { kind: 'group', join: 'all', parts: [each] },
  });
  expect(found.map(({ index }) => index)).toEqual(expected);
});

test('a condition may be on a computed column', async () => {
  const { found } = await refined({
    conditions: {
      kind: 'group',
      join: 'all',
      parts: [condition('Double', 'greater-than', { kind: 'values', values: ['10'] })],
    },
    computedColumns: [{ name: 'Double', formula: 'Cost * 2', places: 2 }],
  });
  const expected = ROWS.flatMap((row, index) =>
    typeof row[2] === 'string' && compareDecimals(row[2], '5') > 0 ? [index] : [],
  );
  expect(found.map(({ index }) => index)).toEqual(expected);
});
