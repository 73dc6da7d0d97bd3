import type { PriceColumn } from '@/contract/column';
import type { CellValue } from '@/contract/extraction';
import { filteredByCell, filteredByText, type CellComparison } from './cell-filter';
import { withoutFilters } from './column-filters';
import { nextRuleId, withField, type DraftFilter, type DraftQuery, type DraftSort } from './draft-query';
import { moved } from './field-order';
import { sortedAs, sortedBy } from './header-sort';

/**
 * A change of the query as data, from the query builder, a column header, a cell or a menu. Rules are named by their id:
 * an edit means the same rule even when others were added or moved in the meantime.
 */
export type QueryEdit =
  | { readonly type: 'set-fields'; readonly fields: DraftQuery['fields'] }
  | { readonly type: 'insert-filter'; readonly index: number; readonly filter: DraftFilter }
  | { readonly type: 'set-filter'; readonly filter: DraftFilter }
  | { readonly type: 'remove-filter'; readonly id: string }
  | { readonly type: 'move-filter'; readonly id: string; readonly to: number }
  | { readonly type: 'add-sort'; readonly rule: DraftSort }
  | { readonly type: 'set-sort'; readonly rule: DraftSort }
  | { readonly type: 'remove-sort'; readonly id: string }
  | { readonly type: 'move-sort'; readonly id: string; readonly to: number }
  /** A press on a column header: ascending, descending, unsorted. `isAdditive` keeps the other levels. */
  | { readonly type: 'sort-by-header'; readonly columnId: string; readonly isAdditive: boolean }
  /** By this column alone; a null direction removes its rule. */
  | { readonly type: 'sort'; readonly columnId: string; readonly direction: DraftSort['direction'] | null }
  | {
      readonly type: 'filter-by-cell';
      readonly columnId: string;
      readonly value: CellValue;
      readonly comparison: CellComparison;
    }
  | { readonly type: 'filter-by-text'; readonly columnId: string; readonly text: string }
  /** A condition of the column whose value is still to be entered. */
  | { readonly type: 'add-column-filter'; readonly columnId: string }
  | { readonly type: 'clear-column-filters'; readonly columnId: string };

/**
 * The query after the edit; the same object when the edit changes nothing, as for a rule or a column that is not there.
 */
export function editedQuery(
  draft: DraftQuery,
  edit: QueryEdit,
  { fields }: Pick<PriceColumn, 'fields'>,
): DraftQuery {
  const fieldOf = (columnId: string) => fields.find((field) => field.name === columnId);
  switch (edit.type) {
    case 'set-fields':
      return { ...draft, fields: edit.fields };
    case 'insert-filter':
      return { ...draft, filters: draft.filters.toSpliced(edit.index, 0, edit.filter) };
    case 'set-filter':
      return withFilters(draft, replaced(draft.filters, edit.filter));
    case 'remove-filter':
      return withFilters(draft, removed(draft.filters, edit.id));
    case 'move-filter':
      return withFilters(draft, movedTo(draft.filters, edit.id, edit.to));
    case 'add-sort':
      return { ...draft, sort: [...draft.sort, edit.rule] };
    case 'set-sort':
      return withSort(draft, replaced(draft.sort, edit.rule));
    case 'remove-sort':
      return withSort(draft, removed(draft.sort, edit.id));
    case 'move-sort':
      return withSort(draft, movedTo(draft.sort, edit.id, edit.to));
    case 'sort-by-header':
      return sortedBy(draft, edit.columnId, edit.isAdditive);
    case 'sort':
      return sortedAs(draft, edit.columnId, edit.direction);
    case 'filter-by-cell': {
      const field = fieldOf(edit.columnId);
      return field === undefined ? draft : filteredByCell(draft, field, edit.value, edit.comparison);
    }
    case 'filter-by-text': {
      const field = fieldOf(edit.columnId);
      return field === undefined ? draft : filteredByText(draft, field, edit.text);
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
}

function withFilters(draft: DraftQuery, filters: DraftQuery['filters']): DraftQuery {
  return filters === draft.filters ? draft : { ...draft, filters };
}

function withSort(draft: DraftQuery, sort: DraftQuery['sort']): DraftQuery {
  return sort === draft.sort ? draft : { ...draft, sort };
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
