/** Marks an export as one that a tab is working on, so that no other goes on with it or removes it. */
export interface JobLock {
  readonly release: () => void;
}

/** Null where another tab has it. Without Web Locks every tab gets it: then nothing lasts beyond the page anyway. */
export async function lockJob(jobId: string): Promise<JobLock | null> {
  return requestLock(jobId, { ifAvailable: true });
}

/** Waits until no other tab has it. */
export async function lockJobWhenFree(jobId: string): Promise<JobLock> {
  return (await requestLock(jobId, {})) ?? NO_LOCK;
}

const NO_LOCK: JobLock = { release: () => undefined };

async function requestLock(jobId: string, options: LockOptions): Promise<JobLock | null> {
  // Undefined on pages without https, whatever the type says.
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return NO_LOCK;
  return new Promise((resolve) => {
    void locks.request(`colonnade.export.${jobId}`, options, async (lock) => {
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
