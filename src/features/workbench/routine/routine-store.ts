import { createListeners } from '@/lib/base/listeners';
import { runView, type RunViewPorts, type RunViewRequest, type ViewFailure, type ViewStep } from './run-view';

export type ViewProgress =
  | { readonly status: 'waiting' | 'done' | 'cancelled' }
  /** `share` is the progress of the step, from 0 to 1; null if unknown. */
  | { readonly status: 'running'; readonly step: ViewStep; readonly share: number | null }
  | { readonly status: 'failed'; readonly failure: ViewFailure };

export interface RoutineState {
  readonly isRunning: boolean;
  /** The progress by the id of the view, in the order of the run; empty before the first run. */
  readonly progress: ReadonlyMap<string, ViewProgress>;
}

/** Runs the views of a routine. It is an external store for React. */
export interface RoutineStore {
  readonly getState: () => RoutineState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Runs the views in turn; does nothing during another run. Resolves when the last view is done. */
  readonly start: (
    requests: readonly RunViewRequest[],
    ports: RunViewPorts,
    onDone: () => Promise<unknown>,
  ) => Promise<void>;
  /** Cancels the current view, and does not run the remaining views. Completed views keep their results. */
  readonly cancel: () => void;
}

const NOTHING: RoutineState = { isRunning: false, progress: new Map() };

/** Creates a store. `run` runs one view. */
export function createRoutineStore(run: typeof runView = runView): RoutineStore {
  let state = NOTHING;
  let controller: AbortController | null = null;
  const listeners = createListeners();

  function set(next: RoutineState): void {
    state = next;
    listeners.notify();
  }

  function note(id: string, progress: ViewProgress): void {
    set({ ...state, progress: new Map(state.progress).set(id, progress) });
  }

  return {
    getState: () => state,
    subscribe: listeners.subscribe,
    start: async (requests, ports, onDone) => {
      if (controller !== null) return;
      const own = new AbortController();
      controller = own;
      set({
        isRunning: true,
        progress: new Map(requests.map(({ view }) => [view.id, { status: 'waiting' }])),
      });
      try {
        for (const request of requests) {
          const { id } = request.view;
          if (own.signal.aborted) {
            note(id, { status: 'cancelled' });
            continue;
          }
          try {
            const outcome = await run(request, ports, own.signal, (step, share) =>
              note(id, { status: 'running', step, share }),
            );
            await onDone();
            note(id, outcome.ok ? { status: 'done' } : { status: 'failed', failure: outcome.failure });
          } catch (error) {
            if (!own.signal.aborted) throw error;
            note(id, { status: 'cancelled' });
          }
        }
      } finally {
        controller = null;
        set({ ...state, isRunning: false });
      }
    },
    cancel: () => controller?.abort(new DOMException('The routine was cancelled.', 'AbortError')),
  };
}
