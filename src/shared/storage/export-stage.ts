import type { Clock } from '@/shared/http/clock';

/** The folder in the origin private file system that holds exports until they are saved. */
export const EXPORT_STAGE_NAME = 'exports';

const LOCK_NAME = 'colonnade.exports';
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 10_000;

/** Prevents the stage from being emptied while a tab has exports. Returns a function that releases it. */
export function holdExportStage(): () => void {
  const controller = new AbortController();
  let release = () => controller.abort();
  locks()
    ?.request(LOCK_NAME, { mode: 'shared', signal: controller.signal }, async () => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    })
    // Aborted before the lock was granted.
    .catch(() => undefined);
  return () => release();
}

/**
 * Removes the exports of ended sessions as soon as no tab holds the stage. Files that a worker is still writing cannot be
 * removed, so that it retries until all are gone. Returns a function that stops retrying.
 */
export function emptyExportStage(clock: Clock): () => void {
  let isWanted = true;
  let cancelRetry = () => undefined as void;

  async function attempt(retryMs: number): Promise<void> {
    const isGone = (await withStageAlone(() => (isWanted ? removeStage() : Promise.resolve(true)))) ?? false;
    if (isGone || !isWanted) return;
    cancelRetry = clock.after(retryMs, () => void attempt(Math.min(retryMs * 2, LONGEST_RETRY_MS)));
  }

  void attempt(FIRST_RETRY_MS);
  return () => {
    isWanted = false;
    cancelRetry();
  };
}

/** Null where a tab holds the stage. */
async function withStageAlone<T>(work: () => Promise<T>): Promise<T | null> {
  const manager = locks();
  if (manager === undefined) return work();
  return manager.request(LOCK_NAME, { ifAvailable: true }, async (lock) => (lock === null ? null : work()));
}

/** Whether nothing is left of it. */
async function removeStage(): Promise<boolean> {
  try {
    // Undefined on pages without https, whatever the type says.
    const storage: StorageManager | undefined = navigator.storage;
    const root = await storage?.getDirectory();
    await root?.removeEntry(EXPORT_STAGE_NAME, { recursive: true });
    return true;
  } catch (error) {
    // Anything else but a file in use will not get better: the browser has no such storage, or nothing is there.
    return !(error instanceof DOMException && error.name === 'NoModificationAllowedError');
  }
}

/** Undefined on pages without https, whatever the type says. */
function locks(): LockManager | undefined {
  return navigator.locks;
}
