import type { PriceField } from '@/contract/column';
import type { ColumnState } from '@/lib/grid/grid-model';
import { comparisonToSearch } from '../model/compare-with';
import {
  nextStep,
  recorded,
  stepped,
  withoutParameters,
  type EditDirection,
  type EditStep,
} from '../model/edit-history';
import { emptyComputed } from '../model/computed-draft';
import { numberedName } from '@/analysis/conditions/numbered-name';
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
import { FOLDED_REPORT, OPEN_REPORT } from '../model/list-report';
import { subsetToParameter } from '@/analysis/conditions/subset-address';
import { editedQuery } from '../model/query-edit';
import type { SnapshotView } from '../model/snapshot-view';
import { displayOf, isSameAddress, isSameSnapshot, type WorkbenchSearch } from '../model/workbench-search';
import {
  fieldsFromElsewhere,
  withKnownFields,
  withComputed,
  wholeQueryFromSearch,
  wholeQueryToSearch,
} from '../model/whole-query';
import { KEPT_VIEW_PARAMETERS, VIEW_PARAMETERS } from '../model/views';
import type { OpenableView, WorkbenchAction } from './workbench-actions';
import {
  runDraft,
  runApplied,
  asOfToday,
  startedQuery,
  started,
  runSucceeded,
  hereParameters,
  resolvedIn,
  fieldsOf,
  HERE_PARAMETERS,
  goingOn,
} from './workbench-runs';
import {
  appliedQuery,
  idle,
  navigated,
  withQuery,
  withDraft,
  encodedQuery,
  IDLE,
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
      // Only the service's sort rules are compared, because an order that the browser applies works for any snapshot.
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
      // An address that is too long is replaced, because navigation stores its long lists in the browser and references them.
      return isTooLong && next.navigation === state.navigation
        ? navigated(next, address, { isReplaced: true })
        : next;
    }
    case 'followFields':
      // The draft was read before all fields were known, so it is read again. A draft that the user has edited stays.
      return JSON.stringify(state.draft) === JSON.stringify(action.before)
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
    case 'setView':
      return setView(state, action);
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
      // The chosen kind of changes may not occur in the new comparison, so it is reset.
      const changes = isOther ? undefined : before.changes;
      const address = { ...before, show: 'changes', ...search, changes };
      if (isSameAddress(before, address)) return state;
      // Opening the view is not an undo step, because it had no settings before.
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
      return { ...state, request: { type: 'focus-query' } };
    case 'showSetup':
      return { ...state, request: { type: 'show-setup', focusId: null } };
    case 'startRule': {
      const { proposal, focusId } = action;
      const step = viewStep(state.address, 'proposal', ['proposal']);
      const history = recorded(state.history, step, null, 0);
      return navigated(
        { ...state, history, request: { type: 'show-setup', focusId } },
        { ...state.address, show: 'proposal', proposal },
      );
    }
    case 'addComputed':
      return addComputed(state, action, scope);
    case 'startAdding':
      return { ...state, request: { type: 'add-columns' } };
    case 'startCheck': {
      const { filters } = state.draft;
      // The browser applies checks to rows, so their filters are validated like those of a group, without the limits of the service.
      const all = {
        kind: 'group',
        id: filters[0]?.id ?? '',
        isDisabled: false,
        join: 'all',
        parts: filters,
      } as const;
      const resolved = resolvedIn({ ...state.draft, filters: [all] }, state.address, scope);
      return resolved.ok
        ? { ...state, request: { type: 'save-check' }, blockedRun: null }
        : { ...state, blockedRun: { problems: resolved.problems } };
    }
    case 'showJobs':
      return { ...state, request: { type: 'show-jobs' } };
    case 'filterColumn':
      return filterColumn(state, action, scope);
  }
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
  const isSame = isSameSnapshot(state.address, address);
  const run =
    isSame && state.run.status === 'running' ? goingOn(state.run, applied ?? WHOLE_COLUMN, scope) : null;
  const next = { ...(isSame ? { ...state, run: run ?? state.run } : idle(state)), address };
  const before = encodedQuery(appliedQuery(state.address, scope), scope);
  if (text === before || text === encodedQuery(state.draft, scope)) return next;
  return withDraft(next, applied ?? WHOLE_COLUMN);
}

/** Sets parameters of a view. A change that continues a series replaces the history entry of the series. */
function setView(
  state: WorkbenchState,
  action: Extract<WorkbenchAction, { type: 'setView' }>,
): WorkbenchState {
  const { view, parameters, series } = action;
  const address = { ...state.address, ...parameters };
  if (isSameAddress(state.address, address)) return state;
  const before = viewStep(state.address, view, Object.keys(parameters) as (keyof WorkbenchSearch)[]);
  const { lastEdit } = state.history;
  const isContinued = series !== undefined && lastEdit?.editKey === series;
  const isReplaced = action.isReplaced || isContinued;
  // Typing in a view replaces the history entry without a series. Its changes share an undo step, too, if they are made in quick succession.
  const editKey = series ?? (isReplaced ? view : null);
  // A series may take any time, so a change that continues it counts as made at the time of the one before.
  const atMs = isContinued ? lastEdit.atMs : action.atMs;
  const history = recorded(state.history, before, editKey, atMs);
  return navigated({ ...state, history }, address, { isReplaced });
}

/** Adds columns of other sources to the rows, or removes them, in the applied query and in the draft. */
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
  // A pending run gets the changed draft. Its request stays the same, because the added columns are joined to its rows afterwards.
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
  // If parts of the query are unusable, the user decides whether to run the rest.
  if (draft === null || problems.length > 0) return next;
  return runApplied(withQuery(next, draft), scope, { isReplaced: true });
}

/** Stores changed columns. If there is a query, their order belongs to it. Everything else about the columns belongs to the view. */
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
  // The service can withhold columns that are not known to be locked. If no fields are chosen, only the columns that it has sent exist.
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
  // The view's query replaces an edited draft, even if it equals the applied query.
  const next = withQuery(opened, draft);
  if (!runsOnOpen || problems.length > 0) return next;
  const wanted = withFieldsNeededHere(draft, scope.priceColumn, fieldsFromElsewhere(opened.address, scope));
  const resolved = resolvedIn(wanted, opened.address, scope);
  return resolved.ok ? startedQuery(next, wanted, resolved.query, { viewId: id, isReplaced: true }) : next;
}

/** Opens the view that an address without a query names, or else the default view. Null if there is a query, or no such view. */
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

/** Removes a filter without a value, unless **Run** has reported it. Removes the last undo steps, too, if they only edit this filter. */
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

/** The parameters about the snapshot on screen, which do not apply to the next snapshot. */
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

/** Empties everything except the choice of the view. */
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

/** Undoes or redoes a step. A step that changes the settings of a view also shows that view. */
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
