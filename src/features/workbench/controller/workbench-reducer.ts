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
import { isWholeColumn, isWithoutValue, WHOLE_COLUMN, type DraftQuery } from '../model/draft-query';
import { withFieldOrder } from '../model/field-order';
import { FOLDED_REPORT, hasPastedList, OPEN_REPORT } from '../model/list-report';
import { queryFromSearch, queryToSearch } from '../model/query-address';
import { subsetToParameter } from '../model/subset-address';
import { editedQuery } from '../model/query-edit';
import { resolveQuery } from '../model/resolve-query';
import type { SnapshotView } from '../model/snapshot-view';
import { sourceOfCacheKey, sourceToParameter } from '../model/source';
import { displayOf, isSameAddress, isSameSnapshot, type WorkbenchSearch } from '../model/workbench-search';
import type { ViewportAnchor } from '../snapshot/viewport-anchor';
import { KEPT_VIEW_PARAMETERS, VIEW_PARAMETERS } from '../model/views';
import type { OpenableView, WorkbenchAction } from './workbench-actions';
import {
  appliedQuery,
  encodedQuery,
  IDLE,
  type RunPurpose,
  type RunRequest,
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
      const draft = editedQuery(state.draft, action.edit, scope.priceColumn);
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
      return isWholeColumn(appliedQuery(state.address, scope) ?? WHOLE_COLUMN)
        ? started(state, { kind: 'snapshot', cacheKey, anchor, purpose })
        : runApplied(state, scope, { anchor, purpose });
    }
    case 'runSucceeded': {
      const { run } = state;
      if (run.status !== 'running' || run.id !== action.id) return state;
      const history = withoutParameters(state.history, PARAMETERS_OF_SNAPSHOT);
      return runSucceeded({ ...state, history, run: IDLE }, run.request, action.cacheKey);
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
      const request = asOfToday(state.run.request, scope);
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
      return startedOver(state);
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
    case 'refine':
      if (state.address.refine === action.refine) return state;
      const before = viewStep(state.address, 'rows', ['refine', 'row', 'subset']);
      // A row and a subset of the previous rows do not apply to the newly refined ones.
      return navigated(
        { ...state, refinement: null, history: recorded(state.history, before, null, 0) },
        { ...state.address, refine: action.refine, row: undefined, subset: undefined },
      );
    case 'editRefinement':
      return { ...state, refinement: action.refinement };
    case 'editRules':
      return action.rules === state.rules ? state : { ...state, rules: action.rules };
    case 'addColumns': {
      const { added, refine } = action;
      if (state.address.added === added && state.address.refine === refine) return state;
      const step = viewStep(state.address, 'rows', ['added', 'refine', 'row', 'subset']);
      return navigated(
        { ...state, history: recorded(state.history, step, null, 0) },
        { ...state.address, added, refine, row: undefined, subset: undefined },
      );
    }
    case 'orderRows':
      return state.address.order === action.order
        ? state
        : navigated(state, { ...state.address, order: action.order, row: undefined });
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
      const { draft } = queryFromSearch(action.search, scope.priceColumn, scope.isLocked);
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

function runDraft(state: WorkbenchState, scope: WorkbenchScope): WorkbenchState {
  const resolved = resolveQuery(state.draft, scope);
  return resolved.ok
    ? startedQuery({ ...state, blockedRun: null }, state.draft, resolved.query)
    : { ...state, blockedRun: { problems: resolved.problems } };
}

function runApplied(state: WorkbenchState, scope: WorkbenchScope, options: RunOptions): WorkbenchState {
  const applied = appliedQuery(state.address, scope) ?? WHOLE_COLUMN;
  const resolved = resolveQuery(applied, scope);
  // Only the builder can show problems, so an invalid applied query falls back to the draft.
  return resolved.ok ? startedQuery(state, applied, resolved.query, options) : runDraft(state, scope);
}

/** Resolves relative dates again: a run may be repeated after midnight, when "today" is another day. */
function asOfToday(request: RunRequest, scope: WorkbenchScope): RunRequest {
  if (request.kind !== 'query') return request;
  const resolved = resolveQuery(request.draft, scope);
  return resolved.ok ? { ...request, query: resolved.query } : request;
}

function startedQuery(
  state: WorkbenchState,
  draft: DraftQuery,
  query: ExtractionQuery,
  options: RunOptions = {},
): WorkbenchState {
  const { viewId = state.address.view, isReplaced = false, anchor = null, purpose = 'show' } = options;
  return started(state, { kind: 'query', draft, query, viewId, isReplaced, anchor, purpose });
}

function started(state: WorkbenchState, request: RunRequest): WorkbenchState {
  const id = state.runCount + 1;
  return { ...state, runCount: id, run: { status: 'running', id, request } };
}

/** Navigates to the new snapshot. The draft stays, because it can have been edited during the run. */
function runSucceeded(state: WorkbenchState, request: RunRequest, cacheKey: string): WorkbenchState {
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
  const search = queryToSearch(draft);
  // The report on a newly pasted list opens, even if the person has closed the report on an earlier one.
  const isNewList = search.filter !== before.filter || before.report === undefined;
  const { report: reported, ...kept } = displayOf(before);
  // New sort rules of the service replace the order that was chosen here.
  const display = search.sort === before.sort ? kept : { ...kept, order: undefined };
  const report = isNewList && hasPastedList(draft) ? OPEN_REPORT : reported;
  const address = { ...search, ...display, ...sides, view: viewId, cacheKey, report };
  return navigated(state, address, { isReplaced });
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
  const text = encodedQuery(applied);
  // A pending response would navigate away from the new address, so another query or snapshot cancels the run.
  const next = { ...(isSameSnapshot(state.address, address) ? state : idle(state)), address };
  if (text === encodedQuery(appliedQuery(state.address, scope)) || text === encodedQuery(state.draft))
    return next;
  return withDraft(next, applied ?? WHOLE_COLUMN);
}

function runAddress(state: WorkbenchState, scope: WorkbenchScope): WorkbenchState {
  // Replaces the history entry, so that going back to it does not run the query again.
  const next = navigated(state, state.address, { isReplaced: true });
  const { draft, problems } = queryFromSearch(state.address, scope.priceColumn, scope.isLocked);
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
  const address = { ...state.address, fields: undefined, ...queryToSearch(reordered) };
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
  const opened = navigated(
    { ...idle(state), columns },
    { ...query, ...displayOf(named ?? {}), view: id },
    how,
  );
  const { draft, problems } = queryFromSearch(query, scope.priceColumn, scope.isLocked);
  if (draft === null) return opened;
  // The view's query can equal the applied one while the draft differs.
  const next = withQuery(opened, draft);
  if (!runsOnOpen || problems.length > 0) return next;
  const resolved = resolveQuery(draft, scope);
  return resolved.ok ? startedQuery(next, draft, resolved.query, { viewId: id, isReplaced: true }) : next;
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
  const draft = editedQuery(state.draft, { type: 'add-column-filter', columnId }, scope.priceColumn);
  const added = draft.filters.at(-1);
  if (draft === state.draft || added === undefined) return state;
  const shownPart = { part: 'filter', id: added.id, editor: 'value' } as const;
  return { ...withDraft(state, draft, null, atMs), shownPart };
}

/** Removes a filter without a value unless **Run** reported it; also its undo steps if they are the last. */
function leaveFilter(state: WorkbenchState, id: string, { priceColumn }: WorkbenchScope): WorkbenchState {
  const filter = state.draft.filters.find((each) => each.id === id);
  if (filter === undefined || filter.isDisabled || !isWithoutValue(filter)) return state;
  if (state.blockedRun?.problems.some(({ where }) => where.part === 'filter' && where.id === id))
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
): EditStep {
  return { kind: 'view', view, parameters: Object.fromEntries(names.map((name) => [name, address[name]])) };
}

function everythingOf({ draft, address, refinement, rules }: WorkbenchState): EditStep {
  return { kind: 'everything', draft, address, refinement, rules };
}

/** Empties everything but the choice of the view. */
function startedOver(state: WorkbenchState): WorkbenchState {
  const history = recorded(state.history, everythingOf(state), null, 0);
  const emptied = {
    ...idle(state),
    draft: WHOLE_COLUMN,
    refinement: null,
    rules: null,
    blockedRun: null,
    history,
  };
  return navigated(emptied, { ...queryToSearch(WHOLE_COLUMN), show: state.address.show });
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
    const { draft, refinement, rules } = step;
    return navigated({ ...idle(state), draft, refinement, rules, history }, step.address);
  }
  const { view, parameters } = step;
  const current = viewStep(state.address, view, Object.keys(parameters) as (keyof WorkbenchSearch)[]);
  return navigated(
    { ...state, history: stepped(state.history, direction, current) },
    { ...state.address, ...parameters, show: view === 'rows' ? undefined : view },
  );
}
