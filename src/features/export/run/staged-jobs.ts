import type { ExportPlan } from '../model/export-job';
import { openJobNote, sealedJobNote } from '../worker/job-note';
import {
  JOB_FILE_NAME,
  PAGES_FILE_NAME,
  removeStaged,
  SCRATCH_FILE_NAME,
  stagingDirectory,
} from '../worker/staging-directory';
import { lockJob, lockJobWhenFree } from './job-lock';

/**
 * Exports of this session that a closed or reloaded page has left unfinished and no other tab works on. Removes what
 * other sessions have left behind: nobody can read it any more. Without a key nothing is known, and nothing removed.
 */
export async function interruptedJobs(
  owner: ExportPlan['owner'],
  key: CryptoKey | null,
): Promise<ExportPlan[]> {
  const staging = await stagingDirectory();
  if (staging === null || key === null) return [];
  const found: ExportPlan[] = [];
  for await (const jobId of staging.keys()) {
    const lock = await lockJob(jobId);
    const job = await storedJob(staging, jobId, key);
    const isOwn = job !== null && job !== 'unreadable' && isSameOwner(job.owner, owner);
    if (lock === null) {
      // Of somebody whose tab is about to end it: it has heard that they are signed out.
      if (job === 'unreadable') void removeWhenFree(staging, jobId, key);
      continue;
    }
    if (isOwn) found.push(job);
    else await removeStaged(staging, jobId);
    lock.release();
  }
  return found.toSorted((a, b) => a.startedAtMs - b.startedAtMs);
}

/**
 * Notes an export before it has begun, so that a reload finds it even while it waits in line. Where the browser lets
 * only workers write, or there is no key or no room, it is simply not found again; never rejects.
 */
export async function stageJob(plan: ExportPlan, key: CryptoKey | null): Promise<void> {
  if (key === null) return;
  try {
    const note = await sealedJobNote(key, plan);
    const staging = await stagingDirectory();
    const directory = await staging?.getDirectoryHandle(plan.id, { create: true });
    const file = await directory?.getFileHandle(JOB_FILE_NAME, { create: true });
    const writable = await file?.createWritable();
    await writable?.write(note);
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

async function removeWhenFree(
  staging: FileSystemDirectoryHandle,
  jobId: string,
  key: CryptoKey,
): Promise<void> {
  const lock = await lockJobWhenFree(jobId);
  // It may have been read while it was being written.
  if ((await storedJob(staging, jobId, key)) === 'unreadable') await removeStaged(staging, jobId);
  lock.release();
}

/** `unreadable`: there is a note, under another key. Null: there is none. */
async function storedJob(
  staging: FileSystemDirectoryHandle,
  jobId: string,
  key: CryptoKey,
): Promise<ExportPlan | 'unreadable' | null> {
  let note: File;
  try {
    const directory = await staging.getDirectoryHandle(jobId);
    note = await (await directory.getFileHandle(JOB_FILE_NAME)).getFile();
  } catch {
    return null;
  }
  return (await openJobNote(key, jobId, note)) ?? 'unreadable';
}

function isSameOwner(a: ExportPlan['owner'], b: ExportPlan['owner']): boolean {
  return a.service === b.service && a.userName === b.userName;
}
