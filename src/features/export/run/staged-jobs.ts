import type { ExportPlan } from '../model/export-job';
import { openPlan, sealPlan } from '../worker/sealed-plan';
import {
  JOB_FILE_NAME,
  PAGES_FILE_NAME,
  removeStaged,
  SCRATCH_FILE_NAME,
  stagingDirectory,
} from '../worker/staging-directory';

/** Returns unfinished exports that no other tab runs, and deletes those of other sessions. Without a key it does nothing. */
export async function interruptedJobs(
  account: ExportPlan['account'],
  key: CryptoKey | null,
): Promise<ExportPlan[]> {
  const staging = await stagingDirectory();
  if (staging === null || key === null) return [];
  const found: ExportPlan[] = [];
  for await (const jobId of staging.keys()) {
    const lock = await lockJob(jobId);
    const job = await storedJob(staging, jobId, key);
    const isOwn = job !== null && job !== 'unreadable' && isSameAccount(job.account, account);
    if (lock === null) {
      // The lock belongs to a tab of another account, which is about to sign out. The export is removed after that.
      if (job === 'unreadable') void removeWhenFree(staging, jobId, key);
      continue;
    }
    if (isOwn) found.push(job);
    else await removeStaged(staging, jobId);
    lock.release();
  }
  return found.toSorted((a, b) => a.startedAtMs - b.startedAtMs);
}

/** Stores the plan of a queued export, so that it is found after a reload. Never rejects, even if the browser refuses storage. */
export async function stageJob(plan: ExportPlan, key: CryptoKey | null): Promise<void> {
  if (key === null) return;
  try {
    const sealed = await sealPlan(key, plan);
    const staging = await stagingDirectory();
    const directory = await staging?.getDirectoryHandle(plan.id, { create: true });
    const file = await directory?.getFileHandle(JOB_FILE_NAME, { create: true });
    const writable = await file?.createWritable();
    await writable?.write(sealed);
    await writable?.close();
  } catch {
    // The plan could not be stored. After a reload the export is not found.
  }
}

/** Removes an export. No worker may be using it. */
export async function removeStagedJob(jobId: string): Promise<void> {
  const staging = await stagingDirectory();
  if (staging !== null) await removeStaged(staging, jobId);
}

/** Removes everything except the files of a complete export. If this fails, a later page load removes the rest. Never rejects. */
export async function settleStagedJob(jobId: string): Promise<void> {
  try {
    const directory = await (await stagingDirectory())?.getDirectoryHandle(jobId);
    // The plan is removed first: an export without a plan is never resumed.
    await directory?.removeEntry(JOB_FILE_NAME);
    await directory?.removeEntry(PAGES_FILE_NAME);
    await directory?.removeEntry(SCRATCH_FILE_NAME);
  } catch {
    // The export was removed in the meantime, a file does not exist, or the export is in memory.
  }
}

async function removeWhenFree(
  staging: FileSystemDirectoryHandle,
  jobId: string,
  key: CryptoKey,
): Promise<void> {
  const lock = await lockJobWhenFree(jobId);
  // The plan may have been only partly written when it was read first, so it is read again.
  if ((await storedJob(staging, jobId, key)) === 'unreadable') await removeStaged(staging, jobId);
  lock.release();
}

/** Reads the plan of an export: `unreadable` if it is encrypted with another key, null if no plan is stored. */
async function storedJob(
  staging: FileSystemDirectoryHandle,
  jobId: string,
  key: CryptoKey,
): Promise<ExportPlan | 'unreadable' | null> {
  let sealed: File;
  try {
    const directory = await staging.getDirectoryHandle(jobId);
    sealed = await (await directory.getFileHandle(JOB_FILE_NAME)).getFile();
  } catch {
    return null;
  }
  return (await openPlan(key, jobId, sealed)) ?? 'unreadable';
}

function isSameAccount(a: ExportPlan['account'], b: ExportPlan['account']): boolean {
  return a.service === b.service && a.userName === b.userName;
}

/** A lock held by the tab that runs an export, so that no other tab resumes or removes the export. */
interface JobLock {
  readonly release: () => void;
}

/** Resolves to null if another tab holds the lock. */
export async function lockJob(jobId: string): Promise<JobLock | null> {
  return requestLock(jobId, { ifAvailable: true });
}

async function lockJobWhenFree(jobId: string): Promise<JobLock> {
  return (await requestLock(jobId, {})) ?? NO_LOCK;
}

const NO_LOCK: JobLock = { release: () => undefined };

async function requestLock(jobId: string, options: LockOptions): Promise<JobLock | null> {
  return new Promise((resolve) => {
    void navigator.locks.request(`colonnade.export.${jobId}`, options, async (lock) => {
      if (lock === null) {
        resolve(null);
        return;
      }
      await new Promise<void>((release) => {
        resolve({ release });
      });
    });
  });
}
