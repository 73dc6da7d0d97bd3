import type { PriceField } from '@/contract/column';
import type { ExtractionQuery } from '@/contract/extraction';
import type { ColumnState } from '@/lib/grid/grid-model';
import { comparisonToSearch, comparedSourceFromParameter } from '../model/compare-with';
import {
  nextStep,
  recorded,
  stepped,
  withoutParameters,
  type EditDirection,
  type EditStep,
} from '../model/edit-history';
import { emptyComputed } from '../model/computed-draft';
import { numberedName } from '../model/numbered-name';
import {
  idsOf,
  isWholeColumn,
  isWithoutValue,
  nextRuleId,
  WHOLE_COLUMN,
  type DraftQuery,
} from '../model/draft-query';
import { dividedQuery, withFieldsNeededHere } from '../model/filter-place';
import { withFieldOrder } from '../model/field-order';
import { FOLDED_REPORT, hasPastedList, OPEN_REPORT } from '../model/list-report';
import { subsetToParameter } from '../model/subset-address';
import { editedQuery } from '../model/query-edit';
import { fieldsInReach, resolveQuery, type ResolvedQuery } from '../model/resolve-query';
import type { SnapshotView } from '../model/snapshot-view';
import { sourceOfCacheKey, sourceToParameter } from '../model/source';
import { displayOf, isSameAddress, isSameSnapshot, type WorkbenchSearch } from '../model/workbench-search';
import {
  fieldsFromElsewhere,
  withKnownFields,
  withComputed,
  wholeQueryFromSearch,
  wholeQueryToSearch,
} from '../model/whole-query';
import type { ViewportAnchor } from '../snapshot/viewport-anchor';
import { KEPT_VIEW_PARAMETERS, VIEW_PARAMETERS } from '../model/views';
import type { OpenableView, WorkbenchAction } from './workbench-actions';
import {
  appliedQuery,
  encodedQuery,
  IDLE,
  type RunPurpose,
  type RunRequest,
  type RunState,
  type WorkbenchScope,
  type WorkbenchState,
} from './workbench-state';

/** Returns the state after the action, or the same object when the action changes nothing. */
export function workbenchReducer(
  state: WorkbenchState,
  action: WorkbenchAction,
  scope: WorkbenchScope,
): WorkbenchState {
  switch (action.type) {
    case 'edit': {
      const fields = [...scope.priceColumn.fields, ...fieldsFromElsewhere(state.address, scope)];
      const draft = editedQuery(state.draft, action.edit, { fields });
      return draft === state.draft ? state : withDraft(state, draft, action.mergeKey ?? null, action.atMs);
    }
    case 'leaveFilter':
      return leaveFilter(state, action.id, scope);
    case 'undo':
      return moved(state, 'undo');
    case 'redo':
      return moved(state, 'redo');
    case 'reset':
      return { ...withDraft(state, appliedQuery(state.address, scope) ?? WHOLE_COLUMN), blockedRun: null };
    case 'run':
      return runDraft(state, scope);
    case 'refresh':
      return runApplied(state, scope, { anchor: action.anchor });
    case 'showSourceChange': {
      const { cacheKey, anchor, isCompared } = action;
      const purpose = isCompared ? 'show-and-compare' : 'show-rows';
      const applied = appliedQuery(state.address, scope) ?? WHOLE_COLUMN;
      // An order of the rows read applies to the rows of any snapshot.
      return isWholeColumn({ ...applied, sort: dividedQuery(applied, scope.priceColumn).ofService.sort })
        ? started(state, { kind: 'snapshot', cacheKey, anchor, purpose })
        : runApplied(state, scope, { anchor, purpose });
    }
    case 'runSucceeded': {
      const { run } = state;
      if (run.status !== 'running' || run.id !== action.id) return state;
      const history = withoutParameters(state.history, PARAMETERS_OF_SNAPSHOT);
      return runSucceeded({ ...state, history, run: IDLE }, run.request, action.cacheKey, scope);
    }
    case 'runFailed': {
      const { run } = state;
      if (run.status !== 'running' || run.id !== action.id) return state;
      return { ...state, run: { ...run, status: 'failed', failure: action.failure } };
    }
    case 'cancelRun':
      return idle(state);
    case 'retryRun': {
      if (state.run.status !== 'failed') return state;
      const request = asOfToday(state.run.request, state.address, scope);
      // A run that opens at the top also does so when it is repeated.
      if (request.anchor === null) return started(state, request);
      return started(state, { ...request, anchor: action.anchor ?? request.anchor });
    }
    case 'dismissFailure':
      return state.run.status === 'failed' ? idle(state) : state;
    case 'addressChanged': {
      const { address, isTooLong = false } = action;
      const next = addressChanged(state, address, scope);
      // While navigating, long lists of values are stored in the browser, and the address references them.
      return isTooLong && next.navigation === state.navigation
        ? navigated(next, address, { isReplaced: true })
        : next;
    }
    case 'followFields':
      // The query of the address was read without these fields. What the person has edited stays.
      return encodedQuery(state.draft, scope) === action.before
        ? { ...state, draft: appliedQuery(state.address, scope) ?? WHOLE_COLUMN }
        : state;
    case 'viewsLoaded':
      return openViewOfAddress(state, scope) ?? state;
    case 'runAddress':
      return runAddress(state, scope);
    case 'columnsChanged':
      return columnsChanged(state, action.columnState, scope);
    case 'openView':
      return openView(state, action.view, scope);
    case 'adoptView': {
      const { view } = action;
      if (hasNoQuery(state.address)) return openView(state, view, scope, { isReplaced: true });
      const columns = { viewId: view.id, columnState: view.arrangement };
      return navigated({ ...state, columns }, { ...state.address, view: view.id }, { isReplaced: true });
    }
    case 'startOver':
      return startedOver(state, scope);
    case 'showView': {
      const show = action.view === 'rows' ? undefined : action.view;
      return state.address.show === show ? state : navigated(state, { ...state.address, show });
    }
    case 'setView': {
      const { view, parameters, run } = action;
      const address = { ...state.address, ...parameters };
      if (isSameAddress(state.address, address)) return state;
      const before = viewStep(state.address, view, Object.keys(parameters) as (keyof WorkbenchSearch)[]);
      const { lastEdit } = state.history;
      const goesOn = run !== undefined && lastEdit?.editKey === run;
      const isReplaced = action.isReplaced || goesOn;
      // Typing and dragging replace the history entry, so they share one undo step, too.
      const editKey = run ?? (isReplaced ? view : null);
      const history = recorded(state.history, before, editKey, goesOn ? lastEdit.atMs : action.atMs);
      return navigated({ ...state, history }, address, { isReplaced });
    }
    case 'leaveOutUnread': {
      const { refine, order } = wholeQueryToSearch(appliedQuery(state.address, scope) ?? WHOLE_COLUMN, scope);
      return navigated(state, { ...state.address, refine, order, row: undefined, subset: undefined });
    }
    case 'editRules':
      return action.rules === state.rules ? state : { ...state, rules: action.rules };
    case 'addColumns':
      return addColumns(state, action, scope);
    case 'foldListReport': {
      const report = action.isFolded ? FOLDED_REPORT : OPEN_REPORT;
      return state.address.report === report
        ? state
        : navigated(state, { ...state.address, report }, { isReplaced: true });
    }
    case 'compare': {
      const { address: before } = state;
      const search = comparisonToSearch(action.choice);
      const isOther =
        before.with !== search.with || before.keys !== search.keys || before.price !== search.price;
      // The kind of changes shown in another comparison may not occur in this one.
      const changes = isOther ? undefined : before.changes;
      const address = { ...before, show: 'changes', ...search, changes };
      if (isSameAddress(before, address)) return state;
      // Opening the view is not a step of undo: nothing was set up in it before.
      const history =
        before.show === 'changes'
          ? recorded(
              state.history,
              viewStep(before, 'changes', ['with', 'keys', 'price', 'changes']),
              null,
              0,
            )
          : state.history;
      return navigated({ ...state, history }, address);
    }
    case 'rerunLaterSide': {
      if (action.search === null) return runApplied(state, scope, { purpose: 'compare' });
      const { refine, off, order, added } = state.address;
      const { draft } = wholeQueryFromSearch({ ...action.search, refine, off, order, added }, scope);
      return draft === null ? state : runDraft(withQuery(state, draft), scope);
    }
    case 'showRows': {
      const subset = action.subset === null ? undefined : subsetToParameter(action.subset);
      return navigated(state, { ...state.address, row: undefined, show: undefined, subset });
    }
    case 'showField':
      return { ...state, shownPart: { part: 'fields', field: action.name } };
    case 'focusQuery':
      return { ...state, focusRequests: state.focusRequests + 1 };
    case 'showSetup':
      return { ...state, setupRequest: { focusId: null } };
    case 'startRule': {
      const { proposal, focusId } = action;
      const step = viewStep(state.address, 'proposal', ['proposal']);
      const history = recorded(state.history, step, null, 0);
      return navigated(
        { ...state, history, setupRequest: { focusId } },
        { ...state.address, show: 'proposal', proposal },
      );
    }
    case 'addComputed':
      return addComputed(state, action, scope);
    case 'startAdding':
      return { ...state, addingRequests: state.addingRequests + 1 };
    case 'startCheck': {
      const { filters } = state.draft;
      // A check finds rows among those read: like a group, it holds nothing that the service alone could do.
      const all = {
        kind: 'group',
        id: filters[0]?.id ?? '',
        isDisabled: false,
        join: 'all',
        parts: filters,
      } as const;
      const resolved = resolvedIn({ ...state.draft, filters: [all] }, state.address, scope);
      return resolved.ok
        ? { ...state, checkRequests: state.checkRequests + 1, blockedRun: null }
        : { ...state, blockedRun: { problems: resolved.problems } };
    }
    case 'showJobs':
      return { ...state, jobRequests: state.jobRequests + 1 };
    case 'filterColumn':
      return filterColumn(state, action, scope);
  }
}

interface RunOptions {
  readonly viewId?: string | undefined;
  readonly isReplaced?: boolean;
  readonly anchor?: ViewportAnchor | null;
  readonly purpose?: RunPurpose;
}

/** Runs the draft. If the snapshot on screen has the rows of its service part, only what is done on the rows read changes. */
function runDraft(state: WorkbenchState, scope: WorkbenchScope): WorkbenchState {
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
  const asksTheSame = (other: WorkbenchSearch) =>
    QUERY_PARAMETERS.every((name) => search[name] === other[name]);
  const isHereAlone =
    address.cacheKey !== undefined &&
    asksTheSame(address) &&
    HERE_PARAMETERS.some((name) => search[name] !== before[name]);
  const run = isHereAlone
    ? goingOn(next.run, draft, (query) => asksTheSame(wholeQueryToSearch(query, scope)))
    : null;
  if (run === null) return startedQuery(next, draft, resolved.query);
  // A row of the previous rows does not apply to these, nor does a subset of other rows.
  const areSameRows = search.refine === before.refine;
  return navigated(
    { ...next, run, runCount: run.status === 'running' ? next.runCount : next.runCount + 1 },
    { ...address, ...search, row: undefined, subset: areSameRows ? address.subset : undefined },
  );
}

/**
 * Returns what becomes of a run when only what is done on the rows read changes: one that is on its way for the same rows goes on with the new query. Null if
 * it is for other rows.
 */
function goingOn(
  run: RunState,
  draft: DraftQuery,
  asksTheSame: (query: DraftQuery) => boolean,
): RunState | null {
  if (run.status !== 'running') return IDLE;
  if (run.request.kind === 'snapshot') return run;
  return asksTheSame(run.request.draft) ? { ...run, request: { ...run.request, draft } } : null;
}

/** Returns the fields that the draft can name. */
function fieldsOf({ draft, address }: WorkbenchState, scope: WorkbenchScope): readonly PriceField[] {
  const addedFields = fieldsFromElsewhere(address, scope);
  return fieldsInReach(draft, { priceColumn: scope.priceColumn, addedFields });
}

const QUERY_PARAMETERS = ['v', 'fields', 'filter', 'sort'] as const;
const HERE_PARAMETERS = ['refine', 'off', 'order'] as const;

function resolvedIn(draft: DraftQuery, address: WorkbenchSearch, scope: WorkbenchScope): ResolvedQuery {
  return resolveQuery(draft, { ...scope, addedFields: fieldsFromElsewhere(address, scope) });
}

function runApplied(state: WorkbenchState, scope: WorkbenchScope, options: RunOptions): WorkbenchState {
  const applied = withFieldsNeededHere(
    appliedQuery(state.address, scope) ?? WHOLE_COLUMN,
    scope.priceColumn,
    fieldsFromElsewhere(state.address, scope),
  );
  const resolved = resolvedIn(applied, state.address, scope);
  // Only the builder can show problems, so an invalid applied query falls back to the draft.
  return resolved.ok ? startedQuery(state, applied, resolved.query, options) : runDraft(state, scope);
}

/** Resolves relative dates again: a run may be repeated after midnight, when "today" is another day. */
function asOfToday(request: RunRequest, address: WorkbenchSearch, scope: WorkbenchScope): RunRequest {
  if (request.kind !== 'query') return request;
  const resolved = resolvedIn(request.draft, address, scope);
  return resolved.ok ? { ...request, query: resolved.query } : request;
}

function startedQuery(
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

function started(state: WorkbenchState, request: RunRequest): WorkbenchState {
  const id = state.runCount + 1;
  return { ...state, runCount: id, run: { status: 'running', id, request } };
}

/** Navigates to the new snapshot. The draft stays, because it can have been edited during the run. */
function runSucceeded(
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
    return navigated(state, { ...before, row: undefined, subset: undefined, ...sides, cacheKey });
  }
  const { draft, viewId, isReplaced } = request;
  const applied = wholeQueryFromSearch(before, scope);
  const search = wholeQueryToSearch(draft, scope);
  // A refinement that cannot be read is not part of any query. It goes with the first run of another query.
  const isAsApplied = encodedQuery(draft, scope) === encodedQuery(applied.draft, scope);
  const unread = isAsApplied ? applied.unread : {};
  const here = hereParameters(search, unread);
  // The report on a newly pasted list opens, even if the person has closed the report on an earlier one.
  const isNewList = search.filter !== before.filter || before.report === undefined;
  const { report: reported, ...display } = displayOf(before);
  const report =
    isNewList && hasPastedList(dividedQuery(draft, scope.priceColumn).ofService) ? OPEN_REPORT : reported;
  const address = { ...search, ...display, ...here, ...sides, view: viewId, cacheKey, report };
  return navigated(state, address, { isReplaced });
}

/** Returns the parameters of what is done on the rows read, with those that cannot be read as they were. */
function hereParameters(
  search: Pick<WorkbenchSearch, (typeof HERE_PARAMETERS)[number]>,
  unread: Pick<WorkbenchSearch, (typeof HERE_PARAMETERS)[number]>,
): Pick<WorkbenchSearch, (typeof HERE_PARAMETERS)[number]> {
  return {
    refine: search.refine ?? unread.refine,
    off: search.off ?? unread.off,
    order: search.order ?? unread.order,
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
    // The kind of changes shown in another comparison may not occur in the next one.
    changes: leaves || isItself ? undefined : changes,
  };
}

function addressChanged(
  state: WorkbenchState,
  address: WorkbenchSearch,
  scope: WorkbenchScope,
): WorkbenchState {
  if (isSameAddress(state.address, address)) return state;
  const opened = openViewOfAddress({ ...state, address }, scope);
  if (opened !== null) return opened;
  const applied = appliedQuery(address, scope);
  const text = encodedQuery(applied, scope);
  // A pending response would navigate away from the new address, so another query or snapshot cancels the run.
  const next = { ...(isSameSnapshot(state.address, address) ? state : idle(state)), address };
  const before = encodedQuery(appliedQuery(state.address, scope), scope);
  if (text === before || text === encodedQuery(state.draft, scope)) return next;
  return withDraft(next, applied ?? WHOLE_COLUMN);
}

/** Adds columns of other sources to the rows read, or removes them, in the applied query and in the draft. */
function addColumns(
  state: WorkbenchState,
  { added, computed }: Extract<WorkbenchAction, { type: 'addColumns' }>,
  scope: WorkbenchScope,
): WorkbenchState {
  const { address } = state;
  if (address.added === added && computed === null) return state;
  const withAdded = { ...address, added, row: undefined, subset: undefined };
  const fields = [...scope.priceColumn.fields, ...fieldsFromElsewhere(withAdded, scope)];
  const changed = (query: DraftQuery) => withKnownFields(withComputed(query, computed, fields), fields);
  const { draft: applied, unread } = wholeQueryFromSearch(address, scope);
  const here = applied === null ? address : wholeQueryToSearch(changed(applied), scope);
  const parameters = viewStep(address, 'rows', ['added', ...HERE_PARAMETERS, 'row', 'subset']);
  const history = recorded(state.history, { ...parameters, draft: state.draft }, null, 0);
  const { run } = state;
  // The request of a run has not been sent for these columns, which are added to its rows.
  const nextRun: RunState =
    run.status !== 'idle' && run.request.kind === 'query'
      ? { ...run, request: { ...run.request, draft: changed(run.request.draft) } }
      : run;
  return navigated(
    { ...state, draft: changed(state.draft), history, run: nextRun },
    { ...withAdded, ...hereParameters(here, unread) },
  );
}

function runAddress(state: WorkbenchState, scope: WorkbenchScope): WorkbenchState {
  // Replaces the history entry, so that going back to it does not run the query again.
  const next = navigated(state, state.address, { isReplaced: true });
  const { draft, problems } = wholeQueryFromSearch(state.address, scope);
  // With parts missing, the person decides whether to run the rest.
  if (draft === null || problems.length > 0) return next;
  return runApplied(withQuery(next, draft), scope, { isReplaced: true });
}

/** If there is a query, the order of the columns belongs to it; everything else about them belongs to the view. */
function columnsChanged(
  state: WorkbenchState,
  columnState: ColumnState,
  scope: WorkbenchScope,
): WorkbenchState {
  const applied = appliedQuery(state.address, scope);
  const viewId = state.address.view ?? '';
  if (applied === null) return { ...state, columns: { viewId, columnState } };
  const next = { ...state, columns: { viewId, columnState: { ...columnState, order: [] } } };
  const { order } = columnState;
  if (isSameOrder(order, applied.fields ?? [])) return next;
  // The service can withhold columns that are not known to be locked. Then only the columns it sent exist.
  const isThere = (field: PriceField) =>
    applied.fields === null ? order.includes(field.name) : !scope.isLocked(field);
  const everything = scope.priceColumn.fields.filter(isThere).map((field) => field.name);
  const reordered = withFieldOrder(applied, order, everything);
  const { fields } = wholeQueryToSearch(reordered, scope);
  const address = { ...state.address, fields };
  // The snapshot stays: the order only affects the grid, the builder and exported files.
  return navigated(withDraft(next, withFieldOrder(state.draft, order, everything)), address, {
    isReplaced: true,
  });
}

function isSameOrder(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, index) => name === b[index]);
}

function openView(
  state: WorkbenchState,
  { id, query, display, arrangement, runsOnOpen }: OpenableView,
  scope: WorkbenchScope,
  how?: { readonly isReplaced: boolean },
): WorkbenchState {
  const columns = { viewId: id, columnState: arrangement };
  // On arrival, the view of the snapshot in the link takes precedence over that of the saved view.
  const named = how?.isReplaced === true && state.address.show !== undefined ? state.address : display;
  const { refine, off, added, order } = display ?? {};
  const opened = navigated(
    { ...idle(state), columns },
    { ...query, ...displayOf(named ?? {}), refine, off, added, order, view: id },
    how,
  );
  const { draft, problems } = wholeQueryFromSearch(opened.address, scope);
  if (draft === null) return opened;
  // The view's query can equal the applied one while the draft differs.
  const next = withQuery(opened, draft);
  if (!runsOnOpen || problems.length > 0) return next;
  const wanted = withFieldsNeededHere(draft, scope.priceColumn, fieldsFromElsewhere(opened.address, scope));
  const resolved = resolvedIn(wanted, opened.address, scope);
  return resolved.ok ? startedQuery(next, wanted, resolved.query, { viewId: id, isReplaced: true }) : next;
}

/** Opens the view that an address without a query names, else the default view. Null if there is a query, or no such view. */
function openViewOfAddress(state: WorkbenchState, scope: WorkbenchScope): WorkbenchState | null {
  if (scope.views === null || !hasNoQuery(state.address)) return null;
  const { view: viewId } = state.address;
  const view = scope.views.find(({ id }) => id === viewId) ?? scope.views.find(({ isDefault }) => isDefault);
  return view === undefined ? null : openView(state, view, scope, { isReplaced: true });
}

function hasNoQuery(address: WorkbenchSearch): boolean {
  return Object.entries(address).every(
    ([name, value]) => name === 'view' || name === 'show' || value === undefined,
  );
}

function filterColumn(
  state: WorkbenchState,
  { columnId, atMs }: Extract<WorkbenchAction, { type: 'filterColumn' }>,
  scope: WorkbenchScope,
): WorkbenchState {
  const fields = fieldsOf(state, scope);
  const draft = editedQuery(state.draft, { type: 'add-column-filter', columnId }, { fields });
  const added = draft.filters.at(-1);
  if (draft === state.draft || added === undefined) return state;
  const shownPart = { part: 'filter', id: added.id, editor: 'value' } as const;
  return { ...withDraft(state, draft, null, atMs), shownPart };
}

function addComputed(
  state: WorkbenchState,
  { name, atMs }: Extract<WorkbenchAction, { type: 'addComputed' }>,
  scope: WorkbenchScope,
): WorkbenchState {
  const { computed = [] } = state.draft;
  const taken = fieldsOf(state, scope).map((field) => field.name);
  const added = emptyComputed(nextRuleId('computed', computed), numberedName(name, taken));
  const draft = { ...state.draft, computed: [...computed, added] };
  return { ...withDraft(state, draft, null, atMs), shownPart: { part: 'computed', id: added.id } };
}

/** Removes a filter without a value unless **Run** reported it; also its undo steps if they are the last. */
function leaveFilter(state: WorkbenchState, id: string, { priceColumn }: WorkbenchScope): WorkbenchState {
  const filter = state.draft.filters.find((each) => each.id === id);
  if (filter === undefined || filter.isDisabled || !isWithoutValue(filter)) return state;
  const ids = idsOf(filter);
  if (state.blockedRun?.problems.some(({ where }) => where.part === 'filter' && ids.includes(where.id)))
    return state;
  const draft = editedQuery(state.draft, { type: 'remove-filter', id }, priceColumn);
  const { past } = state.history;
  const last = past.findLastIndex((step) => step.kind !== 'query' || !isDraftBeside(step.draft, draft, id));
  const added = past[last + 1];
  if (added?.kind !== 'query' || added.draft.filters.some((each) => each.id === id)) {
    return withDraft(state, draft);
  }
  return {
    ...state,
    draft: added.draft,
    history: { past: past.slice(0, last + 1), future: [], lastEdit: null },
  };
}

/** Whether a query equals `draft`, ignoring a filter with this id if it has no value. */
function isDraftBeside(query: DraftQuery, draft: DraftQuery, id: string): boolean {
  const others = query.filters.filter((filter) => filter.id !== id || !isWithoutValue(filter));
  return (
    query.fields === draft.fields &&
    query.sort === draft.sort &&
    others.length === draft.filters.length &&
    others.every((filter, index) => filter === draft.filters[index])
  );
}

function idle(state: WorkbenchState): WorkbenchState {
  return state.run.status === 'idle' ? state : { ...state, run: IDLE };
}

function navigated(
  state: WorkbenchState,
  address: WorkbenchSearch,
  { isReplaced = false }: { readonly isReplaced?: boolean } = {},
): WorkbenchState {
  return { ...state, address, navigation: { count: state.navigation.count + 1, isReplaced } };
}

/** Replaces the draft, unless it already equals the query. */
function withQuery(state: WorkbenchState, query: DraftQuery): WorkbenchState {
  return JSON.stringify(query) === JSON.stringify(state.draft) ? state : withDraft(state, query);
}

function withDraft(
  state: WorkbenchState,
  draft: DraftQuery,
  mergeKey: string | null = null,
  atMs = 0,
): WorkbenchState {
  return {
    ...state,
    draft,
    history: recorded(state.history, { kind: 'query', draft: state.draft }, mergeKey, atMs),
  };
}

/** The parameters about the snapshot on screen, which do not apply to the next one. */
const PARAMETERS_OF_SNAPSHOT = [
  'row',
  'subset',
  ...VIEW_PARAMETERS.filter((name) => !KEPT_VIEW_PARAMETERS.some((kept) => kept === name)),
] as const;

/** Returns the step that restores parameters of a view. */
function viewStep(
  address: WorkbenchSearch,
  view: SnapshotView,
  names: readonly (keyof WorkbenchSearch)[],
): Extract<EditStep, { kind: 'view' }> {
  return { kind: 'view', view, parameters: Object.fromEntries(names.map((name) => [name, address[name]])) };
}

function everythingOf({ draft, address, rules }: WorkbenchState): EditStep {
  return { kind: 'everything', draft, address, rules };
}

/** Empties everything but the choice of the view. */
function startedOver(state: WorkbenchState, scope: WorkbenchScope): WorkbenchState {
  const history = recorded(state.history, everythingOf(state), null, 0);
  const emptied = {
    ...idle(state),
    draft: WHOLE_COLUMN,
    rules: null,
    blockedRun: null,
    history,
  };
  return navigated(emptied, { ...wholeQueryToSearch(WHOLE_COLUMN, scope), show: state.address.show });
}

/** Undoes or redoes a step. A step of a view's set-up also shows that view. */
function moved(state: WorkbenchState, direction: EditDirection): WorkbenchState {
  const step = nextStep(state.history, direction);
  if (step === null) return state;
  if (step.kind === 'query') {
    const history = stepped(state.history, direction, { kind: 'query', draft: state.draft });
    return { ...state, draft: step.draft, history };
  }
  if (step.kind === 'everything') {
    const history = stepped(state.history, direction, everythingOf(state));
    const { draft, rules } = step;
    return navigated({ ...idle(state), draft, rules, history }, step.address);
  }
  const { view, parameters, draft } = step;
  const current = {
    ...viewStep(state.address, view, Object.keys(parameters) as (keyof WorkbenchSearch)[]),
    ...(draft !== undefined && { draft: state.draft }),
  };
  return navigated(
    {
      ...state,
      ...(draft !== undefined && { draft }),
      history: stepped(state.history, direction, current),
    },
    { ...state.address, ...parameters, show: view === 'rows' ? undefined : view },
  );
}
