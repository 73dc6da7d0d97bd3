import type { PriceField } from '@/contract/column';
import type { CellValue } from '@/contract/extraction';
import { conditionOf, isCondition, nextRuleId, type DraftCondition, type DraftQuery } from './draft-query';
import type { OperatorId } from '@/analysis/conditions/operators';

/** The conditions in a cell's menu: equal to the value, not equal, ≥ and ≤. */
export type CellComparison = 'this' | 'not-this' | 'at-least' | 'at-most';

/** Returns the comparisons that a cell's menu offers. The list is empty if the field cannot be filtered or the value is unknown. */
export function cellComparisons(field: PriceField, value: CellValue): readonly CellComparison[] {
  if (!field.isFilterable || value === undefined) return [];
  const comparisons: readonly CellComparison[] = ['this', 'not-this', 'at-least', 'at-most'];
  return comparisons.filter((comparison) => operatorFor(field, value, comparison) !== null);
}

/**
 * Adds a condition for a cell's value. It replaces a condition with the same field and operator, because no row could
 * match both; only "not this" conditions accumulate. Returns the same query when the cell does not offer the comparison.
 */
export function filteredByCell(
  draft: DraftQuery,
  field: PriceField,
  value: CellValue,
  comparison: CellComparison,
): DraftQuery {
  const operatorId = value === undefined ? null : operatorFor(field, value, comparison);
  if (operatorId === null || !field.isFilterable) return draft;
  const similar = draft.filters.findIndex(
    (filter) =>
      isCondition(filter) &&
      !filter.isDisabled &&
      filter.field === field.name &&
      filter.operator === operatorId,
  );
  const isAdded = operatorId === 'is-not' || operatorId === 'not-equal-to';
  const replaced = isAdded ? undefined : draft.filters[similar];
  const rule = { id: replaced?.id ?? nextRuleId('filter', draft.filters), isDisabled: false };
  const condition = withValue(conditionOf(field, operatorId, rule), operandOf(field, value, comparison));
  if (condition === null) return draft;
  return {
    ...draft,
    filters: replaced === undefined ? [...draft.filters, condition] : draft.filters.with(similar, condition),
  };
}

/** Limits a number or date field to `from` ≤ value < `to`, and replaces its previous limits. Fields of other types are not limited. */
export function filteredByRange(
  draft: DraftQuery,
  field: PriceField,
  { from, to }: { readonly from: string | null; readonly to: string | null },
): DraftQuery {
  const operators = field.isFilterable ? RANGE_OPERATORS[field.type] : null;
  if (operators === null) return draft;
  const started = from === null ? draft : withCondition(draft, field, operators[0], from);
  return to === null ? started : withCondition(started, field, operators[1], to);
}

const RANGE_OPERATORS: Record<PriceField['type'], readonly [OperatorId, OperatorId] | null> = {
  text: null,
  number: ['greater-than-or-equal-to', 'less-than'],
  date: ['on-or-after', 'before'],
  boolean: null,
};

/** Adds or replaces the condition that a text field contains a text. */
export function filteredByText(draft: DraftQuery, field: PriceField, text: string): DraftQuery {
  return withCondition(draft, field, 'contains', text);
}

/** Replaces the condition with the same field and operator, or adds one. `value` is null for an operator that takes no value. */
export function withCondition(
  draft: DraftQuery,
  field: PriceField,
  operatorId: OperatorId,
  value: string | readonly string[] | null,
): DraftQuery {
  const similar = draft.filters.findIndex(
    (filter) => filter.kind === field.type && filter.field === field.name && filter.operator === operatorId,
  );
  const id = draft.filters[similar]?.id ?? nextRuleId('filter', draft.filters);
  const empty = conditionOf(field, operatorId, { id, isDisabled: false });
  const condition =
    typeof value === 'object' && value !== null && empty !== null
      ? { ...empty, values: value.map((each) => ({ value: each, text: null })) }
      : withValue(empty, value as string | null);
  if (condition === null) return draft;
  return {
    ...draft,
    filters: similar === -1 ? [...draft.filters, condition] : draft.filters.with(similar, condition),
  };
}

function withValue(condition: DraftCondition | null, value: string | null): DraftCondition | null {
  return condition === null || value === null ? condition : { ...condition, value: { value, text: null } };
}

function operandOf(field: PriceField, value: CellValue, comparison: CellComparison): string | null {
  if (value === null || value === undefined) return null;
  // Booleans have no operator for "not equal", so "not true" becomes "is false", and "not false" becomes "is true".
  if (field.type === 'boolean') return String((value === true) !== (comparison === 'not-this'));
  // A cell that shows a day without a time is compared by its day.
  if (field.type === 'date' && isShownAsDay(field)) return String(value).slice(0, ISO_DAY_LENGTH);
  return String(value);
}

const ISO_DAY_LENGTH = 10;

function isShownAsDay(field: PriceField): boolean {
  return field.sqlType.toLowerCase() === 'date' || field.formatting.toLowerCase() === 'short date';
}

// Dates have no "not on" operator.
const OPERATORS_FOR_VALUES: Record<PriceField['type'], Partial<Record<CellComparison, OperatorId>>> = {
  text: { this: 'is', 'not-this': 'is-not' },
  number: {
    this: 'equals',
    'not-this': 'not-equal-to',
    'at-least': 'greater-than-or-equal-to',
    'at-most': 'less-than-or-equal-to',
  },
  date: { this: 'on', 'at-least': 'on-or-after', 'at-most': 'on-or-before' },
  boolean: { this: 'is', 'not-this': 'is' },
};

const OPERATORS_FOR_NULL: Partial<Record<CellComparison, OperatorId>> = {
  this: 'is-empty',
  'not-this': 'is-not-empty',
};

function operatorFor(
  field: PriceField,
  value: Exclude<CellValue, undefined>,
  comparison: CellComparison,
): OperatorId | null {
  const operators = value === null ? OPERATORS_FOR_NULL : OPERATORS_FOR_VALUES[field.type];
  return operators[comparison] ?? null;
}
