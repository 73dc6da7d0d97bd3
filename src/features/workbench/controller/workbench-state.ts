import type { PriceColumn, PriceField } from '@/contract/column';
import type { ExtractionQuery } from '@/contract/extraction';
import type { ColumnState } from '@/shared/grid/grid-model';
import type { ComparisonChoice } from '../model/compare-with';
import type { DraftHistory } from '../model/draft-history';
import type { DraftQuery } from '../model/draft-query';
import { queryFromSearch, queryToSearch } from '../model/query-address';
import type { QueryEdit } from '../model/query-edit';
import type { LocatedProblem, ProblemLocation } from '../model/resolve-query';
import type { RowSubset } from '../model/row-subset';
import type { SavedView } from '../model/saved-view';
import type { SnapshotView } from '../model/snapshot-view';
import type { WorkbenchSearch } from '../model/workbench-search';
import type { ViewportAnchor } from '../snapshot/viewport-anchor';
import type { SnapshotFailure } from '../snapshot/snapshot-failure';

/**
 * The state of a workbench. The reducer (`workbench-reducer.ts`) starts no request and navigates nowhere: the store (`workbench-store.ts`) compares the states before and after an action and
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
  /** How the person left the grid's columns since a view was opened. Null until they change them. */
  readonly columns: ViewColumns | null;
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
  /** How often the programs that read a snapshot outside the browser were asked for. */
  readonly jobRequests: number;
}

/** The state of the grid's columns under a saved view. Another view has its own. */
export interface ViewColumns {
  /** Empty for no view. */
  readonly viewId: string;
  /** Null for the default. */
  readonly columnState: ColumnState | null;
}

/** What becomes of the snapshot on screen when a run has taken its own. */
export type RunPurpose =
  /** It is replaced, whatever view of it is on screen. */
  | 'show'
  /** It is replaced. Of a comparison its sides are left alone: the rows are shown. */
  | 'show-rows'
  /** It is replaced, and compared with. */
  | 'show-and-compare'
  /** It stays, and is compared with the new one. */
  | 'compare';

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
      readonly purpose?: RunPurpose;
    }
  /** Opens a snapshot that the service has taken of the whole price column. */
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
  | { readonly type: 'run' }
  /** Runs the applied query again and scrolls to the anchor. Runs the draft when the applied query cannot be run. */
  | { readonly type: 'refresh'; readonly anchor: ViewportAnchor | null }
  /**
   * Shows the data after a change at the source: opens the service's new snapshot when the whole price column is shown,
   * else runs the applied query again. `isCompared`: compares the new snapshot with the one that was on screen.
   */
  | {
      readonly type: 'showSourceChange';
      readonly cacheKey: string;
      readonly anchor: ViewportAnchor;
      readonly isCompared?: boolean;
    }
  | { readonly type: 'runSucceeded'; readonly id: number; readonly cacheKey: string }
  | { readonly type: 'runFailed'; readonly id: number; readonly failure: SnapshotFailure }
  | { readonly type: 'cancelRun' }
  /** Repeats the failed run as of today. `anchor` is the current scroll position. */
  | { readonly type: 'retryRun'; readonly anchor: ViewportAnchor | null }
  | { readonly type: 'dismissFailure' }
  /**
   * The router reports its address. The reducer ignores one that equals the address in the state, unless it is too long:
   * then it is replaced by a shorter one.
   */
  | { readonly type: 'addressChanged'; readonly address: WorkbenchSearch; readonly isTooLong?: boolean }
  /** Storage has returned the saved views: an address without a query opens the view it names, or the default view. */
  | { readonly type: 'viewsLoaded' }
  /** Runs the query of the address at once, for example when a recent run was chosen. */
  | { readonly type: 'runAddress' }
  /** The person changed the grid's columns. */
  | { readonly type: 'columnsChanged'; readonly columnState: ColumnState }
  /** Opens a saved view: its query becomes the draft and the address, and runs when the view asks for it. */
  | { readonly type: 'openView'; readonly view: OpenableView }
  /** The draft was just saved as a view: only the `view` parameter of the address changes. */
  | { readonly type: 'adoptView'; readonly view: OpenableView }
  /** Leaves the view and goes to the whole price column. */
  | { readonly type: 'startOver' }
  /** Shows another view of the snapshot. */
  | { readonly type: 'showView'; readonly view: SnapshotView }
  /** Changes what the view **Pivot** shows; undefined for its proposals. */
  | { readonly type: 'arrangePivot'; readonly pivot: string | undefined }
  /** Refines the rows read (`refinement-address.ts`); undefined for all of them as they are. */
  | { readonly type: 'refine'; readonly refine: string | undefined }
  | { readonly type: 'arrangeChecks'; readonly checks: string | undefined }
  /** Opens or folds the report of the lists of the query. */
  | { readonly type: 'foldListReport'; readonly isFolded: boolean }
  /** Compares the snapshot with another side, in the view **Changes**. */
  | { readonly type: 'compare'; readonly choice: ComparisonChoice }
  /**
   * Takes the later side of a comparison again, with the query of the earlier one: `search` has that, where the snapshot on screen
   * is the later side, which the new one then replaces. Null where it is the earlier side.
   */
  | { readonly type: 'takeLaterAnew'; readonly search: WorkbenchSearch | null }
  /** Changes which rows the view **Changes** shows; undefined for all differences. */
  | { readonly type: 'showChanges'; readonly changes: string | undefined }
  /** Shows some of the rows read, or all rows again. */
  | { readonly type: 'showRows'; readonly subset: RowSubset | null }
  | { readonly type: 'showField'; readonly name: string }
  /** Shows the programs that read a snapshot outside the browser. */
  | { readonly type: 'showJobs' }
  /** Adds a condition of the column without a value, and shows it. */
  | { readonly type: 'filterColumn'; readonly columnId: string; readonly atMs: number };

/** What of a saved view decides how it opens. */
export type OpenableView = Pick<SavedView, 'id' | 'query' | 'display' | 'arrangement' | 'runsOnOpen'>;

/** What is needed to interpret search parameters and queries. */
export interface QueryScope {
  readonly priceColumn: PriceColumn;
  readonly isLocked: (field: PriceField) => boolean;
}

/** What the reducer needs to know besides the state. */
export interface WorkbenchScope extends QueryScope {
  /** ISO date in the person's calendar. */
  readonly today: string;
  /** The saved views of the price column; null until storage has returned them. */
  readonly views: readonly (OpenableView & Pick<SavedView, 'isDefault'>)[] | null;
}

/** No run is pending or failed. */
export const IDLE: RunState = { status: 'idle' };

/** Creates the first state of a workbench, with what the tab restored. */
export function initialWorkbenchState(
  address: WorkbenchSearch,
  restored: Pick<WorkbenchState, 'draft' | 'history'> & Partial<Pick<WorkbenchState, 'columns'>>,
): WorkbenchState {
  return {
    columns: null,
    ...restored,
    address,
    navigation: { count: 0, isReplaced: false },
    run: IDLE,
    runCount: 0,
    blockedRun: null,
    shownPart: null,
    jobRequests: 0,
  };
}

/** Returns the query of an address; null when no query has been run there. */
export function appliedQuery(address: WorkbenchSearch, scope: QueryScope): DraftQuery | null {
  return queryFromSearch(address, scope.priceColumn, scope.isLocked).draft;
}

/** Encodes a query for comparison: equal queries give equal texts. Null gives the empty text. */
export function encodedQuery(query: DraftQuery | null): string {
  return query === null ? '' : JSON.stringify(queryToSearch(query));
}

/** Returns the state of the grid's columns under a view: the view's own, until the person changes it in this tab. */
export function columnStateOf(
  columns: ViewColumns | null,
  viewId: string | undefined,
  view: Pick<SavedView, 'arrangement'> | null,
): ColumnState | null {
  return columns?.viewId === (viewId ?? '') ? columns.columnState : (view?.arrangement ?? null);
}
