import { createListeners } from '@/lib/base/listeners';
import type { WorkbenchSearch } from '../model/workbench-search';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { snapshotFailure } from '@/analysis/snapshot/snapshot-failure';
import { actionCreators, type WorkbenchAction, type WorkbenchActions } from './workbench-actions';
import { workbenchReducer } from './workbench-reducer';
import type {
  RunRequest,
  ViewColumns,
  WorkbenchScope,
  WorkbenchState,
  WorkbenchStore,
} from './workbench-state';

/** The effects of a store, which are passed in so that tests can replace them. */
export interface WorkbenchPorts {
  readonly scope: () => WorkbenchScope;
  readonly takeSnapshot: (request: RunRequest, signal: AbortSignal) => Promise<OpenSnapshot>;
  /** Called when a run has its snapshot, before the navigation to it. */
  readonly onSnapshotTaken: (opened: OpenSnapshot, request: RunRequest) => void;
  readonly navigate: (address: WorkbenchSearch, how: { readonly isReplaced: boolean }) => void;
  readonly storeColumns: (columns: ViewColumns) => void;
  /** Returns the time of any monotonic clock, in ms. */
  readonly nowMs: () => number;
}

/** Creates a store. At most one run is pending: a new run aborts the previous one. */
export function createWorkbenchStore(initial: WorkbenchState, ports: WorkbenchPorts): WorkbenchStore {
  let state = initial;
  let running: AbortController | null = null;
  const listeners = createListeners();

  function dispatch(action: WorkbenchAction): void {
    const before = state;
    state = workbenchReducer(before, action, ports.scope());
    if (state === before) return;
    listeners.notify();
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
      // The browser's part of the query may have changed since the request was sent.
      ports.onSnapshotTaken(opened, state.run.status === 'running' ? state.run.request : request);
      dispatch({ type: 'runSucceeded', id, cacheKey: opened.snapshot.cacheKey });
    } catch (error) {
      if (running !== controller) return;
      const failure = snapshotFailure(error);
      dispatch(failure === null ? creators.cancelRun() : { type: 'runFailed', id, failure });
    }
  }

  const creators = actionCreators(ports.nowMs);
  // Turns each creator into a function that dispatches the action. TypeScript cannot infer that from an object's entries.
  const dispatching = Object.fromEntries(
    Object.entries(creators).map(([name, create]) => [
      name,
      (...given: readonly unknown[]) =>
        dispatch((create as (...all: readonly unknown[]) => WorkbenchAction)(...given)),
    ]),
  ) as Omit<WorkbenchActions, 'editAndRun' | 'openAddress'>;
  const actions: WorkbenchActions = {
    ...dispatching,
    editAndRun: (edit) => {
      actions.edit(edit);
      actions.run();
    },
    openAddress: (address) => ports.navigate(address, { isReplaced: false }),
  };

  return {
    getState: () => state,
    subscribe: listeners.subscribe,
    actions,
  };
}
