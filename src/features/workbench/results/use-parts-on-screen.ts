import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useOwnRecords } from '@/session/use-own-records';
import { shownParts, type ShownParts } from '../controller/shown-parts';
import type { ShownPartsScope } from '../controller/use-shown-parts';
import { useOnRequest, useWorkbenchScope } from '../controller/use-workbench';
import { listReportState, reportedLists } from '../model/list-report';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { savedChecksQuery } from '../storage/workbench-records.queries';

export interface PartsOnScreenOptions {
  readonly wantsPictures: boolean;
  /** The state of the subset that the grid shows, as in `shownParts`. */
  readonly subset: 'pending' | 'open' | null;
}

export interface PartsOnScreen extends Pick<ShownPartsScope, 'closeAdding'> {
  readonly parts: ShownParts;
  readonly hasRowsRead: boolean;
}

/** Returns which parts of the snapshot are on screen, and opens and closes the parts that are not in the address. */
export function usePartsOnScreen(
  { rows, snapshot }: OpenSnapshot,
  { wantsPictures, subset }: PartsOnScreenOptions,
): PartsOnScreen {
  const { priceColumn, views, shownView, applied, address } = useWorkbenchScope();
  const [isAdding, setAdding] = useState(false);
  useOnRequest('add-columns', () => setAdding(true));
  const { data: savedChecks } = useQuery(savedChecksQuery(useOwnRecords()));
  const listReport = useMemo(() => listReportState(address, reportedLists(applied)), [address, applied]);
  // The rows that a view has read stay in memory while the grid is on screen.
  const [readKey, setReadKey] = useState<string | null>(null);
  const parts = shownParts({
    view: shownView,
    hasViews: views.length > 1,
    rowCount: rows.rowCount,
    subset,
    wantsPictures,
    listReport,
    isAdding,
    wantsChecks:
      savedChecks?.find((each) => each.priceColumn === priceColumn.name)?.runsAfterRefresh === true,
    wereRead: readKey === snapshot.cacheKey,
  });
  const hasRowsRead = parts.rowsRead !== 'absent' && parts.rowsRead !== 'hidden';
  if (hasRowsRead && readKey !== snapshot.cacheKey) setReadKey(snapshot.cacheKey);
  return {
    parts,
    hasRowsRead,
    closeAdding: () => setAdding(false),
  };
}
