import type { ComparisonEngine, EngineFailure } from '../engine/analysis-engine';
import { createEngineTask, type EngineTask } from '../engine/engine-task';
import type { Refinement } from '../../model/refinement';
import { compare, dropComparison } from './compare';
import type { Comparison } from './comparison';
import type { ComparedSides } from '../matching/matched-sides';
import { proposeKeys } from './propose-keys';
import { refineSides } from './refined-sides';

/** The sides of a comparison, and its key. Both sides are whole and in the same engine. */
export interface ComparisonRequest {
  readonly engine: ComparisonEngine;
  /** Names what is compared and by what: no other request has it. */
  readonly setUp: string;
  readonly sides: ComparedSides;
  /** The refinement of both sides, and the day that its relative days are resolved against; null for nothing. */
  readonly refined?: { readonly refinement: Refinement; readonly today: string } | null;
  /** The columns that match rows; null where they have to be proposed. */
  readonly keys: readonly string[] | null;
  /** The columns to propose first. */
  readonly preferredKeys: readonly string[];
  readonly price: string | null;
  /** Returns the other columns to compare. */
  readonly comparedWith: (keys: readonly string[]) => readonly string[];
}

/** A comparison whose rows are in the engine. */
export interface CompletedComparison {
  /** Differs from that of every other comparison of the page: their tables may have the same name. */
  readonly id: number;
  /** The set-up that it was requested with. */
  readonly setUp: string;
  readonly comparison: Comparison;
  /** Nobody has chosen its keys, and the metadata name none. */
  readonly isKeyProposed: boolean;
}

type ComparisonStep = 'proposing' | 'comparing';

export type ComparisonState =
  | { readonly status: 'idle' }
  | {
      readonly status: 'working';
      readonly step: ComparisonStep;
      /** The comparison before, of the same rows; null for none. */
      readonly before: CompletedComparison | null;
    }
  /** No set of a few columns tells the rows of both sides apart: the person has to choose. */
  | { readonly status: 'no-keys' }
  | { readonly status: 'failed'; readonly failure: EngineFailure }
  | { readonly status: 'done'; readonly completed: CompletedComparison };

/** Holds a comparison while it is on screen, and drops its rows with it. An external store for React. */
export interface ComparisonStore {
  readonly getState: () => ComparisonState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Replaces what was compared before, which stays until then. Its rows have to be the same ones. */
  readonly start: (request: ComparisonRequest) => void;
  readonly release: () => void;
}

type Task = EngineTask<CompletedComparison | 'no-keys', ComparisonStep>;
type Run = Parameters<Task['start']>[0];

let lastId = 0;

/** Creates a store. It compares nothing before `start`. */
export function createComparisonStore(): ComparisonStore {
  const task: Task = createEngineTask();
  let known = { of: task.getState(), state: stateOf(task.getState()) };
  return {
    getState: () => {
      const of = task.getState();
      if (of !== known.of) known = { of, state: stateOf(of) };
      return known.state;
    },
    subscribe: task.subscribe,
    start: (request) => task.start(runOf(request)),
    release: task.release,
  };
}

function stateOf({ result, progress, failed }: ReturnType<Task['getState']>): ComparisonState {
  if (progress !== null) {
    return { status: 'working', step: progress, before: result === 'no-keys' ? null : result };
  }
  if (failed !== null) return { status: 'failed', failure: failed.failure };
  if (result === null) return { status: 'idle' };
  return result === 'no-keys' ? { status: 'no-keys' } : { status: 'done', completed: result };
}

function runOf(request: ComparisonRequest): Run {
  return {
    key: request.setUp,
    firstProgress: request.keys === null ? 'proposing' : 'comparing',
    work: (signal, report) => completeComparison(request, signal, report),
  };
}

/** A comparison whose rows stay in the engine until they are dropped, or that there is no key to make one by. */
export interface MadeComparison {
  readonly result: CompletedComparison | 'no-keys';
  readonly drop: () => Promise<void>;
}

/** Compares the sides of a request, by the keys that are proposed where it names none. Rejects with EngineError, or the signal's reason. */
export async function completeComparison(
  request: ComparisonRequest,
  signal: AbortSignal,
  report: (step: ComparisonStep) => void = () => undefined,
): Promise<MadeComparison> {
  const { engine, setUp, price, comparedWith, refined = null } = request;
  const isKeyProposed = request.keys === null;
  const keys = request.keys ?? (await proposeKeys(engine, request.sides, request.preferredKeys, signal));
  signal.throwIfAborted();
  if (keys === null) return { result: 'no-keys', drop: () => Promise.resolve() };
  if (isKeyProposed) report('comparing');
  const spec = { keys, price, compared: comparedWith(keys) };
  let { sides } = request;
  let dropViews = () => {};
  try {
    if (refined !== null) {
      const { refinement, today } = refined;
      ({ sides, drop: dropViews } = await refineSides(engine, sides, refinement, { today, signal }));
    }
    const comparison = await compare(engine, sides, spec, signal);
    lastId += 1;
    return {
      result: { id: lastId, setUp, comparison, isKeyProposed },
      drop: () => {
        const dropped = dropComparison(engine, comparison);
        dropViews();
        return dropped;
      },
    };
  } catch (error) {
    dropViews();
    throw error;
  }
}
