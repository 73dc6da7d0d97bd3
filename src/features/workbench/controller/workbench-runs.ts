import type { PriceField } from '@/contract/column';
import type { ExtractionQuery } from '@/contract/extraction';
import { comparedSourceFromParameter } from '../model/compare-with';
import { WHOLE_COLUMN, type DraftQuery } from '../model/draft-query';
import { dividedQuery, withFieldsNeededHere } from '../model/filter-place';
import { hasPastedList, OPEN_REPORT } from '../model/list-report';
import { fieldsInReach, resolveQuery, type ResolvedQuery } from '../model/resolve-query';
import { sourceOfCacheKey, sourceToParameter } from '@/analysis/conditions/source';
import { displayOf, type WorkbenchSearch } from '../model/workbench-search';
import { fieldsFromElsewhere, wholeQueryFromSearch, wholeQueryToSearch } from '../model/whole-query';
import type { ViewportAnchor } from '@/analysis/snapshot/viewport-position';
import {
  appliedQuery,
  encodedQuery,
  IDLE,
  navigated,
  withDraft,
  type RunPurpose,
  type RunRequest,
  type RunState,
  type WorkbenchScope,
  type WorkbenchState,
} from './workbench-state';

// Starts runs of a query, and computes the address after a run has succeeded. A query has a part for the service, and a part that the
// browser applies to the rows that it has read.

interface RunOptions {
  readonly viewId?: string | undefined;
  readonly isReplaced?: boolean;
  readonly anchor?: ViewportAnchor | null;
  readonly purpose?: RunPurpose;
}

/** Runs the draft. If the snapshot on screen already has the rows for the service's part, only the browser's part is applied again. */
export function runDraft(state: WorkbenchState, scope: WorkbenchScope): WorkbenchState {
  const draft = withFieldsNeededHere(
    state.draft,
    scope.priceColumn,
    fieldsFromElsewhere(state.address, scope),
  );
  const ready = draft === state.draft ? state : withDraft(state, draft);
  const resolved = resolvedIn(draft, state.address, scope);
  if (!resolved.ok) return { ...ready, blockedRun: { problems: resolved.problems } };
  const next = { ...ready, blockedRun: null };
  const search = wholeQueryToSearch(draft, scope);
  const { address } = state;
  const before = wholeQueryToSearch(appliedQuery(address, scope) ?? WHOLE_COLUMN, scope);
  const isHereAlone =
    address.cacheKey !== undefined &&
    asksTheSame(search, address) &&
    HERE_PARAMETERS.some((name) => search[name] !== before[name]);
  const run = isHereAlone ? goingOn(next.run, draft, scope) : null;
  if (run === null) return startedQuery(next, draft, resolved.query);
  // The row number is dropped, because it counts in the previous rows. A subset is dropped if the filters have changed.
  const areSameRows = search.refine === before.refine;
  return navigated(
    { ...next, run, runCount: next.runCount + 1 },
    { ...address, ...search, row: undefined, subset: areSameRows ? address.subset : undefined },
  );
}

/**
 * Returns the state of a run after only the browser's part of the query has changed. A pending run for the same rows goes on with the new
 * query. Returns null if the pending run is for other rows.
 */
export function goingOn(run: RunState, draft: DraftQuery, scope: WorkbenchScope): RunState | null {
  if (run.status !== 'running') return IDLE;
  const { request } = run;
  if (request.kind === 'snapshot') return run;
  const isSame = asksTheSame(wholeQueryToSearch(request.draft, scope), wholeQueryToSearch(draft, scope));
  return isSame ? { ...run, request: { ...request, draft } } : null;
}

/** Returns the fields that the draft can name. */
export function fieldsOf({ draft, address }: WorkbenchState, scope: WorkbenchScope): readonly PriceField[] {
  const addedFields = fieldsFromElsewhere(address, scope);
  return fieldsInReach(draft, { priceColumn: scope.priceColumn, addedFields });
}

/** Whether two addresses request the same rows from the service. */
function asksTheSame(a: WorkbenchSearch, b: WorkbenchSearch): boolean {
  return QUERY_PARAMETERS.every((name) => a[name] === b[name]);
}

const QUERY_PARAMETERS = ['v', 'fields', 'filter', 'sort'] as const;
/** The address parameters for the browser's part of a query. */
export const HERE_PARAMETERS = ['refine', 'off', 'order'] as const;

export function resolvedIn(
  draft: DraftQuery,
  address: WorkbenchSearch,
  scope: WorkbenchScope,
): ResolvedQuery {
  return resolveQuery(draft, { ...scope, addedFields: fieldsFromElsewhere(address, scope) });
}

export function runApplied(
  state: WorkbenchState,
  scope: WorkbenchScope,
  options: RunOptions,
): WorkbenchState {
  const applied = withFieldsNeededHere(
    appliedQuery(state.address, scope) ?? WHOLE_COLUMN,
    scope.priceColumn,
    fieldsFromElsewhere(state.address, scope),
  );
  const resolved = resolvedIn(applied, state.address, scope);
  // Only the builder can show problems, so an invalid applied query falls back to the draft.
  return resolved.ok ? startedQuery(state, applied, resolved.query, options) : runDraft(state, scope);
}

/**
 * Repeats a run that has failed, at `anchor` instead of its own place unless it opens at the top. Its query is resolved again: relative
 * dates may mean another day, and the service may have refused a part that the browser then applies.
 */
export function retried(
  state: WorkbenchState,
  request: RunRequest,
  anchor: ViewportAnchor | null,
  scope: WorkbenchScope,
): WorkbenchState {
  if (request.kind !== 'query') return started(state, { ...request, anchor: anchor ?? request.anchor });
  const { address } = state;
  const draft = withFieldsNeededHere(request.draft, scope.priceColumn, fieldsFromElsewhere(address, scope));
  const resolved = resolvedIn(draft, address, scope);
  const isUnedited = encodedQuery(state.draft, scope) === encodedQuery(request.draft, scope);
  const repeated = { ...request, anchor: request.anchor === null ? null : (anchor ?? request.anchor) };
  // The builder shows the problems of the draft. If the draft has been edited since, it is not run: the service says what is wrong.
  if (!resolved.ok) return isUnedited ? runDraft(state, scope) : started(state, repeated);
  return started(isUnedited && draft !== request.draft ? withDraft(state, draft) : state, {
    ...repeated,
    draft,
    query: resolved.query,
  });
}

export function startedQuery(
  state: WorkbenchState,
  draft: DraftQuery,
  query: ExtractionQuery,
  options: RunOptions = {},
): WorkbenchState {
  const { viewId = state.address.view, isReplaced = false, anchor = null, purpose = 'show' } = options;
  const { added } = state.address;
  return started(state, {
    kind: 'query',
    draft,
    query,
    viewId,
    isReplaced,
    anchor,
    purpose,
    ...(added !== undefined && { added }),
  });
}

export function started(state: WorkbenchState, request: RunRequest): WorkbenchState {
  const id = state.runCount + 1;
  return { ...state, runCount: id, run: { status: 'running', id, request } };
}

/** Navigates to the new snapshot. The draft stays, because it can have been edited during the run. */
export function runSucceeded(
  state: WorkbenchState,
  request: RunRequest,
  cacheKey: string,
  scope: WorkbenchScope,
): WorkbenchState {
  const { address: before } = state;
  if (request.purpose === 'compare') {
    const other = sourceToParameter({ kind: 'snapshot', cacheKey });
    return navigated(state, { ...before, show: 'changes', with: other, changes: undefined });
  }
  const sides = sidesAfter(before, request.purpose ?? 'show', cacheKey);
  if (request.kind === 'snapshot') {
    const chosenRows = { row: undefined, subset: undefined, finding: undefined, figure: undefined };
    return navigated(state, { ...before, ...chosenRows, ...sides, cacheKey });
  }
  const { draft, viewId, isReplaced } = request;
  const applied = wholeQueryFromSearch(before, scope);
  const search = wholeQueryToSearch(draft, scope);
  // An unreadable refinement is not part of any query. It is removed by the first run of another query.
  const isAsApplied = encodedQuery(draft, scope) === encodedQuery(applied.draft, scope);
  const unread = isAsApplied ? applied.unread : {};
  const here = hereParameters(search, unread);
  // The report on a newly pasted list opens, even if the user has closed the report on an earlier list.
  const isNewList = search.filter !== before.filter || before.report === undefined;
  const { report: reported, ...display } = displayOf(before);
  const report =
    isNewList && hasPastedList(dividedQuery(draft, scope.priceColumn).ofService) ? OPEN_REPORT : reported;
  const address = { ...search, ...display, ...here, ...sides, view: viewId, cacheKey, report };
  return navigated(state, address, { isReplaced });
}

/** Returns the address parameters for the browser's part of a query. Parameters that cannot be read stay unchanged. */
export function hereParameters(
  search: Pick<WorkbenchSearch, (typeof HERE_PARAMETERS)[number]>,
  unread: Pick<WorkbenchSearch, (typeof HERE_PARAMETERS)[number]>,
): Pick<WorkbenchSearch, (typeof HERE_PARAMETERS)[number]> {
  return {
    refine: search.refine ?? unread.refine,
    off: search.off ?? unread.off,
    // An order that can only be read in part stays unchanged, because the other rules would be lost.
    order: unread.order ?? search.order,
  };
}

/** Returns the parameters of the comparison after a run, and the view to show. */
function sidesAfter(
  { cacheKey: shownKey, show, with: side, keys, price, changes }: WorkbenchSearch,
  purpose: RunPurpose,
  cacheKey: string,
): Pick<WorkbenchSearch, 'show' | 'with' | 'keys' | 'price' | 'changes'> {
  const before = shownKey === undefined ? undefined : sourceToParameter(sourceOfCacheKey(shownKey));
  if (purpose === 'show-and-compare' && before !== undefined) {
    // Keys and price chosen for a file may not exist in the snapshot.
    const isOfFile = side !== undefined && comparedSourceFromParameter(side)?.kind === 'file';
    const by = isOfFile ? { keys: undefined, price: undefined } : { keys, price };
    return { show: 'changes', with: before, ...by, changes: undefined };
  }
  const leaves = purpose === 'show-rows' && show === 'changes';
  const isItself = side === sourceToParameter(sourceOfCacheKey(cacheKey));
  return {
    show: leaves ? undefined : show,
    with: isItself ? before : side,
    keys,
    price,
    // The chosen kind of changes may not occur in the new comparison, so it is reset.
    changes: leaves || isItself ? undefined : changes,
  };
}
