import * as z from 'zod';
import type { PriceField } from '@/contract/column';
import { NO_OPERAND, operandSchema } from '../model/draft-query';
import { operatorIds } from '../model/operators';
import {
  operatorFor,
  refineOperatorSchema,
  VALID_ON,
  type RefineCondition,
  type RefineOperand,
  type RefineOperator,
} from '../model/refinement';

export const draftConditionSchema = z.object({
  kind: z.literal('condition'),
  id: z.string(),
  column: z.string().nullable(),
  operator: refineOperatorSchema,
  /** Whether the condition compares with a typed value or with another column. */
  compares: z.enum(['value', 'column']),
  /** The other column of the comparison, or the column where a validity ends. */
  other: z.string().nullable(),
  values: z.array(operandSchema).readonly(),
});
/** A condition being edited: parts may be missing or unreadable. */
export type DraftRefineCondition = Readonly<z.output<typeof draftConditionSchema>>;

let lastId = 0;
/** Returns a new id for a part that is being edited. */
export function newId(): string {
  lastId += 1;
  return `refine-${lastId}`;
}

export function emptyCondition(field: PriceField | undefined): DraftRefineCondition {
  return {
    kind: 'condition',
    id: newId(),
    column: field?.name ?? null,
    operator: operatorIds(field?.type ?? 'text')[0] ?? 'is',
    compares: 'value',
    other: null,
    values: [],
  };
}

/** Turns a condition into a draft. */
export function draftOfCondition({ column, operator, operand }: RefineCondition): DraftRefineCondition {
  return {
    kind: 'condition',
    id: newId(),
    column,
    operator,
    compares: operand.kind === 'column' ? 'column' : 'value',
    other: operand.kind === 'column' ? operand.column : operand.kind === 'validity' ? operand.to : null,
    values:
      operand.kind === 'values'
        ? operand.values.map((value) => ({ value, text: null }))
        : operand.kind === 'validity'
          ? [{ value: operand.day, text: null }]
          : [],
  };
}

/** Returns the condition of a draft. Missing parts are empty in it; `refinementProblem` reports them. */
export function conditionOf({
  column,
  operator,
  compares,
  other,
  values,
}: DraftRefineCondition): RefineCondition {
  return { kind: 'condition', column: column ?? '', operator, operand: operandOf() };

  function operandOf(): RefineOperand {
    if (operator === VALID_ON) {
      return { kind: 'validity', to: other ?? '', day: (values[0] ?? NO_OPERAND).value ?? '' };
    }
    if (compares === 'column') return { kind: 'column', column: other ?? '' };
    // A column copied from a spreadsheet ends with a line break, which would add an empty value.
    const isList = operator === 'is-any-of' || operator === 'is-none-of';
    const texts = values
      .map(({ value, text }) => value ?? text ?? '')
      .filter((text) => !isList || text.trim() !== '');
    return texts.length === 0 ? { kind: 'none' } : { kind: 'values', values: texts };
  }
}

/** How many values the operator of a condition takes; null for a list. */
export function valueCount(type: PriceField['type'], operator: RefineOperator): number | null {
  if (operator === VALID_ON) return 1;
  switch (operatorFor(type, operator)?.editor) {
    case 'none':
    case undefined:
      return 0;
    case 'value':
    case 'days':
      return 1;
    case 'range':
      return 2;
    case 'list':
      return null;
  }
}
