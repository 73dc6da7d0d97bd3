import { ANALYSIS_KEY } from '../reading/rows-read';
import { useEngineTable } from '../reading/use-engine-table';

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

/** Opens rows for each `rowsId`, unique on the page; closes the previous ones once the new ones are open. */
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
