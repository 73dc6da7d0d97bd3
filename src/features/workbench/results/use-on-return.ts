import { useEffect, useRef } from 'react';
import { useSession } from '@/session/session-context';
import type { OpenSnapshot } from '../snapshot/open-snapshot';

/** Asks again for the pages that failed as soon as the connection is back. */
export function useRetryOnReturn({ rows }: Pick<OpenSnapshot, 'rows'>): void {
  const session = useSession();
  const isOffline = session.status === 'signed-in' && session.connection === 'offline';
  const wasOffline = useRef(isOffline);
  useEffect(() => {
    if (wasOffline.current && !isOffline) rows.retryFailed();
    wasOffline.current = isOffline;
  }, [isOffline, rows]);
}
