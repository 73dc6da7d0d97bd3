import type { FilterEditor, ProblemPlace } from '../model/resolve-query';

/** Element ids of the query builder, so that focus can be sent to what a problem or a new rule is about. */

export const FIELD_SEARCH_ID = 'query-field-search';
export const ADD_FILTER_ID = 'query-add-filter';
export const ADD_SORT_ID = 'query-add-sort';

// Names may hold spaces, which would part an id in lists of ids.
export function fieldId(name: string): string {
  return `query-fields-${encodeURIComponent(name.toWellFormed())}`;
}

export function fieldHandleId(name: string): string {
  return `query-handle-${encodeURIComponent(name.toWellFormed())}`;
}

export function filterEditorId(ruleId: string, editor: FilterEditor): string {
  return `query-${ruleId}-${editor}`;
}

export function ruleHandleId(ruleId: string): string {
  return `query-handle-of-${ruleId}`;
}

export function sortFieldId(ruleId: string): string {
  return `query-${ruleId}-field`;
}

export function sortMoveId(ruleId: string, offset: -1 | 1): string {
  return `query-${ruleId}-${offset === 1 ? 'down' : 'up'}`;
}

export function placeId(place: ProblemPlace): string {
  switch (place.part) {
    case 'fields':
      return FIELD_SEARCH_ID;
    case 'filter':
      return filterEditorId(place.id, place.editor);
    case 'sort':
      return sortFieldId(place.id);
  }
}
