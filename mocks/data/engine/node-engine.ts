import { Worker } from 'node:worker_threads';
import type { EngineReply } from './engine-messages';
import type { RowEngine } from './row-engine';
import { createWorkerEngine, EngineCrash } from './worker-engine';

/** Creates the engine in a worker thread of Node. `workerUrl` is the address of the built engine-worker-node. */
export function createNodeEngine(workerUrl: URL): RowEngine {
  const worker = new Worker(workerUrl);
  return createWorkerEngine({
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have a target origin
    send: (request) => worker.postMessage(request),
    listen: (onReply, onCrash) => {
      worker.on('message', (reply: EngineReply) => onReply(reply));
      worker.on('error', (error) => onCrash(new EngineCrash('The worker ended.', { cause: error })));
    },
    terminate: () => void worker.terminate(),
  });
}
