import type { PriceColumn, PriceField } from '@/contract/column';
import type { CellValue } from '@/contract/extraction';
import { filteredByCell, filteredByRange, filteredByText, type CellComparison } from './cell-filter';
import { computedOf, type DraftComputedColumn } from './computed-draft';
import { computedField, isComputedField } from '@/analysis/conditions/computed-field';
import {
  nextRuleId,
  withField,
  withoutFilters,
  type DraftFilter,
  type DraftQuery,
  type DraftSort,
} from './draft-query';
import { moved } from '@/lib/base/moved';
import { withRenamedColumns } from '@/analysis/conditions/formula';

/** A change of the query as data. Rules are addressed by id, so an edit finds its rule even after other rules have moved. */
export type QueryEdit =
  | { readonly type: 'set-fields'; readonly fields: DraftQuery['fields'] }
  | { readonly type: 'set-filters'; readonly filters: DraftQuery['filters'] }
  | { readonly type: 'insert-filter'; readonly index: number; readonly filter: DraftFilter }
  | { readonly type: 'set-filter'; readonly filter: DraftFilter }
  | { readonly type: 'remove-filter'; readonly id: string }
  | { readonly type: 'move-filter'; readonly id: string; readonly to: number }
  | { readonly type: 'set-computed'; readonly computed: readonly DraftComputedColumn[] }
  | { readonly type: 'add-sort'; readonly rule: DraftSort }
  | { readonly type: 'set-sort'; readonly rule: DraftSort }
  | { readonly type: 'remove-sort'; readonly id: string }
  | { readonly type: 'move-sort'; readonly id: string; readonly to: number }
  /** A click on a column header cycles ascending, descending, unsorted. `isAdditive` keeps the other sort rules. */
  | { readonly type: 'sort-by-header'; readonly columnId: string; readonly isAdditive: boolean }
  /** Sorts by this column alone; a null direction removes its rule. */
  | { readonly type: 'sort'; readonly columnId: string; readonly direction: DraftSort['direction'] | null }
  | {
      readonly type: 'filter-by-cell';
      readonly columnId: string;
      readonly value: CellValue;
      readonly comparison: CellComparison;
    }
  | { readonly type: 'filter-by-text'; readonly columnId: string; readonly text: string }
  /** Selects numbers or dates that are at least `from` and less than `to`; null leaves an end open. */
  | {
      readonly type: 'filter-by-range';
      readonly columnId: string;
      readonly from: string | null;
      readonly to: string | null;
    }
  /** Adds a condition without a value, for the user to complete. */
  | { readonly type: 'add-column-filter'; readonly columnId: string }
  | { readonly type: 'clear-column-filters'; readonly columnId: string };

/**
 * Returns the query after the edit, or the same object if nothing changes, for example because a rule does not exist. `fields` are the
 * fields of the price column and of other sources.
 */
export function editedQuery(
  draft: DraftQuery,
  edit: QueryEdit,
  { fields }: Pick<PriceColumn, 'fields'>,
): DraftQuery {
  const fieldOf = (columnId: string) =>
    fields.find((field) => field.name === columnId) ??
    (draft.computed ?? [])
      .map(computedOf)
      .map(computedField)
      .find(({ name }) => name === columnId);
  switch (edit.type) {
    case 'set-fields':
      return { ...draft, fields: edit.fields };
    case 'set-filters':
      return withFilters(draft, edit.filters);
    case 'insert-filter':
      return { ...draft, filters: draft.filters.toSpliced(edit.index, 0, edit.filter) };
    case 'set-filter':
      return withFilters(draft, withFilter(draft.filters, edit.filter.id, edit.filter));
    case 'remove-filter':
      return withFilters(draft, withFilter(draft.filters, edit.id, null));
    case 'move-filter':
      return withFilters(draft, movedTo(draft.filters, edit.id, edit.to));
    case 'set-computed': {
      const { computed: before = [] } = draft;
      const names = new Set([...fields, ...edit.computed].map(({ name }) => name.trim()));
      const isRemoved = (field: string | null) =>
        field !== null &&
        !names.has(field) &&
        before.some(
          ({ id, name }) => name.trim() === field && !edit.computed.some((column) => column.id === id),
        );
      const changed: DraftQuery = {
        ...draft,
        computed: [...edit.computed],
        sort: draft.sort.filter(({ field }) => !isRemoved(field)),
      };
      const renamed = edit.computed.filter(
        ({ id, name }) => name !== (before.find((column) => column.id === id)?.name ?? name),
      );
      return withoutEmptyComputed(
        renamed.reduce((query, { id }) => {
          const column = before.find((each) => each.id === id);
          return column === undefined ? query : withFollowedName(query, column, fields);
        }, changed),
      );
    }
    case 'add-sort':
      return { ...draft, sort: [...draft.sort, edit.rule] };
    case 'set-sort':
      return withSort(draft, replaced(draft.sort, edit.rule));
    case 'remove-sort':
      return withSort(draft, removed(draft.sort, edit.id));
    case 'move-sort':
      return withSort(draft, movedTo(draft.sort, edit.id, edit.to));
    case 'sort-by-header':
      return sortedByHeader(draft, edit.columnId, edit.isAdditive ? draft.sort : keptSort(edit.columnId));
    case 'sort':
      return sortedBy(draft, edit.columnId, edit.direction, keptSort(edit.columnId));
    case 'filter-by-cell': {
      const field = fieldOf(edit.columnId);
      return field === undefined ? draft : filteredByCell(draft, field, edit.value, edit.comparison);
    }
    case 'filter-by-text': {
      const field = fieldOf(edit.columnId);
      return field === undefined ? draft : filteredByText(draft, field, edit.text);
    }
    case 'filter-by-range': {
      const field = fieldOf(edit.columnId);
      return field === undefined ? draft : filteredByRange(draft, field, edit);
    }
    case 'add-column-filter': {
      const field = fieldOf(edit.columnId);
      if (field === undefined) return draft;
      const unset = { kind: 'unset', id: nextRuleId('filter', draft.filters), isDisabled: false } as const;
      return { ...draft, filters: [...draft.filters, withField(unset, field)] };
    }
    case 'clear-column-filters':
      return withoutFilters(draft, edit.columnId);
  }

  /**
   * Returns the sort rules that stay when the user sorts by a single column. If the column exists only in the browser, the service's sort
   * rules stay, because the rows on screen have their order and another order would take a new snapshot.
   */
  function keptSort(columnId: string): readonly DraftSort[] {
    const isOfRowsRead = (name: string) => {
      const field = fieldOf(name);
      return field !== undefined && isComputedField(field);
    };
    if (!isOfRowsRead(columnId)) return [];
    return draft.sort.filter(({ field }) => field !== null && !isOfRowsRead(field));
  }
}

function withFilters(draft: DraftQuery, filters: DraftQuery['filters']): DraftQuery {
  return filters === draft.filters ? draft : { ...draft, filters };
}

function withoutEmptyComputed({ computed = [], ...others }: DraftQuery): DraftQuery {
  return computed.length === 0 ? others : { ...others, computed };
}

/**
 * Renames a computed column in all parts of the query that use it. While the new name is empty or the name of another field, they keep the
 * last usable name, because they would be confused with uses of the other field. `before` is the column with its previous name.
 */
function withFollowedName(
  query: DraftQuery,
  before: DraftComputedColumn,
  fields: readonly PriceField[],
): DraftQuery {
  const { id } = before;
  const { computed = [] } = query;
  const others = new Set(
    [...fields, ...computed.filter((column) => column.id !== id)].map(({ name }) =>
      name.trim().toLowerCase(),
    ),
  );
  const isUsable = (name: string) => name !== '' && !others.has(name.toLowerCase());
  const last = before.knownAs ?? before.name.trim();
  const next = computed.find((column) => column.id === id)?.name.trim() ?? '';
  const own = (column: DraftComputedColumn): DraftComputedColumn => {
    const { knownAs: _, ...named } = column;
    return isUsable(next) || !isUsable(last) ? named : { ...named, knownAs: last };
  };
  const withOwn = computed.map((column) => (column.id === id ? own(column) : column));
  if (!isUsable(next) || !isUsable(last)) return { ...query, computed: withOwn };
  const renamed = new Map([[last, next]]);
  const nameOf = <Name extends string | null>(name: Name) => (name === last ? next : name);
  return {
    ...query,
    filters: query.filters.map((each) => withNames(each, renamed)),
    sort: query.sort.map((rule) => ({ ...rule, field: nameOf(rule.field) })),
    computed: withOwn.map((column) =>
      column.id === id
        ? column
        : {
            ...column,
            one: nameOf(column.one),
            other: nameOf(column.other),
            formula: withRenamedColumns(column.formula, renamed),
          },
    ),
  };
}

/** Replaces the names of renamed fields in a filter. */
function withNames(filter: DraftFilter, renamed: ReadonlyMap<string, string>): DraftFilter {
  if (filter.kind === 'unset') return filter;
  if (filter.kind === 'group') {
    return { ...filter, parts: filter.parts.map((part) => withNames(part, renamed)) };
  }
  const { field, other } = filter;
  const [nextField, nextOther] = [renamed.get(field), renamed.get(other ?? '')];
  if (nextField === undefined && nextOther === undefined) return filter;
  return { ...filter, field: nextField ?? field, ...(nextOther !== undefined && { other: nextOther }) };
}

/** Replaces or removes a filter, which may be inside a group. A group that becomes empty is removed, too. */
function withFilter(filters: DraftFilter[], id: string, next: DraftFilter | null): DraftFilter[] {
  let isChanged = false;
  const changed = filters.flatMap((filter): DraftFilter[] => {
    if (filter.id === id) {
      isChanged = true;
      return next === null ? [] : [next];
    }
    if (filter.kind !== 'group') return [filter];
    const parts = withFilter(filter.parts, id, next);
    if (parts === filter.parts) return [filter];
    isChanged = true;
    return parts.length === 0 ? [] : [{ ...filter, parts }];
  });
  return isChanged ? changed : filters;
}

function withSort(draft: DraftQuery, sort: DraftQuery['sort']): DraftQuery {
  return sort === draft.sort ? draft : { ...draft, sort };
}

/** `kept` are the rules that stay, in which the column keeps its position. A new rule goes last if all rules stay, and first if not. */
function sortedByHeader(draft: DraftQuery, column: string, kept: readonly DraftSort[]): DraftQuery {
  const rule = draft.sort.find(({ field }) => field === column);
  const next = rule === undefined ? ascendingRule(draft, column) : nextInCycle(rule);
  const at = kept.findIndex(({ field }) => field === column);
  if (at !== -1) return { ...draft, sort: kept.toSpliced(at, 1, ...(next === null ? [] : [next])) };
  if (next === null) return { ...draft, sort: [...kept] };
  return { ...draft, sort: kept === draft.sort ? [...kept, next] : [next, ...kept] };
}

function sortedBy(
  draft: DraftQuery,
  column: string,
  direction: DraftSort['direction'] | null,
  kept: readonly DraftSort[],
): DraftQuery {
  const rule = draft.sort.find(({ field }) => field === column) ?? ascendingRule(draft, column);
  if (direction !== null) return { ...draft, sort: [{ ...rule, direction }, ...kept] };
  return { ...draft, sort: draft.sort.filter(({ field }) => field !== column) };
}

function ascendingRule(draft: DraftQuery, column: string): DraftSort {
  return { id: nextRuleId('sort', draft.sort), field: column, direction: 'ascending' };
}

function nextInCycle(rule: DraftSort): DraftSort | null {
  return rule.direction === 'ascending' ? { ...rule, direction: 'descending' } : null;
}

interface Rule {
  readonly id: string;
}

function replaced<R extends Rule>(rules: R[], rule: R): R[] {
  const index = rules.findIndex(({ id }) => id === rule.id);
  return index === -1 ? rules : rules.with(index, rule);
}

function removed<R extends Rule>(rules: R[], id: string): R[] {
  const rest = rules.filter((rule) => rule.id !== id);
  return rest.length === rules.length ? rules : rest;
}

function movedTo<R extends Rule>(rules: R[], id: string, to: number): R[] {
  const from = rules.findIndex((rule) => rule.id === id);
  return from === -1 || from === to ? rules : moved(rules, from, to);
}
