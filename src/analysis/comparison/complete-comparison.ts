import type { AnalysisEngine } from '../engine/analysis-engine';
import type { Refinement } from '../conditions/refinement';
import { compare, dropComparison } from './compare';
import type { Comparison } from './comparison';
import type { ComparedSides } from '../matching/matched-sides';
import { proposeKeys } from './propose-keys';
import { refineSides } from './refined-sides';

/** The two sides and settings of a comparison. Both sides are completely read, in the same engine. */
export interface ComparisonRequest {
  readonly engine: AnalysisEngine;
  /** A text that identifies the compared sides and the settings. It differs for every other request. */
  readonly setUp: string;
  readonly sides: ComparedSides;
  /** The refinement of both sides, and the day against which its relative days are resolved; null or absent for no refinement. */
  readonly refined?: { readonly refinement: Refinement; readonly today: string } | null;
  /** The columns that match rows; null if the comparison must find some. */
  readonly keys: readonly string[] | null;
  readonly preferredKeys: readonly string[];
  readonly price: string | null;
  /** Returns the other columns to compare. */
  readonly comparedWith: (keys: readonly string[]) => readonly string[];
}

/** A finished comparison, whose rows are in the engine. */
export interface CompletedComparison {
  /** An id that is unique on the page, because tables of several comparisons may have the same name. */
  readonly id: number;
  /** The text `setUp` of the request. */
  readonly setUp: string;
  readonly comparison: Comparison;
  /** Whether the key was found by the console, because the user has not chosen one and the metadata contain none. */
  readonly isKeyProposed: boolean;
}

export type ComparisonStep = 'proposing' | 'comparing';

let lastId = 0;

/** A comparison whose rows stay in the engine until `drop` is called. `no-keys`: no key was found. */
export interface MadeComparison {
  readonly result: CompletedComparison | 'no-keys';
  readonly drop: () => Promise<void>;
}

/** Compares the sides of a request. If it names no key, finds one first. Rejects with EngineError, or the signal's reason. */
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
