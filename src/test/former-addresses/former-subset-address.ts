import * as z from 'zod';
import { readDecimal } from '@/lib/formats/decimal';
import { readIsoDateTime } from '@/lib/formats/iso-date';
import type { ColumnType } from '@/contract/column';
import { itemsOfPart, partsOfParameter, textsOfItem } from '@/features/workbench/model/address/notation';
import type { RowSubset, SimpleCondition, SubsetCondition } from '@/features/workbench/model/row-subset';

export interface SubsetProblem {
  readonly kind:
    | 'unknown-version'
    | 'unreadable'
    /** The column is not among the rows read, or the account may not view it. */
    | 'unknown-field'
    /** A value that the column cannot hold. */
    | 'unreadable-value';
  /** The part as written in the address, unescaped where possible. */
  readonly text: string;
}

export type SubsetFromAddress =
  | { readonly ok: true; readonly subset: RowSubset }
  | { readonly ok: false; readonly problem: SubsetProblem };

const MAX_CONDITIONS = 50;
const VERSION = '1';

const columnSchema = z.string().min(1);
const endSchema = z.string().nullable();
/** A condition in its parts; a missing end is null. */
const partsSchema = z.union([
  z
    .tuple([z.literal('is'), columnSchema])
    .transform(([, column]): SimpleCondition => ({ kind: 'is', column, value: null })),
  z
    .tuple([z.literal('is'), columnSchema, z.string()])
    .transform(([, column, value]): SimpleCondition => ({ kind: 'is', column, value })),
  z
    .tuple([z.enum(['is-true', 'is-false']), columnSchema])
    .transform(([kind, column]): SimpleCondition => ({ kind: 'is', column, value: kind === 'is-true' })),
  z
    .tuple([z.enum(['below', 'up-to']), columnSchema, endSchema, endSchema])
    .transform(([kind, column, from, to]): SimpleCondition => {
      return { kind: 'between', column, from, to, includesEnd: kind === 'up-to' };
    }),
  z
    .tuple([z.literal('other'), columnSchema], z.string())
    .transform(([, column, ...values]): SimpleCondition => ({ kind: 'other-than', column, values })),
  z
    .tuple([z.literal('misfit'), columnSchema])
    .transform(([, column]): SimpleCondition => ({ kind: 'misfit', column })),
]);

/**
 * Decodes the notation of `subsetToParameter`, completely or not at all: with a condition left out, the link would show other rows than
 * meant. Never throws.
 */
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
    const condition = conditionOf(piece);
    if (condition === null) return refused('unreadable', piece);
    const type = columns.find(({ name }) => name === condition.column)?.type;
    if (type === undefined) return refused('unknown-field', condition.column);
    const parts = condition.kind === 'any-of' ? condition.conditions : [condition];
    if (!parts.every((part) => fits(part, type))) {
      return refused('unreadable-value', textsOfItem(piece).slice(1).join(' '));
    }
    conditions.push(condition);
  }
  return { ok: true, subset: { conditions } };
}

function conditionOf(piece: string): SubsetCondition | null {
  const { name, items } = itemsOfPart(piece);
  if (items.length === 0) return simpleOf(textsOfItem(piece, isEnd));
  const [any, column, ...rest] = textsOfItem(name);
  if (any !== 'any' || typeof column !== 'string' || column === '' || rest.length > 0) return null;
  const read = items.map((item) => {
    const [kind, ...values] = textsOfItem(item, (index) => index > 0);
    return simpleOf([kind, column, ...values]);
  });
  const conditions = read.filter((each) => each !== null);
  return conditions.length === read.length ? { kind: 'any-of', column, conditions } : null;
}

const isEnd = (index: number) => index > 1;

function simpleOf(texts: readonly (string | null | undefined)[]): SimpleCondition | null {
  const read = partsSchema.safeParse(texts);
  return read.success ? read.data : null;
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
