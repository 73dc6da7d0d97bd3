import { PageMismatchError } from '@/contract/page-mismatch';
import { ServiceError } from '@/ui/http/service-error';
import { isNotLoaded } from '@/ui/page-version/not-loaded';
import { createWorkerCalls, type CalledWorker, type WorkerCalls } from '@/ui/workers/worker-calls';
import { EngineError } from './analysis-engine';
import { connectionOf, isKeeping, type EngineCall, type EngineConnection } from './engine-connection';
import type { CancelCommand, EngineCommand, EngineResults, EngineTrouble } from './engine-messages';

/** The engine's worker, with the commands that the page sends to it. */
export type EngineWorker = CalledWorker<
  EngineCommand | CancelCommand,
  EngineResults[EngineCommand['kind']],
  EngineTrouble
>;

type Calls = WorkerCalls<EngineCommand, EngineResults>;

/** Connects to the engine. After a failed load, another worker is started, because a worker remembers failed imports. */
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

  const call: EngineCall = async (command, options) => {
    const { kind } = command;
    const isStarting = kind === 'open' || kind === 'createTable';
    // If the worker has ended, its tables no longer exist.
    if (kind === 'drop' && calls === null) return null as never;
    if (isStarting) options?.signal?.throwIfAborted();
    if (isTerminated) throw terminated();
    if (isStarting) calls ??= start();
    const asked = calls;
    if (asked === null) throw new EngineError({ kind: 'ended' });
    try {
      return await asked.call(command, options);
    } catch (error) {
      if (isStarting && isUseless(error) && asked === calls) end(error);
      // Drops the table or view that the command creates, because the engine may complete the command after its caller has stopped waiting.
      if (isKeeping(command)) asked.call({ kind: 'drop', sqlName: command.sqlName }).catch(() => undefined);
      throw error;
    }
  };

  return connectionOf(call, () => {
    isTerminated = true;
    end(terminated());
  });
}

/** Whether the worker can no longer be used, because it has failed to load the engine. */
function isUseless(error: unknown): boolean {
  return error instanceof EngineError && ['not-loaded', 'unsupported'].includes(error.failure.kind);
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
