import { useContext, useMemo } from 'react';
import type { OwnRecords } from '@/shared/storage/owned-store';
import { RecordStorageContext } from '@/shared/storage/record-storage-context';
import { useOwner } from './use-owner';

/** The records of the person who is signed in. */
export function useOwnRecords(): OwnRecords {
  const owner = useOwner();
  const storage = useContext(RecordStorageContext);
  if (storage === null) throw new Error('There is no RecordStorageContext above this component.');
  return useMemo(() => ({ owner, storage }), [owner, storage]);
}
