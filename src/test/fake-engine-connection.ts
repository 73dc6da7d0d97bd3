import type { AnalysedTable } from '@/features/workbench/rows-read/engine/analysed-table';
import type {
  AddedPage,
  EngineConnection,
  TableRequest,
} from '@/features/workbench/rows-read/engine/engine-connection';
import { rowsOfPage } from '@/contract/page-mismatch';

export interface FakeEngine {
  readonly connect: () => EngineConnection;
  /** The pages that are in the table of the last connection, in the order of arrival. */
  readonly pages: () => readonly number[];
  /** The tables that were dropped. */
  readonly dropped: () => readonly string[];
  readonly startedCount: () => number;
  readonly runningCount: () => number;
  /** The error that adding a page rejects with; null to add it. */
  failPage: (page: number) => Error | null;
  /** The error that loading the engine rejects with. */
  openError: Error | null;
  /** The error that creating the table rejects with. */
  tableError: Error | null;
  /** The error that a query rejects with. */
  queryError: Error | null;
  bytesPerRow: number;
}

/** Creates a fake engine that only counts the rows of the pages it receives. */
export function createFakeEngine(): FakeEngine {
  let started = 0;
  let running = 0;
  let pages: number[] = [];
  const dropped: string[] = [];
  const engine: FakeEngine = {
    connect: () => {
      started += 1;
      running += 1;
      pages = [];
      const own = pages;
      const requests = new Map<string, TableRequest>();
      let readCount = 0;
      let isTerminated = false;
      const added = ({ sqlName }: AnalysedTable, page: number): AddedPage => {
        const request = requests.get(sqlName);
        const total = request?.snapshot?.rowCount ?? 0;
        own.push(page);
        return addedRows(rowsOfPage(total, page, request?.pageSize ?? 1));
      };
      const addedRows = (rowCount: number): AddedPage => {
        readCount += rowCount;
        return { rowCount, misfits: {}, memoryBytes: readCount * engine.bytesPerRow };
      };
      return {
        open: () => (engine.openError === null ? Promise.resolve() : Promise.reject(engine.openError)),
        createTable: (asked) => {
          if (isTerminated) return Promise.reject(new DOMException('Ended', 'AbortError'));
          const table: AnalysedTable = { sqlName: `rows_${started}_${requests.size + 1}`, columns: [] };
          if (engine.tableError === null) requests.set(table.sqlName, asked);
          return engine.tableError === null ? Promise.resolve(table) : Promise.reject(engine.tableError);
        },
        addPage: (table, page) => {
          const error = engine.failPage(page);
          return error === null ? Promise.resolve(added(table, page)) : Promise.reject(error);
        },
        addTexts: (_table, _startIndex, [first = []]) =>
          Promise.resolve(addedRows('bytes' in first ? first.ends.length : first.length)),
        dropTable: ({ sqlName }) => {
          dropped.push(sqlName);
          return Promise.resolve();
        },
        bytes: () => Promise.reject(new Error('The fake engine computes nothing.')),
        texts: () => Promise.reject(new Error('The fake engine computes nothing.')),
        materialise: () => Promise.reject(new Error('The fake engine computes nothing.')),
        createView: () => Promise.reject(new Error('The fake engine computes nothing.')),
        drop: () => Promise.resolve(),
        query: () =>
          engine.queryError === null
            ? Promise.resolve({ columns: [], rows: [], isTruncated: false })
            : Promise.reject(engine.queryError),
        terminate: () => {
          if (!isTerminated) running -= 1;
          isTerminated = true;
        },
      };
    },
    pages: () => pages,
    dropped: () => dropped,
    startedCount: () => started,
    runningCount: () => running,
    failPage: () => null,
    openError: null,
    tableError: null,
    queryError: null,
    bytesPerRow: 100,
  };
  return engine;
}
