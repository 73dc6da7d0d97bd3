import * as z from 'zod';
import { readDecimal } from '@/shared/formats/decimal';
import { readIsoDateTime } from '@/shared/formats/iso-date';
import type { ColumnType } from '@/contract/column';
import { partsOfParameter, textsOfItem } from '../../model/parameter-notation';
import type { RowSubset, SubsetCondition } from '../../model/row-subset';

/** Why a subset of an address cannot be shown. */
export interface SubsetProblem {
  readonly kind:
    | 'unknown-version'
    | 'unreadable'
    /** No column of the rows read, or one that the account may not view. */
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
    .transform(([, column]): SubsetCondition => ({ kind: 'is', column, value: null })),
  z
    .tuple([z.literal('is'), columnSchema, z.string()])
    .transform(([, column, value]): SubsetCondition => ({ kind: 'is', column, value })),
  z
    .tuple([z.enum(['is-true', 'is-false']), columnSchema])
    .transform(([kind, column]): SubsetCondition => ({ kind: 'is', column, value: kind === 'is-true' })),
  z
    .tuple([z.enum(['below', 'up-to']), columnSchema, endSchema, endSchema])
    .transform(([kind, column, from, to]): SubsetCondition => {
      return { kind: 'between', column, from, to, includesEnd: kind === 'up-to' };
    }),
  z
    .tuple([z.literal('misfit'), columnSchema])
    .transform(([, column]): SubsetCondition => ({ kind: 'misfit', column })),
]);

/**
 * Decodes the notation of `subsetToParameter`. One part that cannot be used makes the whole subset unusable: the rest of
 * its conditions would show other rows than the link meant. Never throws.
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
    const parts = textsOfItem(piece, (index) => index > 1);
    const condition = partsSchema.safeParse(parts);
    if (!condition.success) return refused('unreadable', piece);
    const type = columns.find(({ name }) => name === condition.data.column)?.type;
    if (type === undefined) return refused('unknown-field', condition.data.column);
    if (!fits(condition.data, type)) return refused('unreadable-value', parts.slice(1).join(' '));
    conditions.push(condition.data);
  }
  return { ok: true, subset: { conditions } };
}

/** Whether a condition's values are of the column's type. */
function fits(condition: SubsetCondition, type: ColumnType): boolean {
  switch (condition.kind) {
    case 'misfit':
      return type !== 'text';
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
