import { isNotLoaded } from '@/shared/page-version/not-loaded';
import { onWorkerEnd } from '@/shared/page-version/worker-end';
import { CopyError } from './copy-failure';
import type { WriteCopy } from './keep-copy';
import type {
  CopyCommandKind,
  CopyCommand,
  CopyMessage,
  CopyReply,
  CopyResults,
} from './worker/serve-copies';

/** The worker of copies as the page sees it. */
export interface CopyWorker {
  readonly send: (message: CopyMessage, transfer: Transferable[]) => void;
  readonly listen: (onReply: (reply: CopyReply) => void, onCrash: (error: Error) => void) => void;
  readonly terminate: () => void;
}

type Of<Kind extends CopyCommandKind> = Omit<Extract<CopyCommand, { kind: Kind }>, 'kind'>;

/** A worker that writes or reads the file of one copy. */
export interface CopyConnection {
  /** The commands of the worker. Reject with CopyError; an aborted one ends the worker, whatever else it does. */
  readonly write: (command: Of<'write'>, signal?: AbortSignal) => Promise<CopyResults['write']>;
  readonly open: (command: Of<'open'>, signal?: AbortSignal) => Promise<CopyResults['open']>;
  readonly rows: (command: Of<'rows'>) => Promise<CopyResults['rows']>;
  readonly page: (command: Of<'page'>) => Promise<CopyResults['page']>;
  /** Ends the worker; what is under way rejects with an AbortError. */
  readonly terminate: () => void;
}

interface PendingCall {
  readonly resolve: (result: CopyResults[CopyCommandKind]) => void;
  readonly reject: (error: unknown) => void;
}

/** Starts a worker. */
export function connectCopies(startWorker: () => CopyWorker = startCopyWorker): CopyConnection {
  const worker = startWorker();
  const pending = new Map<number, PendingCall>();
  let lastId = 0;
  let ended: { readonly reason: unknown } | null = null;
  worker.listen(
    (reply) => {
      const call = pending.get(reply.id);
      pending.delete(reply.id);
      if (reply.kind === 'done') call?.resolve(reply.result);
      else call?.reject(new CopyError(reply.failure));
    },
    (error) => {
      const failure = isNotLoaded(error)
        ? ({ kind: 'not-loaded' } as const)
        : ({ kind: 'fault', detail: 'worker' } as const);
      end(new CopyError(failure));
    },
  );

  function end(reason: unknown): void {
    ended ??= { reason };
    worker.terminate();
    const calls = [...pending.values()];
    pending.clear();
    for (const { reject } of calls) reject(reason);
  }

  async function call<Kind extends CopyCommandKind>(
    command: CopyCommand & { readonly kind: Kind },
    signal?: AbortSignal,
  ): Promise<CopyResults[Kind]> {
    signal?.throwIfAborted();
    if (ended !== null) throw ended.reason;
    lastId += 1;
    const id = lastId;
    const settled = new AbortController();
    try {
      return await new Promise<CopyResults[Kind]>((resolve, reject) => {
        // A reply is of the kind of its command.
        pending.set(id, { resolve: resolve as PendingCall['resolve'], reject });
        signal?.addEventListener('abort', () => end(signal.reason), { signal: settled.signal });
        worker.send({ id, command }, []);
      });
    } finally {
      settled.abort();
    }
  }

  return {
    write: (command, signal) => call({ kind: 'write', ...command }, signal),
    open: (command, signal) => call({ kind: 'open', ...command }, signal),
    rows: (command) => call({ kind: 'rows', ...command }),
    page: (command) => call({ kind: 'page', ...command }),
    terminate: () => end(new DOMException('The copy was closed.', 'AbortError')),
  };
}

/** Writes the file of a copy in a worker of its own. */
export const writeCopy: WriteCopy = async (place, content, signal) => {
  const connection = connectCopies();
  try {
    return await connection.write({ place, content }, signal);
  } finally {
    connection.terminate();
  }
};

function startCopyWorker(): CopyWorker {
  const worker = new Worker(new URL('./worker/copies-worker.ts', import.meta.url), { type: 'module' });
  return {
    send: (message, transfer) => worker.postMessage(message, transfer),
    listen: (onReply, onCrash) => {
      worker.addEventListener('message', ({ data }: MessageEvent<CopyReply>) => onReply(data));
      onWorkerEnd(worker, onCrash);
    },
    terminate: () => worker.terminate(),
  };
}
