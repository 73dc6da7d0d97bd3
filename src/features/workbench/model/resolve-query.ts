import type { PriceColumn, PriceField } from '@/contract/column';
import type { ExtractionQuery, FilterCondition, SortRule } from '@/contract/extraction';
import { compareDecimals, significantFractionDigits, splitDecimal } from '@/lib/formats/decimal';
import { compareMoments } from '@/analysis/conditions/calendar';
import { computedField } from '@/analysis/conditions/computed-field';
import {
  isCondition,
  isEntered,
  operandsOf,
  operatorOf,
  usesOther,
  type DraftCondition,
  type DraftFilter,
  type DraftQuery,
  type DraftSort,
  type Operand,
} from './draft-query';
import { computedOf, type DraftComputedColumn } from './computed-draft';
import { refinementOf } from './draft-refinement';
import {
  dividedQuery,
  isFieldOfService,
  isSortRefused,
  joinsLists,
  listSeparator,
  reasonForHere,
  type FieldsOfService,
} from './filter-place';
import { LIST_LIMIT } from '@/analysis/conditions/operators';
import {
  computedColumnProblem,
  MAX_COMPUTED_COLUMNS,
  MAX_CONDITIONS,
  MAX_VALUES,
  refinedColumns,
  refinementProblem,
  type RefineColumn,
  type Refinement,
  type RefinementProblem,
} from '@/analysis/conditions/refinement';
import { DAYS_LIMIT, isDateOperand, resolveDay } from '@/analysis/conditions/relative-day';
import { isDecimal } from '@/lib/base/decimal-grammar';

/** The editor that a problem is shown beside. */
export type ProblemLocation =
  | { readonly part: 'fields'; readonly field: string | null }
  | { readonly part: 'filter'; readonly id: string; readonly editor: FilterEditor }
  | { readonly part: 'sort'; readonly id: string }
  | { readonly part: 'computed'; readonly id: string };

export type FilterEditor = 'field' | 'other' | 'value' | 'to' | 'values' | 'days';

export type Problem =
  | {
      readonly kind:
        | 'no-field-selected'
        | 'field-missing'
        | 'unknown-field'
        | 'not-filterable'
        | 'not-sortable';
    }
  | { readonly kind: 'locked-field'; readonly right: string | null }
  | { readonly kind: 'duplicate-field' }
  /** The column has a different type than when the condition was created. */
  | { readonly kind: 'type-changed' }
  /** Only the browser can apply the filter, which this installation does not allow. */
  | { readonly kind: 'needs-rows' }
  | { readonly kind: 'empty-group' }
  | { readonly kind: 'too-many-here'; readonly conditions: number; readonly columns: number }
  | { readonly kind: 'not-computable'; readonly problem: RefinementProblem }
  | { readonly kind: 'value-missing' }
  | { readonly kind: 'value-unreadable'; readonly count: number }
  | { readonly kind: 'too-many-decimals'; readonly scale: number }
  | { readonly kind: 'too-many-digits'; readonly digits: number }
  | { readonly kind: 'too-long'; readonly maxLength: number; readonly length: number }
  | { readonly kind: 'comma-in-list'; readonly value: string; readonly separator: string }
  | { readonly kind: 'too-many-sort-rules'; readonly limit: number }
  | { readonly kind: 'too-many-values'; readonly limit: number; readonly count: number }
  /** The service refused the query with this message. */
  | { readonly kind: 'refused'; readonly message: string }
  /** The service rejected the request because of its size, without a message. */
  | { readonly kind: 'too-large' }
  | { readonly kind: 'from-after-to' }
  | { readonly kind: 'days-out-of-range'; readonly limit: number };

export interface LocatedProblem {
  readonly where: ProblemLocation;
  readonly problem: Problem;
}

export interface ResolveScope {
  readonly priceColumn: FieldsOfService;
  /** Whether the user lacks the right to view a field. False while the right is unknown, so that the service decides. */
  readonly isLocked: (field: PriceField) => boolean;
  /** The day (`YYYY-MM-DD`) that relative dates are resolved against. */
  readonly today: string;
  /** Fields of other sources, in addition to those of the price column. */
  readonly addedFields?: readonly PriceField[];
  /** Whether the browser can apply filters to rows that it has read. */
  readonly readsRows?: boolean;
}

export type ResolvedQuery =
  | {
      readonly ok: true;
      /** The query that is sent to the service. */
      readonly query: ExtractionQuery;
      /** The filters and computed columns that the browser applies; null if there are none. */
      readonly here: Refinement | null;
    }
  | { readonly ok: false; readonly problems: readonly LocatedProblem[] };

/**
 * Resolves a draft to a query for the service and a refinement for the browser, or returns its problems in screen order. Nothing is
 * rounded.
 */
export function resolveQuery(draft: DraftQuery, scope: ResolveScope): ResolvedQuery {
  const problems: LocatedProblem[] = [...fieldProblems(draft.fields, scope)];
  const known = { ...scope, fields: fieldsInReach(draft, scope) };
  for (const [index, column] of (draft.computed ?? []).entries()) {
    const problem = computedProblem(column, index, draft, scope);
    if (problem !== null) problems.push({ where: { part: 'computed', id: column.id }, problem });
  }
  for (const filter of draft.filters) {
    if (!filter.isDisabled) problems.push(...filterProblems(filter, known));
  }
  for (const [index, rule] of draft.sort.entries()) {
    const problem = sortProblem(rule, draft.sort.slice(0, index), known);
    if (problem !== null) problems.push({ where: { part: 'sort', id: rule.id }, problem });
  }
  const { ofService, here } = dividedQuery(draft, scope.priceColumn);
  const refinement = refinementOf(here);
  const { conditions, computedColumns } = refinement;
  if (problems.length === 0) {
    const known = [
      ...scope.priceColumn.fields.filter((field) => !scope.isLocked(field)),
      ...(scope.addedFields ?? []),
    ];
    const problem = refinementProblem(refinement, known);
    if (problem !== null) problems.push(atFirstPart(here, problem));
  }
  if (problems.length > 0) return { ok: false, problems };
  const filters = ofService.filters.flatMap((filter) =>
    filter.isDisabled || !isCondition(filter) ? [] : conditionsOf(filter, scope.today),
  );
  const sort = ofService.sort.flatMap(({ field, direction }): SortRule[] =>
    field === null ? [] : [{ column: field, direction }],
  );
  return {
    ok: true,
    query: { fields: draft.fields ?? listedFields(scope), filters, sort },
    here: conditions === null && computedColumns.length === 0 ? null : refinement,
  };
}

/** Returns the query for all rows, with all fields that the account may view. */
export function wholeColumnQuery(scope: Pick<ResolveScope, 'priceColumn' | 'isLocked'>): ExtractionQuery {
  return { fields: listedFields(scope), filters: [], sort: [] };
}

/** Returns the fields that have to be asked for by their names to get all of them; null if the service needs no names. */
function listedFields({
  priceColumn,
  isLocked,
}: Pick<ResolveScope, 'priceColumn' | 'isLocked'>): readonly string[] | null {
  if (priceColumn.abilities?.listsAllFields !== true) return null;
  return priceColumn.fields.filter((field) => !isLocked(field)).map(({ name }) => name);
}

/** Locates a problem of the whole refinement, such as too many parts, at its first filter or computed column. */
function atFirstPart(
  { filters, computed = [] }: Pick<DraftQuery, 'filters' | 'computed'>,
  problem: RefinementProblem,
): LocatedProblem {
  const [filter, column] = [filters[0], computed[0]];
  const where: ProblemLocation =
    filter === undefined || computed.length > MAX_COMPUTED_COLUMNS
      ? { part: 'computed', id: column?.id ?? '' }
      : { part: 'filter', id: filter.id, editor: 'field' };
  return problem.kind === 'too-many'
    ? { where, problem: { kind: 'too-many-here', conditions: MAX_CONDITIONS, columns: MAX_COMPUTED_COLUMNS } }
    : { where, problem: { kind: 'not-computable', problem } };
}

/** Returns the fields that filters can name: fields of the price column, of other sources, and computed fields. */
export function fieldsInReach(
  { computed = [] }: Pick<DraftQuery, 'computed'>,
  { priceColumn, addedFields = [] }: Pick<ResolveScope, 'priceColumn' | 'addedFields'>,
): readonly PriceField[] {
  return [...priceColumn.fields, ...addedFields, ...computed.map(computedOf).map(computedField)];
}

function computedProblem(
  column: DraftComputedColumn,
  index: number,
  draft: DraftQuery,
  { priceColumn, isLocked, addedFields = [], readsRows = false }: ResolveScope,
): Problem | null {
  if (!readsRows) return { kind: 'needs-rows' };
  const columns: readonly RefineColumn[] = [
    ...priceColumn.fields.filter((field) => !isLocked(field)),
    ...addedFields,
  ];
  const before = (draft.computed ?? []).slice(0, index).map(computedOf);
  const problem = computedColumnProblem(computedOf(column), refinedColumns(columns, before));
  return problem === null ? null : { kind: 'not-computable', problem };
}

function conditionsOf(condition: DraftCondition, today: string): readonly FilterCondition[] {
  const operands = operandsOf(condition).map(
    (operand) => resolvedValue(operand, condition.kind, today) ?? '',
  );
  return operatorOf(condition).conditions(condition.field, operands, today);
}

/** Returns the value of an operand with its relative day resolved; null for a missing value or a day outside the calendar. */
function resolvedValue({ value }: Operand, kind: DraftCondition['kind'], today: string): string | null {
  return kind === 'date' && value !== null ? resolveDay(value, today) : value;
}

function fieldProblems(fields: DraftQuery['fields'], scope: ResolveScope): LocatedProblem[] {
  const place = (problem: Problem, field: string | null = null): LocatedProblem => ({
    where: { part: 'fields', field },
    problem,
  });
  if (fields === null) {
    const isAnyViewable = scope.priceColumn.fields.some((field) => !scope.isLocked(field));
    return isAnyViewable ? [] : [place({ kind: 'no-field-selected' })];
  }
  if (fields.length === 0) return [place({ kind: 'no-field-selected' })];
  const seen = new Set<string>();
  return fields.flatMap((name) => {
    const isRepeated = seen.has(name);
    seen.add(name);
    if (isRepeated) return [place({ kind: 'duplicate-field' }, name)];
    const problem = fieldProblem(name, scope);
    return problem === null ? [] : [place(problem, name)];
  });
}

function fieldProblem(name: string, scope: ResolveScope): Problem | null {
  const field = findField(scope.priceColumn, name);
  if (field === undefined) return { kind: 'unknown-field' };
  return scope.isLocked(field) ? { kind: 'locked-field', right: field.viewRight } : null;
}

function sortProblem(rule: DraftSort, before: readonly DraftSort[], scope: FilterScope): Problem | null {
  if (rule.field === null) return { kind: 'field-missing' };
  if (before.some((other) => other.field === rule.field)) return { kind: 'duplicate-field' };
  if (!isFieldOfService(rule.field, scope.priceColumn)) {
    if (!scope.fields.some(({ name }) => name === rule.field)) return { kind: 'unknown-field' };
    return scope.readsRows === true ? null : { kind: 'needs-rows' };
  }
  const problem = fieldProblem(rule.field, scope);
  if (problem !== null) return problem;
  const { priceColumn } = scope;
  if (scope.readsRows === true && isSortRefused(rule.field, priceColumn)) return null;
  const limit = priceColumn.abilities?.maxSortRules;
  const ofService = before.filter(
    ({ field }) => isFieldOfService(field ?? '', priceColumn) && !isSortRefused(field ?? '', priceColumn),
  );
  if (limit !== undefined && ofService.length >= limit) return { kind: 'too-many-sort-rules', limit };
  return findField(scope.priceColumn, rule.field)?.isSortable === true ? null : { kind: 'not-sortable' };
}

export interface FilterScope extends Pick<ResolveScope, 'priceColumn' | 'isLocked' | 'today' | 'readsRows'> {
  /** The fields that the filter can name. */
  readonly fields: readonly PriceField[];
}

/** Returns the reasons why a filter cannot be run, in the order of its editors. */
export function filterProblems(filter: DraftFilter, scope: FilterScope): LocatedProblem[] {
  const place = (editor: FilterEditor, problem: Problem): LocatedProblem => ({
    where: { part: 'filter', id: filter.id, editor },
    problem,
  });
  const fieldOf = (name: string | null | undefined) => scope.fields.find((field) => field.name === name);
  const { readsRows = false } = scope;
  if (filter.kind === 'unset') return [place('field', { kind: 'field-missing' })];
  if (filter.kind === 'group') {
    if (!readsRows) return [place('field', { kind: 'needs-rows' })];
    const active = filter.parts.filter((part) => !part.isDisabled);
    if (active.length === 0) return [place('field', { kind: 'empty-group' })];
    // The browser applies the parts of a group, so they are checked as if the service had no fields.
    const here = { ...scope, priceColumn: { fields: [] } };
    return active.flatMap((part) => filterProblems(part, here));
  }
  const field = fieldOf(filter.field);
  if (field === undefined) return [place('field', { kind: 'unknown-field' })];
  const lockOf = (each: PriceField): Problem | null =>
    scope.isLocked(each) ? { kind: 'locked-field', right: each.viewRight } : null;
  const lock = lockOf(field);
  if (lock !== null) return [place('field', lock)];
  const reason = reasonForHere(filter, scope.priceColumn);
  if (reason !== null && reason !== 'comma' && !readsRows) {
    return [place('field', { kind: reason === 'not-filterable' ? 'not-filterable' : 'needs-rows' })];
  }
  if (field.type !== filter.kind) return [place('field', { kind: 'type-changed' })];
  const isHere = reason !== null && readsRows;
  const valueScope = {
    today: scope.today,
    isHere,
    isOfService: reason === 'comma',
    separator: joinsLists(scope.priceColumn) ? listSeparator(scope.priceColumn) : null,
  };
  const problems = valueProblems(filter, field, valueScope).map(({ editor, problem }) =>
    place(editor, problem),
  );
  if (!usesOther(filter)) return problems;
  const other = fieldOf(filter.other);
  if (other === undefined) {
    return [place('other', { kind: (filter.other ?? null) === null ? 'field-missing' : 'unknown-field' })];
  }
  const problemOfOther = lockOf(other) ?? (other.type === field.type ? null : { kind: 'type-changed' });
  return problemOfOther === null ? problems : [place('other', problemOfOther), ...problems];
}

interface ValueProblem {
  readonly editor: FilterEditor;
  readonly problem: Problem;
}

interface ValueScope {
  readonly today: string;
  /** Whether the browser applies the condition, so that the limits of the service do not apply. */
  readonly isHere: boolean;
  /** Whether the service could apply the condition if no value of its list had a comma. */
  readonly isOfService: boolean;
  /** What separates the values of a list that the service reads as one text; null if it reads an array. */
  readonly separator: string | null;
}

function valueProblems(condition: DraftCondition, field: PriceField, scope: ValueScope): ValueProblem[] {
  const { today } = scope;
  const check = (editor: FilterEditor, operand: Operand): ValueProblem[] => {
    const problem = operandProblem(operand, field, scope);
    return problem === null ? [] : [{ editor, problem }];
  };
  if (condition.comparesField === true) return [];
  switch (operatorOf(condition).editor) {
    case 'none':
      return [];
    case 'value':
      return check('value', condition.value);
    case 'range': {
      const found = [...check('value', condition.value), ...check('to', condition.to)];
      if (found.length > 0 || isInOrder(condition, today)) return found;
      return [{ editor: 'to', problem: { kind: 'from-after-to' } }];
    }
    case 'list': {
      const problem = listProblem(condition, field, scope);
      return problem === null ? [] : [{ editor: 'values', problem }];
    }
    case 'days': {
      const problem = daysProblem(condition.days);
      return problem === null ? [] : [{ editor: 'days', problem }];
    }
  }
}

function isInOrder(condition: DraftCondition, today: string): boolean {
  const { kind, value, to: end } = condition;
  const from = resolvedValue(value, kind, today) ?? '';
  const to = resolvedValue(end, kind, today) ?? '';
  return (kind === 'date' ? compareMoments(from, to) : compareDecimals(from, to)) <= 0;
}

function daysProblem(operand: Operand): Problem | null {
  if (!isEntered(operand)) return { kind: 'value-missing' };
  const isCount = operand.value !== null && /^\d{1,6}$/.test(operand.value);
  const days = Number(operand.value);
  return isCount && days >= 1 && days <= DAYS_LIMIT ? null : { kind: 'days-out-of-range', limit: DAYS_LIMIT };
}

function listProblem(condition: DraftCondition, field: PriceField, scope: ValueScope): Problem | null {
  const { values } = condition;
  // The service reads "is any of" as one comma-separated text. "is none of" is sent value by value.
  const isJoined = condition.operator === 'is-any-of' && !scope.isHere;
  const limit = scope.isHere ? MAX_VALUES : LIST_LIMIT;
  if (values.length === 0) return { kind: 'value-missing' };
  if (values.length > limit) {
    const { separator } = scope;
    const withComma =
      scope.isHere && separator !== null
        ? values.find(({ value }) => value?.includes(separator) === true)
        : undefined;
    // Without the comma, the service could apply the whole list, so the comma is the problem.
    return withComma?.value != null &&
      separator !== null &&
      condition.operator === 'is-any-of' &&
      scope.isOfService
      ? { kind: 'comma-in-list', value: withComma.value, separator }
      : { kind: 'too-many-values', limit, count: values.length };
  }
  const unreadableCount = values.filter((operand) => operand.value === null).length;
  if (unreadableCount > 0) return { kind: 'value-unreadable', count: unreadableCount };
  for (const operand of values) {
    const value = operand.value ?? '';
    if (isJoined && value === '') return { kind: 'value-missing' };
    if (isJoined && scope.separator !== null && value.includes(scope.separator))
      return { kind: 'comma-in-list', value, separator: scope.separator };
    const problem = operandProblem(operand, field, scope);
    if (problem !== null) return problem;
  }
  return null;
}

function operandProblem(operand: Operand, field: PriceField, { today, isHere }: ValueScope): Problem | null {
  if (!isEntered(operand)) return { kind: 'value-missing' };
  if (operand.value === null || !isCanonical(operand.value, field)) {
    return { kind: 'value-unreadable', count: 1 };
  }
  if (resolvedValue(operand, field.type, today) === null) {
    return { kind: 'days-out-of-range', limit: DAYS_LIMIT };
  }
  if (isHere) return null;
  if (field.type === 'number') return numberProblem(operand.value, field);
  if (field.type === 'text' && field.maxLength !== null && operand.value.length > field.maxLength) {
    return { kind: 'too-long', maxLength: field.maxLength, length: operand.value.length };
  }
  return null;
}

function isCanonical(value: string, field: PriceField): boolean {
  switch (field.type) {
    case 'text':
      return true;
    case 'number':
      return isDecimal(value);
    case 'date':
      return isDateOperand(value);
    case 'boolean':
      return value === 'true' || value === 'false';
  }
}

// Floating-point columns accept any number of decimal places, because their precision counts bits.
const FLOATING_TYPES = new Set(['float', 'real']);

/** Returns how many digits a column of exact numbers stores, including decimal places; null if the metadata does not state it. */
export function digitsOf(field: PriceField | undefined): number | null {
  if (field === undefined || !hasStatedPlaces(field)) return null;
  return field.precision;
}

/** Whether the metadata state how many decimal places a column stores. Guessed places are those of some values, and limit nothing. */
function hasStatedPlaces(field: PriceField): field is PriceField & { readonly scale: number } {
  return (
    field.scale !== null &&
    field.guessedFromRows === undefined &&
    !FLOATING_TYPES.has(field.sqlType.toLowerCase())
  );
}

function numberProblem(value: string, field: PriceField): Problem | null {
  if (!hasStatedPlaces(field)) return null;
  if (significantFractionDigits(value) > field.scale)
    return { kind: 'too-many-decimals', scale: field.scale };
  const room = digitsOf(field);
  if (room === null) return null;
  const digits = room - field.scale;
  const { integer } = splitDecimal(value);
  return integer !== '0' && integer.length > digits ? { kind: 'too-many-digits', digits } : null;
}

function findField(priceColumn: Pick<PriceColumn, 'fields'>, name: string): PriceField | undefined {
  return priceColumn.fields.find((field) => field.name === name);
}
