import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Session } from '@/session/session';
import { useSession } from '@/session/session-context';
import { useRememberSnapshot } from '../components/use-remember-snapshot';
import { receivedSnapshot } from '../model/known-snapshot';
import { eventsAddressFor, type EventsConfig } from './events-address';
import { watchSourceChanges, type DatedChange } from './watch-source-changes';

export interface Notice extends DatedChange {
  /** Looked at in the list of notifications. */
  readonly isSeen: boolean;
  /** Put off: it no longer stands above the rows, only in the list. */
  readonly isLater: boolean;
}

export interface Notices {
  /** The latest first; of each price column the last. */
  readonly notices: readonly Notice[];
  readonly markSeen: () => void;
  readonly putOff: (cacheKey: string) => void;
}

const NoticesContext = createContext<Notices | null>(null);

export interface NoticesProviderProps {
  readonly session: Session;
  readonly config: EventsConfig;
  readonly children: ReactNode;
}

/** Listens for changes of prices as long as somebody is signed in, where the deployment says where to. */
export function NoticesProvider({ session, config, children }: NoticesProviderProps) {
  const state = useSession();
  const isSignedIn = state.status === 'signed-in' || state.status === 'ended';
  const serviceAddress = isSignedIn ? state.identity.serviceAddress : null;
  const person = isSignedIn ? `${state.identity.service} ${state.identity.userName}` : null;
  const address = serviceAddress === null ? null : eventsAddressFor(serviceAddress, config);
  const remember = useRememberSnapshot();
  const [held, setHeld] = useState<{ readonly person: string | null; readonly notices: readonly Notice[] }>({
    person,
    notices: NONE,
  });
  // What one person was told is not for the next.
  const notices = held.person === person ? held.notices : NONE;

  useEffect(() => {
    if (address === null) return;
    const listening = new AbortController();
    void watchSourceChanges({ session, address }, listening.signal, (change) => {
      remember(receivedSnapshot(change));
      setHeld((before) => {
        const earlier = before.person === person ? before.notices : NONE;
        const others = earlier.filter(({ priceColumn }) => priceColumn !== change.priceColumn);
        return { person, notices: [{ ...change, isSeen: false, isLater: false }, ...others] };
      });
    });
    return () => listening.abort();
  }, [session, address, person, remember]);

  const value = useMemo((): Notices => {
    const change = (update: (notice: Notice) => Notice) => {
      setHeld((before) => ({ ...before, notices: before.notices.map(update) }));
    };
    return {
      notices,
      markSeen: () => change((notice) => ({ ...notice, isSeen: true })),
      putOff: (cacheKey) =>
        change((notice) => (notice.cacheKey === cacheKey ? { ...notice, isLater: true } : notice)),
    };
  }, [notices]);
  return <NoticesContext value={value}>{children}</NoticesContext>;
}

const NONE: readonly Notice[] = [];

export function useNotices(): Notices {
  const notices = use(NoticesContext);
  if (notices === null) throw new Error('useNotices needs a NoticesProvider around it.');
  return notices;
}
