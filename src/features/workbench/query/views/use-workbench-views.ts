import { useSyncExternalStore } from 'react';
import { useOwnRecords } from '@/session/use-own-records';
import type { ColumnState } from '@/lib/grid/grid-model';
import type { Workbench } from '../../controller/use-workbench';
import { columnStateOf } from '../../controller/workbench-state';
import type { SavedView } from '../../model/saved-view';
import { useSavedViews, type SavedViews } from '../../saved-views/use-saved-views';

export interface WorkbenchViews {
  readonly savedViews: SavedViews;
  /** The saved view that the address names; null if it names none. */
  readonly current: SavedView | null;
  /** The column state of the grid (order, widths, pinned and hidden columns); null for the default. */
  readonly columnState: ColumnState | null;
}

/** Returns the saved views, the view that the address names, and the column state that belongs to it. */
export function useWorkbenchViews({ store, priceColumn, address }: Workbench): WorkbenchViews {
  const savedViews = useSavedViews(useOwnRecords());
  const columns = useSyncExternalStore(store.subscribe, () => store.getState().columns);
  const isCurrent = (view: SavedView) => view.priceColumn === priceColumn.name && view.id === address.view;
  const current = savedViews.views.find(isCurrent) ?? null;
  return { savedViews, current, columnState: columnStateOf(columns, address.view, current) };
}
