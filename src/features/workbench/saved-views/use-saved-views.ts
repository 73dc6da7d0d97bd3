import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { OwnRecords } from '@/lib/storage/owned-store';
import type { SavedView } from '../model/saved-view';
import type { ReadViewFile } from '../model/view-file';
import {
  useChangeView,
  useImportViews,
  useRemoveView,
  type ViewChange,
} from '../storage/workbench-records.mutations';
import { savedViewsQuery } from '../storage/saved-views.queries';

/** The saved views and the functions that change them. A change resolves to null if the browser does not store it. */
export interface SavedViews {
  /** `refused` means that the browser refuses storage to this page. */
  readonly status: 'pending' | 'ready' | 'refused';
  readonly views: readonly SavedView[];
  /** Resolves to the view as stored; a number may have been added to its name. */
  readonly add: (view: SavedView) => Promise<SavedView | null>;
  readonly change: (view: SavedView, changes: ViewChange['changes']) => Promise<SavedView | null>;
  /** Resolves to false if the view could not be removed. */
  readonly remove: (id: string) => Promise<boolean>;
  readonly importFile: (text: string) => Promise<ReadViewFile | null>;
}

const NO_VIEWS: readonly SavedView[] = [];

/** Returns the saved views of all price columns. */
export function useSavedViews(own: OwnRecords): SavedViews {
  const { data, isError } = useQuery(savedViewsQuery(own));
  const { mutateAsync: changeView } = useChangeView(own);
  const { mutateAsync: removeView } = useRemoveView(own);
  const { mutateAsync: importViews } = useImportViews(own);
  return useMemo(
    () => ({
      status: isError ? 'refused' : data === undefined ? 'pending' : 'ready',
      views: data ?? NO_VIEWS,
      add: (view) => changeView({ view, changes: {} }).catch(() => null),
      change: (view, changes) => changeView({ view, changes }).catch(() => null),
      remove: (id) =>
        removeView(id).then(
          () => true,
          () => false,
        ),
      importFile: (text) => importViews(text).catch(() => null),
    }),
    [data, isError, changeView, removeView, importViews],
  );
}
