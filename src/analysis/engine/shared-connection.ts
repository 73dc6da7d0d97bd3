import { connectionOf, isKeeping, type EngineCall, type EngineConnection } from './engine-connection';
import { sql } from './sql';

/** Returns a connection through the owner's worker. Ending it drops only its own tables. `onFailure` gets errors except cancellations. */
export function sharedConnection(
  owner: EngineConnection,
  onFailure: (error: unknown) => void,
): EngineConnection {
  const ending = new AbortController();
  const tables: string[] = [];

  async function shared<T>(asked: AbortSignal, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
    ending.signal.throwIfAborted();
    const signal = AbortSignal.any([asked, ending.signal]);
    try {
      return await ask(signal);
    } catch (error) {
      if (!signal.aborted) onFailure(error);
      throw error;
    } finally {
      // Once this connection has ended, the caller must not get a result.
      ending.signal.throwIfAborted();
    }
  }

  function drop(sqlName: string): void {
    // If the worker has ended, its tables no longer exist, so a failure is ignored.
    owner.drop(sqlName).catch(() => undefined);
  }

  const call: EngineCall = async (command, options) => {
    // A table that was kept must be dropped even after this connection has ended.
    if (command.kind === 'drop') return owner.call(command, options);
    return shared(options?.signal ?? NEVER, async (signal) => {
      const result = await owner.call(command, { ...options, signal });
      if (ending.signal.aborted && isKeeping(command)) drop(command.sqlName);
      return result;
    });
  };

  function terminate(): void {
    if (ending.signal.aborted) return;
    ending.abort(new DOMException('The connection was ended.', 'AbortError'));
    for (const table of tables) drop(table);
  }

  return {
    ...connectionOf(call, terminate),
    // The owner has opened the engine already.
    open: () => Promise.resolve(),
    createTable: (request, asked) =>
      shared(asked, async (signal) => {
        signal.throwIfAborted();
        // Rejects if the owner's worker has ended. A new worker would give the table the name of one of the owner's tables.
        await owner.query(sql`SELECT 1`, { signal, maxRows: 1 });
        // The creation is never cancelled, because a table without a known name could not be dropped.
        const table = await owner.createTable(request, NEVER);
        if (signal.aborted) drop(table.sqlName);
        else tables.push(table.sqlName);
        signal.throwIfAborted();
        return table;
      }),
  };
}

const NEVER = new AbortController().signal;
