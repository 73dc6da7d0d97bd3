import { PageMismatchError } from '@/contract/page-mismatch';
import { ServiceError } from '@/ui/http/service-error';
import { isNotLoaded } from '@/ui/page-version/not-loaded';
import { buffersOf } from '@/lib/row-batches/column-buffers';
import { createWorkerCalls, type CalledWorker, type WorkerCalls } from '@/ui/workers/worker-calls';
import { EngineError } from './analysis-engine';
import { encodeTexts } from './encoded-texts';
import type { EngineConnection } from './engine-connection';
import type { CancelCommand, EngineCommand, EngineResults, EngineTrouble } from './engine-messages';

/** The engine's worker as the page sees it. */
export type EngineWorker = CalledWorker<
  EngineCommand | CancelCommand,
  EngineResults[EngineCommand['kind']],
  EngineTrouble
>;

type Calls = WorkerCalls<EngineCommand, EngineResults>;

/** Connects to the engine. After a failed load another worker is started: a worker remembers failed imports. */
export function createEngineConnection(startWorker: () => EngineWorker): EngineConnection {
  let calls: Calls | null = null;
  let isTerminated = false;

  function start(): Calls {
    return createWorkerCalls<EngineCommand, EngineResults, EngineTrouble, CancelCommand>(startWorker(), {
      errorOf,
      onCrash: (error) => end(new EngineError({ kind: isNotLoaded(error) ? 'not-loaded' : 'ended' })),
      cancel: 'cancel',
    });
  }

  /** Ends the worker, and rejects the calls that wait for it. */
  function end(reason: unknown): void {
    const ended = calls;
    calls = null;
    ended?.end(reason);
  }

  /** Starts the worker unless it runs. */
  async function starting<T>(signal: AbortSignal, ask: (worker: Calls) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (isTerminated) throw terminated();
    const asked = (calls ??= start());
    try {
      return await ask(asked);
    } catch (error) {
      const isUseless =
        error instanceof EngineError && ['not-loaded', 'unsupported'].includes(error.failure.kind);
      if (isUseless && asked === calls) end(error);
      throw error;
    }
  }

  function running(): Calls {
    if (isTerminated) throw terminated();
    if (calls === null) throw new EngineError({ kind: 'ended' });
    return calls;
  }

  async function drop(sqlName: string): Promise<void> {
    // If the worker has ended, the table is gone, too.
    await calls?.call({ kind: 'dropTable', sqlName });
  }

  /** Names the table or view on the page, so that it can be dropped even if nobody waits for its completion any more. */
  async function making<T>(sqlName: string, make: () => Promise<T>): Promise<T> {
    try {
      return await make();
    } catch (error) {
      drop(sqlName).catch(() => undefined);
      throw error;
    }
  }

  return {
    open: async (signal) => {
      await starting(signal, ({ call }) => call({ kind: 'open' }, { signal }));
    },
    createTable: (request, signal) =>
      starting(signal, ({ call }) => call({ kind: 'createTable', request }, { signal })),
    addPage: async ({ sqlName }, page, body) =>
      running().call(
        { kind: 'addPage', sqlName, page, body },
        { transfer: 'columns' in body ? buffersOf(body) : body.map(({ buffer }) => buffer) },
      ),
    addTexts: async ({ sqlName }, startIndex, texts) => {
      const columns = texts.map((column) => ('bytes' in column ? column : encodeTexts(column)));
      const buffers = columns.flatMap(({ kinds, ends, bytes }) => [kinds.buffer, ends.buffer, bytes.buffer]);
      // A column may be passed twice, but a buffer cannot be transferred twice.
      const transfer = [...new Set(buffers)];
      return running().call({ kind: 'addTexts', sqlName, startIndex, columns }, { transfer });
    },
    dropTable: ({ sqlName }) => drop(sqlName),
    query: async (query, { signal, maxRows }) =>
      running().call({ kind: 'query', query, maxRows }, { signal }),
    bytes: async (query, signal) => running().call({ kind: 'bytes', query }, { signal }),
    texts: async (query, signal) => running().call({ kind: 'texts', query }, { signal }),
    materialise: async (queries, signal) => {
      const sqlName = newName('kept');
      return making(sqlName, () => running().call({ kind: 'materialise', sqlName, queries }, { signal }));
    },
    createView: async (query, signal) => {
      const sqlName = newName('view');
      await making(sqlName, () => running().call({ kind: 'createView', sqlName, query }, { signal }));
      return sqlName;
    },
    drop,
    terminate: () => {
      isTerminated = true;
      end(terminated());
    },
  };
}

let nameCount = 0;

/** Returns a name that no other engine of the page has: a table may be dropped when another engine has replaced its own. */
function newName(kind: 'kept' | 'view'): string {
  nameCount += 1;
  return `${kind}_${nameCount}`;
}

function terminated(): DOMException {
  return new DOMException('The engine was ended.', 'AbortError');
}

function errorOf(trouble: EngineTrouble): Error {
  switch (trouble.kind) {
    case 'engine':
      return new EngineError(trouble.failure);
    case 'mismatch':
      return new PageMismatchError(trouble.mismatch, null, trouble.page);
    case 'service':
      return new ServiceError(trouble.failure, trouble.status);
  }
}
