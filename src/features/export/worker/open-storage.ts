import type { ExportJob } from '../model/export-job';
import type { ExportStorage } from './export-storage';
import { createMemoryStorage } from './memory-storage';
import { openStagedStorage } from './staged-storage';
import { stagingDirectory } from './staging-directory';

/** Opens the storage of an export: on disk, or in memory if nothing may or can be stored. Works only in a worker. */
export async function openStorage(job: ExportJob, key: CryptoKey | null): Promise<ExportStorage> {
  const staging = key === null || !hasSyncFiles() ? null : await stagingDirectory();
  return staging === null || key === null ? createMemoryStorage() : openStagedStorage(staging, job, key);
}

/** Whether workers can write files synchronously. WebKit on Linux has a private file system, but without synchronous access. */
function hasSyncFiles(): boolean {
  return (
    typeof FileSystemFileHandle !== 'undefined' && 'createSyncAccessHandle' in FileSystemFileHandle.prototype
  );
}
