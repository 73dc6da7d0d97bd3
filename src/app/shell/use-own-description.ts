import { useEffect } from 'react';
import { followOwnDescription } from '@/session/own-description';
import { useSession } from '@/session/session-context';
import { useOwnRecords } from '@/session/use-own-records';

/** Loads the page again if the account has a description of the service of its own, and the page has started without it. */
export function useOwnDescription(): void {
  const own = useOwnRecords();
  const isSignedIn = useSession().status === 'signed-in';
  useEffect(() => {
    if (!isSignedIn) return undefined;
    let isCurrent = true;
    void follow();
    async function follow(): Promise<void> {
      const mustReload = await followOwnDescription(own);
      if (mustReload && isCurrent) window.location.reload();
    }
    return () => {
      isCurrent = false;
    };
  }, [own, isSignedIn]);
}
