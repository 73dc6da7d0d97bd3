import type { ExportPlan } from '../model/export-job';
import { openPlan, sealPlan } from '../worker/sealed-plan';
import {
  JOB_FILE_NAME,
  PAGES_FILE_NAME,
  removeStaged,
  SCRATCH_FILE_NAME,
  stagingDirectory,
} from '../worker/staging-directory';

/** Returns unfinished exports that no other tab runs, and removes those of other sessions. Does neither without a key. */
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
      // Another account's tab, which is about to sign out.
      if (job === 'unreadable') void removeWhenFree(staging, jobId, key);
      continue;
    }
    if (isOwn) found.push(job);
    else await removeStaged(staging, jobId);
    lock.release();
  }
  return found.toSorted((a, b) => a.startedAtMs - b.startedAtMs);
}

/** Stores a queued export's plan, so that a reload finds it, where the browser allows that. Never rejects. */
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
    // Not stored: a reload does not find the export.
  }
}

/** Removes an export that no worker has open. */
export async function removeStagedJob(jobId: string): Promise<void> {
  const staging = await stagingDirectory();
  if (staging !== null) await removeStaged(staging, jobId);
}

/** Removes everything but the files of a complete export. A later page load removes what stays. Never rejects. */
export async function settleStagedJob(jobId: string): Promise<void> {
  try {
    const directory = await (await stagingDirectory())?.getDirectoryHandle(jobId);
    // The plan goes first: without it, an export is not resumed.
    await directory?.removeEntry(JOB_FILE_NAME);
    await directory?.removeEntry(PAGES_FILE_NAME);
    await directory?.removeEntry(SCRATCH_FILE_NAME);
  } catch {
    // The export was removed meanwhile, lacks a file, or is in memory.
  }
}

async function removeWhenFree(
  staging: FileSystemDirectoryHandle,
  jobId: string,
  key: CryptoKey,
): Promise<void> {
  const lock = await lockJobWhenFree(jobId);
  // The first read may have seen a plan that was being written.
  if ((await storedJob(staging, jobId, key)) === 'unreadable') await removeStaged(staging, jobId);
  lock.release();
}

/** `unreadable`: the plan was sealed under another key. Null: no plan is stored. */
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

/** Held by the tab that runs an export, so that no other tab resumes or removes it. */
interface JobLock {
  readonly release: () => void;
}

/** Null if another tab holds the lock. */
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
