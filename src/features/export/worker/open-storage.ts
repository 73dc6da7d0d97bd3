import type { ExportJob } from '../model/export-job';
import type { ExportStorage } from './export-storage';
import { createMemoryStorage } from './memory-storage';
import { openStagedStorage } from './staged-storage';
import { stagingDirectory } from './staging-directory';

/** Opens the storage of an export: on disk, or in memory where nothing may or can be stored. Works in a worker only. */
export async function openStorage(job: ExportJob, key: CryptoKey | null): Promise<ExportStorage> {
  const staging = key === null || !hasSyncFiles() ? null : await stagingDirectory();
  return staging === null || key === null ? createMemoryStorage() : openStagedStorage(staging, job, key);
}

/** WebKit on Linux has private folders, but no files in them that a worker can write as the console does. */
function hasSyncFiles(): boolean {
  return (
    typeof FileSystemFileHandle !== 'undefined' && 'createSyncAccessHandle' in FileSystemFileHandle.prototype
  );
}
