import { useEffect, useState, useSyncExternalStore } from 'react';
import { createEngineTask, type EngineTask, type TaskOptions, type TaskState } from './engine-task';

/** A task of the engine that is released with the component. The options are those of the first render. */
export function useEngineTask<Result, Progress = never>(
  options?: TaskOptions,
): Pick<EngineTask<Result, Progress>, 'start' | 'cancel' | 'release'> & {
  readonly state: TaskState<Result, Progress>;
} {
  const [task] = useState(() => createEngineTask<Result, Progress>(options));
  const state = useSyncExternalStore(task.subscribe, task.getState);
  useEffect(() => () => task.release(), [task]);
  return { state, start: task.start, cancel: task.cancel, release: task.release };
}
