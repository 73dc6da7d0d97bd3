import type { Clock } from '@/lib/base/clock';

/** A folder in the origin private file system. Names never change: what is stored is found by them. */
export interface PrivateFolder {
  readonly name: string;
  /** The lock that tabs hold while they need the content. */
  readonly lockName: string;
}

/** The folder of exports that are not saved yet. */
export const EXPORT_STAGE: PrivateFolder = { name: 'exports', lockName: 'colonnade.exports' };
/** The folder of kept copies, with a folder for each account. */
export const KEPT_COPIES: PrivateFolder = { name: 'copies', lockName: 'colonnade.copies' };

const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 10_000;

/** Prevents the folder from being emptied. Returns a function that releases it. */
export function holdPrivateFolder({ lockName }: PrivateFolder): () => void {
  const controller = new AbortController();
  let release = () => controller.abort();
  navigator.locks
    .request(lockName, { mode: 'shared', signal: controller.signal }, async () => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    })
    // The request was aborted before the lock was granted.
    .catch(() => undefined);
  return () => release();
}

/** Whether the browser grants this page private files: private windows often have none. */
export async function hasPrivateFiles(): Promise<boolean> {
  try {
    await navigator.storage.getDirectory();
    return true;
  } catch {
    return false;
  }
}

/** Whether the folder exists. False if the browser has no such storage. */
export async function hasPrivateFolder({ name }: PrivateFolder): Promise<boolean> {
  try {
    await (await navigator.storage.getDirectory()).getDirectoryHandle(name);
    return true;
  } catch {
    return false;
  }
}

/** Removes the folder once no tab holds it, retrying until no worker is writing there. Returns a function that stops retrying. */
export function emptyPrivateFolder(folder: PrivateFolder, clock: Clock): () => void {
  let isWanted = true;
  let cancelRetry = () => undefined as void;

  async function attempt(retryMs: number): Promise<void> {
    const isGone =
      (await withFolderAlone(folder, () => (isWanted ? removeFolder(folder) : Promise.resolve(true)))) ??
      false;
    if (isGone || !isWanted) return;
    cancelRetry = clock.after(retryMs, () => void attempt(Math.min(retryMs * 2, LONGEST_RETRY_MS)));
  }

  void attempt(FIRST_RETRY_MS);
  return () => {
    isWanted = false;
    cancelRetry();
  };
}

/** Returns the result of `work`, which runs while no tab holds the folder; null if a tab holds it. */
async function withFolderAlone<T>({ lockName }: PrivateFolder, work: () => Promise<T>): Promise<T | null> {
  return navigator.locks.request(lockName, { ifAvailable: true }, async (lock) =>
    lock === null ? null : work(),
  );
}

/** Removes the folder, and returns whether nothing is left of it. */
async function removeFolder({ name }: PrivateFolder): Promise<boolean> {
  try {
    await (await navigator.storage.getDirectory()).removeEntry(name, { recursive: true });
    return true;
  } catch (error) {
    // Only a file in use is worth a retry. Otherwise the browser has no such storage, or the folder does not exist.
    return !(error instanceof DOMException && error.name === 'NoModificationAllowedError');
  }
}
