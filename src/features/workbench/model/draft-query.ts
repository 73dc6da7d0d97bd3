import * as z from 'zod';
import type { ColumnType, PriceField } from '@/contract/column';
import { OPERATORS, operatorIds, type Operator, type OperatorId, type ValueEditor } from './operators';

/**
 * One value of a condition. `value` is canonical: decimal text, ISO date, relative day, `true`/`false`, a count of days,
 * or the text itself. It is null while nothing was typed or the text cannot be parsed. The empty string stands for the empty text.
 * `text` is the text as typed, in the formats of that moment; null when the value was not typed.
 */
export const operandSchema = z.object({
  value: z.string().nullable(),
  text: z.string().nullable(),
  /** The 1-based position at which a text that cannot be parsed was pasted. */
  row: z.number().optional(),
});
export type Operand = z.output<typeof operandSchema>;

export const NO_OPERAND: Operand = { value: null, text: null };

const ruleMembers = {
  /** Identifies the rule while it is moved; not part of addresses. */
  id: z.string().min(1),
  /** A disabled rule stays in the draft and is not sent. */
  isDisabled: z.boolean(),
};

// A condition holds the operands of every editor, so that switching the operator and back loses nothing.
const conditionMembers = {
  ...ruleMembers,
  field: z.string().min(1),
  /** The single value, or the start of a range. */
  value: operandSchema,
  to: operandSchema,
  values: z.array(operandSchema),
  /** Whether several of the values were pasted at once, so that a report says which were found. Not part of addresses. */
  isPasted: z.boolean().optional(),
  days: operandSchema,
};

const filterSchema = z.discriminatedUnion('kind', [
  /** A condition without a field. */
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
  /** In the order of the grid; null means all fields that the person may view, in the service's order. */
  fields: z.array(z.string().min(1)).nullable(),
  filters: z.array(filterSchema),
  sort: z.array(sortSchema),
});

/** The query being built: relative dates are not resolved yet, and values may be missing or invalid. */
export type DraftQuery = z.output<typeof draftQuerySchema>;
export type DraftFilter = z.output<typeof filterSchema>;
/** A filter with a field. */
export type DraftCondition = Exclude<DraftFilter, { kind: 'unset' }>;
export type DraftSort = z.output<typeof sortSchema>;

export const WHOLE_COLUMN: DraftQuery = { fields: null, filters: [], sort: [] };

/** Whether a query shows all fields and rows in the service's order. */
export function isWholeColumn({ fields, filters, sort }: DraftQuery): boolean {
  return fields === null && filters.length === 0 && sort.length === 0;
}

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

/** The members of a condition that hold the operands of an editor, in its order. */
const OPERAND_MEMBERS: Readonly<Record<Exclude<ValueEditor, 'list'>, readonly ('value' | 'to' | 'days')[]>> =
  { none: [], value: ['value'], range: ['value', 'to'], days: ['days'] };

/** Returns the operands that the condition's operator uses, in its order. */
export function operandsOf(condition: DraftCondition): readonly Operand[] {
  const { editor } = operatorOf(condition);
  return editor === 'list' ? condition.values : OPERAND_MEMBERS[editor].map((member) => condition[member]);
}

/** Returns the condition with these operands; null when its operator takes another number of them. */
export function withOperands(condition: DraftCondition, operands: readonly Operand[]): DraftCondition | null {
  const { editor } = operatorOf(condition);
  if (editor === 'list') return { ...condition, values: [...operands] };
  const members = OPERAND_MEMBERS[editor];
  if (operands.length !== members.length) return null;
  return { ...condition, ...Object.fromEntries(members.map((member, at) => [member, operands[at]])) };
}

/** Creates a condition without values; null when the field's type has no such operator. */
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

/** Changes the field of a condition. The values stay when both fields have the same type. */
export function withField(filter: DraftFilter, field: PriceField): DraftFilter {
  if (filter.kind === field.type) return { ...filter, field: field.name };
  const [firstOperator] = operatorIds(field.type);
  return (firstOperator && conditionOf(field, firstOperator, filter)) ?? filter;
}

/** Changes the operator of a condition. A value moves along between the single value and the list. */
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

/** Whether anything was entered, parseable or not. */
export function isEntered(operand: Operand): boolean {
  return operand.value !== null || (operand.text ?? '') !== '';
}

/** Whether a filter has a field and an operator that takes values, but no value was entered. */
export function isWithoutValue(filter: DraftFilter): boolean {
  if (filter.kind === 'unset') return true;
  if (operatorOf(filter).editor === 'none') return false;
  // Includes the operands of other operators, because the person may switch back.
  return ![filter.value, filter.to, filter.days, ...filter.values].some(isEntered);
}

/** Returns an id that no rule has. The same rules always give the same id, which keeps the reducer pure. */
export function nextRuleId(prefix: 'filter' | 'sort', rules: readonly { readonly id: string }[]): string {
  const taken = new Set(rules.map((rule) => rule.id));
  let ordinal = rules.length + 1;
  while (taken.has(`${prefix}-${ordinal}`)) ordinal += 1;
  return `${prefix}-${ordinal}`;
}

/** Returns the columns that the query filters by. */
export function filteredColumns({ filters }: Pick<DraftQuery, 'filters'>): ReadonlySet<string> {
  return new Set(
    filters.flatMap((filter) => (filter.kind === 'unset' || filter.isDisabled ? [] : [filter.field])),
  );
}

/** Removes every condition of a column, including the disabled ones. */
export function withoutFilters(draft: DraftQuery, column: string): DraftQuery {
  return {
    ...draft,
    filters: draft.filters.filter((filter) => filter.kind === 'unset' || filter.field !== column),
  };
}
