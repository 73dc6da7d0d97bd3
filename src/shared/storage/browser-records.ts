import { withClearRecords, type ClearRecordsPorts } from './clear-records';
import { createMemoryRecords } from './memory-records';
import type { RecordStorage } from './record-storage';
import { createSealedRecords } from './sealed-records';
import { withLock } from './with-lock';

export interface BrowserRecordsOptions {
  /** Part of the key derivation, if the installation has one. */
  readonly installationSecret: string | null;
  /** Returns the account of records of earlier versions, which are stored by address. */
  readonly accountOf: ClearRecordsPorts['accountOf'];
}

/** Creates this browser's record storage: encrypted, or in memory if the page cannot encrypt. */
export function browserRecords({ installationSecret, accountOf }: BrowserRecordsOptions): RecordStorage {
  // Undefined in insecure contexts, although the type is not optional.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  const records =
    subtle === undefined
      ? createMemoryRecords()
      : createSealedRecords({ databaseName: 'colonnade-records', installationSecret });
  return withClearRecords(records, {
    accountOf,
    // Without locks nothing is migrated for good, so that it may happen twice.
    withLock: (task) => withLock('colonnade-clear-records', {}, task),
  });
}
