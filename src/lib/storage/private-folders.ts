import type { Clock } from '@/lib/base/clock';

/** A folder in the origin private file system. Its name must never change, because stored files are found by it. */
export interface PrivateFolder {
  readonly name: string;
  /** The name of the Web Lock that tabs hold while they need the folder's content. */
  readonly lockName: string;
}

/** The folder for exports that the user has not saved yet. */
export const EXPORT_STAGE: PrivateFolder = { name: 'exports', lockName: 'colonnade.exports' };
/** The folder for kept copies (rows of a snapshot that stay in this browser). It has a subfolder for each account. */
export const KEPT_COPIES: PrivateFolder = { name: 'copies', lockName: 'colonnade.copies' };

const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 10_000;

/** Keeps the folder from being emptied. Returns a function that releases it. */
export function holdPrivateFolder({ lockName }: PrivateFolder): () => void {
  const controller = new AbortController();
  let release = () => controller.abort();
  navigator.locks
    .request(lockName, { mode: 'shared', signal: controller.signal }, async () => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    })
    // The request rejects if it is aborted before the lock is granted.
    .catch(() => undefined);
  return () => release();
}

/** Whether the browser gives this page a private file system. Private windows often have none. */
export async function hasPrivateFiles(): Promise<boolean> {
  try {
    await navigator.storage.getDirectory();
    return true;
  } catch {
    return false;
  }
}

/** Whether the folder exists. False if the browser has no private file system. */
export async function hasPrivateFolder({ name }: PrivateFolder): Promise<boolean> {
  try {
    await (await navigator.storage.getDirectory()).getDirectoryHandle(name);
    return true;
  } catch {
    return false;
  }
}

/** Removes the folder when no tab holds it. Retries until no worker writes to it. Returns a function that stops the retries. */
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

/** Runs `work` while no tab holds the folder, and returns its result. Returns null if a tab holds the folder. */
async function withFolderAlone<T>({ lockName }: PrivateFolder, work: () => Promise<T>): Promise<T | null> {
  return navigator.locks.request(lockName, { ifAvailable: true }, async (lock) =>
    lock === null ? null : work(),
  );
}

/** Removes the folder. Returns whether nothing is left of it. */
async function removeFolder({ name }: PrivateFolder): Promise<boolean> {
  try {
    await (await navigator.storage.getDirectory()).removeEntry(name, { recursive: true });
    return true;
  } catch (error) {
    // Only a file in use justifies a retry. After other errors, the folder does not exist or the browser has no private file system.
    return !(error instanceof DOMException && error.name === 'NoModificationAllowedError');
  }
}
