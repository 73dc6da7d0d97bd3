import type { PriceField } from '@/contract/column';
import { filteredByCell, filteredByRange, withCondition } from '../../../model/cell-filter';
import type { DraftQuery } from '../../../model/draft-query';
import type { SubsetCondition } from '@/analysis/conditions/row-subset';

/** Returns the query with the condition of a brush as a filter; null if the service cannot filter by the condition. */
function withBrush(draft: DraftQuery, field: PriceField, condition: SubsetCondition): DraftQuery | null {
  switch (condition.kind) {
    case 'misfit':
      return null;
    case 'is':
      return filteredByCell(draft, field, condition.value, 'this');
    case 'between':
      return filteredByRange(draft, field, condition);
    case 'other-than': {
      const { values } = condition;
      return values.length === 0
        ? withCondition(draft, field, 'is-not-empty', null)
        : withCondition(draft, field, 'is-none-of', values);
    }
    case 'any-of': {
      const values = condition.conditions.map((part) => (part.kind === 'is' ? part.value : null));
      // The service joins conditions only with "and". So several values need one condition that includes them all.
      const texts = values.filter((value) => typeof value === 'string');
      if (texts.length === values.length) return withCondition(draft, field, 'is-any-of', texts);
      const areBoth = values.length === 2 && values.includes(true) && values.includes(false);
      return areBoth ? withCondition(draft, field, 'is-not-empty', null) : null;
    }
  }
}

/** The filters of a query, including those made from brushes, and the columns whose brush cannot become a filter. */
export interface SelectionFilters {
  readonly filters: DraftQuery['filters'];
  readonly impossible: readonly string[];
}

/** Returns the filters of a query, with the conditions of brushes as additional filters. */
export function selectionFilters(
  draft: DraftQuery,
  fields: readonly PriceField[],
  conditions: readonly SubsetCondition[],
): SelectionFilters {
  let next = draft;
  const impossible: string[] = [];
  for (const condition of conditions) {
    const field = fields.find(({ name }) => name === condition.column);
    const filtered = field?.isFilterable === true ? withBrush(next, field, condition) : null;
    if (filtered === null) impossible.push(condition.column);
    else next = filtered;
  }
  return { filters: next.filters, impossible };
}
