import { createSpareWorkers } from '@/ui/workers/spare-worker';
import { calledWorker } from '@/ui/workers/worker-calls';
import { createIndexConnection, type IndexConnection } from './index-connection';

const workers = createSpareWorkers(
  () => new Worker(new URL('./index-worker.ts', import.meta.url), { type: 'module' }),
  { isOfAnalysis: true },
);

/** Connects to a separate worker that holds the bins of the rows. */
export function connectIndex(): IndexConnection {
  return createIndexConnection(() => calledWorker(workers.take()));
}
