import { useEffect, useEffectEvent, useState } from 'react';
import type { ColumnArrangement } from '@/shared/grid/grid-model';
import type { SavedView } from '../../model/saved-view';
import type { WorkbenchSearch } from '../../model/workbench-search';
import { loadArrangement, saveArrangement } from './arrangement-storage';
import { useSavedViews, type SavedViews } from './use-saved-views';
import { useOwnRecords } from '@/session/use-own-records';

export interface WorkbenchViews {
  readonly savedViews: SavedViews;
  /** That the address names; null for none. */
  readonly current: SavedView | null;
  /** Of the grid's columns: the view's, until the person changes it, which lasts as long as the tab. Null: as they come. */
  readonly arrangement: ColumnArrangement | null;
  readonly arrange: (arrangement: ColumnArrangement | null, viewId?: string) => void;
}

/**
 * The saved views of a price column and the one that the address names. It is opened where the
 * address says nothing else, and so is the default view where it says nothing at all.
 */
export function useWorkbenchViews(
  priceColumn: string,
  search: WorkbenchSearch,
  onOpen: (view: SavedView) => void,
): WorkbenchViews {
  const savedViews = useSavedViews(useOwnRecords());
  const viewId = search.view ?? '';
  const current =
    savedViews.views.find((view) => view.id === viewId && view.priceColumn === priceColumn) ?? null;
  // Of the view that was current when it was made: another view brings its own.
  const [own, setOwn] = useState(() => loadArrangement(priceColumn));

  // An address that names a view and nothing else asks for it to be opened.
  const saysNothing = Object.entries(search).every(([name, value]) => name === 'view' || value === undefined);
  const open = useEffectEvent((id: string) => {
    const own = savedViews.views.filter((each) => each.priceColumn === priceColumn);
    const view = own.find((each) => each.id === id) ?? own.find((each) => each.isDefault);
    if (view !== undefined) onOpen(view);
  });
  useEffect(() => {
    if (saysNothing && savedViews.status === 'ready') open(viewId);
  }, [saysNothing, savedViews.status, viewId]);

  return {
    savedViews,
    current,
    arrangement: own?.viewId === viewId ? own.arrangement : (current?.arrangement ?? null),
    arrange: (arrangement, ofView = viewId) => {
      const kept = { viewId: ofView, arrangement };
      setOwn(kept);
      saveArrangement(priceColumn, kept);
    },
  };
}
