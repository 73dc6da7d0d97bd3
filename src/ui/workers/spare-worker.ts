import { allParts } from '../page-version/all-parts';
import { isStarted } from './worker-start';

export interface SpareWorkers {
  /** Returns the spare worker. If there is none, starts a worker. */
  readonly take: () => Worker;
}

/** Starts workers from a script, one of them in advance, because the script may be unavailable offline if the host forbids caching. */
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
      // Starts the next spare worker. If that fails, the next call of `take` starts a worker itself.
      if (isWanted) void load();
      return taken;
    },
  };
}
