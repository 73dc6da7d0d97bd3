import { useEffect, useEffectEvent, useRef } from 'react';
import { useSession } from '@/session/session-context';

/** Calls back whenever the connection is back, to do then what failed meanwhile. */
export function useOnReturn(onReturn: () => void): void {
  const session = useSession();
  const isOffline = session.status === 'signed-in' && session.connection === 'offline';
  const wasOffline = useRef(isOffline);
  const goOn = useEffectEvent(onReturn);
  useEffect(() => {
    if (wasOffline.current && !isOffline) goOn();
    wasOffline.current = isOffline;
  }, [isOffline]);
}
