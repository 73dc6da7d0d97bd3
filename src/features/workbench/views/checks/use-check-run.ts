import { useEffect, useRef, useState } from 'react';
import {
  EngineError,
  type ComparisonEngine,
  type EngineFailure,
} from '../../rows-read/engine/analysis-engine';
import type { Coverage } from '../../rows-read/reading/rows-read';
import type { CheckedRows } from './checks-sql';
import {
  dropCheckRun,
  runChecks,
  type CheckProgress,
  type CheckRun,
  type RequestedCheck,
} from './run-checks';

/** What to run, and of which rows. */
export interface CheckRequest {
  readonly engine: ComparisonEngine;
  readonly rows: CheckedRows;
  readonly checks: readonly RequestedCheck[];
  readonly coverage: Coverage;
  /** Differs with every setting, and with the rows. */
  readonly key: string;
}

/** A run whose findings are in the engine. */
export interface MadeRun extends Pick<CheckRequest, 'coverage' | 'key'> {
  /** Differs from that of every other run of the page: their tables may have the same name. */
  readonly id: number;
  readonly run: CheckRun;
}

/** The findings of the last run stay until another one has its own. */
export interface CheckRunState {
  readonly made: MadeRun | null;
  /** Null while nothing runs. */
  readonly progress: CheckProgress | null;
  readonly failure: EngineFailure | null;
}

const IDLE: CheckRunState = { made: null, progress: null, failure: null };
let lastId = 0;

/** Runs checks on demand, and drops what they have found with the component. */
export function useCheckRun(onDone: (made: MadeRun) => void): {
  readonly state: CheckRunState;
  readonly start: (request: CheckRequest) => void;
  readonly cancel: () => void;
} {
  const [state, setState] = useState(IDLE);
  const current = useRef<AbortController | null>(null);
  const drop = useRef<(() => void) | null>(null);
  useEffect(
    () => () => {
      current.current?.abort();
      current.current = null;
      drop.current?.();
      drop.current = null;
    },
    [],
  );

  async function work({ engine, rows, checks, coverage, key }: CheckRequest, controller: AbortController) {
    const { signal } = controller;
    const isCurrent = () => current.current === controller;
    const show = (changes: Partial<CheckRunState>) => {
      if (isCurrent()) setState((before) => ({ ...before, ...changes }));
    };
    try {
      const run = await runChecks(engine, rows, checks, signal, (progress) =>
        show({ progress, failure: null }),
      );
      const dropThis = () => {
        // With its engine the tables are gone.
        dropCheckRun(engine, run).catch(() => undefined);
      };
      if (!isCurrent()) return dropThis();
      drop.current?.();
      drop.current = dropThis;
      lastId += 1;
      const made = { id: lastId, run, coverage, key };
      show({ made, progress: null });
      onDone(made);
    } catch (error) {
      if (!signal.aborted) show({ progress: null, failure: failureOf(error) });
    }
  }

  return {
    state,
    start: (request) => {
      current.current?.abort();
      const controller = new AbortController();
      current.current = controller;
      void work(request, controller);
    },
    cancel: () => {
      current.current?.abort();
      setState((before) => ({ ...before, progress: null }));
    },
  };
}

function failureOf(error: unknown): EngineFailure {
  if (error instanceof EngineError) return error.failure;
  return { kind: 'query-failed', detail: error instanceof Error ? error.name : 'unknown' };
}
