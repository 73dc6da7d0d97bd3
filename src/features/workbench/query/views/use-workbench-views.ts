import { useEffect, useEffectEvent, useState } from 'react';
import * as z from 'zod';
import { useOwnRecords } from '@/session/use-own-records';
import type { ColumnState } from '@/shared/grid/grid-model';
import { readBelonging, tabBelongings } from '@/shared/storage/tab-belongings';
import { columnStateSchema, type SavedView } from '../../model/saved-view';
import type { WorkbenchSearch } from '../../model/workbench-search';
import { useSavedViews, type SavedViews } from './use-saved-views';

export interface WorkbenchViews {
  readonly savedViews: SavedViews;
  /** The view that the address names; null for none. */
  readonly current: SavedView | null;
  /** The state of the grid's columns: the view's own, until the person changes it in this tab. Null for the default. */
  readonly columnState: ColumnState | null;
  readonly setColumnState: (columnState: ColumnState | null, viewId?: string) => void;
}

/** The tab stores how the person left the grid's columns since a view was opened. */
const storedColumnStateSchema = z.object({
  /** The view that the column state belongs to; empty for none. Another view has its own. */
  viewId: z.string(),
  arrangement: columnStateSchema.nullable(),
});

/**
 * Returns the saved views of a price column and the one that the address names. Opens that view when the address has no
 * query, and the default view when the address is empty.
 */
export function useWorkbenchViews(
  priceColumn: string,
  search: WorkbenchSearch,
  onOpen: (view: SavedView) => void,
): WorkbenchViews {
  const savedViews = useSavedViews(useOwnRecords());
  const viewId = search.view ?? '';
  const viewsHere = savedViews.views.filter((view) => view.priceColumn === priceColumn);
  const current = viewsHere.find((view) => view.id === viewId) ?? null;
  const storageKey = `arrangement.${priceColumn}`;
  const [stored, setStored] = useState(() => readBelonging(storageKey, storedColumnStateSchema));

  const hasNoQuery = Object.entries(search).every(([name, value]) => name === 'view' || value === undefined);
  const openView = useEffectEvent(() => {
    const view = current ?? viewsHere.find((each) => each.isDefault);
    if (view !== undefined) onOpen(view);
  });
  useEffect(() => {
    if (hasNoQuery && savedViews.status === 'ready') openView();
  }, [hasNoQuery, savedViews.status, viewId]);

  return {
    savedViews,
    current,
    columnState: stored?.viewId === viewId ? stored.arrangement : (current?.arrangement ?? null),
    setColumnState: (columnState, ofView = viewId) => {
      const next = { viewId: ofView, arrangement: columnState };
      setStored(next);
      // Without storage, the column state lasts until the page is closed.
      tabBelongings.write(storageKey, JSON.stringify(next));
    },
  };
}
