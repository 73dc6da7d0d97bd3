import { onWorkerEnd } from './worker-end';
import type { CallMessage, CallReply } from './worker-messages';

/** A worker that executes commands, as the page uses it. */
export interface CalledWorker<Command, Result, Trouble> {
  readonly send: (message: CallMessage<Command>, transfer: Transferable[]) => void;
  readonly listen: (
    onReply: (reply: CallReply<Result, Trouble>) => void,
    onCrash: (error: Error) => void,
  ) => void;
  readonly terminate: () => void;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly transfer?: Transferable[];
}

/** Calls to a worker, until the worker ends. */
export interface WorkerCalls<Command extends { readonly kind: string }, Results> {
  /** Rejects with the worker's error, the signal's reason, or the reason of `end`. */
  readonly call: <Kind extends Command['kind'] & keyof Results>(
    command: Command & { readonly kind: Kind },
    options?: CallOptions,
  ) => Promise<Results[Kind]>;
  /** Terminates the worker. Pending calls and all later ones reject with the reason. */
  readonly end: (reason: unknown) => void;
}

export interface WorkerCallsParts<Trouble, Cancel> {
  readonly errorOf: (trouble: Trouble) => Error;
  /** The worker could not be started, or had an uncaught error. The callback calls `end` with the reason. */
  readonly onCrash: (error: Error) => void;
  /** The command that cancels a call, sent under its number. Without it, aborting a call ends the worker and all other calls. */
  readonly cancel?: Cancel;
}

interface PendingCall<Result> {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Turns the messages to and from a worker into promises. */
export function createWorkerCalls<
  Command extends { readonly kind: string },
  Results extends Record<Command['kind'], unknown>,
  Trouble,
  Cancel = never,
>(
  worker: CalledWorker<Command | Cancel, Results[Command['kind']], Trouble>,
  { errorOf, onCrash, cancel }: WorkerCallsParts<Trouble, Cancel>,
): WorkerCalls<Command, Results> {
  type Result = Results[Command['kind']];
  const pending = new Map<number, PendingCall<Result>>();
  let lastId = 0;
  let ended: { readonly reason: unknown } | null = null;

  worker.listen(
    (reply) => {
      const call = pending.get(reply.id);
      pending.delete(reply.id);
      if (reply.kind === 'done') call?.resolve(reply.result);
      else call?.reject(errorOf(reply.trouble));
    },
    (error) => {
      if (ended === null) onCrash(error);
    },
  );

  function end(reason: unknown): void {
    ended ??= { reason };
    worker.terminate();
    const calls = [...pending.values()];
    pending.clear();
    for (const { reject } of calls) reject(ended.reason);
  }

  function abort(id: number, reason: unknown): void {
    if (cancel === undefined) return end(reason);
    const call = pending.get(id);
    if (!pending.delete(id)) return;
    worker.send({ id, command: cancel }, []);
    call?.reject(reason);
  }

  return {
    end,
    call: async <Kind extends Command['kind'] & keyof Results>(
      command: Command & { readonly kind: Kind },
      { signal, transfer = [] }: CallOptions = {},
    ): Promise<Results[Kind]> => {
      signal?.throwIfAborted();
      if (ended !== null) throw ended.reason;
      lastId += 1;
      const id = lastId;
      const settled = new AbortController();
      try {
        return await new Promise<Results[Kind]>((resolve, reject) => {
          // A reply is of the kind of its command.
          pending.set(id, { resolve: resolve as PendingCall<Result>['resolve'], reject });
          signal?.addEventListener('abort', () => abort(id, signal.reason), { signal: settled.signal });
          worker.send({ id, command }, transfer);
        });
      } finally {
        settled.abort();
      }
    },
  };
}

/** Wraps a browser worker. */
export function calledWorker<Command, Result, Trouble>(
  worker: Worker,
): CalledWorker<Command, Result, Trouble> {
  return {
    send: (message, transfer) => worker.postMessage(message, transfer),
    listen: (onReply, onCrash) => {
      worker.addEventListener('message', ({ data }: MessageEvent<CallReply<Result, Trouble>>) => {
        // Messages without an id, such as that of `reportStarted`, are not replies.
        if ('id' in Object(data)) onReply(data);
      });
      onWorkerEnd(worker, onCrash);
    },
    terminate: () => worker.terminate(),
  };
}
