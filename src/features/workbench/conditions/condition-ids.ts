import type { FilterEditor } from '../model/resolve-query';

/** Returns the id of the element that edits a part of a condition. It is used to focus the element. */
export function filterEditorId(conditionId: string, editor: FilterEditor): string {
  return `query-${conditionId}-${editor}`;
}

let lastId = 0;

/** Returns a new id for a condition that is not part of the query. */
export function newConditionId(): string {
  lastId += 1;
  return `condition-${lastId}`;
}
