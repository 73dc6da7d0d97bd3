import type { AnalysedTable } from '@/features/workbench/analysis/model/analysed-table';
import type {
  AddedPage,
  EngineConnection,
  TableRequest,
} from '@/features/workbench/analysis/engine/engine-connection';
import { rowsOfPage } from '@/contract/page-mismatch';

export interface FakeEngine {
  readonly connect: () => EngineConnection;
  /** The pages that are in the table of the last connection, in the order of arrival. */
  readonly pages: () => readonly number[];
  readonly startedCount: () => number;
  readonly runningCount: () => number;
  /** What adding a page rejects with; null to add it. */
  failPage: (page: number) => Error | null;
  /** What creating the table rejects with. */
  tableError: Error | null;
  /** What a query rejects with. */
  queryError: Error | null;
  bytesPerRow: number;
}

/** An engine that counts the rows of the pages that it is given. */
export function createFakeEngine(): FakeEngine {
  let started = 0;
  let running = 0;
  let pages: number[] = [];
  const engine: FakeEngine = {
    connect: () => {
      started += 1;
      running += 1;
      pages = [];
      const own = pages;
      let request: TableRequest | null = null;
      let readCount = 0;
      let isTerminated = false;
      const added = (page: number): AddedPage => {
        const total = request?.snapshot?.rowCount ?? 0;
        own.push(page);
        return addedRows(rowsOfPage(total, page, request?.pageSize ?? 1));
      };
      const addedRows = (rowCount: number): AddedPage => {
        readCount += rowCount;
        return { rowCount, misfits: {}, memoryBytes: readCount * engine.bytesPerRow };
      };
      return {
        createTable: (asked) => {
          request = asked;
          const table: AnalysedTable = { sqlName: `rows_${started}`, columns: [] };
          return engine.tableError === null ? Promise.resolve(table) : Promise.reject(engine.tableError);
        },
        addPage: (_table, page) => {
          const error = engine.failPage(page);
          return error === null ? Promise.resolve(added(page)) : Promise.reject(error);
        },
        addTexts: (_table, _startIndex, [first = []]) =>
          Promise.resolve(addedRows('bytes' in first ? first.ends.length : first.length)),
        dropTable: () => Promise.resolve(),
        materialise: () => Promise.reject(new Error('The fake engine computes nothing.')),
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
    startedCount: () => started,
    runningCount: () => running,
    failPage: () => null,
    tableError: null,
    queryError: null,
    bytesPerRow: 100,
  };
  return engine;
}
