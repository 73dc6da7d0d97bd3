import type { ComparisonEngine } from '../../rows-read/engine/analysis-engine';
import type { TaskEnd } from '../../rows-read/engine/engine-task';
import { useEngineTask, type TaskProgress } from '../../rows-read/engine/use-engine-task';
import type { Coverage } from '../../rows-read/reading/rows-read';
import type { CheckedRows } from '../../rows-read/checks/checks-sql';
import {
  dropCheckRun,
  runChecks,
  type CheckProgress,
  type CheckRun,
  type RequestedCheck,
} from '../../rows-read/checks/run-checks';

export interface CheckRequest {
  readonly engine: ComparisonEngine;
  readonly rows: CheckedRows;
  readonly checks: readonly RequestedCheck[];
  readonly coverage: Coverage;
  /** Changes with every setting and with the rows. */
  readonly key: string;
  /** Also changes each time the person requests a run. */
  readonly attempt: string;
}

/** A run whose findings are in the engine. */
export interface CompletedRun extends Pick<CheckRequest, 'coverage' | 'key'> {
  /** Unique among the runs of the page, whose tables may have equal names. */
  readonly id: number;
  readonly run: CheckRun;
}

let lastId = 0;

/** Runs checks on demand, and drops their findings on unmount. The findings of the last run stay until those of the next one are ready. */
export function useCheckRun(onDone: (completed: CompletedRun) => void): {
  readonly state: TaskEnd<CompletedRun>;
  readonly progress: TaskProgress<CheckProgress>;
  readonly start: (request: CheckRequest) => void;
  readonly cancel: () => void;
} {
  const { state, progress, start, cancel } = useEngineTask<CompletedRun, CheckProgress>();
  return {
    state,
    progress,
    start: ({ engine, rows, checks, coverage, key, attempt }) =>
      start({
        key: attempt,
        work: async (signal, report) => {
          const run = await runChecks(engine, rows, checks, signal, report);
          lastId += 1;
          return { result: { id: lastId, run, coverage, key }, drop: () => dropCheckRun(engine, run) };
        },
        onDone,
      }),
    cancel,
  };
}
