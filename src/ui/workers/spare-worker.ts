import { allParts } from '../page-version/all-parts';
import { isStarted } from './worker-start';

export interface SpareWorkers {
  /** Returns the spare worker, or starts one. */
  readonly take: () => Worker;
}

/** Starts workers of a script, one in advance: it may be unavailable offline, if the host forbids caching. */
export function createSpareWorkers(
  startWorker: () => Worker,
  { isOfAnalysis = false }: { readonly isOfAnalysis?: boolean } = {},
): SpareWorkers {
  let spare: Worker | null = null;
  let isWanted = false;

  async function load(): Promise<void> {
    isWanted = true;
    if (spare !== null) return;
    const worker = startWorker();
    const hasStarted = await new Promise<boolean>((resolve) => {
      const onMessage = ({ data }: MessageEvent<unknown>) => {
        if (isStarted(data)) resolve(true);
      };
      worker.addEventListener('message', onMessage);
      worker.addEventListener('error', () => resolve(false));
    });
    if (hasStarted && spare === null) spare = worker;
    else worker.terminate();
  }

  allParts.register({ load, isLoaded: () => spare !== null, isOfAnalysis });
  return {
    take: () => {
      const taken = spare ?? startWorker();
      spare = null;
      // If no spare can be loaded now, the next worker is started when it is needed.
      if (isWanted) void load();
      return taken;
    },
  };
}
