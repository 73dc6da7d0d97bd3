import type { Session } from '@/session/session';
import { createRoutineStore, type RoutineStore } from './routine-store';

let store = createRoutineStore();

/** The routine of this page, which continues while the user works on other screens. */
export function pageRoutine(): RoutineStore {
  return store;
}

/**
 * Until the returned function is called, cancels the routine when the session ends, so that one user's results are never shown to the next.
 * It also asks for confirmation before the page is closed.
 */
export function guardPageRoutine(session: Pick<Session, 'getState' | 'subscribe'>): () => void {
  const stop = session.subscribe(() => {
    const { status } = session.getState();
    // In an expired session the routine waits for the user to sign in again.
    if (status === 'signed-in' || status === 'ended') return;
    store.cancel();
    store = createRoutineStore();
  });
  const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', askFirst);
  return () => {
    stop();
    window.removeEventListener('beforeunload', askFirst);
  };
}
