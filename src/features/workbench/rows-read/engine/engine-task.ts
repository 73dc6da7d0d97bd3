import { EngineError, type EngineFailure } from './analysis-engine';

/** The result of a run, and a function that drops its tables in the engine. */
export interface TaskOutcome<Result> {
  readonly result: Result;
  readonly drop: () => Promise<void>;
}

export interface TaskRun<Result, Progress> {
  /** Identifies the run. */
  readonly key: string;
  /** The progress that is shown until `work` reports some. */
  readonly firstProgress?: Progress;
  /** If it rejects, it must leave nothing in the engine. */
  readonly work: (signal: AbortSignal, report: (progress: Progress) => void) => Promise<TaskOutcome<Result>>;
  /** Called with the result once the state contains it. */
  readonly onDone?: (result: Result) => void;
}

export interface TaskState<Result, Progress> extends TaskEnd<Result> {
  /** Null while nothing runs, and until the run reports progress. */
  readonly progress: Progress | null;
}

/** The result of the last runs. It stays the same object while a run reports its progress. */
export interface TaskEnd<Result> {
  readonly result: Result | null;
  readonly failed: { readonly key: string; readonly failure: EngineFailure } | null;
}

export interface TaskOptions {
  /** Whether the last result stays until another run has one; otherwise it is dropped when a run starts. */
  readonly keepsResult?: boolean;
  /** How many results keep their rows in the engine: the last one, and earlier ones that are still on screen. */
  readonly heldResults?: number;
}

/** Runs one computation in the engine at a time, and keeps its tables there. An external store for React. */
export interface EngineTask<Result, Progress> {
  readonly getState: () => TaskState<Result, Progress>;
  readonly getEnd: () => TaskEnd<Result>;
  readonly subscribe: (listener: () => void) => () => void;
  /** Starts a run and aborts the one before. */
  readonly start: (run: TaskRun<Result, Progress>) => void;
  /** Aborts the run. The last result stays. */
  readonly cancel: () => void;
  /** Aborts the run, and drops all results. */
  readonly release: () => void;
}

const IDLE = { result: null, progress: null, failed: null };

/** Creates a task, in which nothing runs before `start`. */
export function createEngineTask<Result, Progress>({
  keepsResult = true,
  heldResults = 1,
}: TaskOptions = {}): EngineTask<Result, Progress> {
  let state: TaskState<Result, Progress> = IDLE;
  let end: TaskEnd<Result> = IDLE;
  let current: AbortController | null = null;
  const held: TaskOutcome<Result>['drop'][] = [];
  const listeners = new Set<() => void>();

  function show(next: TaskState<Result, Progress>): void {
    state = next;
    if (next.result !== end.result || next.failed !== end.failed) end = next;
    for (const listener of listeners) listener();
  }

  function abort(): void {
    current?.abort();
    current = null;
  }

  /** Drops all results except the last `count` ones. */
  function keepLast(count: number): void {
    for (const drop of held.splice(0, Math.max(0, held.length - count))) dropNow(drop);
  }

  async function perform(
    { key, work, onDone }: TaskRun<Result, Progress>,
    controller: AbortController,
  ): Promise<void> {
    const isCurrent = () => current === controller;
    try {
      const { result, drop } = await work(controller.signal, (progress) => {
        if (isCurrent()) show({ ...state, progress });
      });
      if (!isCurrent()) return dropNow(drop);
      held.push(drop);
      keepLast(heldResults);
      show({ result, progress: null, failed: null });
      onDone?.(result);
    } catch (error) {
      if (!isCurrent()) return;
      // The rows were released meanwhile, so their results are no longer needed, and this is not a failure.
      const isReleased = error instanceof DOMException && error.name === 'AbortError';
      show({ ...state, progress: null, failed: isReleased ? null : { key, failure: failureOf(error) } });
    }
  }

  return {
    getState: () => state,
    getEnd: () => end,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: (run) => {
      abort();
      const controller = new AbortController();
      current = controller;
      if (!keepsResult) keepLast(0);
      const progress = run.firstProgress ?? state.progress;
      const result = keepsResult ? state.result : null;
      if (progress !== state.progress || result !== state.result || state.failed !== null) {
        show({ result, progress, failed: null });
      }
      void perform(run, controller);
    },
    cancel: () => {
      abort();
      if (state.progress !== null) show({ ...state, progress: null });
    },
    release: () => {
      abort();
      keepLast(0);
      if (state !== IDLE) show(IDLE);
    },
  };
}

function dropNow(drop: () => Promise<void>): void {
  // If the engine has ended, the table is gone, too.
  drop().catch(() => undefined);
}

function failureOf(error: unknown): EngineFailure {
  if (error instanceof EngineError) return error.failure;
  return { kind: 'query-failed', detail: error instanceof Error ? error.name : 'unknown' };
}
