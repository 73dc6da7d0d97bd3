import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useWorkbenchScope } from '../../use-workbench';
import type { ComparisonEngine } from '../engine/analysis-engine';
import { openChanges, type ChangeRows, type ChangesQuery } from './change-rows';
import type { Comparison } from './comparison';

/** Rows of a comparison; `rowsId` tells them from those of another query. */
export interface OpenedChanges {
  readonly rowsId: string;
  readonly query: ChangesQuery;
  readonly opened: ChangeRows;
}

/** Opens rows of a comparison, and lets them go when others are there. Those before stay until then. */
export function useOpenChanges(
  engine: ComparisonEngine,
  comparison: Comparison,
  query: ChangesQuery,
): { readonly data: OpenedChanges | null; readonly hasFailed: boolean; readonly retry: () => void } {
  const { priceColumn } = useWorkbenchScope();
  const [data, setData] = useState<OpenedChanges | null>(null);
  const [failedId, setFailedId] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const held = useRef<ChangeRows | null>(null);
  const rowsId = JSON.stringify(query);
  const open = useEffectEvent(async (signal: AbortSignal) => {
    const opened = await openChanges(engine, comparison, query, signal, priceColumn.fields);
    return { rowsId, query, opened };
  });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const load = async () => {
      try {
        const opening = await open(signal);
        if (signal.aborted) return close(opening.opened);
        close(held.current);
        held.current = opening.opened;
        setData(opening);
        setFailedId(null);
      } catch {
        if (!signal.aborted) setFailedId(rowsId);
      }
    };
    void load();
    return () => controller.abort();
  }, [rowsId, attempt]);
  useEffect(
    () => () => {
      close(held.current);
      held.current = null;
    },
    [],
  );
  return {
    data,
    hasFailed: failedId === rowsId,
    retry: () => {
      setFailedId(null);
      setAttempt((count) => count + 1);
    },
  };
}

function close(rows: ChangeRows | null): void {
  // With its engine the table is gone.
  rows?.close().catch(() => undefined);
}
