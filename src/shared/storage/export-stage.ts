import type { Clock } from '@/shared/http/clock';

/** The folder of the browser's private files where exports lie until they are saved. */
export const EXPORT_STAGE_NAME = 'exports';

const LOCK_NAME = 'colonnade.exports';
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 10_000;

/** Keeps the stage from being emptied, as long as a tab has exports there; call what is returned when it has none. */
export function holdExportStage(): () => void {
  const controller = new AbortController();
  let release = () => controller.abort();
  locks()
    ?.request(LOCK_NAME, { mode: 'shared', signal: controller.signal }, async () => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    })
    // Given up before it was its turn.
    .catch(() => undefined);
  return () => release();
}

/**
 * Removes everything that exports of ended sessions have left behind, as soon as no tab holds the stage. Files that a
 * worker is still writing to cannot be removed, so it is tried until all are gone. Returns what ends trying.
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
