import { buffersOf } from '@/lib/row-batches/column-buffers';
import type { WorkerCalls } from '@/ui/workers/worker-calls';
import type { AnalysedTable } from './analysed-table';
import type { AnalysisEngine } from './analysis-engine';
import { encodeTexts, type EncodedTexts } from './encoded-texts';
import type { AddedPage, EngineCommand, EngineResults, PageRows, TableRequest } from './engine-messages';

/** Sends a command to the worker, and returns its result. */
export type EngineCall = WorkerCalls<EngineCommand, EngineResults>['call'];

/** The page's connection to the engine in its worker. */
export interface EngineConnection extends AnalysisEngine {
  /** Sends any command to the worker, for connections that share this one. */
  readonly call: EngineCall;
  /** Starts the worker and loads the engine in advance, before the first table needs it. Rejects with EngineError. */
  readonly open: (signal: AbortSignal) => Promise<void>;
  /** Creates a table. Its pages can be added in any order. Rejects with EngineError. */
  readonly createTable: (request: TableRequest, signal: AbortSignal) => Promise<AnalysedTable>;
  /**
   * Checks a page against the snapshot, and adds all its rows or none. The page's buffers are transferred. `page` starts at 1. Rejects with
   * EngineError, PageMismatchError, or ServiceError if the body is malformed.
   */
  readonly addPage: (table: AnalysedTable, page: number, body: PageRows) => Promise<AddedPage>;
  /**
   * Adds rows to a table without a snapshot, all or none, in any order. `startIndex`: the position of the first row, starting at 0.
   * `columns`: the texts in the order of the table, with null for no value; buffers are transferred. Texts are read as in a page, so a text
   * that does not fit its column is a misfit, and `true` and `false` are booleans. Rejects with EngineError.
   */
  readonly addTexts: (
    table: AnalysedTable,
    startIndex: number,
    columns: readonly (readonly (string | null)[] | EncodedTexts)[],
  ) => Promise<AddedPage>;
  /** Ends the worker and frees its memory. Pending calls reject with an AbortError. */
  readonly terminate: () => void;
}

/** Returns the functions of an engine that is reached through `call`. */
export function engineOf(call: EngineCall): AnalysisEngine {
  return {
    query: (query, { signal, maxRows }) => call({ kind: 'query', query, maxRows }, { signal }),
    bytes: (query, signal) => call({ kind: 'bytes', query }, { signal }),
    texts: (query, signal) => call({ kind: 'texts', query }, { signal }),
    materialise: (queries, signal) =>
      call({ kind: 'materialise', sqlName: newName('kept'), queries }, { signal }),
    createView: async (query, signal) => {
      const sqlName = newName('view');
      await call({ kind: 'createView', sqlName, query }, { signal });
      return sqlName;
    },
    drop: async (sqlName) => {
      await call({ kind: 'drop', sqlName });
    },
  };
}

/** Returns the connection to an engine that is reached through `call`. */
export function connectionOf(call: EngineCall, terminate: () => void): EngineConnection {
  return {
    ...engineOf(call),
    call,
    open: async (signal) => {
      await call({ kind: 'open' }, { signal });
    },
    createTable: (request, signal) => call({ kind: 'createTable', request }, { signal }),
    addPage: ({ sqlName }, page, body) =>
      call(
        { kind: 'addPage', sqlName, page, body },
        { transfer: 'columns' in body ? buffersOf(body) : body.map(({ buffer }) => buffer) },
      ),
    addTexts: async ({ sqlName }, startIndex, texts) => {
      const columns = texts.map((column) => ('bytes' in column ? column : encodeTexts(column)));
      const buffers = columns.flatMap(({ kinds, ends, bytes }) => [kinds.buffer, ends.buffer, bytes.buffer]);
      // A column may be passed twice, but its buffers can be transferred only once.
      const transfer = [...new Set(buffers)];
      return call({ kind: 'addTexts', sqlName, startIndex, columns }, { transfer });
    },
    terminate,
  };
}

/** Whether a command creates a table or a view under a name that the page has chosen. */
export function isKeeping(
  command: EngineCommand,
): command is Extract<EngineCommand, { kind: 'createView' | 'materialise' }> {
  return command.kind === 'createView' || command.kind === 'materialise';
}

let nameCount = 0;

/** Returns a name that is unique among all engines of the page, because a table may be dropped after its engine was replaced. */
function newName(kind: 'kept' | 'view'): string {
  nameCount += 1;
  return `${kind}_${nameCount}`;
}
