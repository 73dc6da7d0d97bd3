import { allParts } from '@/ui/page-version/all-parts';
import { createSpareWorkers } from '@/ui/workers/spare-worker';
import { calledWorker } from '@/ui/workers/worker-calls';
import { createEngineConnection } from './create-engine-connection';
import type { EngineConnection } from './engine-connection';
import { isEngineStored, storeEngine } from './engine-file';

const workers = createSpareWorkers(
  () => new Worker(new URL('./analysis-worker.ts', import.meta.url), { type: 'module' }),
  { isOfAnalysis: true },
);
allParts.register({ load: storeEngine, isLoaded: isEngineStored, isOfAnalysis: true });

/** The engine's module after a worker has compiled it. Later workers reuse it, with all functions that were compiled when they ran. */
let module: WebAssembly.Module | null = null;

/** Connects to an engine in a new worker. */
export function connectEngine(): EngineConnection {
  return createEngineConnection(() => {
    const worker = workers.take();
    if (module === null) worker.addEventListener('message', keepModule);
    else worker.postMessage(module, []);
    return calledWorker(worker);
  });
}

function keepModule({ data }: MessageEvent<unknown>): void {
  if (data instanceof WebAssembly.Module) module = data;
}
