import { useEffect, useEffectEvent } from 'react';
import type { OpenSnapshot, ReceivePage } from '../../snapshot/open-snapshot';
import { useWorkbenchScope } from '../../controller/use-workbench';
import type { RowsRead } from '../reading/rows-read';
import { pagesOfRowsRead } from './pages-of-rows-read';

/** Reports what reads the pages of a snapshot from the rows read, as long as all of them are there. */
export function useOfferPages(
  shown: OpenSnapshot,
  rowsRead: RowsRead | null,
  onPages: (receivePage: ReceivePage | null) => void,
): void {
  const { priceColumn } = useWorkbenchScope();
  const report = useEffectEvent(onPages);
  useEffect(() => {
    if (rowsRead === null) return undefined;
    report(pagesOfRowsRead(shown, rowsRead, priceColumn.fields));
    return () => report(null);
  }, [shown, rowsRead, priceColumn]);
}
