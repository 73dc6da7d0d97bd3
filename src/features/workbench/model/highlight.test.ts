import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findPriceSource, rowAt, rowCountAt } from '@mocks/data/price-sources';
import type { CellValue } from '@/contract/extraction';
import { createRowJudge } from '@/contract/row-judge';
import { isAsMeant, type DataRow } from '@/test/expected-rows';
import { GOLDEN_ROWS, GOLDEN_TODAY } from '@/test/golden-rows';
import { runs } from '@/test/runs';
import {
  highlightAddressProblems,
  highlightProblem,
  highlightsFromParameter,
  highlightsToParameter,
  rowTestsOf,
} from './highlight';
import { serviceOperatorIds } from '@/test/service-operators';
import { operatorFor, type OperatorId } from '@/analysis/conditions/operators';
import type { RefineCondition } from '@/analysis/conditions/refinement';

const PRICE_COLUMN = 'TestPatterns';
const COLUMNS = (findPriceSource(PRICE_COLUMN)?.fields ?? []).map(({ record, type }) => ({
  name: record.name,
  type,
}));
const ROWS: readonly DataRow[] = Array.from({ length: rowCountAt(PRICE_COLUMN) }, (_, index) =>
  rowAt(PRICE_COLUMN, index),
);
const cellsOf = (row: DataRow): readonly CellValue[] => COLUMNS.map(({ name }) => row[name] ?? null);

/** Returns the indexes of the rows that satisfy a condition. */
function admitted(condition: RefineCondition): readonly number[] {
  const tests = rowTestsOf(condition, COLUMNS, GOLDEN_TODAY);
  if (tests === null) return [];
  const judge = createRowJudge(tests, COLUMNS);
  return ROWS.flatMap((row, index) => {
    const cells = cellsOf(row);
    return judge((at) => cells[at]) ? [index] : [];
  });
}

const conditionOf = (column: string, operator: OperatorId, values: readonly string[]): RefineCondition => ({
  kind: 'condition',
  column,
  operator,
  operand: values.length === 0 ? { kind: 'none' } : { kind: 'values', values },
});

/** Generates conditions with every operator and type, and with values that occur in the rows. */
const anyCondition: fc.Arbitrary<RefineCondition> = fc
  .tuple(
    fc.constantFrom('Currency', 'Remark', 'Amount', 'Quantity', 'Day', 'Moment', 'Flag'),
    fc.nat(ROWS.length - 1),
    fc.nat(ROWS.length - 1),
    fc.nat(40),
    fc.nat(3),
  )
  .map(([column, a, b, operatorAt, part]) => {
    const type = COLUMNS.find(({ name }) => name === column)?.type ?? 'text';
    const ids = serviceOperatorIds(type);
    const operator = ids[operatorAt % ids.length] ?? 'is-empty';
    const fallback = { text: 'x', number: '1', date: '2026-01-31', boolean: 'true' }[type];
    const valueOf = (index: number) => String(ROWS[index]?.[column] ?? fallback);
    const values = [valueOf(a), valueOf(b)].map((value) => (type === 'date' ? value.slice(0, 10) : value));
    const [first = '', second = ''] = type === 'text' || type === 'boolean' ? values : values.toSorted();
    switch (operatorFor(type, operator)?.editor) {
      case 'value':
        return conditionOf(column, operator, [type === 'text' ? first.slice(0, 1 + part) : first]);
      case 'range':
        return conditionOf(column, operator, [first, second]);
      case 'list':
        return conditionOf(column, operator, [first, second]);
      case 'days':
        return conditionOf(column, operator, [String(1 + part * 10)]);
      case 'none':
      case undefined:
        return conditionOf(column, operator, []);
    }
  });

describe('a highlight', () => {
  test('admits the rows that its operator means', () => {
    fc.assert(
      fc.property(anyCondition, (condition) => {
        const values = condition.operand.kind === 'values' ? condition.operand.values : [];
        const meant = { field: condition.column, operator: condition.operator, values, today: GOLDEN_TODAY };
        const expected = ROWS.flatMap((row, index) => (isAsMeant(meant, row) ? [index] : []));
        expect(admitted(condition)).toEqual(expected);
      }),
      { numRuns: runs(300) },
    );
  });

  test('has every operator of the query', () => {
    for (const { field, operator } of GOLDEN_ROWS) {
      const type = COLUMNS.find(({ name }) => name === field)?.type ?? 'text';
      expect(serviceOperatorIds(type).map(String)).toContain(operator);
    }
  });

  test('has the rows with a text that another operator does not find', () => {
    const found = (operator: OperatorId) => admitted(conditionOf('Remark', operator, ['e']));
    const withText = admitted(conditionOf('Remark', 'is-not-empty', []));
    for (const part of ['contain', 'start-with', 'end-with'] as const) {
      const positive = { contain: 'contains', 'start-with': 'starts-with', 'end-with': 'ends-with' } as const;
      const others = found(positive[part]);
      const rest = withText.filter((index) => !others.includes(index));
      expect(rest).not.toHaveLength(0);
      expect(found(`does-not-${part}`)).toEqual(rest);
    }
  });

  test('compares with another column, to the last digit', () => {
    const columns = [
      { name: 'Price', type: 'number' },
      { name: 'Cost', type: 'number' },
      { name: 'From', type: 'date' },
      { name: 'To', type: 'date' },
    ] as const;
    const fits = (condition: RefineCondition, ...cells: readonly CellValue[]) => {
      const tests = rowTestsOf(condition, columns, '2026-11-21');
      return tests !== null && createRowJudge(tests, columns)((index) => cells[index]);
    };
    const below: RefineCondition = {
      kind: 'condition',
      column: 'Price',
      operator: 'less-than',
      operand: { kind: 'column', column: 'Cost' },
    };
    expect(fits(below, '9007199254740993.01', '9007199254740993.0100001')).toBe(true);
    expect(fits(below, '1.50', '1.5')).toBe(false);
    expect(fits(below, null, '1')).toBe(false);
    expect(fits(below, '1', undefined)).toBe(false);
    expect(fits(below, 'on request', '1')).toBe(false);
    expect(fits({ ...below, operator: 'equals' }, '1.50', '1.5')).toBe(true);
    const valid: RefineCondition = {
      kind: 'condition',
      column: 'From',
      operator: 'valid-on',
      operand: { kind: 'validity', to: 'To', day: 'today' },
    };
    const isValid = (from: CellValue, to: CellValue) => fits(valid, null, null, from, to);
    expect(isValid(null, null)).toBe(true);
    expect(isValid('2026-11-21T12:00:00', '2026-11-21')).toBe(true);
    expect(isValid('2026-11-22', null)).toBe(false);
    expect(isValid(null, '2026-11-20T23:59:59')).toBe(false);
    expect(isValid('soon', null)).toBe(false);
  });

  test('a value that was withheld, or does not fit its column, fits nothing but to be there', () => {
    const judge = (operator: OperatorId, cell: CellValue, ...values: readonly string[]) =>
      createRowJudge(
        rowTestsOf(conditionOf('Amount', operator, values), COLUMNS, GOLDEN_TODAY) ?? [],
        COLUMNS,
      )(() => cell);
    for (const cell of [undefined, 'on request']) {
      expect(judge('is-empty', cell)).toBe(false);
      expect(judge('not-equal-to', cell, '1')).toBe(false);
    }
    expect(judge('is-not-empty', 'on request')).toBe(true);
    expect(judge('is-not-empty', undefined)).toBe(false);
  });
});

describe('the notation', () => {
  test('holds every highlight', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            colour: fc.constantFrom('red', 'amber', 'green', 'blue', 'violet'),
            scope: fc.constantFrom('row', 'cell'),
            condition: anyCondition,
          }),
          { maxLength: 5 },
        ),
        (highlights) => {
          expect(highlightsFromParameter(highlightsToParameter(highlights))).toEqual({
            highlights,
            problems: [],
          });
        },
      ),
      { numRuns: runs(100) },
    );
  });

  test('stays as it is in links', () => {
    const parameter = '1;red~row~Value~less-than~=~Cost;amber~cell~ValidTo~before~today';
    const { highlights } = highlightsFromParameter(parameter);
    expect(highlights).toEqual([
      {
        colour: 'red',
        scope: 'row',
        condition: {
          kind: 'condition',
          column: 'Value',
          operator: 'less-than',
          operand: { kind: 'column', column: 'Cost' },
        },
      },
      {
        colour: 'amber',
        scope: 'cell',
        condition: {
          kind: 'condition',
          column: 'ValidTo',
          operator: 'before',
          operand: { kind: 'values', values: ['today'] },
        },
      },
    ]);
    expect(highlightsToParameter(highlights)).toBe(parameter);
  });

  test('keeps what can be read of a link, and says what cannot', () => {
    const read = highlightsFromParameter('1;pink~row~Value~is-empty;red~row~Value~is-empty;red~row;!z');
    expect(read.highlights).toHaveLength(1);
    expect(read.problems).toEqual(
      ['pink~row~Value~is-empty', 'red~row', '!z'].map((text) => ({
        part: 'highlight',
        kind: 'unreadable',
        text,
      })),
    );
    expect(highlightsFromParameter('2;red~row~Value~is-empty')).toEqual({
      highlights: [],
      problems: [{ part: 'highlight', kind: 'unknown-version', text: 'highlight=2' }],
    });
    expect(highlightsFromParameter(undefined)).toEqual({ highlights: [], problems: [] });
    const [first] = read.highlights;
    expect(first && highlightProblem(first, [])).toMatchObject({ kind: 'unknown-field', text: 'Value' });
  });

  test('says what the price column has no rows for', () => {
    const { highlights } = highlightsFromParameter(
      '1;red~row~Value~is-empty;red~row~Gone~is-empty;red~row~Value~contains~1;red~row~Value~equals~abc',
    );
    expect(highlightAddressProblems(highlights, [{ name: 'Value', type: 'number' }])).toEqual([
      { part: 'highlight', kind: 'unknown-field', text: 'Gone' },
      { part: 'highlight', kind: 'unknown-operator', text: 'contains' },
      { part: 'highlight', kind: 'unreadable-value', text: 'Value~equals~abc' },
    ]);
  });
});
