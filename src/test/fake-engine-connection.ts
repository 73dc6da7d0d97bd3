import type { AnalysedTable } from '@/analysis/engine/analysed-table';
import { connectionOf, type EngineCall, type EngineConnection } from '@/analysis/engine/engine-connection';
import type {
  AddedPage,
  EngineCommand,
  EngineResults,
  TableRequest,
} from '@/analysis/engine/engine-messages';
import { rowsOfPage } from '@/contract/page-mismatch';

export interface FakeEngine {
  readonly connect: () => EngineConnection;
  /** Returns the pages in the table of the last connection, in the order of arrival. */
  readonly pages: () => readonly number[];
  /** Returns the names of the tables that were dropped. */
  readonly dropped: () => readonly string[];
  readonly startedCount: () => number;
  readonly runningCount: () => number;
  /** Returns the error with which adding a page rejects, or null if the page is added. */
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
      const addRows = (rowCount: number): AddedPage => {
        readCount += rowCount;
        return { rowCount, misfits: {}, memoryBytes: readCount * engine.bytesPerRow };
      };
      const failWith = (error: Error | null) => {
        if (error !== null) throw error;
      };
      const call = async (command: EngineCommand): Promise<EngineResults[EngineCommand['kind']]> => {
        switch (command.kind) {
          case 'open':
            failWith(engine.openError);
            return null;
          case 'createTable': {
            failWith(isTerminated ? new DOMException('Ended', 'AbortError') : engine.tableError);
            const table: AnalysedTable = { sqlName: `rows_${started}_${requests.size + 1}`, columns: [] };
            requests.set(table.sqlName, command.request);
            return table;
          }
          case 'addPage': {
            failWith(engine.failPage(command.page));
            own.push(command.page);
            const request = requests.get(command.sqlName);
            return addRows(
              rowsOfPage(request?.snapshot?.rowCount ?? 0, command.page, request?.pageSize ?? 1),
            );
          }
          case 'addTexts':
            return addRows(command.columns[0]?.ends.length ?? 0);
          case 'drop':
            dropped.push(command.sqlName);
            return null;
          case 'query':
            failWith(engine.queryError);
            return { columns: [], rows: [], isTruncated: false };
          case 'bytes':
          case 'texts':
          case 'materialise':
          case 'createView':
            throw new Error('The fake engine computes nothing.');
        }
      };
      return connectionOf(call as EngineCall, () => {
        if (!isTerminated) running -= 1;
        isTerminated = true;
      });
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
