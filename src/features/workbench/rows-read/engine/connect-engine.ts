import { calledWorker } from '@/shared/workers/worker-calls';
import { createEngineConnection } from './create-engine-connection';
import type { EngineConnection } from './engine-connection';

/** Connects to an engine in a worker of its own. */
export function connectEngine(): EngineConnection {
  return createEngineConnection(() =>
    calledWorker(new Worker(new URL('./analysis-worker.ts', import.meta.url), { type: 'module' })),
  );
}
