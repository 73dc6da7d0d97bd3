import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Session } from '@/session/session';
import { useSession } from '@/session/session-context';
import { useRememberSnapshot } from '../api/known-snapshots.mutations';
import { receivedSnapshot } from '../model/known-snapshot';
import { eventsAddressFor, type EventsConfig } from './events-address';
import { watchSourceChanges, type DatedChange } from './watch-source-changes';

export interface Notice extends DatedChange {
  /** Whether it has been shown in the list of notifications. */
  readonly isSeen: boolean;
  /** Whether it is no longer above the rows, only in the list. */
  readonly isPostponed: boolean;
}

export interface Notices {
  /** The latest of each price column, the latest first. */
  readonly notices: readonly Notice[];
  /** The service sent an event that is too large, and the stream stays closed. */
  readonly isDisconnected: boolean;
  readonly markSeen: () => void;
  readonly postpone: (cacheKey: string) => void;
}

const NoticesContext = createContext<Notices | null>(null);

export interface NoticesProviderProps {
  readonly session: Session;
  readonly config: EventsConfig;
  readonly children: ReactNode;
}

/** Subscribes to changes of prices while somebody is signed in, where the deployment has an event stream. */
export function NoticesProvider({ session, config, children }: NoticesProviderProps) {
  const sessionState = useSession();
  const isSignedIn = sessionState.status === 'signed-in' || sessionState.status === 'ended';
  const serviceAddress = isSignedIn ? sessionState.account.serviceAddress : null;
  const person = isSignedIn ? `${sessionState.account.service} ${sessionState.account.userName}` : null;
  const address = serviceAddress === null ? null : eventsAddressFor(serviceAddress, config);
  const remember = useRememberSnapshot();
  const [state, setState] = useState<NoticesState>({ person, notices: NONE, isDisconnected: false });
  // Notices of one person are not shown to the next.
  const isOurs = state.person === person;
  const notices = isOurs ? state.notices : NONE;
  const isDisconnected = isOurs && state.isDisconnected;

  useEffect(() => {
    if (address === null) return;
    const listening = new AbortController();
    const ofPerson = (before: NoticesState) => (before.person === person ? before.notices : NONE);
    const add = (change: DatedChange) => {
      remember(receivedSnapshot(change));
      setState((before) => {
        const others = ofPerson(before).filter(({ priceColumn }) => priceColumn !== change.priceColumn);
        const latest = [
          { ...change, isSeen: false, isPostponed: false },
          ...others.slice(0, MAX_NOTICES - 1),
        ];
        return { person, notices: latest, isDisconnected: false };
      });
    };
    const listen = async () => {
      const end = await watchSourceChanges({ client: session.client, address }, listening.signal, add);
      if (end === 'oversized') {
        setState((before) => ({ person, notices: ofPerson(before), isDisconnected: true }));
      }
    };
    void listen();
    return () => listening.abort();
  }, [session, address, person, remember]);

  const value = useMemo((): Notices => {
    const change = (update: (notice: Notice) => Notice) => {
      setState((before) => ({ ...before, notices: before.notices.map(update) }));
    };
    return {
      notices,
      isDisconnected,
      markSeen: () => change((notice) => ({ ...notice, isSeen: true })),
      postpone: (cacheKey) =>
        change((notice) => (notice.cacheKey === cacheKey ? { ...notice, isPostponed: true } : notice)),
    };
  }, [notices, isDisconnected]);
  return <NoticesContext value={value}>{children}</NoticesContext>;
}

interface NoticesState {
  readonly person: string | null;
  readonly notices: readonly Notice[];
  readonly isDisconnected: boolean;
}

const NONE: readonly Notice[] = [];
/** One per price column, so more than any service has. */
const MAX_NOTICES = 1_000;

export function useNotices(): Notices {
  const notices = use(NoticesContext);
  if (notices === null) throw new Error('useNotices needs a NoticesProvider around it.');
  return notices;
}
