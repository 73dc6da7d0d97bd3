import type { QueryEdit } from './model/query-edit';
import { localDay } from './model/calendar';
import type { QuerySearch } from './model/query-address';
import type { WorkbenchSearch } from './model/workbench-search';
import type { KeptPlace } from './snapshot/kept-place';
import type { OpenSnapshot } from './snapshot/open-snapshot';
import { snapshotFailure } from './snapshot/snapshot-failure';
import {
  workbenchReducer,
  type RunRequest,
  type WorkbenchAction,
  type WorkbenchScope,
  type WorkbenchState,
} from './workbench-state';

/** What the store needs of the world. Read at each use: they may change between two actions. */
export interface WorkbenchPorts {
  readonly scope: () => WorkbenchScope;
  /** Takes or opens the snapshot of a run. Rejects as `takeSnapshot` does. */
  readonly takeSnapshot: (request: RunRequest, signal: AbortSignal) => Promise<OpenSnapshot>;
  /** A run has its snapshot; called before the address leads to it. */
  readonly onSnapshotTaken: (opened: OpenSnapshot, request: RunRequest) => void;
  /** Goes to another address of this workbench. */
  readonly navigate: (address: WorkbenchSearch, how: { readonly isReplaced: boolean }) => void;
  readonly now: () => Date;
}

/** Everything the parts of the workbench can ask for. Stable for the life of the store. */
export interface WorkbenchActions {
  /** Edits with the same `mergeKey` in quick succession are one step of undo. */
  readonly edit: (edit: QueryEdit, mergeKey?: string | null) => void;
  /** Runs at once, together with what else was not run yet. Where it cannot be run, the builder shows why. */
  readonly editAndRun: (edit: QueryEdit) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly reset: () => void;
  readonly run: () => void;
  readonly refresh: (anchor: KeptPlace | null) => void;
  readonly showSourceChange: (cacheKey: string, anchor: KeptPlace) => void;
  readonly cancelRun: () => void;
  readonly retryRun: (anchor: KeptPlace | null) => void;
  readonly dismissFailure: () => void;
  readonly followAddress: (address: WorkbenchSearch) => void;
  readonly runAddress: () => void;
  readonly reorderColumns: (order: readonly string[], allColumns: readonly string[]) => void;
  readonly openView: (
    view: { readonly id: string; readonly query: QuerySearch; readonly runsOnOpen: boolean },
    how?: { readonly isReplaced: boolean },
  ) => void;
  readonly adoptView: (viewId: string) => void;
  readonly startOver: () => void;
  /** Takes the focus to a field of the list. */
  readonly showField: (name: string) => void;
}

/** Holds the workbench's state and carries out what follows from its changes. */
export interface WorkbenchStore {
  readonly getState: () => WorkbenchState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly actions: WorkbenchActions;
}

/** A store at a state. At most one of its runs is under way: a newer one aborts the one before. */
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
      // Overtaken, cancelled or left: the response may overwrite nothing that was done in the meantime.
      if (running !== controller) return;
      ports.onSnapshotTaken(opened, request);
      dispatch({ type: 'runSucceeded', id, cacheKey: opened.snapshot.cacheKey });
    } catch (error) {
      if (running !== controller) return;
      const failure = snapshotFailure(error);
      dispatch(failure === null ? { type: 'cancelRun' } : { type: 'runFailed', id, failure });
    }
  }

  const today = () => localDay(ports.now());
  const actions: WorkbenchActions = {
    edit: (edit, mergeKey = null) => dispatch({ type: 'edit', edit, mergeKey, atMs: ports.now().getTime() }),
    editAndRun: (edit) => {
      actions.edit(edit);
      actions.run();
    },
    undo: () => dispatch({ type: 'undo' }),
    redo: () => dispatch({ type: 'redo' }),
    reset: () => dispatch({ type: 'reset' }),
    run: () => dispatch({ type: 'run', today: today() }),
    refresh: (anchor) => dispatch({ type: 'refresh', today: today(), anchor }),
    showSourceChange: (cacheKey, anchor) =>
      dispatch({ type: 'showSourceChange', cacheKey, today: today(), anchor }),
    cancelRun: () => dispatch({ type: 'cancelRun' }),
    retryRun: (anchor) => dispatch({ type: 'retryRun', anchor }),
    dismissFailure: () => dispatch({ type: 'dismissFailure' }),
    followAddress: (address) => dispatch({ type: 'addressChanged', address }),
    runAddress: () => dispatch({ type: 'runAddress', today: today() }),
    reorderColumns: (order, allColumns) => dispatch({ type: 'columnsReordered', order, allColumns }),
    openView: ({ id, query, runsOnOpen }, { isReplaced } = { isReplaced: false }) =>
      dispatch({ type: 'openView', viewId: id, query, runsOnOpen, isReplaced, today: today() }),
    adoptView: (viewId) => dispatch({ type: 'adoptView', viewId }),
    startOver: () => dispatch({ type: 'startOver' }),
    showField: (name) => dispatch({ type: 'showField', name }),
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
