import { useEffect, useState, useSyncExternalStore } from 'react';
import { createEngineTask, type EngineTask, type TaskEnd, type TaskOptions } from './engine-task';

/** The part of a task that `useTaskProgress` needs. */
export type TaskProgress<Progress> = Pick<EngineTask<unknown, Progress>, 'subscribe' | 'getState'>;

/**
 * Returns a task that is released when the component unmounts. Only the options of the first render count. Progress alone renders only
 * the users of `useTaskProgress`.
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

/** Returns the progress of a task's run; null while nothing runs, and until the run reports progress. */
export function useTaskProgress<Progress>({ subscribe, getState }: TaskProgress<Progress>): Progress | null {
  return useSyncExternalStore(subscribe, () => getState().progress);
}
