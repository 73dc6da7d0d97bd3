import type { AnalysedTable } from './analysed-table';
import type { EngineConnection } from './engine-connection';
import { sql } from './sql';

/**
 * A connection to the worker of another one. Ending it drops its tables and leaves the worker to the owner. `onFailure` is
 * called with everything that calls through it reject with, so that the owner learns that the worker has ended.
 */
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
      // The code that waited for it has gone on without a result.
      ending.signal.throwIfAborted();
    }
  }

  function drop(table: AnalysedTable): void {
    // Without the worker the table is gone, too.
    owner.dropTable(table).catch(() => undefined);
  }

  return {
    ...owner,
    // The owner has done so.
    open: () => Promise.resolve(),
    createTable: (request, signal) =>
      shared(async () => {
        signal.throwIfAborted();
        // Rejects without the owner's worker: a table in another one would stand alone there, under the name of the owner's.
        await owner.query(sql`SELECT 1`, { signal, maxRows: 1 });
        // Not cancelled on the way: a table that nobody knows of could not be dropped.
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
    terminate: () => {
      if (ending.signal.aborted) return;
      ending.abort(new DOMException('The connection was ended.', 'AbortError'));
      for (const table of tables) drop(table);
    },
  };
}

const NEVER = new AbortController().signal;
