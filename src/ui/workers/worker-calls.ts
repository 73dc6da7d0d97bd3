import { onWorkerEnd } from './worker-end';
import type { CallMessage, CallNote, CallReply } from './worker-messages';
import { watchSilence } from './worker-silence';

/** A worker that executes commands, as the page uses it. */
export interface CalledWorker<Command, Result, Trouble, Progress = never> {
  readonly send: (message: CallMessage<Command>, transfer: Transferable[]) => void;
  readonly listen: (
    onReply: (reply: CallReply<Result, Trouble> | CallNote<Progress>) => void,
    onCrash: (error: Error) => void,
  ) => void;
  readonly terminate: () => void;
}

export interface CallOptions<Progress> {
  readonly signal?: AbortSignal | undefined;
  readonly transfer?: Transferable[];
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Calls to a worker, until the worker ends. */
export interface WorkerCalls<Command extends { readonly kind: string }, Results, Progress = never> {
  /** Rejects with the worker's error, the signal's reason, or the reason of `end`. */
  readonly call: <Kind extends Command['kind'] & keyof Results>(
    command: Command & { readonly kind: Kind },
    options?: CallOptions<Progress>,
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
  /** The worker calls `reportAlive`, and has not been heard for a minute. The callback calls `end` with the reason. */
  readonly onSilence?: () => void;
}

interface PendingCall<Result, Progress> {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

/** Turns the messages to and from a worker into promises. */
export function createWorkerCalls<
  Command extends { readonly kind: string },
  Results extends Record<Command['kind'], unknown>,
  Trouble,
  Cancel = never,
  Progress = never,
>(
  worker: CalledWorker<Command | Cancel, Results[Command['kind']], Trouble, Progress>,
  { errorOf, onCrash, cancel, onSilence }: WorkerCallsParts<Trouble, Cancel>,
): WorkerCalls<Command, Results, Progress> {
  type Pending = PendingCall<Results[Command['kind']], Progress>;
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let ended: { readonly reason: unknown } | null = null;
  const watch = onSilence === undefined ? null : watchSilence(onSilence);

  worker.listen(
    (reply) => {
      watch?.heard();
      if (reply.kind === 'alive') return;
      const call = pending.get(reply.id);
      if (reply.kind === 'progress') return call?.onProgress?.(reply.progress);
      pending.delete(reply.id);
      if (reply.kind === 'done') call?.resolve(reply.result);
      else call?.reject(errorOf(reply.trouble));
    },
    (error) => {
      if (ended === null) onCrash(error);
    },
  );

  function end(reason: unknown): void {
    if (ended !== null) return;
    ended = { reason };
    watch?.end();
    worker.terminate();
    for (const { reject } of pending.values()) reject(reason);
    pending.clear();
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
      { signal, transfer = [], onProgress }: CallOptions<Progress> = {},
    ): Promise<Results[Kind]> => {
      signal?.throwIfAborted();
      if (ended !== null) throw ended.reason;
      lastId += 1;
      const id = lastId;
      const settled = new AbortController();
      try {
        return await new Promise<Results[Kind]>((resolve, reject) => {
          // A reply is of the kind of its command.
          pending.set(id, { resolve: resolve as Pending['resolve'], reject, onProgress });
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
export function calledWorker<Command, Result, Trouble, Progress>(
  worker: Worker,
): CalledWorker<Command, Result, Trouble, Progress> {
  type Message = CallReply<Result, Trouble> | CallNote<Progress>;
  return {
    send: (message, transfer) => worker.postMessage(message, transfer),
    listen: (onReply, onCrash) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Message>) => {
        // Messages without a kind, such as that of `reportStarted`, do not belong to a call.
        if ('kind' in Object(data)) onReply(data);
      });
      onWorkerEnd(worker, onCrash);
    },
    terminate: () => worker.terminate(),
  };
}
