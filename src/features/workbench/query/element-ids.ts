import { filterEditorId } from '../conditions/condition-ids';
import type { ProblemLocation } from '../model/resolve-query';

/** The ids of elements that edit parts of the query. They are used to focus the element for a problem or a new rule. */

/** Where a part of the query is on screen. It can be in both places at once: in the query panel, and below the query line. */
export type QueryPlace = 'panel' | 'line';

/** The tabs: the first edits the query, the second sets up the view on screen, and the last shows the request that is sent. */
export const QUERY_TABS = ['builder', 'view', 'request'] as const;
export type QueryTab = (typeof QUERY_TABS)[number];

export const SHOW_PANEL_ID = 'query-show-panel';
export const LINE_FIELDS_ID = 'query-line-fields';
export const LINE_MORE_ID = 'query-line-more';
export const ADD_COMPUTED_ID = 'query-add-computed';
export const ADD_ELSEWHERE_ID = 'query-add-elsewhere';

export function queryTabId(tab: QueryTab): string {
  return `query-tab-${tab}`;
}

export function fieldSearchId(place: QueryPlace): string {
  return `query-${place}-field-search`;
}

// Names are encoded, because a space in a name would separate two ids in attributes such as `aria-describedby`.
export function fieldId(name: string, place: QueryPlace): string {
  return `query-${place}-fields-${encodeURIComponent(name.toWellFormed())}`;
}

export function fieldHandleId(name: string, place: QueryPlace): string {
  return `query-${place}-handle-${encodeURIComponent(name.toWellFormed())}`;
}

export function addFilterId(place: QueryPlace): string {
  return `query-${place}-add-filter`;
}

export function addSortId(place: QueryPlace): string {
  return `query-${place}-add-sort`;
}

/** Returns the element id of a rule in one of the two places. The ids of its editors are derived from this id. */
export function ruleIdIn(place: QueryPlace, ruleId: string): string {
  return place === 'panel' ? ruleId : `line-${ruleId}`;
}

export function ruleHandleId(ruleId: string): string {
  return `query-handle-of-${ruleId}`;
}

/** Returns the id of a rule's chip in the query line. */
export function ruleChipId(ruleId: string): string {
  return `query-chip-${ruleId}`;
}

/** Returns the id of the element that represents a rule in the query line: its chip, or the button of the list if the chip has no room. */
export function renderedChipId(ruleId: string): string {
  const ids = [ruleChipId(ruleId), LINE_MORE_ID];
  return ids.find((id) => document.getElementById(id) !== null) ?? addFilterId('line');
}

export function sortFieldId(ruleId: string): string {
  return `query-${ruleId}-field`;
}

export function computedNameId(id: string): string {
  return `query-${id}-name`;
}

export function sortMoveId(ruleId: string, offset: -1 | 1): string {
  return `query-${ruleId}-${offset === 1 ? 'down' : 'up'}`;
}

/** Returns the id of the element to focus for a problem, or for a part of the query that is to be shown. */
export function elementIdOf(where: ProblemLocation, place: QueryPlace): string {
  switch (where.part) {
    case 'fields':
      return fieldSearchId(place);
    case 'filter':
      return filterEditorId(ruleIdIn(place, where.id), where.editor);
    case 'sort':
      return sortFieldId(ruleIdIn(place, where.id));
    case 'computed':
      return computedNameId(where.id);
  }
}
