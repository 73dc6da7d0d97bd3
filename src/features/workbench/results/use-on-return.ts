import { useEffect, useEffectEvent, useRef } from 'react';
import { useSession } from '@/session/session-context';

/** Calls back whenever the connection is back, to do then what failed meanwhile. Not for whoever has signed out by then. */
export function useOnReturn(onReturn: () => void): void {
  const session = useSession();
  const connection = session.status === 'signed-in' ? session.connection : session.status;
  const wasOffline = useRef(connection === 'offline');
  const goOn = useEffectEvent(onReturn);
  useEffect(() => {
    // Whether there is a connection again shows once the same person has signed in again.
    if (connection === 'ended') return;
    if (wasOffline.current && connection === 'online') goOn();
    wasOffline.current = connection === 'offline';
  }, [connection]);
}
