import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { extractPageEndpoint } from '@/contract/extraction.schema';
import { useServiceClient, useSession } from '@/session/session-context';
import { browserClock } from '@/shared/http/clock';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import { rowIdentity } from '../../snapshot/row-identity';
import { useOnReconnect } from '../../../../session/use-on-reconnect';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { connectEngine } from '../engine/connect-engine';
import { ANALYSIS_KEY, type RowDoubts, type RowsRead } from './rows-read';
import {
  foresee,
  foreseenRowBytes,
  lastReadingMeasure,
  memoryBudget,
  recordReadingMeasure,
  type Forecast,
  type MeasuredRows,
  type ReadColumn,
} from './forecast';
import { MOST_ROWS_AT_ONCE } from './reading-plan';
import type { ReadingState } from './reading-state';
import { createReadingStore, type ReadingStore } from './reading-store';
import { useRecentActivity } from './use-recent-activity';

/** The reading of a snapshot on screen. */
export interface Reading {
  readonly store: ReadingStore;
  readonly state: ReadingState;
  /** The rows that the views query; null until there are any. */
  readonly rowsRead: RowsRead | null;
  readonly budgetBytes: number;
  /** The estimated memory of the first reading's rows in the same engine; 0 if this is the first reading. */
  readonly bytesBefore: number;
  readonly foreseeRows: (rowCount: number) => Forecast;
  /** Whether all rows may be read without asking. */
  readonly mayReadAll: boolean;
}

/**
 * Reads the rows of a snapshot once a view needs them. They stay until the snapshot is replaced, the workbench is left, or
 * the person signs out. A second reading shares the engine of the first, and ends with the rows of the first.
 */
export function useReading(shown: OpenSnapshot, isNeeded: boolean, first: Reading | null = null): Reading {
  const plan = useReadingPlan(shown, first);
  const ports = useLatestPorts(shown, plan, first);
  const [store] = useState(() => createReadingStore(shown.snapshot.rowCount, ports));
  const state = useSyncExternalStore(store.subscribe, store.getState);

  const { status } = useSession();
  // After a session has ended the person can sign in again without losing the rows.
  const isSignedOut = status !== 'signed-in' && status !== 'ended';
  useEffect(() => {
    if (isSignedOut) store.release();
    else if (isNeeded) store.need();
  }, [store, isSignedOut, isNeeded]);
  const queryClient = useQueryClient();
  const isSecond = first !== null;
  const firstTable = first?.state.table ?? null;
  useEffect(
    () => () => {
      store.release();
      // The views' cached results contain values of rows.
      if (!isSecond) queryClient.removeQueries({ queryKey: ANALYSIS_KEY });
    },
    [store, queryClient, isSecond, firstTable],
  );
  useOnReconnect(store.tryNow);

  const { table, shown: rows } = state;
  const rowsRead = useMemo(
    () =>
      table === null || rows === null
        ? null
        : { engine: store.engine, table, snapshot: shown.snapshot, ...rows },
    [store, table, rows, shown],
  );
  return { store, state, rowsRead, ...plan };
}

type PlannedReading = Pick<Reading, 'budgetBytes' | 'bytesBefore' | 'foreseeRows' | 'mayReadAll'> & {
  readonly columns: readonly ReadColumn[];
  readonly rowBytes: number;
};

/** Returns the columns to read, without those that the account may not view, and what reading them takes. */
function useReadingPlan(
  { snapshot, columns: names, rows }: OpenSnapshot,
  first: Reading | null,
): PlannedReading {
  const { priceColumn, isLocked } = useWorkbenchScope();
  const bytesBefore = first === null ? 0 : first.foreseeRows(first.state.snapshotRows).bytes;
  return useMemo(() => {
    const columns = names.flatMap((name, cellIndex) => {
      const field = priceColumn.fields.find((each) => each.name === name) ?? null;
      return field !== null && isLocked(field) ? [] : [{ name, field, cellIndex }];
    });
    const firstRows = Array.from({ length: Math.min(SAMPLED_ROWS, snapshot.rowCount) }, (_, row) =>
      rows.getRow(row),
    );
    const rowBytes = foreseenRowBytes(
      columns,
      firstRows.filter((row) => row !== null),
    );
    const budgetBytes = memoryBudget((navigator as { readonly deviceMemory?: number }).deviceMemory);
    const foreseeRows = (rowCount: number) =>
      foresee(rowCount, columns.length, rowBytes, lastReadingMeasure());
    const mayReadAll =
      snapshot.rowCount <= MOST_ROWS_AT_ONCE &&
      bytesBefore + foreseeRows(snapshot.rowCount).bytes <= budgetBytes;
    return { columns, rowBytes, budgetBytes, bytesBefore, foreseeRows, mayReadAll };
  }, [snapshot, names, rows, priceColumn, isLocked, bytesBefore]);
}

/** From the first page, which is received with the snapshot. */
const SAMPLED_ROWS = 200;

/** The store outlives renders, so its ports read the values of the latest one. */
function useLatestPorts(shown: OpenSnapshot, plan: PlannedReading, first: Reading | null) {
  const client = useServiceClient();
  const { priceColumn } = useWorkbenchScope();
  const latest = useRef({ client, plan, priceColumn });
  useLayoutEffect(() => {
    latest.current = { client, plan, priceColumn };
  });
  const isActive = useRecentActivity();
  const { snapshot, columns, receivePage } = shown;
  const [ports] = useState(() => ({
    connect: first === null ? connectEngine : first.store.share,
    tableRequest: () => ({
      priceColumn: priceColumn.name,
      snapshot,
      columns: latest.current.plan.columns,
    }),
    rowIdentity: () =>
      rowIdentity(
        latest.current.plan.columns.map(({ name }) => name),
        latest.current.priceColumn,
      ),
    fetchPage: (page: number, pageSize: number, signal: AbortSignal) =>
      receivePage?.(page, pageSize, signal) ??
      latest.current.client.receive(
        extractPageEndpoint,
        { priceColumn: priceColumn.name, cacheKey: snapshot.cacheKey, columns, page, pageSize },
        { signal },
      ),
    mayReadAll: () => latest.current.plan.mayReadAll,
    budgetBytes: plan.budgetBytes,
    isPersonActive: isActive,
    onMeasured: (rows: MeasuredRows) => {
      const { rowBytes, columns: read } = latest.current.plan;
      recordReadingMeasure(rows, read.length, rowBytes);
    },
    onDoubts: ({ doubled }: RowDoubts) => {
      if (doubled !== null) shown.doubledKeys?.report(doubled);
    },
    onSnapshotLost: (error: unknown) => shown.rows.fail(error),
    clock: browserClock(),
    random: Math.random,
  }));
  return ports;
}
