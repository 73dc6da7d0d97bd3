import type { PriceColumn } from '@/contract/column';
import { filteredByCell } from '../../model/cell-filter';
import { withoutFilters } from '../../model/column-filters';
import { nextRuleId, withField, type DraftQuery } from '../../model/draft-query';
import { sortedAs } from '../../model/header-sort';
import type { QueryActions } from './grid-actions';

/** What the menus of the grid do, done in the query builder: there it is seen, and undone. */
export function gridActions(
  priceColumn: PriceColumn,
  editAndRun: (change: (draft: DraftQuery) => DraftQuery) => void,
): QueryActions {
  const fieldOf = (columnId: string) => priceColumn.fields.find((field) => field.name === columnId);
  return {
    sortBy(columnId, direction) {
      editAndRun((draft) => sortedAs(draft, columnId, direction));
    },
    filterByValue(columnId, value, comparison) {
      const field = fieldOf(columnId);
      if (field === undefined) return;
      editAndRun((draft) => filteredByCell(draft, field, value, comparison));
    },
    addFilter(columnId) {
      const field = fieldOf(columnId);
      if (field === undefined) return;
      // It cannot be run without a value: the builder then shows where it is missing, and takes the focus there.
      editAndRun((draft) => {
        const unset = { kind: 'unset', id: nextRuleId('filter', draft.filters), isDisabled: false } as const;
        return { ...draft, filters: [...draft.filters, withField(unset, field)] };
      });
    },
    clearFilters(columnId) {
      editAndRun((draft) => withoutFilters(draft, columnId));
    },
  };
}
