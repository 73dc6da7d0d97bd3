import { describe, expect, it } from 'vitest';
import type { ColumnType } from '@/contract/column';
import {
  omitsExpectedRows,
  OPERATORS,
  operatorIds,
  relativeSpan,
  type ColumnComparison,
  type Operator,
  type OperatorId,
  type ValueEditor,
} from './operators';

const TODAY = '2026-03-15';

// Written by hand from the contract (docs/service-contract.md, section 6) and the labels of the screens. Each row has a type and an
// operator, the operator's editor, how it compares with another column, whether it leaves out rows without a value that users may expect,
// and its conditions.
const GOLDEN: [
  ColumnType,
  OperatorId,
  ValueEditor,
  ColumnComparison | null,
  boolean,
  string[],
  [string, string[]][],
][] = [
  ['text', 'is', 'value', 'equals', false, ['A'], [['equals', ['A']]]],
  ['text', 'is-not', 'value', 'notEquals', true, ['A'], [['notEquals', ['A']]]],
  ['text', 'contains', 'value', 'contains', false, ['A'], [['contains', ['A']]]],
  ['text', 'starts-with', 'value', 'startsWith', false, ['A'], [['startsWith', ['A']]]],
  ['text', 'ends-with', 'value', 'endsWith', false, ['A'], [['endsWith', ['A']]]],
  ['text', 'does-not-contain', 'value', 'contains', true, ['A'], [['contains', ['A']]]],
  ['text', 'does-not-start-with', 'value', 'startsWith', true, ['A'], [['startsWith', ['A']]]],
  ['text', 'does-not-end-with', 'value', 'endsWith', true, ['A'], [['endsWith', ['A']]]],
  ['text', 'is-any-of', 'list', null, false, ['A', 'B', 'C'], [['containsAny', ['A', 'B', 'C']]]],
  [
    'text',
    'is-none-of',
    'list',
    null,
    true,
    ['A', 'B, C', ''],
    [
      ['notEquals', ['A']],
      ['notEquals', ['B, C']],
      ['notEquals', ['']],
    ],
  ],
  ['text', 'is-empty', 'none', null, false, [], [['isNull', []]]],
  ['text', 'is-not-empty', 'none', null, false, [], [['isNotNull', []]]],

  ['number', 'equals', 'value', 'equals', false, ['1.50'], [['equals', ['1.50']]]],
  ['number', 'not-equal-to', 'value', 'notEquals', true, ['1.50'], [['notEquals', ['1.50']]]],
  ['number', 'greater-than', 'value', 'greaterThan', false, ['1.50'], [['greaterThan', ['1.50']]]],
  [
    'number',
    'greater-than-or-equal-to',
    'value',
    'greaterThanOrEquals',
    false,
    ['1.50'],
    [['greaterThanOrEquals', ['1.50']]],
  ],
  ['number', 'less-than', 'value', 'lessThan', false, ['1.50'], [['lessThan', ['1.50']]]],
  [
    'number',
    'less-than-or-equal-to',
    'value',
    'lessThanOrEquals',
    false,
    ['1.50'],
    [['lessThanOrEquals', ['1.50']]],
  ],
  [
    'number',
    'between',
    'range',
    null,
    false,
    ['1', '2'],
    [
      ['greaterThanOrEquals', ['1']],
      ['lessThanOrEquals', ['2']],
    ],
  ],
  ['number', 'is-any-of', 'list', null, false, ['1', '2.5'], [['containsAny', ['1', '2.5']]]],
  [
    'number',
    'is-none-of',
    'list',
    null,
    true,
    ['1', '2.5'],
    [
      ['notEquals', ['1']],
      ['notEquals', ['2.5']],
    ],
  ],
  ['number', 'is-empty', 'none', null, false, [], [['isNull', []]]],
  ['number', 'is-not-empty', 'none', null, false, [], [['isNotNull', []]]],

  ['date', 'on', 'value', 'equals', false, ['2026-01-31'], dates('>=2026-01-31', '<2026-02-01')],
  ['date', 'before', 'value', 'lessThan', true, ['2026-01-31'], dates('<2026-01-31')],
  ['date', 'after', 'value', 'greaterThan', true, ['2026-01-31'], dates('>=2026-02-01')],
  ['date', 'on-or-before', 'value', 'lessThanOrEquals', true, ['2026-01-31'], dates('<2026-02-01')],
  ['date', 'on-or-after', 'value', 'greaterThanOrEquals', true, ['2026-01-31'], dates('>=2026-01-31')],
  [
    'date',
    'between',
    'range',
    null,
    true,
    ['2026-01-01', '2026-01-31'],
    dates('>=2026-01-01', '<2026-02-01'),
  ],
  ['date', 'valid-on', 'value', null, false, ['2026-01-31'], []],
  ['date', 'today', 'none', null, false, [], dates('>=2026-03-15', '<2026-03-16')],
  ['date', 'yesterday', 'none', null, false, [], dates('>=2026-03-14', '<2026-03-15')],
  ['date', 'last-days', 'days', null, false, ['7'], dates('>=2026-03-09', '<2026-03-16')],
  ['date', 'this-month', 'none', null, false, [], dates('>=2026-03-01', '<2026-04-01')],
  ['date', 'last-month', 'none', null, false, [], dates('>=2026-02-01', '<2026-03-01')],
  ['date', 'this-year', 'none', null, false, [], dates('>=2026-01-01', '<2027-01-01')],
  ['date', 'last-year', 'none', null, false, [], dates('>=2025-01-01', '<2026-01-01')],
  ['date', 'is-empty', 'none', null, false, [], [['isNull', []]]],
  ['date', 'is-not-empty', 'none', null, false, [], [['isNotNull', []]]],

  ['boolean', 'is', 'value', 'equals', false, ['true'], [['equals', ['true']]]],
  ['boolean', 'is-empty', 'none', null, false, [], [['isNull', []]]],
  ['boolean', 'is-not-empty', 'none', null, false, [], [['isNotNull', []]]],
];

describe('operators', () => {
  it.each(GOLDEN)('%s %s', (type, id, editor, ofColumn, isOmitting, operands, expected) => {
    const operator = operatorFor(type, id);
    expect(operator.editor).toBe(editor);
    expect(operator.ofColumn).toBe(ofColumn);
    expect(omitsExpectedRows(type, id)).toBe(isOmitting);
    expect(operator.conditions('Column', operands, TODAY)).toEqual(
      expected.map(([op, values]) => ({ column: 'Column', op, values })),
    );
  });

  it('are all in the table above, in display order', () => {
    for (const type of ['text', 'number', 'date', 'boolean'] as const) {
      expect(operatorIds(type)).toEqual(GOLDEN.filter(([of]) => of === type).map(([, id]) => id));
    }
  });

  it('that the service does not have are done on the rows read', () => {
    const finds = (['text', 'number', 'date', 'boolean'] as const).flatMap((type) =>
      operatorIds(type).flatMap((id) => {
        const { finds: what } = operatorFor(type, id);
        return what === 'conditions' ? [] : [[id, what]];
      }),
    );
    expect(finds).toEqual([
      ['does-not-contain', 'negation'],
      ['does-not-start-with', 'negation'],
      ['does-not-end-with', 'negation'],
      ['valid-on', 'validity'],
    ]);
  });

  it.each([
    ['on', ['2026-01-31T10:05'], dates('>=2026-01-31T10:05:00.0000000', '<2026-01-31T10:06:00.0000000')],
    ['after', ['2026-01-31T10:05:30'], dates('>=2026-01-31T10:05:31.0000000')],
    ['before', ['2026-01-31T10:05'], dates('<2026-01-31T10:05:00.0000000')],
    ['between', ['2026-01-31T10:05', '2026-02-01'], dates('>=2026-01-31T10:05:00.0000000', '<2026-02-02')],
    ['on', ['9999-12-31'], dates('>=9999-12-31', '<=9999-12-31T23:59:59.9999999')],
    ['after', ['9999-12-31'], dates('>9999-12-31T23:59:59.9999999')],
  ])('date %s %s', (id, operands, expected) => {
    expect(
      operatorFor('date', id)
        .conditions('Column', operands, TODAY)
        .map(({ op, values }) => [op, values]),
    ).toEqual(expected);
  });

  it('resolves relative dates against the given day, across the ends of years', () => {
    expect(relativeSpan('yesterday', null, '2027-01-01')).toEqual({ start: '2026-12-31', end: '2027-01-01' });
    expect(relativeSpan('last-month', null, '2027-01-31')).toEqual({
      start: '2026-12-01',
      end: '2027-01-01',
    });
    expect(relativeSpan('last-days', '1', '2026-03-01')).toEqual({ start: '2026-03-01', end: '2026-03-02' });
    expect(relativeSpan('last-days', null, TODAY)).toBeNull();
    expect(relativeSpan('on', null, TODAY)).toBeNull();
  });
});

function operatorFor(type: ColumnType, id: string): Operator {
  const operator = (OPERATORS[type] as Record<string, Operator>)[id];
  if (operator === undefined) throw new Error(`no operator ${id} for ${type}`);
  return operator;
}

function dates(...comparisons: string[]): [string, string[]][] {
  const ops: Record<string, string> = {
    '>=': 'greaterThanOrEquals',
    '<=': 'lessThanOrEquals',
    '>': 'greaterThan',
    '<': 'lessThan',
  };
  return comparisons.map((comparison) => {
    const symbol = /^[<>]=?/.exec(comparison)?.[0] ?? '';
    return [ops[symbol] ?? '', [comparison.slice(symbol.length)]];
  });
}
