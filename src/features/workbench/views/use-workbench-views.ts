import { useEffect, useEffectEvent, useState } from 'react';
import type { ColumnArrangement } from '@/shared/grid/grid-model';
import type { SavedView } from '../model/saved-view';
import type { WorkbenchSearch } from '../model/workbench-search';
import { useSavedViews, type SavedViews } from './use-saved-views';
import { useOwner } from '../storage/use-owner';

export interface WorkbenchViews {
  readonly savedViews: SavedViews;
  /** That the address names; null for none. */
  readonly current: SavedView | null;
  /** Of the grid's columns: the view's, until the person changes it. Null: as they come. */
  readonly arrangement: ColumnArrangement | null;
  readonly arrange: (arrangement: ColumnArrangement | null, viewId?: string) => void;
}

/**
 * The saved views of a price column and the one that the address names. The default view opens in place of an address
 * that says nothing.
 */
export function useWorkbenchViews(
  priceColumn: string,
  search: WorkbenchSearch,
  onOpenDefault: (view: SavedView) => void,
): WorkbenchViews {
  const savedViews = useSavedViews(useOwner());
  const viewId = search.view ?? '';
  const current =
    savedViews.views.find((view) => view.id === viewId && view.priceColumn === priceColumn) ?? null;
  // Of the view that was current when it was made: another view brings its own.
  const [own, setOwn] = useState<{ viewId: string; arrangement: ColumnArrangement | null } | null>(null);

  const isBare = Object.values(search).every((value) => value === undefined);
  const openDefault = useEffectEvent(() => {
    const view = savedViews.views.find((each) => each.isDefault && each.priceColumn === priceColumn);
    if (view !== undefined) onOpenDefault(view);
  });
  useEffect(() => {
    if (isBare && savedViews.status === 'ready') openDefault();
  }, [isBare, savedViews.status]);

  return {
    savedViews,
    current,
    arrangement: own?.viewId === viewId ? own.arrangement : (current?.arrangement ?? null),
    arrange: (arrangement, ofView = viewId) => {
      setOwn({ viewId: ofView, arrangement });
    },
  };
}
