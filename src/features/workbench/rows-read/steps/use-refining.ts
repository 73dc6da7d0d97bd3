import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useAnnounce } from '@/ui/components/announcer';
import { useWords } from '@/ui/formats/use-words';
import {
  refinedColumns,
  refinementKind,
  type RefineColumn,
  type Refinement,
  type RefinementKind,
} from '@/analysis/conditions/refinement';
import {
  refinementFromParameter,
  type RefinementAddressProblem,
  type RefinementFromAddress,
} from '@/analysis/conditions/refinement-address';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { EngineError } from '@/analysis/engine/analysis-engine';
import { refinedText, tooLongTexts } from '@/analysis/reading/coverage-text';
import { rowsReadKey, type RowsRead } from '@/analysis/reading/rows-read';
import type { Reading } from '../reading/use-reading';
import { refineRows, type RefinedRows } from '@/analysis/steps/refined-rows';
import { refinementText } from '@/analysis/conditions/refinement-text';

export interface RefinementOfAddress {
  /** The refinement in the address, or why it cannot be used; null if the address contains none. */
  readonly read: RefinementFromAddress | null;
  /** The columns of the rows read, and the computed columns. */
  readonly columns: readonly RefineColumn[];
}

/** Reads the refinement (filters and computed columns) from the address. `columns`: the columns of the rows read. */
export function useRefinementOfAddress(columns: readonly RefineColumn[]): RefinementOfAddress {
  const { refine } = useWorkbenchScope().address;
  return useMemo(() => {
    const read = refine === undefined ? null : refinementFromParameter(refine, columns);
    const computed = read?.ok === true ? read.refinement.computedColumns : [];
    return { read, columns: refinedColumns(columns, computed) };
  }, [refine, columns]);
}

/** The state of the refinement on screen. */
export type Refining =
  | { readonly status: 'problem'; readonly problem: RefinementAddressProblem }
  | (KnownRefining & { readonly status: 'pending'; readonly isRunning: boolean })
  | (KnownRefining & { readonly status: 'failed'; readonly isTooSlow: boolean; readonly retry: () => void })
  | (KnownRefining & {
      readonly status: 'ready';
      readonly refined: RefinedRows;
      readonly rowsRead: RowsRead;
    });
interface KnownRefining {
  readonly words: string;
  /** `computed`: the refinement only computes columns, and leaves out no row. */
  readonly kind: RefinementKind;
}

/** Refines the rows read with the refinement of the address. Returns null if it has none. */
export function useRefining({ read }: RefinementOfAddress, reading: Reading): Refining | null {
  const { rowFields, ranOn, address } = useWorkbenchScope();
  const { store, rowsRead } = reading;
  const refinement: Refinement | null = read?.ok === true ? read.refinement : null;
  // Rows that are still being read are not refined, because they change with every page and columns may still be widened.
  const isReading = rowsRead?.coverage.kind === 'part' && rowsRead.coverage.status === 'reading';
  const { data, error, isFetching, refetch } = useQuery(
    queryOptions({
      queryKey: [...(rowsRead === null ? [] : rowsReadKey(rowsRead)), 'refine', address.refine, ranOn],
      queryFn: ({ signal }) => {
        if (rowsRead === null || refinement === null) throw new Error('There is nothing to refine.');
        return refineRows(store.engine, rowsRead.table, refinement, { today: ranOn, signal });
      },
      enabled: rowsRead !== null && refinement !== null && !isReading,
      staleTime: Infinity,
      // Views in the engine end with its rows and take no memory, so they are never dropped.
      gcTime: Infinity,
      retry: false,
    }),
  );
  const words = useWords();
  const text = refinement === null ? '' : refinementText(words, rowFields, refinement);
  const refinedRowsRead = useMemo(
    () =>
      rowsRead === null || data === undefined || refinement === null
        ? null
        : {
            ...rowsRead,
            table: data.table,
            refined: {
              rowCount: data.rowCount,
              ofRowCount: data.ofRowCount,
              words: text,
              refinement,
              tooLong: data.tooLong,
              of: rowsRead.table,
            },
          },
    [rowsRead, data, text, refinement],
  );
  useAnnounceRefined(refinedRowsRead === null ? undefined : data, refinedRowsRead?.refined);
  if (read === null) return null;
  if (!read.ok) return { status: 'problem', problem: read.problem };
  const known = { words: text, kind: refinementKind(read.refinement) };
  if (refinedRowsRead !== null && data !== undefined) {
    return { ...known, status: 'ready', refined: data, rowsRead: refinedRowsRead };
  }
  return error === null
    ? { ...known, status: 'pending', isRunning: isFetching }
    : { ...known, status: 'failed', isTooSlow: isTooSlow(error), retry: () => void refetch() };
}

/** Announces how many rows are left whenever rows were filtered. `result`: the result of the engine. */
function useAnnounceRefined(result: RefinedRows | undefined, refined: RowsRead['refined']): void {
  const announce = useAnnounce();
  const words = useWords();
  const tell = useEffectEvent(() => {
    if (refined !== undefined) {
      announce([refinedText(words, refined), ...tooLongTexts(words, refined)].join(' '));
    }
  });
  useEffect(() => tell(), [result]);
}

function isTooSlow(error: unknown): boolean {
  return error instanceof EngineError && ['too-slow', 'too-large'].includes(error.failure.kind);
}
