import { useQuery } from '@tanstack/react-query';
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Session } from '@/session/session';
import { useSession } from '@/session/session-context';
import { useOwnRecords } from '@/session/use-own-records';
import { useMarkReception, useRememberSnapshot } from '../api/known-snapshots.mutations';
import { knownSnapshotsQuery } from '../api/known-snapshots.queries';
import { receivedSnapshot, type KnownSnapshot, type ReceptionMark } from '../model/known-snapshot';
import { sourceNotices, type ArrivedChange, type SourceNotice } from '../model/source-notices';
import { eventsAddressFor, type EventsConfig } from './events-address';
import { watchSourceChanges, type DatedChange } from './watch-source-changes';

export interface Notices {
  /** The latest notice of each price column, the newest first. Notices of earlier visits are included. */
  readonly notices: readonly SourceNotice[];
  /** Whether the event stream was closed for good, because the service sent an event that is too large. */
  readonly isDisconnected: boolean;
  /** Marks all notices as listed. Call it when the list of notifications has shown them. */
  readonly markListed: () => void;
  /** Removes the notice above the rows, because the user has seen it or chosen **Later**. */
  readonly postpone: (cacheKey: string) => void;
}

const NoticesContext = createContext<Notices | null>(null);

export interface NoticesProviderProps {
  readonly session: Session;
  readonly config: EventsConfig;
  readonly children: ReactNode;
}

/** Receives changes of source data while a user is signed in, if the installation has an event stream. */
export function NoticesProvider({ session, config, children }: NoticesProviderProps) {
  const sessionState = useSession();
  const isSignedIn = sessionState.status === 'signed-in' || sessionState.status === 'ended';
  const serviceAddress = isSignedIn ? sessionState.account.serviceAddress : null;
  const person = isSignedIn ? `${sessionState.account.service} ${sessionState.account.userName}` : null;
  const description = session.client.dialect?.description;
  const path = description?.events.path;
  // Events name snapshots, so they say nothing where the service keeps none.
  const hasEvents = description?.extraction.snapshot !== null;
  const address =
    serviceAddress === null || !hasEvents ? null : eventsAddressFor(serviceAddress, config, path);
  const remember = useRememberSnapshot();
  const mark = useMarkReception();
  // Stored events remain after the page is closed. Without storage, only events that this page has received are known.
  const { data: known = NONE_KNOWN } = useQuery({
    ...knownSnapshotsQuery(useOwnRecords()),
    enabled: isSignedIn,
  });
  const [state, setState] = useState<NoticesState>({ person, arrived: NONE, isDisconnected: false });
  // Notices for one user must not be shown to the next user.
  const isOurs = state.person === person;
  const arrived = isOurs ? state.arrived : NONE;
  const notices = useMemo(() => sourceNotices(arrived, known), [arrived, known]);
  const isDisconnected = isOurs && state.isDisconnected;

  useEffect(() => {
    if (address === null) return;
    const listening = new AbortController();
    const ofPerson = (before: NoticesState) => (before.person === person ? before.arrived : NONE);
    const add = (change: DatedChange) => {
      remember(receivedSnapshot(change));
      setState((before) => {
        const others = ofPerson(before).filter(({ priceColumn }) => priceColumn !== change.priceColumn);
        const latest = [
          { ...change, isListed: false, isPostponed: false },
          ...others.slice(0, MAX_NOTICES - 1),
        ];
        return { person, arrived: latest, isDisconnected: false };
      });
    };
    const listen = async () => {
      const end = await watchSourceChanges({ client: session.client, address }, listening.signal, add);
      if (end === 'oversized') {
        setState((before) => ({ person, arrived: ofPerson(before), isDisconnected: true }));
      }
    };
    void listen();
    return () => listening.abort();
  }, [session, address, person, remember]);

  const value = useMemo((): Notices => {
    const note = (cacheKeys: readonly string[], what: ReceptionMark['mark']) => {
      if (cacheKeys.length === 0) return;
      setState((before) => ({
        ...before,
        arrived: before.arrived.map((each) =>
          cacheKeys.includes(each.cacheKey) ? { ...each, [what]: true } : each,
        ),
      }));
      mark({ cacheKeys, mark: what });
    };
    return {
      notices,
      isDisconnected,
      markListed: () =>
        note(
          notices.filter(({ isListed }) => !isListed).map(({ cacheKey }) => cacheKey),
          'isListed',
        ),
      postpone: (cacheKey) => note([cacheKey], 'isPostponed'),
    };
  }, [notices, isDisconnected, mark]);
  return <NoticesContext value={value}>{children}</NoticesContext>;
}

interface NoticesState {
  readonly person: string | null;
  readonly arrived: readonly ArrivedChange[];
  readonly isDisconnected: boolean;
}

const NONE: readonly ArrivedChange[] = [];
const NONE_KNOWN: readonly KnownSnapshot[] = [];
/** The maximum number of notices. There is one for each price column, so no service needs more. */
const MAX_NOTICES = 1_000;

export function useNotices(): Notices {
  const notices = use(NoticesContext);
  if (notices === null) throw new Error('useNotices needs a NoticesProvider around it.');
  return notices;
}

/** Returns when the source of each price column changed after its rows were last seen (ms, by this computer's clock). */
export function useUnseenChanges(): ReadonlyMap<string, number> {
  const { notices } = useNotices();
  return useMemo(
    () =>
      new Map(
        notices
          .filter(({ isSeen }) => !isSeen)
          .map(({ priceColumn, changedAtMs }) => [priceColumn, changedAtMs]),
      ),
    [notices],
  );
}
