import * as z from 'zod';
import type { ColumnType, PriceField } from '@/contract/column';
import { OPERATORS, operatorIds, type Operator, type OperatorId } from './operators';

/**
 * One value of a condition. `value` is canonical (decimal text, ISO date, `true`/`false`, a count of days, or the text
 * itself) and null while there is none or what was typed cannot be read; an empty string is the empty text, asked for
 * on purpose. `text` is what was typed, in the formats of then; null when the value came from elsewhere.
 */
const operandSchema = z.object({ value: z.string().nullable(), text: z.string().nullable() });
export type Operand = z.output<typeof operandSchema>;

export const NO_OPERAND: Operand = { value: null, text: null };

const ruleMembers = {
  /** Tells the rule from its siblings while it moves; not part of addresses. */
  id: z.string().min(1),
  /** Kept, but not sent. */
  isDisabled: z.boolean(),
};

// Every editor's operands, so that changing the operator there and back loses nothing.
const conditionMembers = {
  ...ruleMembers,
  field: z.string().min(1),
  /** Also the From of a range. */
  value: operandSchema,
  to: operandSchema,
  values: z.array(operandSchema),
  days: operandSchema,
};

const filterSchema = z.discriminatedUnion('kind', [
  /** A condition whose field is not chosen yet. */
  z.object({ kind: z.literal('unset'), ...ruleMembers }),
  z.object({ kind: z.literal('text'), operator: z.enum(operatorIds('text')), ...conditionMembers }),
  z.object({ kind: z.literal('number'), operator: z.enum(operatorIds('number')), ...conditionMembers }),
  z.object({ kind: z.literal('date'), operator: z.enum(operatorIds('date')), ...conditionMembers }),
  z.object({ kind: z.literal('boolean'), operator: z.enum(operatorIds('boolean')), ...conditionMembers }),
]);

const sortSchema = z.object({
  id: z.string().min(1),
  /** Null until one is chosen. */
  field: z.string().min(1).nullable(),
  direction: z.enum(['ascending', 'descending']),
});

export const draftQuerySchema = z.object({
  /** In the order of the grid; null stands for all that the person may view, in the service's order. */
  fields: z.array(z.string().min(1)).nullable(),
  filters: z.array(filterSchema),
  sort: z.array(sortSchema),
});

/** A query as it is being built: relative dates are still relative, and values may be missing or wrong. */
export type DraftQuery = z.output<typeof draftQuerySchema>;
export type DraftFilter = z.output<typeof filterSchema>;
/** A filter whose field is chosen. */
export type DraftCondition = Exclude<DraftFilter, { kind: 'unset' }>;
export type DraftSort = z.output<typeof sortSchema>;

/** Everything, unfiltered, in the service's order. */
export const WHOLE_COLUMN: DraftQuery = { fields: null, filters: [], sort: [] };

export function operatorOf(condition: DraftCondition): Operator {
  switch (condition.kind) {
    case 'text':
      return OPERATORS.text[condition.operator];
    case 'number':
      return OPERATORS.number[condition.operator];
    case 'date':
      return OPERATORS.date[condition.operator];
    case 'boolean':
      return OPERATORS.boolean[condition.operator];
  }
}

/** The operands that the condition's operator reads, in its order. */
export function operandsOf(condition: DraftCondition): readonly Operand[] {
  switch (operatorOf(condition).editor) {
    case 'none':
      return [];
    case 'value':
      return [condition.value];
    case 'range':
      return [condition.value, condition.to];
    case 'list':
      return condition.values;
    case 'days':
      return [condition.days];
  }
}

/** Null when the type has no such operator. */
export function conditionOf(
  field: { readonly name: string; readonly type: ColumnType },
  operatorId: string,
  rule: { readonly id: string; readonly isDisabled: boolean },
): DraftCondition | null {
  const parsed = filterSchema.safeParse({
    kind: field.type,
    operator: operatorId,
    id: rule.id,
    isDisabled: rule.isDisabled,
    field: field.name,
    value: NO_OPERAND,
    to: NO_OPERAND,
    values: [],
    days: NO_OPERAND,
  });
  return parsed.success && parsed.data.kind !== 'unset' ? parsed.data : null;
}

/** The condition for another field: what was entered stays where the type is the same. */
export function withField(filter: DraftFilter, field: PriceField): DraftFilter {
  if (filter.kind === field.type) return { ...filter, field: field.name };
  const [firstOperator] = operatorIds(field.type);
  return (firstOperator && conditionOf(field, firstOperator, filter)) ?? filter;
}

/** The condition with another operator; what was entered moves along where it still means something. */
export function withOperator(condition: DraftCondition, operatorId: OperatorId): DraftCondition {
  const parsed = filterSchema.safeParse({ ...condition, operator: operatorId });
  if (!parsed.success || parsed.data.kind === 'unset') return condition;
  const [before, after] = [operatorOf(condition).editor, operatorOf(parsed.data).editor];
  const [firstOfList] = condition.values;
  if (before !== 'list' && after === 'list' && condition.values.length === 0 && isEntered(condition.value)) {
    return { ...parsed.data, values: [condition.value] };
  }
  if (before === 'list' && after !== 'list' && !isEntered(condition.value) && firstOfList !== undefined) {
    return { ...parsed.data, value: firstOfList };
  }
  return parsed.data;
}

/** Has anything been given, readable or not? */
export function isEntered(operand: Operand): boolean {
  return operand.value !== null || (operand.text ?? '') !== '';
}

/** An id that none of the rules has. The same rules give the same id. */
export function nextRuleId(prefix: 'filter' | 'sort', rules: readonly { readonly id: string }[]): string {
  const taken = new Set(rules.map((rule) => rule.id));
  let ordinal = rules.length + 1;
  while (taken.has(`${prefix}-${ordinal}`)) ordinal += 1;
  return `${prefix}-${ordinal}`;
}
