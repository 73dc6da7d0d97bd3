import { useMemo } from 'react';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import { useWorkbenchScope } from '../../use-workbench';
import { subsetFromParameter, type SubsetFromAddress } from '../model/subset-address';

/** Returns the rows that the address names, or why they cannot be told; null where it names none. */
export function useSubsetOfAddress({ columns }: Pick<OpenSnapshot, 'columns'>): SubsetFromAddress | null {
  const { priceColumn, isLocked, address } = useWorkbenchScope();
  const { subset } = address;
  return useMemo(() => {
    if (subset === undefined) return null;
    const known = columns.flatMap((name) => {
      const field = priceColumn.fields.find((each) => each.name === name);
      return field !== undefined && isLocked(field) ? [] : [{ name, type: field?.type ?? ('text' as const) }];
    });
    return subsetFromParameter(subset, known);
  }, [subset, columns, priceColumn, isLocked]);
}
