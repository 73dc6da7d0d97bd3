import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { PriceColumn } from '@/contract/column';
import { useServiceClient, useSession } from '@/session/session-context';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { useOnReconnect } from '../../../../session/use-on-reconnect';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { connectEngine } from '@/analysis/engine/connect-engine';
import { ANALYSIS_KEY, type RowsRead } from '@/analysis/reading/rows-read';
import { foresee, lastReadingMeasure, type Forecast } from '@/analysis/reading/forecast';
import { MOST_ROWS_AT_ONCE } from '@/analysis/reading/reading-plan';
import type { ReadingState } from '@/analysis/reading/reading-state';
import {
  budgetOfDevice,
  columnsToRead,
  createSnapshotReading,
  sourceOf,
  type ColumnsToRead,
  type ReadingSource,
} from '@/analysis/reading/snapshot-reading';
import type { ReadingStore } from '@/analysis/reading/reading-store';
import { useRecentActivity } from './use-recent-activity';

export interface Reading {
  readonly store: ReadingStore;
  readonly state: ReadingState;
  /** The rows that the views query; null until some are read. */
  readonly rowsRead: RowsRead | null;
  readonly budgetBytes: number;
  /** The estimated memory of the first reading's rows if this reading shares their engine; 0 for the first reading. */
  readonly bytesBefore: number;
  readonly foreseeRows: (rowCount: number) => Forecast;
  /** Whether all rows may be read without asking the user. */
  readonly mayReadAll: boolean;
}

/** Reads the snapshot's rows once a view needs them, and keeps them until the snapshot, workbench or session ends. */
export function useReading(openSnapshot: OpenSnapshot, priceColumn: PriceColumn, isNeeded: boolean): Reading;
/** Reads another snapshot into the engine of the first reading, and ends with that reading. Without a snapshot, returns null. */
export function useReading(
  openSnapshot: OpenSnapshot | null,
  priceColumn: PriceColumn,
  isNeeded: boolean,
  first: Reading,
): Reading | null;
export function useReading(
  openSnapshot: OpenSnapshot | null,
  priceColumn: PriceColumn,
  isNeeded: boolean,
  first: Reading | null = null,
): Reading | null {
  const plan = useReadingPlan(openSnapshot, priceColumn, first);
  const store = useReadingStore(openSnapshot, priceColumn, plan, first);
  const state = useSyncExternalStore(store?.subscribe ?? subscribeToNothing, store?.getState ?? getNothing);

  const { status } = useSession();
  // If a session has expired ("ended"), the rows stay, so that the user can sign in again without losing them.
  const isSignedOut = status !== 'signed-in' && status !== 'ended';
  useEffect(() => {
    if (isSignedOut) store?.release();
    else if (isNeeded) store?.need();
  }, [store, isSignedOut, isNeeded]);
  const queryClient = useQueryClient();
  const isFurther = first !== null;
  const firstTable = first?.state.table ?? null;
  useEffect(() => () => store?.release(), [store, firstTable]);
  const run = state?.run;
  useEffect(
    () => () => {
      // The engine ends with the run. The views' cached results are removed, because they contain its values and name its tables.
      if (!isFurther) queryClient.removeQueries({ queryKey: ANALYSIS_KEY });
    },
    [store, run, queryClient, isFurther],
  );
  useOnReconnect(() => store?.tryNow());

  const { table = null, shown: rows = null } = state ?? {};
  const rowsRead = useMemo(
    () =>
      store === null || openSnapshot === null || table === null || rows === null
        ? null
        : { engine: store.engine, table, snapshot: openSnapshot.snapshot, ...rows },
    [store, table, rows, openSnapshot],
  );
  if (store === null || state === null || plan === null) return null;
  return { store, state, rowsRead, ...plan };
}

const subscribeToNothing = () => () => undefined;
const getNothing = () => null;

type PlannedReading = Pick<Reading, 'budgetBytes' | 'bytesBefore' | 'foreseeRows' | 'mayReadAll'> &
  ColumnsToRead;

/** Returns the columns to read, without those that the account may not view, and estimates of the time and memory for reading them. */
function useReadingPlan(
  openSnapshot: OpenSnapshot | null,
  priceColumn: PriceColumn,
  first: Reading | null,
): PlannedReading | null {
  const { isLocked } = useWorkbenchScope();
  const bytesBefore = first === null ? 0 : first.foreseeRows(first.state.snapshotRows).bytes;
  return useMemo(() => {
    if (openSnapshot === null) return null;
    const { snapshot } = openSnapshot;
    const { columns, rowBytes } = columnsToRead(openSnapshot, priceColumn, isLocked);
    const budgetBytes = budgetOfDevice();
    const foreseeRows = (rowCount: number) =>
      foresee(rowCount, columns.length, rowBytes, lastReadingMeasure(), sourceOf(openSnapshot));
    const mayReadAll =
      snapshot.rowCount <= MOST_ROWS_AT_ONCE &&
      bytesBefore + foreseeRows(snapshot.rowCount).bytes <= budgetBytes;
    return { columns, rowBytes, budgetBytes, bytesBefore, foreseeRows, mayReadAll };
  }, [openSnapshot, priceColumn, isLocked, bytesBefore]);
}

/** Returns the store of a snapshot's reading. The store outlives renders, so it reads the values of the latest render from a ref. */
function useReadingStore(
  openSnapshot: OpenSnapshot | null,
  priceColumn: PriceColumn,
  plan: PlannedReading | null,
  first: Reading | null,
): ReadingStore | null {
  const client = useServiceClient();
  const isActive = useRecentActivity();
  const latest = useRef<ReadingSource | null>(null);
  useLayoutEffect(() => {
    if (plan !== null) latest.current = { client, plan, priceColumn };
  });
  const connect = first?.store.share ?? connectEngine;
  const cacheKey = openSnapshot?.snapshot.cacheKey;
  return useMemo(() => {
    if (openSnapshot === null) return null;
    const source = () => latest.current as ReadingSource;
    const options = { connect, isPersonActive: isActive };
    return createSnapshotReading(openSnapshot, priceColumn.name, source, options);
    // `openSnapshot` is not a dependency, because a snapshot that is opened again or renamed has the same rows.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [cacheKey, connect, isActive]);
}
