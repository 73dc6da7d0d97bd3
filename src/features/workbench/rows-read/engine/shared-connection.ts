import { connectionOf, isKeeping, type EngineCall, type EngineConnection } from './engine-connection';
import { sql } from './sql';

/** Shares the owner's worker. Ending drops only the tables of its pages. `onFailure` gets the errors of calls that nobody has cancelled. */
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
      // After the end, the caller must not get a result.
      ending.signal.throwIfAborted();
    }
  }

  function drop(sqlName: string): void {
    // If the worker has ended, the table is gone, too.
    owner.drop(sqlName).catch(() => undefined);
  }

  const call: EngineCall = async (command, options) => {
    // What was kept must be dropped after the end, too.
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
    // The owner has opened the engine.
    open: () => Promise.resolve(),
    createTable: (request, asked) =>
      shared(asked, async (signal) => {
        signal.throwIfAborted();
        // Rejects if the owner's worker has ended: a new worker would give the table the name of one of the owner's tables.
        await owner.query(sql`SELECT 1`, { signal, maxRows: 1 });
        // Must not be cancelled: a table without a known name could not be dropped.
        const table = await owner.createTable(request, NEVER);
        if (signal.aborted) drop(table.sqlName);
        else tables.push(table.sqlName);
        signal.throwIfAborted();
        return table;
      }),
  };
}

const NEVER = new AbortController().signal;
