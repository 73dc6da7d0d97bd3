import * as z from 'zod';
import type { ColumnType, PriceField } from '@/contract/column';
import { draftComputedColumnSchema } from './computed-draft';
import {
  OPERATORS,
  operatorIds,
  type Operator,
  type OperatorId,
  type ValueEditor,
} from '@/analysis/conditions/operators';

/**
 * One value of a condition. `value` is canonical: decimal text, ISO date, relative day, `true`/`false`, a count of days, or the text
 * itself. It is null if nothing was typed or the text cannot be parsed; an empty string means the empty text. `text` is the text as typed,
 * in the number and date formats of that time; null if the value was not typed.
 */
export const operandSchema = z.object({
  value: z.string().nullable(),
  text: z.string().nullable(),
  /** For a text that cannot be parsed: its 1-based position in the pasted list. */
  row: z.number().optional(),
});
export type Operand = z.output<typeof operandSchema>;

export const NO_OPERAND: Operand = { value: null, text: null };

const ruleMembers = {
  /** Identifies the rule, even after it was moved. Addresses do not contain the id. */
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
  /** Whether several values were pasted at once, so that a report shows which of them occur in the rows. Not part of addresses. */
  isPasted: z.boolean().optional(),
  days: operandSchema,
  /** Whether the operator compares with another field instead of a value. */
  comparesField: z.boolean().optional(),
  /** The second field: the one to compare with, or the end of a validity period. Null or absent until a field is chosen. */
  other: z.string().min(1).nullable().optional(),
};

const unsetOrConditionSchema = z.discriminatedUnion('kind', [
  /** A condition without a field. */
  z.object({ kind: z.literal('unset'), ...ruleMembers }),
  z.object({ kind: z.literal('text'), operator: z.enum(operatorIds('text')), ...conditionMembers }),
  z.object({ kind: z.literal('number'), operator: z.enum(operatorIds('number')), ...conditionMembers }),
  z.object({ kind: z.literal('date'), operator: z.enum(operatorIds('date')), ...conditionMembers }),
  z.object({ kind: z.literal('boolean'), operator: z.enum(operatorIds('boolean')), ...conditionMembers }),
]);

/** Filters that are joined to a single filter, mostly by *or*. The query itself joins its filters by *and*. */
export interface DraftGroup {
  readonly kind: 'group';
  readonly id: string;
  readonly isDisabled: boolean;
  /** Whether a row must satisfy all parts or any of them. Groups that users add have `any`; older links contain both kinds. */
  readonly join: 'all' | 'any';
  readonly parts: DraftFilter[];
}
/** A condition with a field, or one whose field is not chosen yet. */
export type DraftUnsetOrCondition = z.output<typeof unsetOrConditionSchema>;
export type DraftFilter = DraftUnsetOrCondition | DraftGroup;

const joinSchema = z.enum(['all', 'any']);
const filterSchema: z.ZodType<DraftFilter> = z.union([
  unsetOrConditionSchema,
  z.object({
    kind: z.literal('group'),
    ...ruleMembers,
    join: joinSchema,
    parts: z.lazy(() => z.array(filterSchema)),
  }),
]);

const sortSchema = z.object({
  id: z.string().min(1),
  /** The field to sort by; null until it is chosen. */
  field: z.string().min(1).nullable(),
  direction: z.enum(['ascending', 'descending']),
});

export const draftQuerySchema = z.object({
  /** The names of the fields in the grid's order; null means all fields that the user may view, in the service's order. */
  fields: z.array(z.string().min(1)).nullable(),
  filters: z.array(filterSchema),
  sort: z.array(sortSchema),
  /** Columns computed from other columns of a row; absent if there are none. */
  computed: z.array(draftComputedColumnSchema).optional(),
});

/** The query being built: relative dates are not resolved yet, and values may be missing or invalid. */
export type DraftQuery = z.output<typeof draftQuerySchema>;

/** Conditions that are not part of the query, such as those of a price rule, and how they are joined. */
export const draftConditionsSchema = z.object({ join: joinSchema, parts: z.array(filterSchema) });
export type DraftConditions = z.output<typeof draftConditionsSchema>;
/** A condition whose field is chosen. */
export type DraftCondition = Exclude<DraftFilter, { kind: 'unset' | 'group' }>;
export type DraftSort = z.output<typeof sortSchema>;

export const WHOLE_COLUMN: DraftQuery = { fields: null, filters: [], sort: [] };

/** Whether a query shows all fields and rows in the service's order, and nothing else. */
export function isWholeColumn({ fields, filters, sort, computed = [] }: DraftQuery): boolean {
  return fields === null && filters.length === 0 && sort.length === 0 && computed.length === 0;
}

export function isCondition(filter: DraftFilter): filter is DraftCondition {
  return filter.kind !== 'unset' && filter.kind !== 'group';
}

/** Returns all enabled conditions, including those inside groups, in the order on screen. */
export function activeConditions(filters: readonly DraftFilter[]): readonly DraftCondition[] {
  return filters.flatMap((filter): readonly DraftCondition[] => {
    if (filter.isDisabled) return [];
    if (filter.kind === 'group') return activeConditions(filter.parts);
    return isCondition(filter) ? [filter] : [];
  });
}

/** Returns the names of the fields that a condition compares. */
export function comparedFields(condition: DraftCondition): readonly string[] {
  const { field, other = null } = condition;
  return usesOther(condition) && other !== null ? [field, other] : [field];
}

/** Whether a condition uses a second field. */
export function usesOther(condition: DraftCondition): boolean {
  return condition.comparesField === true || operatorOf(condition).finds === 'validity';
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

/** Lists the members of a condition that hold the operands of each editor, in the editor's order. */
const OPERAND_MEMBERS: Readonly<Record<Exclude<ValueEditor, 'list'>, readonly ('value' | 'to' | 'days')[]>> =
  { none: [], value: ['value'], range: ['value', 'to'], days: ['days'] };

/** Returns the operands that the condition's operator uses, in the operator's order. A second field is not an operand. */
export function operandsOf(condition: DraftCondition): readonly Operand[] {
  if (condition.comparesField === true) return [];
  const { editor } = operatorOf(condition);
  return editor === 'list' ? condition.values : OPERAND_MEMBERS[editor].map((member) => condition[member]);
}

/** Returns the condition with these operands; null if its operator takes a different number of operands. */
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
  const parsed = unsetOrConditionSchema.safeParse({
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
  return parsed.success && isCondition(parsed.data) ? parsed.data : null;
}

/** Changes the field of a condition. The values stay when both fields have the same type. */
export function withField(filter: DraftFilter, field: PriceField): DraftFilter {
  if (filter.kind === field.type) {
    return { ...filter, field: field.name, ...(filter.other === field.name && { other: null }) };
  }
  const [firstOperator] = operatorIds(field.type);
  return (firstOperator && conditionOf(field, firstOperator, filter)) ?? filter;
}

/** Changes the operator of a condition. The value is carried over between a single value and a list. */
export function withOperator(
  condition: DraftCondition,
  operatorId: OperatorId,
  comparesField = false,
): DraftCondition {
  const parsed = unsetOrConditionSchema.safeParse({
    ...condition,
    operator: operatorId,
    comparesField: comparesField || undefined,
  });
  if (!parsed.success || !isCondition(parsed.data)) return condition;
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

/** Whether a filter has all operands that its operator takes, and all of them can be read. A group is complete if one of its parts is. */
export function isComplete(filter: DraftFilter): filter is DraftCondition | DraftGroup {
  if (filter.kind === 'unset') return false;
  if (filter.kind === 'group') return filter.parts.some((part) => !part.isDisabled && isComplete(part));
  if (usesOther(filter) && (filter.other ?? null) === null) return false;
  const operands = operandsOf(filter);
  const isListWithout =
    filter.comparesField !== true && operatorOf(filter).editor === 'list' && operands.length === 0;
  return !isListWithout && operands.every((operand) => operand.value !== null);
}

/** Returns the complete filters, with only the complete parts of groups. */
export function completeParts(filters: readonly DraftFilter[]): readonly DraftFilter[] {
  return filters.flatMap((filter): readonly DraftFilter[] => {
    if (!isComplete(filter)) return [];
    return filter.kind === 'group' ? [{ ...filter, parts: [...completeParts(filter.parts)] }] : [filter];
  });
}

/** Returns the id of the outermost filter that contains the filter with this id, or the id itself if it is in no group. */
export function outermostId(filters: readonly DraftFilter[], id: string): string {
  return filters.find((filter) => idsOf(filter).includes(id))?.id ?? id;
}

/** Returns the ids of a filter and of all filters inside it. */
export function idsOf(filter: DraftFilter): readonly string[] {
  return filter.kind === 'group' ? [filter.id, ...filter.parts.flatMap(idsOf)] : [filter.id];
}

/** Whether no value was entered for a filter that takes one. A filter without a field has no value either. */
export function isWithoutValue(filter: DraftFilter): boolean {
  if (filter.kind === 'unset') return true;
  if (filter.kind === 'group') return filter.parts.every(isWithoutValue);
  if (operatorOf(filter).editor === 'none' || (filter.other ?? null) !== null) return false;
  // Includes the operands of other operators, because the user may switch back to them.
  return ![filter.value, filter.to, filter.days, ...filter.values].some(isEntered);
}

interface Identified {
  readonly id: string;
  readonly parts?: readonly Identified[];
}

/** Returns an id that no rule has, inside or outside of groups. The same rules always give the same id, which keeps the reducer pure. */
export function nextRuleId(prefix: 'filter' | 'sort' | 'computed', rules: readonly Identified[]): string {
  const idsOf = (each: readonly Identified[]): readonly string[] =>
    each.flatMap(({ id, parts = [] }) => [id, ...idsOf(parts)]);
  const taken = new Set(idsOf(rules));
  let ordinal = rules.length + 1;
  while (taken.has(`${prefix}-${ordinal}`)) ordinal += 1;
  return `${prefix}-${ordinal}`;
}

/** Returns the columns that the query filters by. */
export function filteredColumns({ filters }: Pick<DraftQuery, 'filters'>): ReadonlySet<string> {
  return new Set(activeConditions(filters).map(({ field }) => field));
}

/** Returns the first field of a condition, or of all conditions in a group. The second field of a comparison is left out. */
function fieldsOf(filter: DraftFilter): readonly string[] {
  if (filter.kind === 'group') return filter.parts.flatMap(fieldsOf);
  return isCondition(filter) ? [filter.field] : [];
}

/** Removes every condition of a column, including disabled ones, and every group that contains such a condition. */
export function withoutFilters(draft: DraftQuery, column: string): DraftQuery {
  return {
    ...draft,
    filters: draft.filters.filter((filter) => !fieldsOf(filter).includes(column)),
  };
}
