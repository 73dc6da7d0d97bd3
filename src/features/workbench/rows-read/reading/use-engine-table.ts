import {
  hashKey,
  skipToken,
  useQueries,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { EngineError, type EngineFailure } from '@/analysis/engine/analysis-engine';
import { ANALYSIS_KEY } from '@/analysis/reading/rows-read';

/** A query key that is removed with the rows read. It starts with `rowsReadKey`, or contains the id of something made from the rows. */
export type EngineTableKey = readonly [...typeof ANALYSIS_KEY, ...unknown[]];

/** A value that was made, and a function that drops its tables in the engine. */
export interface MadeTable<Value> {
  readonly value: Value;
  readonly drop: () => Promise<void>;
}

interface EngineTableOptions<Value extends object | string, Progress> {
  /** A query key that contains everything on which the value depends. */
  readonly key: EngineTableKey;
  /** Whether to make the value now. If this becomes false, making is aborted, but a value that is already made stays. */
  readonly isWanted: boolean;
  /** Creates tables in the engine and returns the value. If it rejects, it must leave no table. */
  readonly make: (signal: AbortSignal, report: (progress: Progress) => void) => Promise<MadeTable<Value>>;
  /** How many values keep their tables: the latest one, and earlier ones that are still on screen. The default is 1. */
  readonly keeps?: number;
}

export interface EngineTable<Value> {
  /** The value for the current key; null until it is made. */
  readonly current: Value | null;
  /** The most recent value, which stays until another one is made; null if there is none. */
  readonly latest: Value | null;
  /** Why the value for the current key could not be made. */
  readonly failure: EngineFailure | null;
  readonly retry: () => void;
}

/** How long tables stay after the last component has stopped using them. A deferred render may still read them. */
const KEPT_MS = 1000;
const IDLE_KEY: EngineTableKey = [...ANALYSIS_KEY, 'idle'];

/** Keeps tables in the engine while components show results that were read from them. Components with equal keys share a value. */
export function useEngineTable<Value extends object | string, Progress = never>({
  key,
  isWanted,
  make,
  keeps = 1,
}: EngineTableOptions<Value, Progress>): EngineTable<Value> {
  const client = useQueryClient();
  const isMade = client.getQueryData(key) !== undefined;
  const { data, error, refetch } = useQuery({
    // The idle key makes this component stop observing the query, because only a query without observers is aborted.
    queryKey: isWanted || isMade ? key : IDLE_KEY,
    queryFn: ({ signal }) => makeTable(client, key, make, signal),
    enabled: isWanted,
    ...TABLE_OPTIONS,
  });
  const [shown, setShown] = useState<readonly EngineTableKey[]>([]);
  if (keeps > 0 && data !== undefined && !isSame(shown[0], key)) {
    setShown([key, ...shown.filter((each) => !isSame(each, key))].slice(0, keeps));
  }
  // These queries are observed so that their tables stay. Placeholder data would not keep the tables.
  const held = useQueries({
    queries: shown.slice(0, keeps).map((queryKey) => ({
      queryKey,
      queryFn: skipToken as typeof skipToken | (() => Value),
      ...TABLE_OPTIONS,
    })),
  });
  const current = data ?? null;
  return {
    current,
    latest: current ?? held[0]?.data ?? null,
    failure: error === null ? null : failureOf(error),
    retry: useCallback(() => void refetch(), [refetch]),
  };
}

const TABLE_OPTIONS = {
  staleTime: Infinity,
  gcTime: KEPT_MS,
  retry: false,
  networkMode: 'always',
  structuralSharing: false,
} as const;

/** Returns the query options for the progress that `make` reported last. Only components that use this query render with the progress. */
export function progressQuery(key: EngineTableKey): {
  readonly queryKey: EngineTableKey;
  readonly queryFn: typeof skipToken;
} {
  return { queryKey: [...key, 'progress'], queryFn: skipToken };
}

function isSame(one: EngineTableKey | undefined, other: EngineTableKey): boolean {
  return one !== undefined && hashKey(one) === hashKey(other);
}

async function makeTable<Value extends object | string>(
  client: QueryClient,
  queryKey: EngineTableKey,
  make: EngineTableOptions<Value, unknown>['make'],
  signal: AbortSignal,
): Promise<Value> {
  const progress = progressQuery(queryKey);
  // A failed attempt may have left its progress, which is reset.
  void client.resetQueries({ queryKey: progress.queryKey, exact: true });
  const query = client.getQueryCache().find({ queryKey, exact: true });
  const { value, drop } = await make(signal, (reported) => {
    if (!signal.aborted) client.setQueryData(progress.queryKey, reported);
  });
  if (signal.aborted || query === undefined) dropNow(drop);
  else dropWith(client, query, drop);
  return value;
}

/** The functions that drop the tables of each query. */
const drops = new WeakMap<object, readonly MadeTable<unknown>['drop'][]>();
const watched = new WeakSet<QueryClient>();

/** Drops tables when their query is removed, either some time after its last use or with the rows read. */
function dropWith(client: QueryClient, query: object, drop: MadeTable<unknown>['drop']): void {
  drops.set(query, [...(drops.get(query) ?? []), drop]);
  if (watched.has(client)) return;
  watched.add(client);
  client.getQueryCache().subscribe(({ type, query: removed }) => {
    if (type !== 'removed') return;
    for (const each of drops.get(removed) ?? []) dropNow(each);
    drops.delete(removed);
  });
}

function dropNow(drop: MadeTable<unknown>['drop']): void {
  // A failure is ignored, because if the engine has ended, its tables are gone, too.
  drop().catch(() => undefined);
}

/** Returns null if the rows were released meanwhile, because their results are no longer needed. */
function failureOf(error: unknown): EngineFailure | null {
  if (error instanceof DOMException && error.name === 'AbortError') return null;
  if (error instanceof EngineError) return error.failure;
  return { kind: 'query-failed', detail: error instanceof Error ? error.name : 'unknown' };
}
