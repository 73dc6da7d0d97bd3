import { isSortRefused, reasonForHere, withFieldsNeededHere, type HereReason } from './filter-place';
import { queryFromSearch } from './query-address';
import { resolveQuery } from './resolve-query';
import type { SavedView } from './saved-view';
import {
  fieldsFromElsewhere,
  wholeQueryFromSearch,
  wholeQueryToSearch,
  type WholeQueryScope,
} from './whole-query';
import type { WorkbenchSearch } from './workbench-search';

type Scope = Omit<WholeQueryScope, 'readsRows'>;

const LACKING: ReadonlySet<HereReason | null> = new Set<HereReason>(['operator', 'comma', 'not-filterable']);
/** Any day: the search that is returned holds relative days as they are. */
const ANY_DAY = '2026-01-31';

/**
 * Returns a search whose filters and sort order a described service can all apply. Filters that it cannot apply become filters of the
 * rows read, as on screen, and the search asks for the fields that they compare. A search with a part that cannot be read is returned
 * unchanged, so that the caller reports this part.
 */
export function searchForService<Search extends WorkbenchSearch>(search: Search, scope: Scope): Search {
  const { priceColumn, isLocked } = scope;
  if (priceColumn.abilities === undefined) return search;
  const { draft, problems } = queryFromSearch(search, priceColumn, isLocked);
  if (draft === null || problems.length > 0) return search;
  const isLacking =
    draft.filters.some((filter) => LACKING.has(reasonForHere(filter, priceColumn))) ||
    draft.sort.some(({ field }) => field !== null && isSortRefused(field, priceColumn));
  if (!isLacking) return search;
  const rowsScope = { ...scope, readsRows: true };
  const whole = wholeQueryFromSearch(search, rowsScope);
  if (whole.draft === null || whole.problems.length > 0 || Object.keys(whole.unread).length > 0)
    return search;
  const addedFields = fieldsFromElsewhere(search, rowsScope);
  // Without its value a condition could not be moved, and would be left out.
  if (!resolveQuery(whole.draft, { ...rowsScope, addedFields, today: ANY_DAY }).ok) return search;
  const needed = withFieldsNeededHere(whole.draft, priceColumn, addedFields);
  const without = { fields: undefined, filter: undefined, sort: undefined };
  const moved = { ...search, ...without, ...wholeQueryToSearch(needed, scope) };
  return Object.fromEntries(Object.entries(moved).filter(([, value]) => value !== undefined)) as Search;
}

/** Like `searchForService`, for a saved view. */
export function viewForService(view: SavedView, scope: Scope): SavedView {
  const search: WorkbenchSearch = { ...view.display, ...view.query };
  const moved = searchForService(search, scope);
  if (moved === search) return view;
  const { v = view.query.v, fields, filter, sort, refine, off, order } = moved;
  return { ...view, query: { v, fields, filter, sort }, display: { ...view.display, refine, off, order } };
}
