import { useMemo } from 'react';
import type { RefineColumn } from '@/analysis/conditions/refinement';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { subsetFromParameter, type SubsetFromAddress } from '@/analysis/conditions/subset-address';

/** Returns the rows that the address names, or why it is invalid. Null if it names none. `columns`: the columns of the rows read. */
export function useSubsetOfAddress(columns: readonly RefineColumn[]): SubsetFromAddress | null {
  const { subset } = useWorkbenchScope().address;
  return useMemo(
    () => (subset === undefined ? null : subsetFromParameter(subset, columns)),
    [subset, columns],
  );
}

/** Returns the columns of a snapshot that the account may view, with their types. */
export function useReadColumns({ columns }: Pick<OpenSnapshot, 'columns'>): readonly RefineColumn[] {
  const { priceColumn, isLocked } = useWorkbenchScope();
  return useMemo(
    () =>
      columns.flatMap((name) => {
        const field = priceColumn.fields.find((each) => each.name === name);
        return field !== undefined && isLocked(field) ? [] : [{ name, type: field?.type ?? 'text' }];
      }),
    [columns, priceColumn, isLocked],
  );
}
