import { useEffect } from 'react';
import * as z from 'zod';
import { readBelonging, tabBelongings } from '@/lib/storage/tab-belongings';
import { NO_HISTORY, recorded } from '../model/edit-history';
import { draftQuerySchema, WHOLE_COLUMN } from '../model/draft-query';
import { columnStateSchema } from '../model/saved-view';
import { unappliedSchema } from '../model/unapplied';
import type { WorkbenchSearch } from '../model/workbench-search';
import {
  appliedQuery,
  encodedQuery,
  initialWorkbenchState,
  type QueryScope,
  type ViewColumns,
  type WorkbenchState,
  type WorkbenchStore,
} from './workbench-state';

/** The draft that the browser tab stores for each price column, so that it survives a reload. */
const storedDraftSchema = z.object({
  /** The encoded applied query that the draft was edited from. The draft is only restored if the address still has this query. */
  appliedText: z.string(),
  draft: draftQuerySchema,
  rules: unappliedSchema.nullable().optional(),
});

/** The state of the grid's columns, which the browser tab also stores for each price column. */
const storedColumnsSchema = z.object({ viewId: z.string(), arrangement: columnStateSchema.nullable() });

/** Drafts are stored after a pause, so that typing does not wait for storage. */
const SAVE_DELAY_MS = 300;

/** Returns the first state. It has the stored draft if the address still has the draft's query. If not, undo restores the draft. */
export function restoredState(search: WorkbenchSearch, scope: QueryScope): WorkbenchState {
  const applied = appliedQuery(search, scope);
  const appliedText = encodedQuery(applied, scope);
  const stored = readBelonging(storageKeyOf(scope.priceColumn.name), storedDraftSchema);
  const columns = restoredColumns(scope.priceColumn.name);
  const { rules = null } = stored ?? {};
  if (stored?.appliedText === appliedText) {
    return initialWorkbenchState(search, {
      draft: stored.draft,
      rules,
      history: NO_HISTORY,
      columns,
    });
  }
  const storedText = stored === null ? '' : encodedQuery(stored.draft, scope);
  const hasUnrunEdits =
    stored !== null &&
    storedText !== appliedText &&
    storedText !== (stored.appliedText === '' ? encodedQuery(WHOLE_COLUMN, scope) : stored.appliedText);
  return initialWorkbenchState(search, {
    draft: applied ?? WHOLE_COLUMN,
    history: hasUnrunEdits
      ? recorded(NO_HISTORY, { kind: 'query', draft: stored.draft }, null, 0)
      : NO_HISTORY,
    rules,
    columns,
  });
}

/** Stores the state of the columns. If the browser refuses storage, the state is kept until the page is closed. */
export function storeColumns(priceColumn: string, { viewId, columnState }: ViewColumns): void {
  tabBelongings.write(columnsKeyOf(priceColumn), JSON.stringify({ viewId, arrangement: columnState }));
}

function restoredColumns(priceColumn: string): ViewColumns | null {
  const stored = readBelonging(columnsKeyOf(priceColumn), storedColumnsSchema);
  return stored === null ? null : { viewId: stored.viewId, columnState: stored.arrangement };
}

/**
 * Stores the draft shortly after each change. If the browser refuses storage, the draft is kept until the page is closed. `appliedText` is
 * the encoded applied query.
 */
export function useStoredDraft(priceColumnName: string, appliedText: string, store: WorkbenchStore): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = () => {
      const { draft, rules } = store.getState();
      tabBelongings.write(storageKeyOf(priceColumnName), JSON.stringify({ appliedText, draft, rules }));
    };
    const saveSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(save, SAVE_DELAY_MS);
    };
    const unsubscribe = store.subscribe(saveSoon);
    saveSoon();
    // Saves without the delay, because a reload or a navigation must not lose the last edits.
    window.addEventListener('pagehide', save);
    return () => {
      unsubscribe();
      clearTimeout(timer);
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [priceColumnName, appliedText, store]);
}

function storageKeyOf(priceColumn: string): string {
  return `draft.${priceColumn}`;
}

function columnsKeyOf(priceColumn: string): string {
  return `arrangement.${priceColumn}`;
}
