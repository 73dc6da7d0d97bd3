import { createContext, useCallback, useContext, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { UNKNOWN_RIGHTS, type Rights } from './rights';
import type { ServiceClient } from './service-client';
import type { Session } from './session';
import type { LimitSettings } from './session-limits';
import type { SessionState } from './session-state';

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

/** The session's state; renders again when something of it changes. */
export function useSession(): SessionState {
  const session = useSessionObject();
  return useSyncExternalStore(session.subscribe, session.getState);
}

export type SessionActions = Pick<Session, 'signIn' | 'signInAgain' | 'signOut' | 'checkConnection'>;

/** Always the same functions. */
export function useSessionActions(): SessionActions {
  const session = useSessionObject();
  return useMemo(
    () => ({
      signIn: session.signIn,
      signInAgain: session.signInAgain,
      signOut: session.signOut,
      checkConnection: session.checkConnection,
    }),
    [session],
  );
}

/** When the password is asked for again. */
export function useSessionLimits(): LimitSettings {
  return useSessionObject().limits;
}

/** The service, called as whoever is signed in. */
export function useServiceClient(): ServiceClient {
  return useSessionObject().client;
}

/** Gives the session's key for data of a purpose; see `Session.sealingKey`. Always the same function. */
export function useSealingKey(purpose: string): () => Promise<CryptoKey | null> {
  const session = useSessionObject();
  return useCallback(() => session.sealingKey(purpose), [session, purpose]);
}

/** The rights of whoever is signed in; unknown where nobody is. */
export function useRights(): Rights {
  const state = useSession();
  return state.status === 'signed-in' || state.status === 'ended' ? state.rights : UNKNOWN_RIGHTS;
}

function useSessionObject(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('There is no SessionProvider above this component.');
  return session;
}
