import { filterEditorId } from '../conditions/condition-ids';
import type { ProblemLocation } from '../model/resolve-query';

/** Element ids of the query, used to focus the element that a problem or a new rule is about. */

/** A part of the query can be on screen twice at once: in the panel, and below the query line. */
export type QueryPlace = 'panel' | 'line';

/** The builder edits the query, the second tab sets up the view on screen, and the last one shows what is sent. */
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

// Names can contain spaces, which would separate ids in attributes such as `aria-describedby`.
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

/** Returns the element id of a rule in one place. The ids of its editors are derived from it. */
export function ruleIdIn(place: QueryPlace, ruleId: string): string {
  return place === 'panel' ? ruleId : `line-${ruleId}`;
}

export function ruleHandleId(ruleId: string): string {
  return `query-handle-of-${ruleId}`;
}

/** The rule's chip in the query line. */
export function ruleChipId(ruleId: string): string {
  return `query-chip-${ruleId}`;
}

/** Returns the id of the element for a rule in the query line: its chip, or the button of the list that contains the chip. */
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

/** Returns the element to focus for a problem or a part that is shown. */
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
