import type {
  ActiveState,
  EndedState,
  Grant,
  MachineState,
  SessionCore,
  SessionEffect,
  SessionEvent,
  StoredSessionSeen,
  Transition,
} from './session-model';
import {
  stay,
  sessionIdOf,
  signedInOf,
  signedOut,
  activeWith,
  renew,
  endedFrom,
  newestGeneration,
  isSameAccount,
} from './session-transitions';

/** Transitions of the session's state machine that other tabs cause, by storing a session or by sending messages. */

/** Applies what another tab has stored: a session, or null if no session is stored. */
export function storedSessionSeen(before: MachineState, stored: StoredSessionSeen | null): Transition {
  if (before.phase !== 'active' && before.phase !== 'ended') return stay(before);
  if (stored === null) return nothingStored(before);
  if (stored.status === 'signed-out') return signedOut(before, 'ended-elsewhere');
  if (stored.sessionId !== before.core.account.sessionId) return signedOut(before, 'replaced-elsewhere');
  const state: ActiveState | EndedState = { ...before, isFoundStored: true };
  if (state.phase === 'ended') {
    // A user has signed in again in another tab, and this tab has missed the message about the sign-in.
    return stored.status === 'ended' || stored.generation <= state.spentGeneration
      ? stay(state)
      : renew({ ...activeFromEnded(state), spentGeneration: stored.generation - 1 });
  }
  if (stored.status === 'ended') {
    return stay(endedFrom(state, stored.generation, stored.endedBy ?? 'service'));
  }
  // Another tab stored a newer access token, which this tab has not received. Fetch it now rather than after a 401.
  return stored.generation > newestGeneration(state) ? renew(state) : stay(state);
}

function nothingStored(state: ActiveState | EndedState): Transition {
  // This tab joined because of a message sent before a sign-out, and the sign-out could not leave its mark in storage.
  if (!state.isFoundStored) return signedOut(state, 'ended-elsewhere');
  // The browser has cleared the storage. No user has signed out, so the page stays open, but no token is left to renew with.
  return stay(state.phase === 'active' ? endedFrom(state, newestGeneration(state), 'service') : state);
}

function activeFromEnded(state: EndedState): ActiveState {
  const { endedBy: _, ...common } = state;
  return { ...common, phase: 'active', grant: null, renewal: { status: 'idle' }, failedRenewals: 0 };
}

/** Answers a new tab that asks for the session: shares the grant, or the fact that the session has ended. */
export function helloReceived(state: MachineState): Transition {
  if (state.phase === 'ended') return { state, effects: [{ type: 'share-ended', ended: state }] };
  if (state.phase !== 'active' || state.grant === null) return stay(state);
  return { state, effects: [{ type: 'share-grant', core: state.core, grant: state.grant }] };
}

/** Answers another tab that needs a newer access token than the one with this generation number. */
export function renewalWanted(state: MachineState, sessionId: string, generation: number): Transition {
  if (state.phase !== 'active' || state.core.account.sessionId !== sessionId) return stay(state);
  if (state.grant === null || state.grant.generation <= generation) return renew(state);
  return { state, effects: [{ type: 'share-grant', core: state.core, grant: state.grant }] };
}

/**
 * Decides whether to adopt a grant that another tab has sent:
 *
 * | this tab has | the grant belongs to | outcome |
 * |---|---|---|
 * | a session | this session, and is newer | adopted; the tab stores the tab secret if it has changed |
 * | a session | this session, and is old | ignored |
 * | a session | another session of the same account | adopted; the tab then reads the stored session |
 * | a session | another account | signed out |
 * | the notice that another account signed in | any | ignored, until the user reacts to the notice |
 * | no session | any | adopted; the tab then reads the stored session |
 */
export function grantReceived(state: MachineState, core: SessionCore, grant: Grant): Transition {
  if (state.phase === 'signed-out' && state.reason === 'replaced-elsewhere') return stay(state);
  const own = signedInOf(state);
  if (own?.core.account.sessionId !== core.account.sessionId) {
    const isOther = own !== null && !isSameAccount(own.core.account, core.account);
    if (isOther) return signedOut(state, 'replaced-elsewhere');
    return { state: activeWith(state, { core, grant, isFoundStored: false }), effects: letIn(core) };
  }
  if (grant.generation <= newestGeneration(own)) return stay(state);
  const adopted = activeWith(state, { core, grant, isFoundStored: own.isFoundStored });
  // A running renewal notices the newer access token and stops.
  const isRunning = own.phase === 'active' && own.renewal.status === 'running';
  return {
    state: isRunning ? { ...adopted, renewal: { status: 'running' } } : adopted,
    effects: own.core.tabSecret === core.tabSecret ? [] : [{ type: 'join', core }],
  };
}

/** Lets this tab join a session that it knows only from a message. It then reads the stored session, in case of a sign-out since. */
function letIn(core: SessionCore): SessionEffect[] {
  return [{ type: 'join', core }, { type: 'look-at-stored' }];
}

/** Ends the session because another tab has ended it, unless a user has signed in to it again since. */
export function endedReceived(
  state: MachineState,
  { core, generation, rightIds, endedBy }: Extract<SessionEvent, { type: 'ended-received' }>,
): Transition {
  if (state.phase === 'restoring') {
    return {
      state: {
        phase: 'ended',
        endedBy,
        core,
        isFoundStored: false,
        visibleSessionId: core.account.sessionId,
        spentGeneration: generation,
        rightIds,
        isNetworkUp: state.isNetworkUp,
      },
      effects: letIn(core),
    };
  }
  if (state.phase !== 'active' || state.core.account.sessionId !== core.account.sessionId) return stay(state);
  // The message is outdated if a user has signed in to this session again. A lock also applies to credentials renewed since.
  const isOld =
    endedBy === 'service'
      ? newestGeneration(state) > generation
      : state.core.signedInAtMs > core.signedInAtMs;
  return isOld ? stay(state) : stay(endedFrom(state, Math.max(generation, newestGeneration(state)), endedBy));
}

/** Whether a sign-out of this session concerns this tab. The ID null means that all sessions were signed out. */
export function isSignedOutBy(state: MachineState, sessionId: string | null): boolean {
  const ownSessionId = sessionIdOf(state);
  return ownSessionId !== null && (sessionId === null || sessionId === ownSessionId);
}
