import { exportPlanSchema, type ExportPlan } from '../model/export-job';
import {
  JOB_FILE_NAME,
  PAGES_FILE_NAME,
  removeStaged,
  SCRATCH_FILE_NAME,
  stagingDirectory,
} from '../worker/staging-directory';
import { lockJob } from './job-lock';

/**
 * Exports of this person that a closed or reloaded page has left unfinished and no other tab works on. Removes what
 * others have left behind: it is not for this person to see, and nobody will come back for it.
 */
export async function interruptedJobs(owner: ExportPlan['owner']): Promise<ExportPlan[]> {
  const staging = await stagingDirectory();
  if (staging === null) return [];
  const found: ExportPlan[] = [];
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

/**
 * Notes an export before it has begun, so that a reload finds it even while it waits in line. Where the browser lets
 * only workers write, or there is no room, it is simply not found again; never rejects.
 */
export async function stageJob(plan: ExportPlan): Promise<void> {
  try {
    const staging = await stagingDirectory();
    const directory = await staging?.getDirectoryHandle(plan.id, { create: true });
    const file = await directory?.getFileHandle(JOB_FILE_NAME, { create: true });
    const writable = await file?.createWritable();
    await writable?.write(JSON.stringify(plan));
    await writable?.close();
  } catch {
    // As above.
  }
}

/** Removes what is left of an export that no worker holds. */
export async function removeStagedJob(jobId: string): Promise<void> {
  const staging = await stagingDirectory();
  if (staging !== null) await removeStaged(staging, jobId);
}

/** Removes all but the files of an export that is complete; never rejects. What stays, a later page clears away. */
export async function settleStagedJob(jobId: string): Promise<void> {
  try {
    const directory = await (await stagingDirectory())?.getDirectoryHandle(jobId);
    // First: without it nobody goes on with the rest.
    await directory?.removeEntry(JOB_FILE_NAME);
    await directory?.removeEntry(PAGES_FILE_NAME);
    await directory?.removeEntry(SCRATCH_FILE_NAME);
  } catch {
    // Removed meanwhile, not all there, or it lies in memory.
  }
}

async function storedJob(staging: FileSystemDirectoryHandle, jobId: string): Promise<ExportPlan | null> {
  try {
    const directory = await staging.getDirectoryHandle(jobId);
    const file = await (await directory.getFileHandle(JOB_FILE_NAME)).getFile();
    const job = exportPlanSchema.safeParse(JSON.parse(await file.text()));
    return job.success ? job.data : null;
  } catch {
    return null;
  }
}

function isSameOwner(a: ExportPlan['owner'], b: ExportPlan['owner']): boolean {
  return a.service === b.service && a.userName === b.userName;
}
