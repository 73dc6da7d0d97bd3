import { useEffect, useEffectEvent, useRef } from 'react';
import { useSession } from '@/session/session-context';

/** Calls back whenever the connection is restored, to retry what failed without it; not after the person has signed out. */
export function useOnReconnect(onReconnect: () => void): void {
  const session = useSession();
  const connection = session.status === 'signed-in' ? session.connection : session.status;
  const wasOffline = useRef(connection === 'offline');
  const reconnected = useEffectEvent(onReconnect);
  useEffect(() => {
    // An ended session says nothing about the connection; the next state does, once the same person has signed in again.
    if (connection === 'ended') return;
    if (wasOffline.current && connection === 'online') reconnected();
    wasOffline.current = connection === 'offline';
  }, [connection]);
}
