import { PageMismatchError } from '@/contract/page-mismatch';
import { ServiceError } from '@/shared/http/service-error';
import { isNotLoaded } from '@/shared/page-version/not-loaded';
import { onWorkerEnd } from '@/shared/page-version/worker-end';
import { EngineError } from './analysis-engine';
import { encodeTexts } from './encoded-texts';
import type { EngineConnection } from './engine-connection';
import type {
  EngineCommand,
  EngineMessage,
  EngineReply,
  EngineResults,
  EngineTrouble,
} from './engine-messages';

/** The engine's worker as the page sees it. */
export interface EngineWorker {
  readonly send: (message: EngineMessage, transfer: Transferable[]) => void;
  readonly listen: (onReply: (reply: EngineReply) => void, onCrash: (error: Error) => void) => void;
  readonly terminate: () => void;
}

interface PendingCall {
  readonly resolve: (result: EngineResults[EngineCommand['kind']]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Connects to the engine, whose worker starts when it is opened or a table is created. After a failure to load it, either
 * starts another worker: a worker remembers that an import has failed.
 */
export function createEngineConnection(
  startWorker: () => EngineWorker = startEngineWorker,
): EngineConnection {
  const pending = new Map<number, PendingCall>();
  let worker: EngineWorker | null = null;
  let lastId = 0;
  let materialisedCount = 0;
  let viewCount = 0;
  let isTerminated = false;

  function start(): EngineWorker {
    const started = startWorker();
    started.listen(
      (reply) => {
        if (started === worker) settle(reply);
      },
      (error) => {
        if (started !== worker) return;
        const failure = isNotLoaded(error) ? ({ kind: 'not-loaded' } as const) : ({ kind: 'ended' } as const);
        end(new EngineError(failure));
      },
    );
    return started;
  }

  function settle(reply: EngineReply): void {
    const call = pending.get(reply.id);
    if (call === undefined) return;
    pending.delete(reply.id);
    if (reply.kind === 'done') return call.resolve(reply.result);
    const error = errorOf(reply.trouble);
    call.reject(error);
    const isUseless =
      error instanceof EngineError && ['not-loaded', 'unsupported'].includes(error.failure.kind);
    if (isUseless) end(error);
  }

  /** Ends the worker, and what waits for it. */
  function end(reason: unknown): void {
    worker?.terminate();
    worker = null;
    const calls = [...pending.values()];
    pending.clear();
    for (const call of calls) call.reject(reason);
  }

  async function call<Kind extends EngineCommand['kind']>(
    command: EngineCommand & { readonly kind: Kind },
    {
      signal,
      transfer = [],
    }: { readonly signal?: AbortSignal | undefined; readonly transfer?: Transferable[] } = {},
  ): Promise<EngineResults[Kind]> {
    signal?.throwIfAborted();
    if (isTerminated) throw ended();
    if (worker === null && command.kind !== 'createTable' && command.kind !== 'open') throw noTable();
    worker ??= start();
    const { send } = worker;
    lastId += 1;
    const id = lastId;
    const settled = new AbortController();
    try {
      return await new Promise<EngineResults[Kind]>((resolve, reject) => {
        // A reply is of the kind of its command.
        pending.set(id, { resolve: resolve as PendingCall['resolve'], reject });
        const cancel = () => {
          if (!pending.delete(id)) return;
          send({ id, command: 'cancel' }, []);
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', cancel, { signal: settled.signal });
        send({ id, command }, transfer);
      });
    } finally {
      settled.abort();
    }
  }

  async function dropTable(sqlName: string): Promise<void> {
    // With its worker the table is gone.
    if (worker !== null) await call({ kind: 'dropTable', sqlName });
  }

  return {
    open: async (signal) => {
      await call({ kind: 'open' }, { signal });
    },
    createTable: (request, signal) => call({ kind: 'createTable', request }, { signal }),
    addPage: ({ sqlName }, page, body) =>
      call({ kind: 'addPage', sqlName, page, body }, { transfer: body.map(({ buffer }) => buffer) }),
    addTexts: ({ sqlName }, startIndex, texts) => {
      const columns = texts.map((column) => ('bytes' in column ? column : encodeTexts(column)));
      const buffers = columns.flatMap(({ kinds, ends, bytes }) => [kinds.buffer, ends.buffer, bytes.buffer]);
      // A column may be passed twice, a buffer may not.
      const transfer = [...new Set(buffers)];
      return call({ kind: 'addTexts', sqlName, startIndex, columns }, { transfer });
    },
    dropTable: ({ sqlName }) => dropTable(sqlName),
    query: (query, { signal, maxRows }) => call({ kind: 'query', query, maxRows }, { signal }),
    materialise: async (queries, signal) => {
      materialisedCount += 1;
      // Named here, so that the table can be dropped whose completion nobody waits for any more.
      const sqlName = `kept_${materialisedCount}`;
      try {
        return await call({ kind: 'materialise', sqlName, queries }, { signal });
      } catch (error) {
        dropTable(sqlName).catch(() => undefined);
        throw error;
      }
    },
    createView: async (query, signal) => {
      viewCount += 1;
      const sqlName = `view_${viewCount}`;
      try {
        await call({ kind: 'createView', sqlName, query }, { signal });
        return sqlName;
      } catch (error) {
        dropTable(sqlName).catch(() => undefined);
        throw error;
      }
    },
    drop: dropTable,
    terminate: () => {
      isTerminated = true;
      end(ended());
    },
  };
}

function ended(): DOMException {
  return new DOMException('The engine was ended.', 'AbortError');
}

function noTable(): EngineError {
  return new EngineError({ kind: 'ended' });
}

function errorOf(trouble: EngineTrouble): Error {
  switch (trouble.kind) {
    case 'engine':
      return new EngineError(trouble.failure);
    case 'mismatch':
      return new PageMismatchError(trouble.mismatch);
    case 'service':
      return new ServiceError(trouble.failure, trouble.status);
  }
}

function startEngineWorker(): EngineWorker {
  const worker = new Worker(new URL('./analysis-worker.ts', import.meta.url), { type: 'module' });
  return {
    send: (message, transfer) => worker.postMessage(message, transfer),
    listen: (onReply, onCrash) => {
      worker.addEventListener('message', ({ data }: MessageEvent<EngineReply>) => onReply(data));
      onWorkerEnd(worker, onCrash);
    },
    terminate: () => worker.terminate(),
  };
}
