import { createContext, useCallback, useContext, useSyncExternalStore, type ReactNode } from 'react';
import { extractionPermission, type Permission, type Rights } from './rights/rights';
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

/** Returns the session's state, and renders again when it changes. */
export function useSession(): SessionState {
  const session = useSessionObject();
  return useSyncExternalStore(session.subscribe, session.getState);
}

export type SessionActions = Pick<Session, 'signIn' | 'signInAgain' | 'signOut' | 'checkConnection'>;

/** Returns the session's actions, which never change. */
export function useSessionActions(): SessionActions {
  return useSessionObject();
}

/** Returns the state of the session and its subscription, for work that outlives its screen. The object never changes. */
export function useSessionStates(): Pick<Session, 'getState' | 'subscribe'> {
  return useSessionObject();
}

/** When the password is asked for again. */
export function useSessionLimits(): LimitSettings {
  return useSessionObject().limits;
}

/** Returns the client that calls the service for the account that is signed in. */
export function useServiceClient(): ServiceClient {
  return useSessionObject().client;
}

/** Whether the account that is signed in may list price columns and extract prices. */
export function useExtractionPermission(): Permission {
  return extractionPermission(useRights(), useServiceClient().dialect);
}

/** Returns a function for the session's key for a purpose (`Session.sealingKey`). The function changes only with the purpose. */
export function useSealingKey(purpose: string): () => Promise<CryptoKey | null> {
  const session = useSessionObject();
  return useCallback(() => session.sealingKey(purpose), [session, purpose]);
}

/** Returns the rights of the account that is signed in; unknown if nobody is signed in. */
export function useRights(): Rights {
  return rightsOf(useSession());
}

function useSessionObject(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('There is no SessionProvider above this component.');
  return session;
}
