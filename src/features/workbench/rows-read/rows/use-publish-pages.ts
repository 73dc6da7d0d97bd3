import { useMemo } from 'react';
import { usePublish } from '../../controller/use-published-rows';
import { useWorkbenchScope } from '../../controller/use-workbench';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import type { RowsRead } from '../reading/rows-read';
import { pagesOfRowsRead } from './pages-of-rows-read';

/** Publishes what reads the pages of a snapshot from the rows read, as long as all of them are there. */
export function usePublishPages(shown: OpenSnapshot, rowsRead: RowsRead | null): void {
  const { priceColumn } = useWorkbenchScope();
  const receivePage = useMemo(
    () => (rowsRead === null ? null : pagesOfRowsRead(shown, rowsRead, priceColumn.fields)),
    [shown, rowsRead, priceColumn],
  );
  usePublish('receivePage', receivePage);
}
