import type { AnalysedTable } from './analysed-table';
import type { EngineConnection } from './engine-connection';
import { sql } from './sql';

/** Shares the owner's worker. Ending drops only the tables of its pages. `onFailure` gets the errors of all calls. */
export function sharedConnection(
  owner: EngineConnection,
  onFailure: (error: unknown) => void,
): EngineConnection {
  const ending = new AbortController();
  const tables: AnalysedTable[] = [];

  async function shared<T>(ask: () => Promise<T>): Promise<T> {
    ending.signal.throwIfAborted();
    try {
      return await ask();
    } catch (error) {
      onFailure(error);
      throw error;
    } finally {
      // After the end, the caller must not get a result.
      ending.signal.throwIfAborted();
    }
  }

  function drop(table: AnalysedTable): void {
    // If the worker has ended, the table is gone, too.
    owner.dropTable(table).catch(() => undefined);
  }

  return {
    ...owner,
    // The owner has opened the engine.
    open: () => Promise.resolve(),
    createTable: (request, signal) =>
      shared(async () => {
        signal.throwIfAborted();
        // Rejects if the owner's worker has ended: a new worker would give the table the name of one of the owner's tables.
        await owner.query(sql`SELECT 1`, { signal, maxRows: 1 });
        // Must not be cancelled: a table without a known name could not be dropped.
        const table = await owner.createTable(request, NEVER);
        if (ending.signal.aborted || signal.aborted) drop(table);
        else tables.push(table);
        signal.throwIfAborted();
        return table;
      }),
    addPage: (table, page, body) => shared(() => owner.addPage(table, page, body)),
    addTexts: (table, startIndex, columns) => shared(() => owner.addTexts(table, startIndex, columns)),
    query: (query, { signal, maxRows }) =>
      shared(() =>
        owner.query(query, {
          signal: signal === undefined ? ending.signal : AbortSignal.any([signal, ending.signal]),
          maxRows,
        }),
      ),
    bytes: (query, signal) => shared(() => owner.bytes(query, AbortSignal.any([signal, ending.signal]))),
    texts: (query, signal) => shared(() => owner.texts(query, AbortSignal.any([signal, ending.signal]))),
    materialise: (queries, signal) =>
      shared(() => owner.materialise(queries, AbortSignal.any([signal, ending.signal]))),
    createView: (query, signal) =>
      shared(() => owner.createView(query, AbortSignal.any([signal, ending.signal]))),
    terminate: () => {
      if (ending.signal.aborted) return;
      ending.abort(new DOMException('The connection was ended.', 'AbortError'));
      for (const table of tables) drop(table);
    },
  };
}

const NEVER = new AbortController().signal;
