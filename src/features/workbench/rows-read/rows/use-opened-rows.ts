import { ANALYSIS_KEY } from '@/analysis/reading/rows-read';
import { useEngineTable } from '../reading/use-engine-table';

interface ClosableRows {
  /** Closes the rows. After that, they can no longer be read. */
  readonly close: () => Promise<void>;
}

/** The opened rows of a query. `rowsId` identifies them. */
export interface OpenedRows<Rows, Query> {
  readonly rowsId: string;
  readonly query: Query;
  readonly opened: Rows;
}

/** The state of the rows of a query while they are opened. */
export interface RowsOpening<Rows, Query> {
  /** The opened rows. Those of the previous query stay until the new ones are open; null before the first rows. */
  readonly data: OpenedRows<Rows, Query> | null;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** Opens rows for each `rowsId`, which must be unique on the page. Closes the previous rows once the new ones are open. */
export function useOpenedRows<Rows extends ClosableRows, Query>(
  rowsId: string,
  query: Query,
  openRows: (signal: AbortSignal) => Promise<Rows>,
): RowsOpening<Rows, Query> {
  const { latest, failure, retry } = useEngineTable<OpenedRows<Rows, Query>>({
    key: [...ANALYSIS_KEY, 'opened rows', rowsId],
    isWanted: true,
    make: async (signal) => {
      const opened = await openRows(signal);
      return { value: { rowsId, query, opened }, drop: opened.close };
    },
  });
  return { data: latest, hasFailed: failure !== null, retry };
}
