import { useMemo, useSyncExternalStore } from 'react';
import { ownDescription, type DescriptionJson } from './own-description';
import { useLoadedDescription, useSession } from './session-context';

export interface OwnDescription {
  /** Whether this page works with the person's own description. */
  readonly isInForce: boolean;
  /** The stored description as JSON, which the page follows from its next load on; null if there is none. */
  readonly storedText: string | null;
  /** What changes when the page loads again: a description comes into use, or the one in use goes out of use. */
  readonly nextLoad: 'use' | 'forget' | null;
  /** The keys because of which this page has forgotten the stored description at its start; null if it has not. */
  readonly wrongKeys: readonly string[] | null;
  /** Stores a description for the signed-in person. Returns false if the browser does not store it. */
  readonly use: (description: DescriptionJson) => boolean;
  readonly forget: () => void;
}

/** Returns the signed-in person's own description of the service, and follows changes in other tabs. */
export function useOwnDescription(): OwnDescription {
  const session = useSession();
  const sessionId = 'account' in session ? session.account.sessionId : '';
  const loaded = useLoadedDescription();
  const stored = useSyncExternalStore(ownDescription.subscribe, () => ownDescription.textFor(sessionId));
  return useMemo(() => {
    const isInForce = loaded !== null && loaded.dialect !== null;
    const inForce = isInForce ? loaded.text : null;
    const wanted = stored === null ? 'forget' : 'use';
    return {
      isInForce,
      storedText: stored,
      nextLoad: stored === inForce ? null : wanted,
      wrongKeys: loaded !== null && !isInForce ? loaded.wrongKeys : null,
      use: (description) => ownDescription.store(sessionId, description),
      forget: ownDescription.forget,
    };
  }, [loaded, stored, sessionId]);
}
