import { useEffect, useState, useSyncExternalStore } from 'react';
import { createEngineTask, type EngineTask, type TaskEnd, type TaskOptions } from './engine-task';

/** How far a task is, for `useTaskProgress`. */
export type TaskProgress<Progress> = Pick<EngineTask<unknown, Progress>, 'subscribe' | 'getState'>;

/**
 * A task of the engine that is released with the component. The options are those of the first render. Progress alone renders nothing
 * but what asks for it.
 */
export function useEngineTask<Result, Progress = never>(
  options?: TaskOptions,
): Pick<EngineTask<Result, Progress>, 'start' | 'cancel' | 'release'> & {
  readonly state: TaskEnd<Result>;
  readonly progress: TaskProgress<Progress>;
} {
  const [task] = useState(() => createEngineTask<Result, Progress>(options));
  const state = useSyncExternalStore(task.subscribe, task.getEnd);
  useEffect(() => () => task.release(), [task]);
  return { state, progress: task, start: task.start, cancel: task.cancel, release: task.release };
}

/** Returns how far the run of a task is; null while nothing runs, and until something is known of it. */
export function useTaskProgress<Progress>({ subscribe, getState }: TaskProgress<Progress>): Progress | null {
  return useSyncExternalStore(subscribe, () => getState().progress);
}
