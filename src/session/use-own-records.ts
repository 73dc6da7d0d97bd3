import { createContext, useContext, useMemo } from 'react';
import type { OwnRecords } from '@/lib/storage/owned-store';
import type { RecordStorage } from '@/lib/storage/record-storage';
import { useSession } from './session-context';

export const RecordStorageContext = createContext<RecordStorage | null>(null);

/** Returns the stored records of the signed-in account, or records without an account if no user is signed in. */
export function useOwnRecords(): OwnRecords {
  const session = useSession();
  const isSignedIn = session.status === 'signed-in' || session.status === 'ended';
  const { service, userName } = isSignedIn ? session.account : { service: '', userName: '' };
  const storage = useContext(RecordStorageContext);
  if (storage === null) throw new Error('There is no RecordStorageContext above this component.');
  return useMemo(() => ({ account: { service, userName }, storage }), [service, userName, storage]);
}
