import type { EngineReply } from './engine-messages';
import { createInlineEngine } from './inline-engine';
import type { RowEngine } from './row-engine';
import { createWorkerEngine, EngineCrash, withFallback } from './worker-engine';

/** Creates the engine in a Web Worker, or in the page itself if a worker cannot run. */
export function createBrowserEngine(): RowEngine {
  const worker = startWorker();
  if (worker === null) return createInlineEngine();
  const engine = createWorkerEngine({
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have a target origin
    send: (request) => worker.postMessage(request),
    listen: (onReply, onCrash) => {
      worker.addEventListener('message', ({ data }: MessageEvent<EngineReply>) => onReply(data));
      worker.addEventListener('error', ({ message }) => onCrash(new EngineCrash(message)));
    },
    terminate: () => worker.terminate(),
  });
  return withFallback(engine, createInlineEngine);
}

function startWorker(): Worker | null {
  try {
    return new Worker(new URL('./engine-worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return null;
  }
}
