import { readDecimal } from '@/lib/formats/decimal';
import { readIsoDateTime } from '@/lib/formats/iso-date';
import type { ColumnType } from '@/contract/column';
import * as c from '../address/codec';
import { partsOfParameter, unescape, writeParameter } from '../address/notation';
import type { RowSubset, SimpleCondition, SubsetCondition } from './row-subset';

export interface SubsetProblem {
  readonly kind:
    | 'unknown-version'
    | 'unreadable'
    /** The rows do not have the column, or the account may not view it. */
    | 'unknown-field'
    /** The column cannot hold a value of the condition. */
    | 'unreadable-value';
  /** The part as written in the address, unescaped where possible. */
  readonly text: string;
}

export type SubsetFromAddress =
  | { readonly ok: true; readonly subset: RowSubset }
  | { readonly ok: false; readonly problem: SubsetProblem };

const MAX_CONDITIONS = 50;
const VERSION = '1';

/** A condition without its column. In the address, the column follows the kind of the condition. */
type Test = WithoutColumn<SimpleCondition>;
type WithoutColumn<Condition> = Condition extends unknown ? Omit<Condition, 'column'> : never;

function truth(value: boolean): c.Part<Test> {
  return c.part<Test, true>(
    c.nothing,
    (test) => (test.kind === 'is' && test.value === value) || undefined,
    () => ({ kind: 'is', value }),
  );
}

const ends = c.record<Ends>({ from: c.orMissing(c.text), to: c.orMissing(c.text) });
type Ends = { readonly from: string | null; readonly to: string | null };

function range(includesEnd: boolean): c.Part<Test> {
  return c.part(
    ends,
    (test) => (test.kind === 'between' && test.includesEnd === includesEnd ? test : undefined),
    (between) => ({ kind: 'between', ...between, includesEnd }),
  );
}

const MISFIT: Test = { kind: 'misfit' };
const TESTS: Readonly<Record<string, c.Part<Test>>> = {
  is: c.part(
    c.optional(c.text),
    (test) => (test.kind === 'is' && typeof test.value !== 'boolean' ? test.value : undefined),
    (value) => ({ kind: 'is', value }),
  ),
  'is-true': truth(true),
  'is-false': truth(false),
  below: range(false),
  'up-to': range(true),
  other: c.part(
    c.list(c.text),
    (test) => (test.kind === 'other-than' ? test.values : undefined),
    (values) => ({ kind: 'other-than', values }),
  ),
  misfit: c.part<Test, true>(
    c.nothing,
    (test) => test.kind === 'misfit' || undefined,
    () => MISFIT,
  ),
};
const test = c.parts(MISFIT, TESTS, { separator: '~' });
const anyOf = c.item(c.record<AnyOf>({ any: c.oneOf(['any']), column: c.name }));
type AnyOf = { readonly any: 'any'; readonly column: string };

const condition: c.Codec<SubsetCondition> = {
  read: ([piece = '']) => {
    const [head = '', ...tests] = piece.split(',');
    if (tests.length === 0) {
      const [kind = '', column = '', ...values] = head.split('~');
      return { column: c.name.read([column]), ...test.read([[kind, ...values].join('~')]) };
    }
    // All conditions have the same column, which is written once.
    const { column } = anyOf.read([head]);
    return { kind: 'any-of', column, conditions: tests.map((each) => ({ column, ...test.read([each]) })) };
  },
  write: (value) => {
    if (value.kind === 'any-of') {
      const head = anyOf.write({ any: 'any', column: value.column });
      return [[...head, ...value.conditions.flatMap(test.write)].join(',')];
    }
    const [kind = '', ...values] = test.write(value).join('').split('~');
    return [[kind, ...c.name.write(value.column), ...values].join('~')];
  },
};

/**
 * Encodes a subset of the rows in a search parameter:
 *
 *     subset=1;is~Country~DE;is~Unit;is-true~Active;below~Value~1.00~2.00;up-to~Value~1.00~!none;misfit~ValidTo;other~Unit~PCE~KGM;any~Country,is~DE,is
 *
 * `is` without a value means rows without a value. A range excludes its end with `below` and includes it with `up-to`.
 */
export function subsetToParameter({ conditions }: RowSubset): string {
  return writeParameter(VERSION, conditions.flatMap(condition.write));
}

/** Decodes `subsetToParameter`. One unreadable condition makes all unusable, because the rest would show other rows. Never throws. */
export function subsetFromParameter(
  parameter: string,
  columns: readonly { readonly name: string; readonly type: ColumnType }[],
): SubsetFromAddress {
  const refused = (kind: SubsetProblem['kind'], text: string) =>
    ({ ok: false, problem: { kind, text } }) as const;
  const read = partsOfParameter(parameter, VERSION);
  if (!read.ok) return read;
  const pieces = read.parts;
  if (pieces.length === 0 || pieces.length > MAX_CONDITIONS) return refused('unreadable', parameter);
  const conditions: SubsetCondition[] = [];
  for (const piece of pieces) {
    const readable = c.tryRead(condition, [piece]);
    if (readable === null) return refused('unreadable', piece);
    const { value } = readable;
    const type = columns.find(({ name }) => name === value.column)?.type;
    if (type === undefined) return refused('unknown-field', value.column);
    const parts = value.kind === 'any-of' ? value.conditions : [value];
    if (!parts.every((part) => fits(part, type))) {
      return refused('unreadable-value', piece.split('~').slice(1).map(unescape).join(' '));
    }
    conditions.push(value);
  }
  return { ok: true, subset: { conditions } };
}

/** Whether a condition's values have the column's type. */
function fits(condition: SimpleCondition, type: ColumnType): boolean {
  switch (condition.kind) {
    case 'misfit':
      return type !== 'text';
    case 'other-than':
      return type === 'text';
    case 'is': {
      const { value } = condition;
      if (value === null) return true;
      if (typeof value === 'boolean') return type === 'boolean';
      return type === 'text' || isValue(value, type);
    }
    case 'between': {
      const ends = [condition.from, condition.to].filter((end) => end !== null);
      return ends.length > 0 && ends.every((end) => isValue(end, type));
    }
  }
}

function isValue(text: string, type: ColumnType): boolean {
  if (type === 'number') return readDecimal(text) === text;
  return type === 'date' && readIsoDateTime(text) !== null;
}
