import { withClearRecords, type ClearRecordsPorts } from './clear-records';
import { createMemoryRecords } from './memory-records';
import type { RecordStorage } from './record-storage';
import { createSealedRecords } from './sealed-records';

export interface BrowserRecordsOptions {
  /** Seals the records too, where the installation has one. */
  readonly installationSecret: string | null;
  /** Whose the records of earlier versions are, which lie under addresses. */
  readonly ownerOf: ClearRecordsPorts['ownerOf'];
}

/** The records of people in this browser: sealed at rest, or in memory alone where the page cannot encrypt. */
export function browserRecords({ installationSecret, ownerOf }: BrowserRecordsOptions): RecordStorage {
  // The type says it is always there; pages without a secure connection have none.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  const records =
    subtle === undefined
      ? createMemoryRecords()
      : createSealedRecords({ databaseName: 'colonnade-records', installationSecret });
  return withClearRecords(records, { ownerOf, withLock });
}

async function withLock(task: () => Promise<void>): Promise<void> {
  // As above. Where there are none nothing is moved for good, and it may be done twice.
  const locks = navigator.locks as LockManager | undefined;
  await (locks === undefined ? task() : locks.request('colonnade-clear-records', task));
}
