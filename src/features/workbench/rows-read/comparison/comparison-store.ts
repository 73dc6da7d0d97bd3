import type { ComparisonEngine, EngineFailure } from '../engine/analysis-engine';
import { createEngineTask, type EngineTask } from '../engine/engine-task';
import type { Refinement } from '../../model/refinement';
import { compare, dropComparison } from './compare';
import type { Comparison } from './comparison';
import type { ComparedSides } from '../matching/matched-sides';
import { proposeKeys } from './propose-keys';
import { refineSides } from './refined-sides';

/** The sides of a comparison, and its key. Both sides are completely read, in the same engine. */
export interface ComparisonRequest {
  readonly engine: ComparisonEngine;
  /** Identifies the compared sides and the settings: every other request has another one. */
  readonly setUp: string;
  readonly sides: ComparedSides;
  /** The refinement of both sides, and the day that its relative days are resolved against; null for no refinement. */
  readonly refined?: { readonly refinement: Refinement; readonly today: string } | null;
  /** The columns that match rows; null if they must be proposed. */
  readonly keys: readonly string[] | null;
  /** The columns to propose first. */
  readonly preferredKeys: readonly string[];
  readonly price: string | null;
  /** Returns the other columns to compare. */
  readonly comparedWith: (keys: readonly string[]) => readonly string[];
}

/** A comparison whose rows are in the engine. */
export interface CompletedComparison {
  /** Unique among the comparisons of the page; their tables may have the same name. */
  readonly id: number;
  /** The `setUp` of the request. */
  readonly setUp: string;
  readonly comparison: Comparison;
  /** Whether the key is a proposal: nobody has chosen it, and the metadata name no key. */
  readonly isKeyProposed: boolean;
}

type ComparisonStep = 'proposing' | 'comparing';

export type ComparisonState =
  | { readonly status: 'idle' }
  | {
      readonly status: 'working';
      readonly step: ComparisonStep;
      /** The previous comparison of the same rows; null for none. */
      readonly before: CompletedComparison | null;
    }
  /** No set of a few columns identifies the rows of both sides: the person has to choose. */
  | { readonly status: 'no-keys' }
  | { readonly status: 'failed'; readonly failure: EngineFailure }
  | { readonly status: 'done'; readonly completed: CompletedComparison };

/** Holds a comparison while it is on screen, and then drops its rows. An external store for React. */
export interface ComparisonStore {
  readonly getState: () => ComparisonState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Starts a comparison of the same rows. The previous one stays until the new one is completed. */
  readonly start: (request: ComparisonRequest) => void;
  readonly release: () => void;
}

type Task = EngineTask<CompletedComparison | 'no-keys', ComparisonStep>;
type Run = Parameters<Task['start']>[0];

let lastId = 0;

/** Creates a store, which compares nothing before `start`. */
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

/** A comparison whose rows stay in the engine until they are dropped; null if no key could be proposed. */
export interface MadeComparison {
  readonly result: CompletedComparison | 'no-keys';
  readonly drop: () => Promise<void>;
}

/** Compares the sides of a request, by proposed keys if it names none. Rejects with EngineError, or the signal's reason. */
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
