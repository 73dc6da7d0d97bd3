import { useEffect, useEffectEvent, useState } from 'react';
import { useEngineTask } from '../engine/use-engine-task';

interface ClosableRows {
  /** Closes the rows. They cannot be read any more. */
  readonly close: () => Promise<void>;
}

/** The rows of a query, which `rowsId` identifies. */
export interface OpenedRows<Rows, Query> {
  readonly rowsId: string;
  readonly query: Query;
  readonly opened: Rows;
}

/** The rows of a query while they are opened. */
export interface RowsOpening<Rows, Query> {
  /** The rows, of a former query until those of another one are open; null before the first ones. */
  readonly data: OpenedRows<Rows, Query> | null;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** Opens rows in the engine, and other ones when `rowsId` changes. The previous rows are closed once the new ones are open. */
export function useOpenedRows<Rows extends ClosableRows, Query>(
  rowsId: string,
  query: Query,
  openRows: (signal: AbortSignal) => Promise<Rows>,
): RowsOpening<Rows, Query> {
  const { state, start, cancel } = useEngineTask<OpenedRows<Rows, Query>>();
  const [attempt, setAttempt] = useState(0);
  const open = useEffectEvent(async (signal: AbortSignal) => {
    const opened = await openRows(signal);
    return { result: { rowsId, query, opened }, drop: opened.close };
  });
  useEffect(() => {
    start({ key: rowsId, work: (signal) => open(signal) });
    return cancel;
  }, [start, cancel, rowsId, attempt]);
  return {
    data: state.result,
    hasFailed: state.failed?.key === rowsId,
    retry: () => setAttempt((count) => count + 1),
  };
}
