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

/** Transitions of the session's state machine that other tabs cause, by storing a session or by their messages. */

/** Applies the session that another tab has stored; null if no session is stored. */
export function storedSessionSeen(before: MachineState, stored: StoredSessionSeen | null): Transition {
  if (before.phase !== 'active' && before.phase !== 'ended') return stay(before);
  if (stored === null) return nothingStored(before);
  if (stored.status === 'signed-out') return signedOut(before, 'ended-elsewhere');
  if (stored.sessionId !== before.core.account.sessionId) return signedOut(before, 'replaced-elsewhere');
  const state: ActiveState | EndedState = { ...before, isFoundStored: true };
  if (state.phase === 'ended') {
    // Signed in again in another tab, whose message this tab has missed.
    return stored.status === 'ended' || stored.generation <= state.spentGeneration
      ? stay(state)
      : renew({ ...activeFromEnded(state), spentGeneration: stored.generation - 1 });
  }
  if (stored.status === 'ended') {
    return stay(endedFrom(state, stored.generation, stored.endedBy ?? 'service'));
  }
  // There is a newer grant that this tab has not received: fetch it rather than wait for a 401.
  return stored.generation > newestGeneration(state) ? renew(state) : stay(state);
}

function nothingStored(state: ActiveState | EndedState): Transition {
  // A message from before the sign-out has let this tab in; the sign-out could not leave its mark.
  if (!state.isFoundStored) return signedOut(state, 'ended-elsewhere');
  // Storage was cleared. Nobody signed out, so the page stays; but there is no token to renew with.
  return stay(state.phase === 'active' ? endedFrom(state, newestGeneration(state), 'service') : state);
}

function activeFromEnded(state: EndedState): ActiveState {
  const { endedBy: _, ...common } = state;
  return { ...common, phase: 'active', grant: null, renewal: { status: 'idle' }, failedRenewals: 0 };
}

/** A new tab asks what there is: shares the grant, or that the session has ended. */
export function helloReceived(state: MachineState): Transition {
  if (state.phase === 'ended') return { state, effects: [{ type: 'share-ended', ended: state }] };
  if (state.phase !== 'active' || state.grant === null) return stay(state);
  return { state, effects: [{ type: 'share-grant', core: state.core, grant: state.grant }] };
}

/** Another tab needs a newer grant than the one it names. */
export function renewalWanted(state: MachineState, sessionId: string, generation: number): Transition {
  if (state.phase !== 'active' || state.core.account.sessionId !== sessionId) return stay(state);
  if (state.grant === null || state.grant.generation <= generation) return renew(state);
  return { state, effects: [{ type: 'share-grant', core: state.core, grant: state.grant }] };
}

/**
 * Adopts the grant of another tab, or not:
 *
 * | this tab has | the grant belongs to | outcome |
 * |---|---|---|
 * | a session | this session, and is newer | adopted; joins again for a new tab secret |
 * | a session | this session, and is old | ignored |
 * | a session | another session of the same account | adopted, and looks whether it is stored |
 * | a session | another account | signed out |
 * | the notice that another account signed in | any | ignored, until the person acts on the notice |
 * | no session | any | adopted, and looks whether it is stored |
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
  // A running renewal finds out by itself that it is not needed any more.
  const isRunning = own.phase === 'active' && own.renewal.status === 'running';
  return {
    state: isRunning ? { ...adopted, renewal: { status: 'running' } } : adopted,
    effects: own.core.tabSecret === core.tabSecret ? [] : [{ type: 'join', core }],
  };
}

/** Takes this tab into a session that it knows from a message: it may have been signed out since. */
function letIn(core: SessionCore): SessionEffect[] {
  return [{ type: 'join', core }, { type: 'look-at-stored' }];
}

/** Ends the session as another tab has, unless somebody has signed in to it again since. */
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
  // Outdated if somebody has signed in to this session again. A lock also applies to credentials renewed meanwhile.
  const isOld =
    endedBy === 'service'
      ? newestGeneration(state) > generation
      : state.core.signedInAtMs > core.signedInAtMs;
  return isOld ? stay(state) : stay(endedFrom(state, Math.max(generation, newestGeneration(state)), endedBy));
}

/** Whether the sign-out of a session, or of all for null, concerns this tab. */
export function isSignedOutBy(state: MachineState, sessionId: string | null): boolean {
  const ownSessionId = sessionIdOf(state);
  return ownSessionId !== null && (sessionId === null || sessionId === ownSessionId);
}
