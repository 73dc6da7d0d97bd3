import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceColumn } from '@/contract/column';
import { keptCopiesQuery } from '@/rows/kept-copies/kept-copies.queries';
import { useKeptCopiesMode } from '@/rows/kept-copies/kept-copies-mode';
import { copyCacheKey, isReadable, type KeptCopy } from '@/rows/kept-copies/kept-copy';
import { useOwnRecords } from '@/session/use-own-records';
import type { SavedView } from '../model/saved-view';
import type { RecentRun } from './recent-runs';
import { lastRoutineQuery, recentRunsQuery } from './recent-runs.queries';
import { savedViewsQuery } from './saved-views.queries';
import { useDescribeSearch } from '../texts/use-describe-search';
import { SEPARATOR } from '@/ui/formats/separator';

/** A link to a recent run, a saved view or a kept copy. */
export interface RecentQuery {
  readonly id: string;
  readonly kind: 'run' | 'view' | 'copy';
  readonly priceColumn: string;
  readonly displayName: string;
  /** The name of the saved view or the copy; null for a run. */
  readonly name: string | null;
  /** Describes the query, or says that a part of it no longer applies. */
  readonly words: string;
  /** The number of rows of its last run, or of the copy; null if this browser has no record of a run. */
  readonly rowCount: number | null;
  /** When the query was last run, saved or kept (ms since 1970). */
  readonly atMs: number;
  /** The search parameters of the workbench that open the query. */
  readonly search: Record<string, string>;
  readonly isRunOnArrival: boolean;
}

export interface LastRun {
  readonly ranAtMs: number;
  /** The number of rows of the last run without filters if there is one, otherwise of the last run. */
  readonly rowCount: number;
  readonly isFiltered: boolean;
}

export interface RecentQueries {
  /** False until reading the records of this browser has succeeded or failed. */
  readonly isReady: boolean;
  /** The recent queries, the newest first, only for price columns that exist. A saved view replaces the runs of its query. */
  readonly queries: readonly RecentQuery[];
  /** The number of saved views of all price columns. */
  readonly savedViewCount: number;
  /** When the routine was last run; null if it has never run. */
  readonly routineRanAtMs: number | null;
  /** The last run of each price column, by the name of the price column. */
  readonly lastRuns: ReadonlyMap<string, LastRun>;
}

const MAX_RECENT_QUERIES = 6;

/** The user's recent work: recent runs, saved views and kept copies, and when each price column was last run. */
export function useRecentQueries(priceColumns: readonly PriceColumn[]): RecentQueries {
  const t = useTranslations('queryText');
  const own = useOwnRecords();
  const runs = useQuery(recentRunsQuery(own));
  const views = useQuery(savedViewsQuery(own));
  const routine = useQuery(lastRoutineQuery(own));
  const mayKeep = useKeptCopiesMode() !== 'never';
  const copies = useQuery({ ...keptCopiesQuery(own), enabled: mayKeep });
  const describeSearch = useDescribeSearch();
  // Waits for the current lists. Showing the outdated list of an earlier visit first would move the content below when the list changes.
  const isReady =
    runs.isFetchedAfterMount &&
    views.isFetchedAfterMount &&
    routine.isFetchedAfterMount &&
    (!mayKeep || copies.isFetchedAfterMount);
  return useMemo(() => {
    const runsRead = isReady ? (runs.data ?? []) : [];
    const viewsRead = isReady ? (views.data ?? []) : [];
    const columns = new Map(priceColumns.map((column) => [column.name, column]));
    const isKnown = ({ priceColumn }: { readonly priceColumn: string }) => columns.has(priceColumn);
    const copiesRead = isReady && mayKeep ? (copies.data ?? []) : [];
    const queries = newestQueries(
      runsRead.filter(isKnown),
      viewsRead.filter(isKnown),
      copiesRead.filter((copy) => isReadable(copy) && copy.isOfRoutine !== true),
    ).flatMap(({ query, displayName, ...recent }) => {
      const column = columns.get(recent.priceColumn);
      const isUnknown = column?.areFieldsListed === false;
      const words =
        column === undefined || isUnknown ? undefined : describeSearch(query, column)?.join(SEPARATOR);
      return [
        {
          ...recent,
          displayName: column?.displayName ?? displayName,
          words: words ?? recent.words ?? t(isUnknown ? 'fieldsNotKnown' : 'noLongerApplies'),
        },
      ];
    });
    return {
      isReady,
      queries,
      savedViewCount: viewsRead.length,
      routineRanAtMs: routine.data?.ranAtMs ?? null,
      lastRuns: lastRunsOf(runsRead),
    };
  }, [isReady, mayKeep, runs.data, views.data, routine.data, copies.data, priceColumns, describeSearch, t]);
}

type UndescribedQuery = Omit<RecentQuery, 'words'> & {
  readonly query: RecentRun['query'];
  /** The stored description, in the language of that time; null if the query is described in the current language. */
  readonly words: string | null;
};

/** Merges runs, newest first, views and copies, and returns the newest. */
export function newestQueries(
  runs: readonly RecentRun[],
  views: readonly SavedView[],
  copies: readonly KeptCopy[],
): readonly UndescribedQuery[] {
  const runOf = new Map(runs.map((run) => [queryKey(run), run]));
  const ofViews = views.map((view): UndescribedQuery => {
    const { refine, order, added } = view.display ?? {};
    const key = queryKey({ ...view, query: { ...view.query, refine, order, added } });
    const run = runOf.get(key);
    runOf.delete(key);
    return {
      id: `view ${view.id}`,
      kind: 'view',
      priceColumn: view.priceColumn,
      displayName: view.priceColumn,
      name: view.name,
      words: null,
      query: view.query,
      rowCount: run?.rowCount ?? null,
      atMs: Math.max(view.savedAtMs, run?.ranAtMs ?? 0),
      search: { view: view.id },
      // A setting of the view itself decides whether it runs.
      isRunOnArrival: false,
    };
  });
  const ofRuns = [...runOf.values()].map((run): UndescribedQuery => ({
    id: `run ${run.id}`,
    kind: 'run',
    priceColumn: run.priceColumn,
    displayName: run.priceColumn,
    name: null,
    words: null,
    query: run.query,
    rowCount: run.rowCount,
    atMs: run.ranAtMs,
    search: withoutAbsent(run.query),
    isRunOnArrival: true,
  }));
  const ofCopies = copies.map((copy): UndescribedQuery => ({
    id: `copy ${copy.id}`,
    kind: 'copy',
    priceColumn: String(copy.priceColumn['name']),
    displayName: copy.displayName,
    name: copy.name,
    words: copy.words,
    query: copy.search,
    rowCount: copy.rowCount,
    atMs: copy.keptAtMs,
    search: { ...copy.search, cacheKey: copyCacheKey(copy.id) },
    isRunOnArrival: false,
  }));
  return [...ofViews, ...ofRuns, ...ofCopies]
    .toSorted((a, b) => b.atMs - a.atMs)
    .slice(0, MAX_RECENT_QUERIES);
}

/** Returns the last run of each price column. `runs` are newest first. */
export function lastRunsOf(runs: readonly RecentRun[]): ReadonlyMap<string, LastRun> {
  const lastRuns = new Map<string, LastRun>();
  for (const { priceColumn, query, ranAtMs, rowCount } of runs) {
    const last = lastRuns.get(priceColumn);
    // Only filters of the service count, because filters in the browser do not change the row count of a run.
    const isFiltered = query.filter !== undefined;
    if (last === undefined) lastRuns.set(priceColumn, { ranAtMs, rowCount, isFiltered });
    else if (last.isFiltered && !isFiltered) lastRuns.set(priceColumn, { ...last, rowCount, isFiltered });
  }
  return lastRuns;
}

function queryKey({ priceColumn, query }: Pick<RecentRun, 'priceColumn' | 'query'>): string {
  const { fields, filter, sort, refine, order, added } = query;
  return JSON.stringify([priceColumn, fields, filter, sort, refine, order, added]);
}

function withoutAbsent(query: RecentRun['query']): Record<string, string> {
  const parts = Object.entries(query);
  return Object.fromEntries(parts.filter((part): part is [string, string] => part[1] !== undefined));
}
