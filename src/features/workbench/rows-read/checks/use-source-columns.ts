import { useMemo } from 'react';
import type { PriceColumn } from '@/contract/column';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { useRowsReadScope } from '../rows/rows-read-scope';
import { canBeSource } from '@/analysis/checks/check-sources';

/** Returns the other price columns that prices can be compared with. */
export function useSourceColumns(): readonly PriceColumn[] {
  const { priceColumns } = useRowsReadScope();
  const { priceColumn, isLocked } = useWorkbenchScope();
  return useMemo(
    () => priceColumns.filter((each) => each.name !== priceColumn.name && canBeSource(each, isLocked)),
    [priceColumns, priceColumn, isLocked],
  );
}
