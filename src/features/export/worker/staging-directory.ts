import { EXPORT_STAGE } from '@/lib/storage/private-folders';

export const JOB_FILE_NAME = 'job';
export const PAGES_FILE_NAME = 'pages';
export const SCRATCH_FILE_NAME = 'scratch';

/** Opens the directory that has a folder for each export; null if the browser denies the origin private file system. */
export async function stagingDirectory(): Promise<FileSystemDirectoryHandle | null> {
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle(EXPORT_STAGE.name, { create: true });
  } catch {
    return null;
  }
}

/** Removes an export's folder. Resolves to true if the folder no longer exists. */
export async function removeStaged(staging: FileSystemDirectoryHandle, jobId: string): Promise<boolean> {
  try {
    await staging.removeEntry(jobId, { recursive: true });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotFoundError';
  }
}

/** Whether this browser has staged exports of any account. Does not load the export code that is loaded on demand. */
export async function hasStagedExports(): Promise<boolean> {
  const staging = await stagingDirectory();
  if (staging === null) return false;
  const first = await staging.keys().next();
  return first.done !== true;
}
