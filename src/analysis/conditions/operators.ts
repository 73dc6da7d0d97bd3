import type { ColumnType } from '@/contract/column';
import type { ComparisonOp, FilterCondition } from '@/contract/extraction';
import { ownMember } from '@/lib/base/own-member';
import { addDays, firstOfMonth, firstOfYear, LAST_MOMENT, timeSpan, type TimeSpan } from './calendar';

/** The input that an operator requires: none, one value, a range, a list of values, or a number of days. */
export type ValueEditor = 'none' | 'value' | 'range' | 'list' | 'days';

/** The comparison that an operator makes with another column of the same type. */
export type ColumnComparison = Exclude<ComparisonOp, 'containsAny' | 'isNull' | 'isNotNull'>;

/** An operator that users can choose. Its label is the message `operator.<id>` of the catalogue. */
export interface Operator {
  readonly editor: ValueEditor;
  /** A decorative symbol beside the label; empty when no symbol is common. */
  readonly symbol: string;
  /**
   * Returns the service's conditions. `operands` are canonical and complete: as many as the editor requires, at least one
   * for a list, and no relative days. `today` (`YYYY-MM-DD`) is the day that relative operators are resolved against.
   */
  readonly conditions: (
    column: string,
    operands: readonly string[],
    today: string,
  ) => readonly FilterCondition[];
  /** The comparison with another field instead of a value; null if the operator cannot compare fields. */
  readonly ofColumn: ColumnComparison | null;
  /**
   * The rows that the operator finds: rows that satisfy `conditions`, rows with a value that do not satisfy them, or rows that are valid on
   * a day. The service can only find the first kind. The browser finds the others among the rows that it has read.
   */
  readonly finds: 'conditions' | 'negation' | 'validity';
}

/** The operator "valid on" a day. Its field holds the start of the validity, and a second field holds the end. */
export const VALID_ON = 'valid-on';

/** The limit of values in a list, all of which the page holds and stores. The contract has none (docs/service-contract.md, section 6). */
export const LIST_LIMIT = 100_000;

/**
 * The operators of each column type, in display order; a new condition starts with the first one. `is empty` is the
 * service's isNull. It does not match the empty text, which is a value: the service joins conditions with *and*, so one
 * query cannot ask for both.
 */
export const OPERATORS = {
  text: {
    is: operator('value', '=', compare('equals'), 'equals'),
    'is-not': operator('value', '≠', compare('notEquals'), 'notEquals'),
    contains: operator('value', '', compare('contains'), 'contains'),
    'starts-with': operator('value', '', compare('startsWith'), 'startsWith'),
    'ends-with': operator('value', '', compare('endsWith'), 'endsWith'),
    'does-not-contain': operator('value', '', compare('contains'), 'contains', 'negation'),
    'does-not-start-with': operator('value', '', compare('startsWith'), 'startsWith', 'negation'),
    'does-not-end-with': operator('value', '', compare('endsWith'), 'endsWith', 'negation'),
    'is-any-of': operator('list', '∈', compare('containsAny'), null),
    'is-none-of': operator('list', '∉', noneOf, null),
    'is-empty': operator('none', '∅', compare('isNull'), null),
    'is-not-empty': operator('none', '', compare('isNotNull'), null),
  },
  number: {
    equals: operator('value', '=', compare('equals'), 'equals'),
    'not-equal-to': operator('value', '≠', compare('notEquals'), 'notEquals'),
    'greater-than': operator('value', '>', compare('greaterThan'), 'greaterThan'),
    'greater-than-or-equal-to': operator('value', '≥', compare('greaterThanOrEquals'), 'greaterThanOrEquals'),
    'less-than': operator('value', '<', compare('lessThan'), 'lessThan'),
    'less-than-or-equal-to': operator('value', '≤', compare('lessThanOrEquals'), 'lessThanOrEquals'),
    between: operator(
      'range',
      '…',
      ([from, to]) => [
        ['greaterThanOrEquals', [from]],
        ['lessThanOrEquals', [to]],
      ],
      null,
    ),
    'is-any-of': operator('list', '∈', compare('containsAny'), null),
    'is-none-of': operator('list', '∉', noneOf, null),
    'is-empty': operator('none', '∅', compare('isNull'), null),
    'is-not-empty': operator('none', '', compare('isNotNull'), null),
  },
  // A date is compared as a half-open interval, because `equals 2026-01-31` would only match midnight.
  date: {
    on: operator('value', '=', ([day]) => within(spanOf(day)), 'equals'),
    before: operator('value', '<', ([day]) => [['lessThan', [spanOf(day).start]]], 'lessThan'),
    after: operator('value', '>', ([day]) => [afterEnd(spanOf(day))], 'greaterThan'),
    'on-or-before': operator('value', '≤', ([day]) => [beforeEnd(spanOf(day))], 'lessThanOrEquals'),
    'on-or-after': operator(
      'value',
      '≥',
      ([day]) => [['greaterThanOrEquals', [spanOf(day).start]]],
      'greaterThanOrEquals',
    ),
    between: operator(
      'range',
      '…',
      ([from, to]) => [['greaterThanOrEquals', [spanOf(from).start]], beforeEnd(spanOf(to))],
      null,
    ),
    [VALID_ON]: operator('value', '', () => [], null, 'validity'),
    ...relativeOperators(),
    'is-empty': operator('none', '∅', compare('isNull'), null),
    'is-not-empty': operator('none', '', compare('isNotNull'), null),
  },
  boolean: {
    is: operator('value', '=', compare('equals'), 'equals'),
    'is-empty': operator('none', '∅', compare('isNull'), null),
    'is-not-empty': operator('none', '', compare('isNotNull'), null),
  },
} satisfies Record<ColumnType, Record<string, Operator>>;

export type TextOperatorId = keyof typeof OPERATORS.text;
export type NumberOperatorId = keyof typeof OPERATORS.number;
export type DateOperatorId = keyof typeof OPERATORS.date;
export type BooleanOperatorId = keyof typeof OPERATORS.boolean;
export type OperatorId = TextOperatorId | NumberOperatorId | DateOperatorId | BooleanOperatorId;

/** Whether an operator leaves out rows without a value that users may expect, such as prices without an end of validity. */
const OMITS_EXPECTED_ROWS: {
  readonly [T in ColumnType]: Readonly<Record<keyof (typeof OPERATORS)[T], boolean>>;
} = {
  text: {
    is: false,
    'is-not': true,
    contains: false,
    'starts-with': false,
    'ends-with': false,
    'does-not-contain': true,
    'does-not-start-with': true,
    'does-not-end-with': true,
    'is-any-of': false,
    'is-none-of': true,
    'is-empty': false,
    'is-not-empty': false,
  },
  number: {
    equals: false,
    'not-equal-to': true,
    'greater-than': false,
    'greater-than-or-equal-to': false,
    'less-than': false,
    'less-than-or-equal-to': false,
    between: false,
    'is-any-of': false,
    'is-none-of': true,
    'is-empty': false,
    'is-not-empty': false,
  },
  date: {
    on: false,
    before: true,
    after: true,
    'on-or-before': true,
    'on-or-after': true,
    between: true,
    [VALID_ON]: false,
    today: false,
    yesterday: false,
    'last-days': false,
    'this-month': false,
    'last-month': false,
    'this-year': false,
    'last-year': false,
    'is-empty': false,
    'is-not-empty': false,
  },
  boolean: { is: false, 'is-empty': false, 'is-not-empty': false },
};

/** Returns the operator of a type; null if the type does not have it. */
export function operatorFor(type: ColumnType, operatorId: OperatorId): Operator | null {
  return ownMember<Operator>(OPERATORS[type], operatorId) ?? null;
}

/** Whether an operator of a type leaves out rows without a value that users may expect. */
export function omitsExpectedRows(type: ColumnType, operatorId: OperatorId): boolean {
  const byOperator: Readonly<Partial<Record<OperatorId, boolean>>> = OMITS_EXPECTED_ROWS[type];
  return byOperator[operatorId] ?? false;
}

/** Returns the operators of a type in display order. */
export function operatorIds<T extends ColumnType>(type: T): (keyof (typeof OPERATORS)[T] & OperatorId)[] {
  return Object.keys(OPERATORS[type]) as (keyof (typeof OPERATORS)[T] & OperatorId)[];
}

/** Returns the time span that a relative operator means; null for other operators. The last 7 days are today and the six days before. */
export function relativeSpan(operatorId: OperatorId, days: string | null, today: string): TimeSpan | null {
  if (!isRelative(operatorId) || (operatorId === 'last-days' && days === null)) return null;
  return RELATIVE_SPANS[operatorId](today, Number(days));
}

function isRelative(operatorId: OperatorId): operatorId is RelativeOperatorId {
  return Object.hasOwn(RELATIVE_SPANS, operatorId);
}

type RelativeOperatorId =
  | 'today'
  | 'yesterday'
  | 'last-days'
  | 'this-month'
  | 'last-month'
  | 'this-year'
  | 'last-year';

function relativeOperators(): Record<RelativeOperatorId, Operator> {
  const relative = (id: RelativeOperatorId, editor: ValueEditor = 'none') =>
    operator(
      editor,
      '',
      ([days], today) => {
        const span = relativeSpan(id, days ?? null, today);
        return span === null ? [] : within(span);
      },
      null,
    );
  return {
    today: relative('today'),
    yesterday: relative('yesterday'),
    'last-days': relative('last-days', 'days'),
    'this-month': relative('this-month'),
    'last-month': relative('last-month'),
    'this-year': relative('this-year'),
    'last-year': relative('last-year'),
  };
}

const FIRST_DAY = '0001-01-01';

const RELATIVE_SPANS: Readonly<Record<RelativeOperatorId, (today: string, days: number) => TimeSpan>> = {
  today: (today) => spanBetween(today, addDays(today, 1)),
  yesterday: (today) => spanBetween(addDays(today, -1), today),
  'last-days': (today, days) => spanBetween(addDays(today, 1 - days), addDays(today, 1)),
  'this-month': (today) => spanBetween(firstOfMonth(today, 0), firstOfMonth(today, 1)),
  'last-month': (today) => spanBetween(firstOfMonth(today, -1), firstOfMonth(today, 0)),
  'this-year': (today) => spanBetween(firstOfYear(today, 0), firstOfYear(today, 1)),
  'last-year': (today) => spanBetween(firstOfYear(today, -1), firstOfYear(today, 0)),
};

function spanBetween(start: string | null, end: string | null): TimeSpan {
  return { start: start ?? FIRST_DAY, end };
}

type Comparison = readonly [op: ComparisonOp, values: readonly string[]];

type Comparisons = (
  operands: readonly [first: string, second: string, ...string[]],
  today: string,
) => readonly Comparison[];

function operator(
  editor: ValueEditor,
  symbol: string,
  comparisons: Comparisons,
  ofColumn: ColumnComparison | null,
  finds: Operator['finds'] = 'conditions',
): Operator {
  return {
    editor,
    symbol,
    ofColumn,
    finds,
    conditions: (column, operands, today) =>
      comparisons(operands as readonly [string, string, ...string[]], today).map(([op, values]) => ({
        column,
        op,
        values,
      })),
  };
}

function compare(op: ComparisonOp): Comparisons {
  return (operands) => [[op, operands]];
}

/** The service has no operator for "is none of". It joins conditions with *and*, so one condition per value means the same. */
function noneOf(operands: readonly string[]): readonly Comparison[] {
  return operands.map((operand) => ['notEquals', [operand]]);
}

function spanOf(moment: string): TimeSpan {
  return timeSpan(moment) ?? { start: moment, end: moment };
}

function within(span: TimeSpan): readonly Comparison[] {
  return [['greaterThanOrEquals', [span.start]], beforeEnd(span)];
}

function beforeEnd(span: TimeSpan): Comparison {
  return span.end === null ? ['lessThanOrEquals', [LAST_MOMENT]] : ['lessThan', [span.end]];
}

function afterEnd(span: TimeSpan): Comparison {
  return span.end === null ? ['greaterThan', [LAST_MOMENT]] : ['greaterThanOrEquals', [span.end]];
}
