import { createContext, useCallback, useContext, useSyncExternalStore, type ReactNode } from 'react';
import { extractionPermission, type Permission, type Rights } from './rights/rights';
import type { LoadedDescription } from './machine/service-binding';
import type { ServiceClient } from './service-client';
import type { Session } from './session';
import type { LimitSettings } from './machine/session-limits';
import { rightsOf, type SessionState } from './machine/session-state';

const SessionContext = createContext<Session | null>(null);

export function SessionProvider({
  session,
  children,
}: {
  readonly session: Session;
  readonly children: ReactNode;
}) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): SessionState {
  const session = useSessionObject();
  return useSyncExternalStore(session.subscribe, session.getState);
}

export type SessionActions = Pick<
  Session,
  'signIn' | 'signInAgain' | 'signOut' | 'checkConnection' | 'tokenFacts'
>;

/** Returns the session's actions. The object never changes. */
export function useSessionActions(): SessionActions {
  return useSessionObject();
}

/** Returns the functions to read and watch the session's state, for work that outlives its screen. The object never changes. */
export function useSessionStates(): Pick<Session, 'getState' | 'subscribe'> {
  return useSessionObject();
}

/** Returns the times after which the password is asked for again. */
export function useSessionLimits(): LimitSettings {
  return useSessionObject().limits;
}

/** Returns the description of their own with which the page was loaded for the signed-in person; null if there is none. */
export function useLoadedDescription(): LoadedDescription | null {
  return useSessionObject().ownDescription();
}

/** Whether a server keeps sign-ins, so that it passes on only the calls that it knows. */
export function useIsServerCustody(): boolean {
  return useSessionObject().isServerCustody;
}

/** Returns the client that calls the service for the signed-in account. */
export function useServiceClient(): ServiceClient {
  return useSessionObject().client;
}

/** Whether the service keeps snapshots. If not, it evaluates the query again for each page. */
export function useHasSnapshots(): boolean {
  return useServiceClient().dialect?.description.extraction.snapshot !== null;
}

/** Whether the signed-in account may list price columns and extract prices. */
export function useExtractionPermission(): Permission {
  return extractionPermission(useRights(), useServiceClient().dialect);
}

/** Returns a function that returns the session's key for a purpose (`Session.sealingKey`). It changes only with the purpose. */
export function useSealingKey(purpose: string): () => Promise<CryptoKey | null> {
  const session = useSessionObject();
  return useCallback(() => session.sealingKey(purpose), [session, purpose]);
}

/** Returns the rights of the signed-in account; unknown if no user is signed in. */
export function useRights(): Rights {
  return rightsOf(useSession());
}

function useSessionObject(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('There is no SessionProvider above this component.');
  return session;
}
