import type { PriceColumn, PriceField } from '@/contract/column';
import type { ExtractionQuery } from '@/contract/extraction';
import { recorded, redone, undone, type DraftHistory } from './model/draft-history';
import { WHOLE_COLUMN, type DraftQuery } from './model/draft-query';
import { withFieldOrder } from './model/field-order';
import { queryFromSearch, queryToSearch, type QuerySearch } from './model/query-address';
import { editedQuery, type QueryEdit } from './model/query-edit';
import { resolveQuery } from './model/resolve-query';
import type { WorkbenchSearch } from './model/workbench-search';
import type { KeptPlace } from './snapshot/kept-place';
import type { SnapshotFailure } from './snapshot/snapshot-failure';

/**
 * What the workbench knows, and how it changes. Pure: the store in `use-workbench.ts` carries out what follows from a
 * change (a request, a step of the browser's history).
 *
 * The address is the source of the applied query. It is kept as search parameters and read where it is needed, so that
 * the two can never contradict each other.
 */
export interface WorkbenchState {
  /** The query being built. */
  readonly draft: DraftQuery;
  /** For undo and redo of the draft. */
  readonly history: DraftHistory;
  /** The search parameters of the address: where the browser is, or is about to be. */
  readonly address: WorkbenchSearch;
  /** Counts the steps taken to `address` from here; each is a navigation for the store to carry out. */
  readonly navigation: { readonly count: number; readonly isReplaced: boolean };
  readonly run: RunState;
  /** Runs begun so far: the id of the last one. */
  readonly runCount: number;
  /** Runs refused before they were sent, because the draft cannot be run as it is. */
  readonly refusedRuns: {
    readonly count: number;
    /** Since the last one: every problem of the draft is shown, not only what was typed wrong. */
    readonly isLast: boolean;
  };
  /** The field of the list that was asked for last, for the builder to show. A new object asks anew. */
  readonly shownField: { readonly name: string } | null;
}

/** What a run asks for, and what becomes of the address when it succeeds. */
export type RunRequest =
  | {
      readonly kind: 'query';
      readonly draft: DraftQuery;
      /** The draft, resolved against the day of the run. */
      readonly query: ExtractionQuery;
      /** The saved view that the query came from. */
      readonly viewId: string | undefined;
      /** Replaces the current entry of the browser's history. */
      readonly isReplaced: boolean;
      /** Where to open the new snapshot; null: at its top. */
      readonly anchor: KeptPlace | null;
    }
  /** A snapshot that the service has taken of the whole price column. */
  | { readonly kind: 'snapshot'; readonly cacheKey: string; readonly anchor: KeptPlace };

/** The run of a query, from **Run** to its snapshot. At most one at a time. */
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
   * Changes the draft. One step of undo; edits with the same `mergeKey` in quick succession share one. `atMs` is any
   * clock that only runs forward.
   */
  | {
      readonly type: 'edit';
      readonly edit: QueryEdit;
      readonly mergeKey?: string | null;
      readonly atMs: number;
    }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  /** The applied query in place of the draft. */
  | { readonly type: 'reset' }
  /** Runs the draft, or shows what is in the way. */
  | { readonly type: 'run'; readonly today: string }
  /** Runs the applied query again and opens its new snapshot at the anchor; the draft where that cannot be run. */
  | { readonly type: 'refresh'; readonly today: string; readonly anchor: KeptPlace | null }
  /** Shows the snapshot taken after the source changed: the service's own where everything is shown, else a new run. */
  | {
      readonly type: 'showSourceChange';
      readonly cacheKey: string;
      readonly today: string;
      readonly anchor: KeptPlace;
    }
  | { readonly type: 'runSucceeded'; readonly id: number; readonly cacheKey: string }
  | { readonly type: 'runFailed'; readonly id: number; readonly failure: SnapshotFailure }
  | { readonly type: 'cancelRun' }
  /** Runs again what failed. `anchor`: where the rows on screen are by now. */
  | { readonly type: 'retryRun'; readonly anchor: KeptPlace | null }
  | { readonly type: 'dismissFailure' }
  /** The browser is at an address that this state did not lead to: Back, Forward, a link, a notification. */
  | { readonly type: 'addressChanged'; readonly address: WorkbenchSearch }
  /** The query of the address is to be run at once, as from a list of recent runs. */
  | { readonly type: 'runAddress'; readonly today: string }
  /** `allColumns`: what no choice of fields means, in the service's order. */
  | {
      readonly type: 'columnsReordered';
      readonly order: readonly string[];
      readonly allColumns: readonly string[];
    }
  /** A saved view: its query replaces draft and address, and is run where the view says so. */
  | {
      readonly type: 'openView';
      readonly viewId: string;
      readonly query: QuerySearch;
      readonly runsOnOpen: boolean;
      readonly isReplaced: boolean;
      readonly today: string;
    }
  /** A view has just been saved of the query: the address names it, and nothing else changes. */
  | { readonly type: 'adoptView'; readonly viewId: string }
  /** The whole price column, without a view. */
  | { readonly type: 'startOver' }
  | { readonly type: 'showField'; readonly name: string };

/** What search parameters and queries are read against. */
export interface WorkbenchScope {
  readonly priceColumn: PriceColumn;
  readonly isLocked: (field: PriceField) => boolean;
}

const IDLE: RunState = { status: 'idle' };

/** The state at an address, with the draft that was left here before. */
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
    refusedRuns: { count: 0, isLast: false },
    shownField: null,
  };
}

/** The query of the address; null: nothing has been run there. */
export function appliedQuery(address: WorkbenchSearch, scope: WorkbenchScope): DraftQuery | null {
  return queryFromSearch(address, scope.priceColumn, scope.isLocked).draft;
}

/** The text of a query, the same for queries that ask for the same; empty for none. */
export function queryText(query: DraftQuery | null): string {
  return query === null ? '' : JSON.stringify(queryToSearch(query));
}

/** Whether two addresses are the same place. */
export function isSameAddress(a: WorkbenchSearch, b: WorkbenchSearch): boolean {
  return isSameSnapshot(a, b) && a.view === b.view && a.row === b.row;
}

/** The state after the action; the same object where it changes nothing. */
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
      return {
        ...withDraft(state, appliedQuery(state.address, scope) ?? WHOLE_COLUMN),
        refusedRuns: { ...state.refusedRuns, isLast: false },
      };
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
      // What was to open at its top still does.
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
      return { ...state, shownField: { name: action.name } };
  }
}

interface ResolvingScope extends WorkbenchScope {
  /** ISO date, by the person's calendar. */
  readonly today: string;
}

interface RunOptions {
  readonly viewId?: string | undefined;
  readonly isReplaced?: boolean;
  readonly anchor?: KeptPlace | null;
}

function runDraft(state: WorkbenchState, scope: ResolvingScope): WorkbenchState {
  const resolved = resolveQuery(state.draft, scope);
  if (!resolved.ok) {
    return { ...state, refusedRuns: { count: state.refusedRuns.count + 1, isLast: true } };
  }
  return startedQuery(
    { ...state, refusedRuns: { ...state.refusedRuns, isLast: false } },
    state.draft,
    resolved.query,
  );
}

function runApplied(state: WorkbenchState, scope: ResolvingScope, options: RunOptions): WorkbenchState {
  const applied = appliedQuery(state.address, scope) ?? WHOLE_COLUMN;
  const resolved = resolveQuery(applied, scope);
  // The builder shows what is in the way; the address has no form of its own to show it in.
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

/** The draft stays: what was edited while the run was on its way is not run yet. */
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
  const text = queryText(applied);
  // The response to what was run elsewhere would lead away from here.
  const next = { ...(isSameSnapshot(state.address, address) ? state : idle(state)), address };
  if (text === queryText(appliedQuery(state.address, scope)) || text === queryText(state.draft)) return next;
  return withDraft(next, applied ?? WHOLE_COLUMN);
}

function runAddress(state: WorkbenchState, scope: ResolvingScope): WorkbenchState {
  // Only once: coming Back to the address runs nothing.
  const next = navigated(state, state.address, { isReplaced: true });
  const { draft, problems } = queryFromSearch(state.address, scope.priceColumn, scope.isLocked);
  // Something is missing: the person decides whether the rest will do.
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
  // No rows are requested: order in the grid is order in the builder, the request and every file.
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
  // Its query may be the applied one, and only the draft another.
  const next = withQuery(opened, draft);
  if (!runsOnOpen || problems.length > 0) return next;
  const resolved = resolveQuery(draft, { ...scope, today });
  return resolved.ok ? startedQuery(next, draft, resolved.query, { viewId, isReplaced: true }) : next;
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

/** Another query in place of the draft, unless it asks for the same already. */
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

/** All fields and rows, in the service's order. */
function isWhole(query: DraftQuery | null): boolean {
  return query === null || (query.fields === null && query.filters.length === 0 && query.sort.length === 0);
}

/** Whether two addresses lead to the same rows. */
function isSameSnapshot(a: WorkbenchSearch, b: WorkbenchSearch): boolean {
  return (
    a.v === b.v &&
    a.fields === b.fields &&
    a.filter === b.filter &&
    a.sort === b.sort &&
    a.cacheKey === b.cacheKey
  );
}
