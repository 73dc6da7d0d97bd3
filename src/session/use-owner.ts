import { useMemo } from 'react';
import { useSession } from '@/session/session-context';
import type { Owner } from '@/shared/storage/owned-records';

const NOBODY: Owner = { service: '', userName: '' };

/** Whoever is signed in, as the one to whom kept work belongs. */
export function useOwner(): Owner {
  const session = useSession();
  const identity = session.status === 'signed-in' || session.status === 'ended' ? session.identity : NOBODY;
  const { service, userName } = identity;
  return useMemo(() => ({ service, userName }), [service, userName]);
}
