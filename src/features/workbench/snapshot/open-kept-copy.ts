import type { SnapshotRow } from '@/contract/extraction';
import { openCopy } from '@/rows/kept-copies/open-copy';
import type { OwnRecords } from '@/lib/storage/owned-store';
import { createPagedRows } from '@/lib/paged-rows/paged-rows';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { createDoubledKeysStore } from '@/analysis/snapshot/doubled-keys';
import { rowKeyReader } from '@/analysis/snapshot/row-identity';

/** The number of rows that the grid requests at once. It shows about forty rows. */
const ROWS_PER_BLOCK = 200;

/** Opens a kept copy. `isLocked` returns whether the account may not view a column now. Rejects with CopyError. */
export async function openKeptCopy(
  own: OwnRecords,
  id: string,
  isLocked: (column: string) => boolean,
  signal: AbortSignal,
): Promise<OpenSnapshot> {
  const opened = await openCopy(own, id, isLocked, { signal });
  const { copy, snapshot, priceColumn, columns, receivePage, receiveColumns } = opened;
  const { rowCount } = snapshot;
  const readPage = (page: number, pageSize: number, until: AbortSignal) =>
    opened.readRows((page - 1) * pageSize, Math.min(rowCount, page * pageSize), until);
  const rows = createPagedRows<SnapshotRow>({
    rowCount,
    rowsPerBlock: ROWS_PER_BLOCK,
    firstRows: await opened.readRows(0, Math.min(rowCount, ROWS_PER_BLOCK), signal),
    fetchPage: async ({ page, pageSize }, until) => ({
      rows: await readPage(page + 1, pageSize, until),
      timing: null,
    }),
  });
  return {
    snapshot,
    columns,
    rows: {
      ...rows,
      setActive: (isActive) => {
        rows.setActive(isActive);
        if (!isActive) opened.pause();
      },
    },
    keyOfRow: rowKeyReader(columns, priceColumn),
    // Filled only when all rows are read. Scrolling needs no check, because rows that contradict each other are never kept.
    doubledKeys: createDoubledKeysStore(),
    readPage,
    receivePage,
    receiveColumns,
    keptCopy: { name: copy.name, cacheKey: copy.cacheKey },
    takenAtMs: copy.takenAtMs,
    expiresAtMs: Infinity,
    timesBy: 'this-computer',
  };
}
