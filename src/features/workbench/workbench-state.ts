import type { PriceColumn, PriceField } from '@/contract/column';
import type { ExtractionQuery } from '@/contract/extraction';
import { recorded, redone, undone, type DraftHistory } from './model/draft-history';
import { WHOLE_COLUMN, type DraftQuery } from './model/draft-query';
import { withFieldOrder } from './model/field-order';
import { queryFromSearch, queryToSearch, type QuerySearch } from './model/query-address';
import { editedQuery, type QueryEdit } from './model/query-edit';
import { resolveQuery, type LocatedProblem, type ProblemLocation } from './model/resolve-query';
import { isSameAddress, isSameSnapshot, type WorkbenchSearch } from './model/workbench-search';
import type { ViewportAnchor } from './snapshot/viewport-anchor';
import type { SnapshotFailure } from './snapshot/snapshot-failure';

/**
 * The state of a workbench. `workbenchReducer` is a pure function from a state and an action to the next state. It starts
 * no request and navigates nowhere: the store (`workbench-store.ts`) compares the states before and after an action and
 * performs the effects, a request when a run starts and a navigation when `navigation.count` grows.
 *
 * Two queries are at work. The **draft** is the query being built. The **applied** query produced the rows on screen; it
 * is not a member of the state, because the address holds it. Code that needs it reads it from there (`appliedQuery`), so
 * that address and applied query cannot disagree.
 */
export interface WorkbenchState {
  /** The query being built. */
  readonly draft: DraftQuery;
  /** For undo and redo of the draft. */
  readonly history: DraftHistory;
  /** The search parameters of the address that the browser shows or is navigating to. */
  readonly address: WorkbenchSearch;
  /** Counts the navigations that this state has asked for; the store performs each one. */
  readonly navigation: { readonly count: number; readonly isReplaced: boolean };
  readonly run: RunState;
  /** Number of runs so far, and the id of the last one. */
  readonly runCount: number;
  /**
   * The last attempt to run an invalid draft, until the next valid run or reset. While it is set, the builder shows every
   * problem of the draft. Each attempt is a new object.
   */
  readonly blockedRun: { readonly problems: readonly LocatedProblem[] } | null;
  /** The part of the query that was last asked to be shown and focused. Each request is a new object. */
  readonly shownPart: ProblemLocation | null;
}

/** What a run requests, and how the address changes when it succeeds. */
export type RunRequest =
  | {
      readonly kind: 'query';
      readonly draft: DraftQuery;
      /** The draft with relative dates resolved against the day of the run. */
      readonly query: ExtractionQuery;
      /** The saved view that the query came from. */
      readonly viewId: string | undefined;
      /** Whether the navigation replaces the current entry of the browser's history. */
      readonly isReplaced: boolean;
      /** Where to scroll the new snapshot; null for the top. */
      readonly anchor: ViewportAnchor | null;
    }
  /** Opens a snapshot that the service has taken of the whole price column. */
  | { readonly kind: 'snapshot'; readonly cacheKey: string; readonly anchor: ViewportAnchor };

/** The run of a query, from **Run** to its snapshot. At most one runs at a time. */
export type RunState =
  | { readonly status: 'idle' }
  | { readonly status: 'running'; readonly id: number; readonly request: RunRequest }
  | {
      readonly status: 'failed';
      readonly id: number;
      readonly request: RunRequest;
      readonly failure: SnapshotFailure;
    };

export type WorkbenchAction =
  /**
   * Edits the draft, as one step of undo. Edits with the same `mergeKey` in quick succession share a step. `atMs` is the
   * time on any monotonic clock.
   */
  | {
      readonly type: 'edit';
      readonly edit: QueryEdit;
      readonly mergeKey?: string | null;
      readonly atMs: number;
    }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  /** Sets the draft back to the applied query. */
  | { readonly type: 'reset' }
  /** Runs the draft, or reports its problems. */
  | { readonly type: 'run'; readonly today: string }
  /** Runs the applied query again and scrolls to the anchor. Runs the draft when the applied query cannot be run. */
  | { readonly type: 'refresh'; readonly today: string; readonly anchor: ViewportAnchor | null }
  /**
   * Shows the data after a change at the source: opens the service's new snapshot when the whole price column is shown,
   * else runs the applied query again.
   */
  | {
      readonly type: 'showSourceChange';
      readonly cacheKey: string;
      readonly today: string;
      readonly anchor: ViewportAnchor;
    }
  | { readonly type: 'runSucceeded'; readonly id: number; readonly cacheKey: string }
  | { readonly type: 'runFailed'; readonly id: number; readonly failure: SnapshotFailure }
  | { readonly type: 'cancelRun' }
  /** Repeats the failed run. `anchor` is the current scroll position. */
  | { readonly type: 'retryRun'; readonly anchor: ViewportAnchor | null }
  | { readonly type: 'dismissFailure' }
  /** The router reports its address. The reducer ignores it when it equals the one in the state. */
  | { readonly type: 'addressChanged'; readonly address: WorkbenchSearch }
  /** Runs the query of the address at once, for example when a recent run was chosen. */
  | { readonly type: 'runAddress'; readonly today: string }
  /** `allColumns` lists what a query without a choice of fields shows, in the service's order. */
  | {
      readonly type: 'columnsReordered';
      readonly order: readonly string[];
      readonly allColumns: readonly string[];
    }
  /** Opens a saved view: its query becomes the draft and the address, and runs when the view asks for it. */
  | {
      readonly type: 'openView';
      readonly viewId: string;
      readonly query: QuerySearch;
      readonly runsOnOpen: boolean;
      readonly isReplaced: boolean;
      readonly today: string;
    }
  /** The draft was just saved as a view: only the `view` parameter of the address changes. */
  | { readonly type: 'adoptView'; readonly viewId: string }
  /** Leaves the view and goes to the whole price column. */
  | { readonly type: 'startOver' }
  | { readonly type: 'showField'; readonly name: string }
  /** Adds a condition of the column without a value, and shows it. */
  | { readonly type: 'filterColumn'; readonly columnId: string; readonly atMs: number };

/** What the reducer needs to interpret search parameters and queries. */
export interface WorkbenchScope {
  readonly priceColumn: PriceColumn;
  readonly isLocked: (field: PriceField) => boolean;
}

const IDLE: RunState = { status: 'idle' };

/** Creates the first state of a workbench, with a restored draft. */
export function initialWorkbenchState(
  address: WorkbenchSearch,
  { draft, history }: Pick<WorkbenchState, 'draft' | 'history'>,
): WorkbenchState {
  return {
    draft,
    history,
    address,
    navigation: { count: 0, isReplaced: false },
    run: IDLE,
    runCount: 0,
    blockedRun: null,
    shownPart: null,
  };
}

/** Returns the query of an address; null when no query has been run there. */
export function appliedQuery(address: WorkbenchSearch, scope: WorkbenchScope): DraftQuery | null {
  return queryFromSearch(address, scope.priceColumn, scope.isLocked).draft;
}

/** Encodes a query for comparison: equal queries give equal texts. Null gives the empty text. */
export function encodedQuery(query: DraftQuery | null): string {
  return query === null ? '' : JSON.stringify(queryToSearch(query));
}

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
    case 'undo':
      return stepped(state, undone(state.history, state.draft));
    case 'redo':
      return stepped(state, redone(state.history, state.draft));
    case 'reset':
      return { ...withDraft(state, appliedQuery(state.address, scope) ?? WHOLE_COLUMN), blockedRun: null };
    case 'run':
      return runDraft(state, { ...scope, today: action.today });
    case 'refresh':
      return runApplied(state, { ...scope, today: action.today }, { anchor: action.anchor });
    case 'showSourceChange': {
      const { cacheKey, anchor, today } = action;
      return isWhole(appliedQuery(state.address, scope))
        ? started(state, { kind: 'snapshot', cacheKey, anchor })
        : runApplied(state, { ...scope, today }, { anchor });
    }
    case 'runSucceeded': {
      const { run } = state;
      if (run.status !== 'running' || run.id !== action.id) return state;
      return runSucceeded({ ...state, run: IDLE }, run.request, action.cacheKey);
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
      const { request } = state.run;
      // A run that opens at the top stays one when it is repeated.
      if (request.anchor === null) return started(state, request);
      return started(state, { ...request, anchor: action.anchor ?? request.anchor });
    }
    case 'dismissFailure':
      return state.run.status === 'failed' ? idle(state) : state;
    case 'addressChanged':
      return addressChanged(state, action.address, scope);
    case 'runAddress':
      return runAddress(state, { ...scope, today: action.today });
    case 'columnsReordered':
      return columnsReordered(state, action, scope);
    case 'openView':
      return openView(state, action, scope);
    case 'adoptView':
      return navigated(state, { ...state.address, view: action.viewId }, { isReplaced: true });
    case 'startOver':
      return withQuery(navigated(idle(state), queryToSearch(WHOLE_COLUMN)), WHOLE_COLUMN);
    case 'showField':
      return { ...state, shownPart: { part: 'fields', field: action.name } };
    case 'filterColumn':
      return filterColumn(state, action, scope);
  }
}

interface ResolvingScope extends WorkbenchScope {
  /** ISO date in the person's calendar. */
  readonly today: string;
}

interface RunOptions {
  readonly viewId?: string | undefined;
  readonly isReplaced?: boolean;
  readonly anchor?: ViewportAnchor | null;
}

function runDraft(state: WorkbenchState, scope: ResolvingScope): WorkbenchState {
  const resolved = resolveQuery(state.draft, scope);
  return resolved.ok
    ? startedQuery({ ...state, blockedRun: null }, state.draft, resolved.query)
    : { ...state, blockedRun: { problems: resolved.problems } };
}

function runApplied(state: WorkbenchState, scope: ResolvingScope, options: RunOptions): WorkbenchState {
  const applied = appliedQuery(state.address, scope) ?? WHOLE_COLUMN;
  const resolved = resolveQuery(applied, scope);
  // Only the builder can show problems, so an invalid applied query falls back to the draft.
  return resolved.ok ? startedQuery(state, applied, resolved.query, options) : runDraft(state, scope);
}

function startedQuery(
  state: WorkbenchState,
  draft: DraftQuery,
  query: ExtractionQuery,
  options: RunOptions = {},
): WorkbenchState {
  const { viewId = state.address.view, isReplaced = false, anchor = null } = options;
  return started(state, { kind: 'query', draft, query, viewId, isReplaced, anchor });
}

function started(state: WorkbenchState, request: RunRequest): WorkbenchState {
  const id = state.runCount + 1;
  return { ...state, runCount: id, run: { status: 'running', id, request } };
}

/** Navigates to the new snapshot. The draft stays, because it can have been edited during the run. */
function runSucceeded(state: WorkbenchState, request: RunRequest, cacheKey: string): WorkbenchState {
  if (request.kind === 'snapshot') {
    return navigated(state, { ...state.address, row: undefined, cacheKey });
  }
  const { draft, viewId, isReplaced } = request;
  return navigated(state, { ...queryToSearch(draft), view: viewId, cacheKey }, { isReplaced });
}

function addressChanged(
  state: WorkbenchState,
  address: WorkbenchSearch,
  scope: WorkbenchScope,
): WorkbenchState {
  if (isSameAddress(state.address, address)) return state;
  const applied = appliedQuery(address, scope);
  const text = encodedQuery(applied);
  // A pending response would navigate away from the new address, so another query or snapshot cancels the run.
  const next = { ...(isSameSnapshot(state.address, address) ? state : idle(state)), address };
  if (text === encodedQuery(appliedQuery(state.address, scope)) || text === encodedQuery(state.draft))
    return next;
  return withDraft(next, applied ?? WHOLE_COLUMN);
}

function runAddress(state: WorkbenchState, scope: ResolvingScope): WorkbenchState {
  // Replaces the history entry, so that going back to it does not run the query again.
  const next = navigated(state, state.address, { isReplaced: true });
  const { draft, problems } = queryFromSearch(state.address, scope.priceColumn, scope.isLocked);
  // With parts missing, the person decides whether to run the rest.
  if (draft === null || problems.length > 0) return next;
  return runApplied(withQuery(next, draft), scope, { isReplaced: true });
}

function columnsReordered(
  state: WorkbenchState,
  { order, allColumns }: { readonly order: readonly string[]; readonly allColumns: readonly string[] },
  scope: WorkbenchScope,
): WorkbenchState {
  const applied = appliedQuery(state.address, scope);
  if (applied === null) return state;
  const reordered = withFieldOrder(applied, order, allColumns);
  const address = { ...state.address, fields: undefined, ...queryToSearch(reordered) };
  // The snapshot stays: the order only affects the grid, the builder and exported files.
  return navigated(withDraft(state, withFieldOrder(state.draft, order, allColumns)), address, {
    isReplaced: true,
  });
}

function openView(
  state: WorkbenchState,
  action: Extract<WorkbenchAction, { type: 'openView' }>,
  scope: WorkbenchScope,
): WorkbenchState {
  const { viewId, query, runsOnOpen, isReplaced, today } = action;
  const opened = navigated(idle(state), { ...query, view: viewId }, { isReplaced });
  const { draft, problems } = queryFromSearch(query, scope.priceColumn, scope.isLocked);
  if (draft === null) return opened;
  // The view's query can equal the applied one while the draft differs.
  const next = withQuery(opened, draft);
  if (!runsOnOpen || problems.length > 0) return next;
  const resolved = resolveQuery(draft, { ...scope, today });
  return resolved.ok ? startedQuery(next, draft, resolved.query, { viewId, isReplaced: true }) : next;
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
  return { ...state, draft, history: recorded(state.history, state.draft, mergeKey, atMs) };
}

function stepped(state: WorkbenchState, step: ReturnType<typeof undone>): WorkbenchState {
  return step === null ? state : { ...state, ...step };
}

/** Whether the query shows all fields and rows in the service's order. */
function isWhole(query: DraftQuery | null): boolean {
  return query === null || (query.fields === null && query.filters.length === 0 && query.sort.length === 0);
}
