import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PriceField } from '@/contract/column';
import { useWords } from '@/ui/formats/use-words';
import { computedField } from '../../model/computed-field';
import { refinedColumns, type RefineColumn, type Refinement } from '../../model/refinement';
import {
  refinementFromParameter,
  type RefinementAddressProblem,
  type RefinementFromAddress,
} from '../../model/refinement-address';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { EngineError } from '../engine/analysis-engine';
import { rowsReadKey, type RowsRead } from '../reading/rows-read';
import type { Reading } from '../reading/use-reading';
import { refineRows, type RefinedRows } from './refined-rows';
import { refinementText } from '../../conditions/refinement-text';

export interface RefinementOfAddress {
  /** Null where the address names no refinement. */
  readonly read: RefinementFromAddress | null;
  /** The columns of the rows, including the computed ones. */
  readonly columns: readonly RefineColumn[];
  readonly fields: readonly PriceField[];
}

/** Reads the refinement of the address. `columns`: the columns of the rows read. */
export function useRefinementOfAddress(columns: readonly RefineColumn[]): RefinementOfAddress {
  const { refine } = useWorkbenchScope().address;
  return useMemo(() => {
    const read = refine === undefined ? null : refinementFromParameter(refine, columns);
    const computed = read?.ok === true ? read.refinement.computedColumns : [];
    return { read, columns: refinedColumns(columns, computed), fields: computed.map(computedField) };
  }, [refine, columns]);
}

/** The refinement on screen. */
export type Refining =
  | { readonly status: 'problem'; readonly problem: RefinementAddressProblem }
  /** The rows are being read or refined. */
  | { readonly status: 'pending'; readonly words: string }
  | {
      readonly status: 'failed';
      readonly words: string;
      readonly isTooSlow: boolean;
      readonly retry: () => void;
    }
  | {
      readonly status: 'ready';
      readonly words: string;
      readonly refined: RefinedRows;
      readonly rowsRead: RowsRead;
    };

/** Refines the rows read as the address says; null if it has no refinement. */
export function useRefining({ read, fields }: RefinementOfAddress, reading: Reading): Refining | null {
  const { priceColumn, ranOn, address } = useWorkbenchScope();
  const { store, rowsRead } = reading;
  const refinement: Refinement | null = read?.ok === true ? read.refinement : null;
  // Rows that change with every page cannot be used, and columns may still be widened.
  const isReading = rowsRead?.coverage.kind === 'part' && rowsRead.coverage.status === 'reading';
  const { data, error, refetch } = useQuery(
    queryOptions({
      queryKey: [...(rowsRead === null ? [] : rowsReadKey(rowsRead)), 'refine', address.refine, ranOn],
      queryFn: ({ signal }) => {
        if (rowsRead === null || refinement === null) throw new Error('There is nothing to refine.');
        return refineRows(store.engine, rowsRead.table, refinement, { today: ranOn, signal });
      },
      enabled: rowsRead !== null && refinement !== null && !isReading,
      staleTime: Infinity,
      // Views belong to the engine: they end with its rows, and take no memory.
      gcTime: Infinity,
      retry: false,
    }),
  );
  const words = useWords();
  const text =
    refinement === null ? '' : refinementText(words, [...priceColumn.fields, ...fields], refinement);
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
  if (read === null) return null;
  if (!read.ok) return { status: 'problem', problem: read.problem };
  if (refinedRowsRead !== null && data !== undefined) {
    return { status: 'ready', words: text, refined: data, rowsRead: refinedRowsRead };
  }
  return error === null
    ? { status: 'pending', words: text }
    : { status: 'failed', words: text, isTooSlow: isTooSlow(error), retry: () => void refetch() };
}

function isTooSlow(error: unknown): boolean {
  return error instanceof EngineError && ['too-slow', 'too-large'].includes(error.failure.kind);
}
