import { EXPORT_STAGE_NAME } from '@/shared/storage/export-stage';

export const JOB_FILE_NAME = 'job';
export const PAGES_FILE_NAME = 'pages';
export const SCRATCH_FILE_NAME = 'scratch';

/** Where exports lie until they are saved, a folder each. Null where the browser has no such storage, or refuses it. */
export async function stagingDirectory(): Promise<FileSystemDirectoryHandle | null> {
  try {
    // Undefined on pages without https, whatever the type says.
    const storage: StorageManager | undefined = navigator.storage;
    const root = await storage?.getDirectory();
    return (await root?.getDirectoryHandle(EXPORT_STAGE_NAME, { create: true })) ?? null;
  } catch {
    return null;
  }
}

/** Removes an export's folder; true when it is gone. */
export async function removeStaged(staging: FileSystemDirectoryHandle, jobId: string): Promise<boolean> {
  try {
    await staging.removeEntry(jobId, { recursive: true });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotFoundError';
  }
}
