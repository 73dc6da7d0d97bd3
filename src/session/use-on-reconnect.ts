import { useEffect, useEffectEvent, useRef } from 'react';
import { useSession } from '@/session/session-context';

/** Calls back when the connection is restored, to retry what failed without it, but not after the user has signed out. */
export function useOnReconnect(onReconnect: () => void): void {
  const session = useSession();
  const connection = session.status === 'signed-in' ? session.connection : session.status;
  const wasOffline = useRef(connection === 'offline');
  const reconnected = useEffectEvent(onReconnect);
  useEffect(() => {
    // An ended session does not show whether there is a connection. The state after the user has signed in again does.
    if (connection === 'ended') return;
    if (wasOffline.current && connection === 'online') reconnected();
    wasOffline.current = connection === 'offline';
  }, [connection]);
}
