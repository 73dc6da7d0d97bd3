import type { ColumnType } from '@/contract/column';
import {
  conditionOf,
  draftConditionsSchema,
  isCondition,
  NO_OPERAND,
  operandsOf,
  operatorOf,
  withOperands,
  type DraftCondition,
  type DraftConditions,
  type DraftFilter,
  type DraftQuery,
} from './draft-query';
import { computedOf } from './computed-draft';
import { operatorFor, type OperatorId } from '@/analysis/conditions/operators';
import type {
  RefineCondition,
  RefineGroup,
  Refinement,
  RefineOperand,
} from '@/analysis/conditions/refinement';

// Converts filters between the form in which they are edited (drafts) and the form that the browser applies to rows (conditions).

/** Turns a draft into a condition. Its missing parts become empty; `conditionProblem` reports them. */
export function refineConditionOf(condition: DraftCondition): RefineCondition {
  const { field, operator, other } = condition;
  return { kind: 'condition', column: field, operator, operand: operandOf() };

  function operandOf(): RefineOperand {
    const { finds, editor } = operatorOf(condition);
    if (finds === 'validity') {
      return { kind: 'validity', to: other ?? '', day: condition.value.value ?? '' };
    }
    if (condition.comparesField === true) return { kind: 'column', column: other ?? '' };
    if (editor === 'none') return { kind: 'none' };
    // Blank entries of a list are left out, because a column copied from a spreadsheet ends with a line break.
    const values = operandsOf(condition)
      .filter(({ value, text }) => editor !== 'list' || value !== null || (text ?? '').trim() !== '')
      .map(({ value, text }) => value ?? text ?? '');
    return values.length === 0 ? { kind: 'none' } : { kind: 'values', values };
  }
}

/** The condition of a filter without a field. `conditionProblem` refuses it. */
const NO_FIELD: RefineCondition = {
  kind: 'condition',
  column: '',
  operator: 'is',
  operand: { kind: 'none' },
};

/** Turns a filter that is being edited into a condition. The filter may lack its field. */
export function refinePartOf(filter: Exclude<DraftFilter, { kind: 'group' }>): RefineCondition {
  return isCondition(filter) ? refineConditionOf(filter) : NO_FIELD;
}

/** Turns filters into a group of conditions that the browser applies; null if there are none. Disabled filters are left out. */
export function refineGroupOf(
  filters: readonly DraftFilter[],
  join: RefineGroup['join'] = 'all',
): RefineGroup | null {
  const parts = filters.flatMap((filter): RefineGroup['parts'] => {
    if (filter.isDisabled) return [];
    if (filter.kind !== 'group') return [refinePartOf(filter)];
    const group = refineGroupOf(filter.parts, filter.join);
    return group === null ? [] : [group];
  });
  const [only] = parts;
  if (only === undefined) return null;
  // A single group needs no group around it.
  return parts.length === 1 && only.kind === 'group' ? only : { kind: 'group', join, parts };
}

/** Returns filters and computed columns in the form that the browser applies to rows. */
export function refinementOf({
  filters,
  computed = [],
}: Pick<DraftQuery, 'filters' | 'computed'>): Refinement {
  return { conditions: refineGroupOf(filters), computedColumns: computed.map(computedOf) };
}

export interface DraftedWith {
  /** Returns the type of a column; undefined for an unknown one. */
  readonly typeOf: (column: string) => ColumnType | undefined;
  /** Returns an id that no filter has. */
  readonly newId: () => string;
}

/** Turns conditions into filters that must all hold, the reverse of `refineGroupOf`. */
export function filtersOf(conditions: RefineGroup | null, by: DraftedWith): readonly DraftFilter[] {
  if (conditions === null) return [];
  const { join, parts } = conditions;
  if (join === 'any' && parts.length > 1) return [draftOfPart(conditions, by)];
  return parts.flatMap((part) => {
    const isJoinedAlike = part.kind === 'group' && (part.join === 'all' || part.parts.length === 1);
    return isJoinedAlike ? filtersOf(part, by) : [draftOfPart(part, by)];
  });
}

/** Turns conditions into a draft that is joined in the same way (`all` or `any`). */
export function draftConditionsOf(conditions: RefineGroup | null, by: DraftedWith): DraftConditions {
  return {
    join: conditions?.join ?? 'all',
    parts: (conditions?.parts ?? []).map((part) => draftOfPart(part, by)),
  };
}

/** Reads a draft of conditions from stored JSON; null for any other text. Parts get new ids, because the stored ids may be in use. */
export function draftConditionsFromText(text: string, newId: () => string): DraftConditions | null {
  try {
    const { join, parts } = draftConditionsSchema.parse(JSON.parse(text));
    return { join, parts: parts.map((part) => withNewIds(part, newId)) };
  } catch {
    return null;
  }
}

function withNewIds(filter: DraftFilter, newId: () => string): DraftFilter {
  const id = newId();
  return filter.kind === 'group'
    ? { ...filter, id, parts: filter.parts.map((part) => withNewIds(part, newId)) }
    : { ...filter, id };
}

/** Turns a condition or a group into a filter. */
function draftOfPart(part: RefineGroup['parts'][number], by: DraftedWith): DraftFilter {
  if (part.kind === 'condition') return draftOfCondition(part, by);
  const { join, parts } = part;
  const id = by.newId();
  return { kind: 'group', id, isDisabled: false, join, parts: parts.map((each) => draftOfPart(each, by)) };
}

/** Turns a condition into a draft. A column of unknown type gets a type that has the operator. */
export function draftOfCondition(
  { column, operator, operand }: RefineCondition,
  { typeOf, newId }: DraftedWith,
): DraftCondition {
  const type = typeOf(column) ?? typeWith(operator);
  const rule = { id: newId(), isDisabled: false };
  const empty = conditionOf({ name: column, type }, operator, rule);
  if (empty === null) throw new RangeError('The column has no such operator.');
  switch (operand.kind) {
    case 'none':
      return empty;
    case 'column':
      return { ...empty, comparesField: true, other: operand.column };
    case 'validity':
      return { ...empty, value: { ...NO_OPERAND, value: operand.day }, other: operand.to };
    case 'values': {
      const operands = operand.values.map((value) => ({ value, text: null }));
      return withOperands(empty, operands) ?? empty;
    }
  }
}

function typeWith(operator: OperatorId): ColumnType {
  const types = ['text', 'number', 'date', 'boolean'] as const;
  return types.find((type) => operatorFor(type, operator) !== null) ?? 'text';
}
