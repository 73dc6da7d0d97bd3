import type { EngineQuestion, EngineReply, EngineRequest } from './engine-messages';
import type { EngineCall, RowEngine } from './row-engine';
import { SelectionError } from './selection';

/** The methods of a worker that the engine uses, in a browser or in Node. */
export interface EngineWorker {
  readonly send: (request: EngineRequest) => void;
  readonly listen: (onReply: (reply: EngineReply) => void, onCrash: (error: Error) => void) => void;
  readonly terminate: () => void;
}

/** Reports that the worker crashed or could not be started. */
export class EngineCrash extends Error {
  override readonly name = 'EngineCrash';
}

interface PendingCall {
  readonly settle: (reply: EngineReply) => void;
  readonly fail: (error: Error) => void;
}

/** Creates an engine that runs in a worker. The calling thread only sends and receives messages. */
export function createWorkerEngine(worker: EngineWorker): RowEngine {
  const pending = new Map<number, PendingCall>();
  let lastId = 0;
  let crash: Error | null = null;

  worker.listen(
    (reply) => pending.get(reply.id)?.settle(reply),
    (error) => {
      crash = error;
      for (const call of pending.values()) call.fail(error);
    },
  );

  async function ask<Result>(
    question: EngineQuestion,
    { signal, onProgress }: EngineCall,
    resultOf: (reply: EngineReply) => Result | undefined,
  ): Promise<Result> {
    signal?.throwIfAborted();
    if (crash !== null) throw crash;
    const id = ++lastId;
    let cancel = () => undefined as void;
    try {
      return await new Promise<Result>((resolve, reject) => {
        cancel = () => {
          worker.send({ id, kind: 'cancel' });
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', cancel, { once: true });
        pending.set(id, {
          fail: reject,
          settle: (reply) => {
            const result = resultOf(reply);
            if (result !== undefined) resolve(result);
            else if (reply.kind === 'progress') onProgress?.(reply.scannedRows);
            else if (reply.kind === 'failed') {
              reject(reply.isSelectionError ? new SelectionError(reply.message) : new Error(reply.message));
            }
          },
        });
        worker.send({ id, isProgressWanted: onProgress !== undefined, ...question });
      });
    } finally {
      pending.delete(id);
      signal?.removeEventListener('abort', cancel);
    }
  }

  return {
    countRows: (selection, call = {}) =>
      ask({ kind: 'count', selection }, call, (reply) =>
        reply.kind === 'counted' ? reply.count : undefined,
      ),
    readRows: (range, call = {}) =>
      ask({ kind: 'read', range }, call, (reply) => (reply.kind === 'read' ? reply.json : undefined)),
    dispose: () => worker.terminate(),
  };
}

/** Returns an engine that switches to another one if the first cannot run, because a host may forbid workers. */
export function withFallback(engine: RowEngine, makeFallback: () => RowEngine): RowEngine {
  let fallback: RowEngine | null = null;
  async function run<Result>(ask: (engine: RowEngine) => Promise<Result>): Promise<Result> {
    if (fallback !== null) return ask(fallback);
    try {
      return await ask(engine);
    } catch (error) {
      if (!(error instanceof EngineCrash)) throw error;
      fallback ??= makeFallback();
      return ask(fallback);
    }
  }
  return {
    countRows: (selection, call) => run((current) => current.countRows(selection, call)),
    readRows: (range, call) => run((current) => current.readRows(range, call)),
    dispose: () => {
      engine.dispose();
      fallback?.dispose();
    },
  };
}
