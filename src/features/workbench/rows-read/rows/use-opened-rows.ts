import { useEffect, useEffectEvent, useRef, useState } from 'react';

interface ClosableRows {
  /** Lets the rows go. They cannot be read any more. */
  readonly close: () => Promise<void>;
}

/** Rows of a query; `rowsId` tells them from those of another one. */
export interface OpenedRows<Rows, Query> {
  readonly rowsId: string;
  readonly query: Query;
  readonly opened: Rows;
}

/**
 * Opens rows in the engine, others with every other `rowsId`, and lets them go when those are there. The ones before stay
 * until then.
 */
export function useOpenedRows<Rows extends ClosableRows, Query>(
  rowsId: string,
  query: Query,
  openRows: (signal: AbortSignal) => Promise<Rows>,
): {
  readonly data: OpenedRows<Rows, Query> | null;
  readonly hasFailed: boolean;
  readonly retry: () => void;
} {
  const [data, setData] = useState<OpenedRows<Rows, Query> | null>(null);
  const [failedId, setFailedId] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const held = useRef<Rows | null>(null);
  const open = useEffectEvent(async (signal: AbortSignal) => {
    const opened = await openRows(signal);
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

function close(rows: ClosableRows | null): void {
  // With its engine the table is gone.
  rows?.close().catch(() => undefined);
}
