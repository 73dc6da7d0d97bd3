import type { PriceColumn, PriceField } from '@/contract/column';
import type { ExtractionQuery } from '@/contract/extraction';
import type { ColumnState } from '@/lib/grid/grid-model';
import { recorded, type EditHistory } from '../model/edit-history';
import type { DraftQuery } from '../model/draft-query';
import { wholeQueryFromSearch, wholeQueryToSearch } from '../model/whole-query';
import type { Unapplied } from '../model/unapplied';
import type { LocatedProblem, ProblemLocation } from '../model/resolve-query';
import type { OpenableView, WorkbenchActions } from './workbench-actions';
import type { WorkbenchSearch } from '../model/workbench-search';
import type { ViewportAnchor } from '../snapshot/viewport-anchor';
import type { SnapshotFailure } from '@/analysis/snapshot/snapshot-failure';

/**
 * The state of a workbench. The reducer (`workbench-reducer.ts`) has no effects. The store (`workbench-store.ts`) compares the states
 * before and after an action and performs the effects: a request when a run starts, and a navigation when `navigation.count` grows.
 *
 * There are two queries. The **draft** is the query being built. The **applied** query produced the rows on screen. It is not a member of
 * the state, because the address holds it. Code that needs it reads it from the address (`appliedQuery`), so that the two cannot disagree.
 */
export interface WorkbenchState {
  readonly draft: DraftQuery;
  /** The rules of a proposal whose conditions are incomplete, which an address cannot hold; null if all are complete. */
  readonly rules: Unapplied | null;
  readonly history: EditHistory;
  /** The search parameters of the address that the browser shows or is navigating to. */
  readonly address: WorkbenchSearch;
  /** Counts the navigations that this state has asked for; the store performs each one. */
  readonly navigation: { readonly count: number; readonly isReplaced: boolean };
  /** The grid's columns as the user arranged them since a view was opened; null until the user changes them. */
  readonly columns: ViewColumns | null;
  readonly run: RunState;
  /** The number of runs so far, including those that only changed the browser's part of the query. It becomes the id of a new run. */
  readonly runCount: number;
  /** The last attempt to run an invalid draft, whose problems are shown until a valid run or reset. Each attempt is a new object. */
  readonly blockedRun: { readonly problems: readonly LocatedProblem[] } | null;
  /** The part of the query that was last asked to be shown and focused. Each request is a new object. */
  readonly shownPart: ProblemLocation | null;
  /** The last request to a component (`useOnRequest`); null before the first one. Each request is a new object. */
  readonly request: ComponentRequest | null;
}

/** Holds the state of a workbench and performs the effects of its changes. */
export interface WorkbenchStore {
  readonly getState: () => WorkbenchState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly actions: WorkbenchActions;
}

/** Asks a component to do something once that is not part of the state of the workbench, such as opening a dialog. */
export type ComponentRequest =
  | { readonly type: 'focus-query' }
  /** Shows the settings of a view. `focusId` is the element to focus; null for the tab. */
  | { readonly type: 'show-setup'; readonly focusId: string | null }
  /** Opens the dialog that adds columns of another source. */
  | { readonly type: 'add-columns' }
  /** Opens the dialog that saves the draft's filters as a check. */
  | { readonly type: 'save-check' }
  /** Shows the programs that read a snapshot outside the browser. */
  | { readonly type: 'show-jobs' };

/** The state of the grid's columns under a saved view. */
export interface ViewColumns {
  /** The id of the saved view; the empty text if there is none. */
  readonly viewId: string;
  /** The state that differs from the default; null for the default. */
  readonly columnState: ColumnState | null;
}

/** The effect of a successful run on the snapshot on screen. */
export type RunPurpose =
  /** The snapshot is replaced, and the view stays the same. */
  | 'show'
  /** The snapshot is replaced, and the rows of the new one are shown. The parameters of a comparison stay. */
  | 'show-rows'
  /** The snapshot is replaced by a new one, which is compared with it. */
  | 'show-and-compare'
  /** The snapshot stays, and is compared with a new one. */
  | 'compare';

/** The request of a run, and how the address changes when it succeeds. */
export type RunRequest =
  | {
      readonly kind: 'query';
      readonly draft: DraftQuery;
      /** The draft with relative dates resolved against the day of the run. */
      readonly query: ExtractionQuery;
      /** The address parameter `added`, which names columns of other sources; absent if there are none. */
      readonly added?: string;
      /** The saved view that the query came from. */
      readonly viewId: string | undefined;
      readonly isReplaced: boolean;
      /** The rows to scroll to in the new snapshot; null for the top. */
      readonly anchor: ViewportAnchor | null;
      readonly purpose?: RunPurpose;
    }
  /** Opens a snapshot of the whole price column that the service took without being asked. */
  | {
      readonly kind: 'snapshot';
      readonly cacheKey: string;
      readonly anchor: ViewportAnchor;
      readonly purpose?: RunPurpose;
    };

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

/** The metadata and rights that are needed to interpret search parameters and queries. */
export interface QueryScope {
  readonly priceColumn: PriceColumn;
  /** All price columns from which columns can be added. */
  readonly priceColumns: readonly PriceColumn[];
  readonly isLocked: (field: PriceField) => boolean;
  /** Whether the browser can apply filters and formulas to rows that it has read. */
  readonly readsRows: boolean;
}

/** The information that the reducer uses besides the state. */
export interface WorkbenchScope extends QueryScope {
  readonly today: string;
  /** The saved views of the price column; null until storage has returned them. */
  readonly views: readonly (OpenableView & { readonly isDefault: boolean })[] | null;
}

export const IDLE: RunState = { status: 'idle' };

/** Creates the first state of a workbench, including the parts that were restored from the tab's storage. */
export function initialWorkbenchState(
  address: WorkbenchSearch,
  restored: Pick<WorkbenchState, 'draft' | 'history'> & Partial<Pick<WorkbenchState, 'columns' | 'rules'>>,
): WorkbenchState {
  return {
    columns: null,
    rules: null,
    ...restored,
    address,
    navigation: { count: 0, isReplaced: false },
    run: IDLE,
    runCount: 0,
    blockedRun: null,
    shownPart: null,
    request: null,
  };
}

/** Returns the whole query of an address; null if the address has none. */
export function appliedQuery(address: WorkbenchSearch, scope: QueryScope): DraftQuery | null {
  return wholeQueryFromSearch(address, scope).draft;
}

/** Encodes a query for comparison: equal queries give equal texts. Null gives the empty text. */
export function encodedQuery(query: DraftQuery | null, scope: Pick<QueryScope, 'priceColumn'>): string {
  return query === null ? '' : JSON.stringify(wholeQueryToSearch(query, scope));
}

/** Returns the state of the grid's columns under a view: the saved state, until the user changes it in this tab. */
export function columnStateOf(
  columns: ViewColumns | null,
  viewId: string | undefined,
  view: Pick<OpenableView, 'arrangement'> | null,
): ColumnState | null {
  return columns?.viewId === (viewId ?? '') ? columns.columnState : (view?.arrangement ?? null);
}

/** Ends the run, or clears its failure. */
export function idle(state: WorkbenchState): WorkbenchState {
  return state.run.status === 'idle' ? state : { ...state, run: IDLE };
}

/** Navigates to an address. If `isReplaced`, the current entry of the browser's history is replaced. */
export function navigated(
  state: WorkbenchState,
  address: WorkbenchSearch,
  { isReplaced = false }: { readonly isReplaced?: boolean } = {},
): WorkbenchState {
  return { ...state, address, navigation: { count: state.navigation.count + 1, isReplaced } };
}

/** Replaces the draft, unless it already equals the query. */
export function withQuery(state: WorkbenchState, query: DraftQuery): WorkbenchState {
  return JSON.stringify(query) === JSON.stringify(state.draft) ? state : withDraft(state, query);
}

/** Replaces the draft, as a step of undo. Consecutive changes with the same `mergeKey` share a step. */
export function withDraft(
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
