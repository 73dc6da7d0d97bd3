import { onWorkerEnd } from './worker-end';
import type { CallMessage, CallNote, CallReply } from './worker-messages';
import { watchSilence } from './worker-silence';

/** A worker that executes commands, seen from the page. */
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

/** Sends commands to a worker, and returns its replies as promises. */
export interface WorkerCalls<Command extends { readonly kind: string }, Results, Progress = never> {
  /** Sends a command. Rejects with the worker's error, the signal's reason, or the reason of `end`. */
  readonly call: <Kind extends Command['kind'] & keyof Results>(
    command: Command & { readonly kind: Kind },
    options?: CallOptions<Progress>,
  ) => Promise<Results[Kind]>;
  /** Terminates the worker. Pending calls and all later ones reject with the reason. */
  readonly end: (reason: unknown) => void;
}

export interface WorkerCallsParts<Trouble, Cancel> {
  readonly errorOf: (trouble: Trouble) => Error;
  /** Called when the worker could not be started, or had an uncaught error. The callback must call `end` with the reason. */
  readonly onCrash: (error: Error) => void;
  /** The command that cancels a call, sent with the call's id. If absent, aborting a call ends the worker and all other calls. */
  readonly cancel?: Cancel;
  /** Called when a worker that uses `reportAlive` has been silent for a minute. The callback must call `end` with the reason. */
  readonly onSilence?: () => void;
}

interface PendingCall<Result, Progress> {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

/** Creates calls to a worker, which send messages to it and wait for its replies. */
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
          // The cast is safe, because the worker replies with the result of the command's kind.
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

/** Adapts a browser's Worker for `createWorkerCalls`. */
export function calledWorker<Command, Result, Trouble, Progress>(
  worker: Worker,
): CalledWorker<Command, Result, Trouble, Progress> {
  type Message = CallReply<Result, Trouble> | CallNote<Progress>;
  return {
    send: (message, transfer) => worker.postMessage(message, transfer),
    listen: (onReply, onCrash) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Message>) => {
        // Ignores messages without a kind, such as that of `reportStarted`, because they do not belong to a call.
        if ('kind' in Object(data)) onReply(data);
      });
      onWorkerEnd(worker, onCrash);
    },
    terminate: () => worker.terminate(),
  };
}
