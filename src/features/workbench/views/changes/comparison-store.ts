import {
  EngineError,
  type ComparisonEngine,
  type EngineFailure,
} from '../../rows-read/engine/analysis-engine';
import type { Refinement } from '../../model/refinement';
import { compare, dropComparison } from './compare';
import type { Comparison } from './comparison';
import type { ComparedSides } from '../../rows-read/matching/matched-sides';
import { proposeKeys } from './propose-keys';
import { refineSides } from './refined-sides';

/** What is compared, and by what. Both sides are whole and in the same engine. */
export interface ComparisonRequest {
  readonly engine: ComparisonEngine;
  /** Names what is compared and by what: no other request has it. */
  readonly setUp: string;
  readonly sides: ComparedSides;
  /** What both sides are refined by, and the day that its relative days are resolved against; null for nothing. */
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
export interface MadeComparison {
  /** Differs from that of every other comparison of the page: their tables may have the same name. */
  readonly id: number;
  /** Of its request. */
  readonly setUp: string;
  readonly comparison: Comparison;
  /** Nobody has chosen its keys, and the metadata name none. */
  readonly isKeyProposed: boolean;
}

export type ComparisonState =
  | { readonly status: 'idle' }
  | { readonly status: 'working'; readonly step: 'proposing' | 'comparing' }
  /** No set of a few columns tells the rows of both sides apart: the person has to choose. */
  | { readonly status: 'no-keys' }
  | { readonly status: 'failed'; readonly failure: EngineFailure }
  | { readonly status: 'done'; readonly made: MadeComparison };

/** Holds a comparison while it is on screen, and drops its rows with it. An external store for React. */
export interface ComparisonStore {
  readonly getState: () => ComparisonState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Replaces what was compared before. */
  readonly start: (request: ComparisonRequest) => void;
  readonly release: () => void;
}

const IDLE: ComparisonState = { status: 'idle' };
let lastId = 0;

/** Creates a store. It compares nothing before `start`. */
export function createComparisonStore(): ComparisonStore {
  let state: ComparisonState = IDLE;
  let current: AbortController | null = null;
  let drop: (() => void) | null = null;
  const listeners = new Set<() => void>();

  function show(next: ComparisonState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function end(): void {
    current?.abort();
    current = null;
    drop?.();
    drop = null;
  }

  async function work(request: ComparisonRequest, controller: AbortController): Promise<void> {
    const { engine, price, comparedWith, refined = null } = request;
    const { signal } = controller;
    let dropViews = () => {};
    try {
      if (request.keys === null) show({ status: 'working', step: 'proposing' });
      const keys = request.keys ?? (await proposeKeys(engine, request.sides, request.preferredKeys, signal));
      if (controller !== current) return;
      if (keys === null) return show({ status: 'no-keys' });
      show({ status: 'working', step: 'comparing' });
      const spec = { keys, price, compared: comparedWith(keys) };
      let { sides } = request;
      if (refined !== null) {
        const { refinement, today } = refined;
        ({ sides, drop: dropViews } = await refineSides(engine, sides, refinement, { today, signal }));
      }
      const comparison = await compare(engine, sides, spec, signal);
      const dropThis = () => {
        // With its engine the table is gone.
        dropComparison(engine, comparison).catch(() => undefined);
        dropViews();
      };
      if (controller !== current) return dropThis();
      drop = dropThis;
      lastId += 1;
      const { setUp, keys: chosenKeys } = request;
      show({ status: 'done', made: { id: lastId, setUp, comparison, isKeyProposed: chosenKeys === null } });
    } catch (error) {
      dropViews();
      if (controller !== current || signal.aborted) return;
      // The rows were let go meanwhile; what let them go releases the comparison as well.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      show({ status: 'failed', failure: failureOf(error) });
    }
  }

  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: (request) => {
      end();
      const controller = new AbortController();
      current = controller;
      void work(request, controller);
    },
    release: () => {
      end();
      if (state !== IDLE) show(IDLE);
    },
  };
}

function failureOf(error: unknown): EngineFailure {
  if (error instanceof EngineError) return error.failure;
  return { kind: 'query-failed', detail: error instanceof Error ? error.name : 'unknown' };
}
