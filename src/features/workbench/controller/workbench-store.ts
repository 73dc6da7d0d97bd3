import type { ComparisonChoice } from '../model/compare-with';
import type { QueryEdit } from '../model/query-edit';
import type { ColumnState } from '@/shared/grid/grid-model';
import type { RowSubset } from '../model/row-subset';
import type { SnapshotView } from '../model/snapshot-view';
import type { WorkbenchSearch } from '../model/workbench-search';
import type { ViewportAnchor } from '../snapshot/viewport-anchor';
import type { OpenSnapshot } from '../snapshot/open-snapshot';
import { snapshotFailure } from '../snapshot/snapshot-failure';
import { workbenchReducer } from './workbench-reducer';
import type {
  OpenableView,
  RunRequest,
  ViewColumns,
  WorkbenchAction,
  WorkbenchScope,
  WorkbenchState,
} from './workbench-state';

/** The effects of a store, passed in so that tests can replace them. */
export interface WorkbenchPorts {
  readonly scope: () => WorkbenchScope;
  /** Takes or opens the snapshot of a run. */
  readonly takeSnapshot: (request: RunRequest, signal: AbortSignal) => Promise<OpenSnapshot>;
  /** Called when a run has its snapshot, before the navigation to it. */
  readonly onSnapshotTaken: (opened: OpenSnapshot, request: RunRequest) => void;
  /** Navigates to another address of this workbench. */
  readonly navigate: (address: WorkbenchSearch, how: { readonly isReplaced: boolean }) => void;
  /** Stores how the columns were left, for a reload. */
  readonly storeColumns: (columns: ViewColumns) => void;
  /** In ms, by any monotonic clock. */
  readonly nowMs: () => number;
}

/** The actions of a workbench as functions. They stay the same for the life of the store. */
export interface WorkbenchActions {
  /** Edits with the same `mergeKey` in quick succession share an undo step. */
  readonly edit: (edit: QueryEdit, mergeKey?: string | null) => void;
  /** Edits the draft and runs it, including its other edits. The builder shows the problems of an invalid draft. */
  readonly editAndRun: (edit: QueryEdit) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly reset: () => void;
  readonly run: () => void;
  readonly refresh: (anchor: ViewportAnchor | null) => void;
  readonly showSourceChange: (cacheKey: string, anchor: ViewportAnchor) => void;
  /** Shows the data after a change at the source, compared with the snapshot that was on screen. */
  readonly compareSourceChange: (cacheKey: string, anchor: ViewportAnchor) => void;
  readonly cancelRun: () => void;
  readonly retryRun: (anchor: ViewportAnchor | null) => void;
  readonly dismissFailure: () => void;
  readonly followAddress: (address: WorkbenchSearch, how?: { readonly isTooLong: boolean }) => void;
  readonly followViews: () => void;
  readonly runAddress: () => void;
  readonly changeColumns: (columnState: ColumnState) => void;
  readonly openView: (view: OpenableView) => void;
  readonly adoptView: (view: OpenableView) => void;
  readonly startOver: () => void;
  /** Shows another view of the snapshot. */
  readonly showView: (view: SnapshotView) => void;
  /** Changes what the view **Pivot** shows, as it is in the address. */
  readonly arrangePivot: (pivot: string | undefined) => void;
  /** Undefined for the checks that are saved, or else proposed. */
  readonly arrangeChecks: (checks: string | undefined) => void;
  /** Opens or folds the report of the lists of the query. */
  readonly foldListReport: (isFolded: boolean) => void;
  /** Compares the snapshot with another side, in the view **Changes**. */
  readonly compare: (choice: ComparisonChoice) => void;
  /** Takes the later side of the comparison with the query of the earlier one (`takeLaterAnew` of the actions). */
  readonly takeLaterAnew: (search: WorkbenchSearch | null) => void;
  /** Compares the snapshot on screen with a new one of its query. */
  readonly compareWithNew: () => void;
  /** Changes which rows of the comparison are shown, as it is in the address. */
  readonly showChanges: (changes: string | undefined) => void;
  /** Goes to another address of this workbench, as a link does. */
  readonly openAddress: (address: WorkbenchSearch) => void;
  /** Goes to the rows and shows some of those read; null for all rows. */
  readonly refine: (refine: string | undefined) => void;
  readonly showRows: (subset: RowSubset | null) => void;
  /** Focuses a field in the list of fields. */
  readonly showField: (name: string) => void;
  /** Shows the programs that read a snapshot outside the browser. */
  readonly showJobs: () => void;
  /** Adds a condition of the column, for the person to complete. */
  readonly filterColumn: (columnId: string) => void;
}

/** Holds the state of a workbench and performs the effects of its changes. */
export interface WorkbenchStore {
  readonly getState: () => WorkbenchState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly actions: WorkbenchActions;
}

/** Creates a store. At most one run is pending: a new run aborts the previous one. */
export function createWorkbenchStore(initial: WorkbenchState, ports: WorkbenchPorts): WorkbenchStore {
  let state = initial;
  let running: AbortController | null = null;
  const listeners = new Set<() => void>();

  function dispatch(action: WorkbenchAction): void {
    const before = state;
    state = workbenchReducer(before, action, ports.scope());
    if (state === before) return;
    for (const listener of listeners) listener();
    followRun(before, state);
    if (state.navigation.count !== before.navigation.count) {
      ports.navigate(state.address, { isReplaced: state.navigation.isReplaced });
    }
    if (state.columns !== null && state.columns !== before.columns) ports.storeColumns(state.columns);
  }

  function followRun(before: WorkbenchState, { run }: WorkbenchState): void {
    const isSame = before.run.status === 'running' && run.status === 'running' && before.run.id === run.id;
    if (isSame) return;
    running?.abort();
    running = null;
    if (run.status === 'running') void execute(run.id, run.request);
  }

  async function execute(id: number, request: RunRequest): Promise<void> {
    const controller = new AbortController();
    running = controller;
    try {
      const opened = await ports.takeSnapshot(request, controller.signal);
      // The run was superseded or cancelled, so its response must not change the state.
      if (running !== controller) return;
      ports.onSnapshotTaken(opened, request);
      dispatch({ type: 'runSucceeded', id, cacheKey: opened.snapshot.cacheKey });
    } catch (error) {
      if (running !== controller) return;
      const failure = snapshotFailure(error);
      dispatch(failure === null ? { type: 'cancelRun' } : { type: 'runFailed', id, failure });
    }
  }

  const actions: WorkbenchActions = {
    edit: (edit, mergeKey = null) => dispatch({ type: 'edit', edit, mergeKey, atMs: ports.nowMs() }),
    editAndRun: (edit) => {
      actions.edit(edit);
      actions.run();
    },
    undo: () => dispatch({ type: 'undo' }),
    redo: () => dispatch({ type: 'redo' }),
    reset: () => dispatch({ type: 'reset' }),
    run: () => dispatch({ type: 'run' }),
    refresh: (anchor) => dispatch({ type: 'refresh', anchor }),
    showSourceChange: (cacheKey, anchor) =>
      dispatch({ type: 'showSourceChange', cacheKey, anchor, isCompared: false }),
    compareSourceChange: (cacheKey, anchor) =>
      dispatch({ type: 'showSourceChange', cacheKey, anchor, isCompared: true }),
    cancelRun: () => dispatch({ type: 'cancelRun' }),
    retryRun: (anchor) => dispatch({ type: 'retryRun', anchor }),
    dismissFailure: () => dispatch({ type: 'dismissFailure' }),
    followAddress: (address, how) => dispatch({ type: 'addressChanged', address, ...how }),
    followViews: () => dispatch({ type: 'viewsLoaded' }),
    runAddress: () => dispatch({ type: 'runAddress' }),
    changeColumns: (columnState) => dispatch({ type: 'columnsChanged', columnState }),
    openView: (view) => dispatch({ type: 'openView', view }),
    adoptView: (view) => dispatch({ type: 'adoptView', view }),
    startOver: () => dispatch({ type: 'startOver' }),
    showView: (view) => dispatch({ type: 'showView', view }),
    arrangePivot: (pivot) => dispatch({ type: 'arrangePivot', pivot }),
    arrangeChecks: (checks) => dispatch({ type: 'arrangeChecks', checks }),
    foldListReport: (isFolded) => dispatch({ type: 'foldListReport', isFolded }),
    compare: (choice) => dispatch({ type: 'compare', choice }),
    takeLaterAnew: (search) => dispatch({ type: 'takeLaterAnew', search }),
    compareWithNew: () => dispatch({ type: 'takeLaterAnew', search: null }),
    showChanges: (changes) => dispatch({ type: 'showChanges', changes }),
    openAddress: (address) => ports.navigate(address, { isReplaced: false }),
    refine: (refine) => dispatch({ type: 'refine', refine }),
    showRows: (subset) => dispatch({ type: 'showRows', subset }),
    showField: (name) => dispatch({ type: 'showField', name }),
    showJobs: () => dispatch({ type: 'showJobs' }),
    filterColumn: (columnId) => dispatch({ type: 'filterColumn', columnId, atMs: ports.nowMs() }),
  };

  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    actions,
  };
}
