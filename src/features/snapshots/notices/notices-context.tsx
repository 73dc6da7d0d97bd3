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
  /** The service sent something too large to be a notification, and nothing is heard of it any more. */
  readonly isCutOff: boolean;
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
  const [held, setHeld] = useState<HeldNotices>({ person, notices: NONE, isCutOff: false });
  // What one person was told is not for the next.
  const isOurs = held.person === person;
  const notices = isOurs ? held.notices : NONE;
  const isCutOff = isOurs && held.isCutOff;

  useEffect(() => {
    if (address === null) return;
    const listening = new AbortController();
    const ofPerson = (before: HeldNotices) => (before.person === person ? before.notices : NONE);
    const add = (change: DatedChange) => {
      remember(receivedSnapshot(change));
      setHeld((before) => {
        const others = ofPerson(before).filter(({ priceColumn }) => priceColumn !== change.priceColumn);
        const latest = [{ ...change, isSeen: false, isLater: false }, ...others.slice(0, MOST_NOTICES - 1)];
        return { person, notices: latest, isCutOff: false };
      });
    };
    const listen = async () => {
      const end = await watchSourceChanges({ session, address }, listening.signal, add);
      if (end === 'oversized') {
        setHeld((before) => ({ person, notices: ofPerson(before), isCutOff: true }));
      }
    };
    void listen();
    return () => listening.abort();
  }, [session, address, person, remember]);

  const value = useMemo((): Notices => {
    const change = (update: (notice: Notice) => Notice) => {
      setHeld((before) => ({ ...before, notices: before.notices.map(update) }));
    };
    return {
      notices,
      isCutOff,
      markSeen: () => change((notice) => ({ ...notice, isSeen: true })),
      putOff: (cacheKey) =>
        change((notice) => (notice.cacheKey === cacheKey ? { ...notice, isLater: true } : notice)),
    };
  }, [notices, isCutOff]);
  return <NoticesContext value={value}>{children}</NoticesContext>;
}

interface HeldNotices {
  readonly person: string | null;
  readonly notices: readonly Notice[];
  readonly isCutOff: boolean;
}

const NONE: readonly Notice[] = [];
/** One of each price column, so more than any service has. */
const MOST_NOTICES = 1_000;

export function useNotices(): Notices {
  const notices = use(NoticesContext);
  if (notices === null) throw new Error('useNotices needs a NoticesProvider around it.');
  return notices;
}
