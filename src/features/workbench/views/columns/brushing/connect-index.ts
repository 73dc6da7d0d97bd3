import { createSpareWorkers } from '@/shared/workers/spare-worker';
import { calledWorker } from '@/shared/workers/worker-calls';
import { createIndexConnection, type IndexConnection } from './index-connection';

const workers = createSpareWorkers(
  () => new Worker(new URL('./index-worker.ts', import.meta.url), { type: 'module' }),
  { isOfAnalysis: true },
);

/** Connects to the bins of rows in a worker of their own. */
export function connectIndex(): IndexConnection {
  return createIndexConnection(() => calledWorker(workers.take()));
}
