import { useQuery } from '@tanstack/react-query';
import type { EngineFailure } from '@/analysis/engine/analysis-engine';
import { ANALYSIS_KEY } from '@/analysis/reading/rows-read';
import { progressQuery, useEngineTable } from '../reading/use-engine-table';
import {
  completeComparison,
  type ComparisonRequest,
  type ComparisonStep,
  type CompletedComparison,
} from '@/analysis/comparison/complete-comparison';

export type ComparisonState =
  | { readonly status: 'idle' }
  | {
      readonly status: 'working';
      readonly step: ComparisonStep;
      /** The previous comparison of the same rows; null if there is none. */
      readonly before: CompletedComparison | null;
    }
  /** No set of up to four columns identifies the rows of both sides, so the user has to choose. */
  | { readonly status: 'no-keys' }
  | { readonly status: 'failed'; readonly failure: EngineFailure }
  | { readonly status: 'done'; readonly completed: CompletedComparison };

/**
 * Compares two sides, and compares them again after every change of the set-up. `request`: null while they cannot be compared. If the rows
 * are the same, the previous result stays until the next one is ready, but never counts as the result of another set-up.
 */
export function useComparison(
  request: ComparisonRequest | null,
  /** A text that identifies the rows of both sides. The set-up begins with it. */
  tables: string,
): { readonly state: ComparisonState; readonly retry: () => void } {
  const sides = request === null ? [] : [request.sides.earlier, request.sides.later];
  const key = [
    ...ANALYSIS_KEY,
    'comparison',
    ...sides.map(({ table }) => table.sqlName),
    request?.setUp,
  ] as const;
  const { current, latest, failure, retry } = useEngineTable<CompletedComparison | 'no-keys', ComparisonStep>(
    {
      key,
      isWanted: request !== null,
      // Without a request nothing is kept, because the rows of a comparison cannot be read without the tables of its sides.
      keeps: request === null ? 0 : 1,
      make: async (signal, report) => {
        if (request === null) throw new RangeError('There is nothing to compare.');
        const { result, drop } = await completeComparison(request, signal, report);
        return { value: result, drop };
      },
    },
  );
  const { data: step } = useQuery<ComparisonStep>(progressQuery(key));
  const getState = (): ComparisonState => {
    if (request === null) return { status: 'idle' };
    if (failure !== null) return { status: 'failed', failure };
    if (current !== null)
      return current === 'no-keys' ? { status: current } : { status: 'done', completed: current };
    const isOfTables = latest !== null && latest !== 'no-keys' && latest.setUp.startsWith(`${tables} `);
    return {
      status: 'working',
      step: step ?? (request.keys === null ? 'proposing' : 'comparing'),
      before: isOfTables ? latest : null,
    };
  };
  return { state: getState(), retry };
}
