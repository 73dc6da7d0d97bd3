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

/** The checks to run, and the rows. */
export interface CheckRequest {
  readonly engine: ComparisonEngine;
  readonly rows: CheckedRows;
  readonly checks: readonly RequestedCheck[];
  readonly coverage: Coverage;
  /** Differs with every setting, and with the rows. */
  readonly key: string;
  /** Differs with every time that the person has asked for a run, too. */
  readonly attempt: string;
}

/** A run whose findings are in the engine. */
export interface CompletedRun extends Pick<CheckRequest, 'coverage' | 'key'> {
  /** Differs from that of every other run of the page: their tables may have the same name. */
  readonly id: number;
  readonly run: CheckRun;
}

let lastId = 0;

/** Runs checks on demand, and drops what they have found with the component. The findings of the last run stay until another one has its own. */
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
