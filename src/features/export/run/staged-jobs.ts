import { exportJobSchema, type ExportJob } from '../model/export-job';
import { JOB_FILE_NAME, removeStaged, stagingDirectory } from '../worker/staging-directory';
import { lockJob } from './job-lock';

/**
 * Exports of this person that a closed or reloaded page has left unfinished and no other tab works on. Removes what
 * others have left behind: it is not for this person to see, and nobody will come back for it.
 */
export async function interruptedJobs(owner: ExportJob['owner']): Promise<ExportJob[]> {
  const staging = await stagingDirectory();
  if (staging === null) return [];
  const found: ExportJob[] = [];
  for await (const jobId of staging.keys()) {
    const lock = await lockJob(jobId);
    if (lock === null) continue;
    const job = await storedJob(staging, jobId);
    if (job !== null && isSameOwner(job.owner, owner)) found.push(job);
    else await removeStaged(staging, jobId);
    lock.release();
  }
  return found.toSorted((a, b) => a.startedAtMs - b.startedAtMs);
}

/** Removes what is left of an export that no worker holds. */
export async function removeStagedJob(jobId: string): Promise<void> {
  const staging = await stagingDirectory();
  if (staging !== null) await removeStaged(staging, jobId);
}

async function storedJob(staging: FileSystemDirectoryHandle, jobId: string): Promise<ExportJob | null> {
  try {
    const directory = await staging.getDirectoryHandle(jobId);
    const file = await (await directory.getFileHandle(JOB_FILE_NAME)).getFile();
    const job = exportJobSchema.safeParse(JSON.parse(await file.text()));
    return job.success ? job.data : null;
  } catch {
    return null;
  }
}

function isSameOwner(a: ExportJob['owner'], b: ExportJob['owner']): boolean {
  return a.serviceAddress === b.serviceAddress && a.userName === b.userName;
}
