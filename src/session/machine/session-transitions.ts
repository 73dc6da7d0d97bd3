import type { ActiveState, EndedState, Grant, MachineState, Transition } from './session-model';
import type { EndedBy, Account, SignedOutReason } from './session-state';

/** Functions that the transitions of the session's state machine (`session-machine.ts`) share. */

/** The fraction of its lifetime after which a grant is renewed. */
const RENEW_AT = 0.8;
const EXPIRY_MARGIN_MS = 10_000;

export function stay(state: MachineState): Transition {
  return { state, effects: [] };
}

/** Returns the ID of the session; null if no user is signed in. */
export function sessionIdOf(state: MachineState): string | null {
  return signedInOf(state)?.core.account.sessionId ?? null;
}

/** Signs this tab out. What is stored is not deleted. */
export function signedOut(state: MachineState, reason: SignedOutReason): Transition {
  return {
    state: { phase: 'signed-out', reason, isNetworkUp: state.isNetworkUp },
    effects: [{ type: 'leave' }],
  };
}

/** Returns a session with a new grant (token or API key). If the account is the same, screens see the same session as before. */
export function activeWith(
  state: MachineState,
  { core, grant, isFoundStored }: Pick<ActiveState, 'core' | 'isFoundStored'> & { readonly grant: Grant },
): ActiveState {
  const isSame =
    (state.phase === 'active' || state.phase === 'ended') && isSameAccount(state.core.account, core.account);
  return {
    phase: 'active',
    core,
    isFoundStored,
    visibleSessionId: isSame ? state.visibleSessionId : core.account.sessionId,
    grant,
    spentGeneration: grant.generation - 1,
    rightIds: grant.rightIds,
    renewal: { status: 'idle' },
    failedRenewals: 0,
    isNetworkUp: state.isNetworkUp,
  };
}

/** Starts a renewal unless one is running. Renewals start only here. */
export function renew(state: ActiveState, isAfterRestore = false): Transition {
  if (state.renewal.status === 'running') return stay(state);
  return {
    state: { ...state, renewal: { status: 'running' } },
    effects: [{ type: 'renew', isAfterRestore }],
  };
}

/** Returns the ended session. `generation` is the newest generation that is known to be used up. */
export function endedFrom(state: ActiveState, generation: number, endedBy: EndedBy): EndedState {
  const { core, isFoundStored, visibleSessionId, rightIds, isNetworkUp } = state;
  return {
    phase: 'ended',
    endedBy,
    core,
    isFoundStored,
    visibleSessionId,
    spentGeneration: generation,
    rightIds,
    isNetworkUp,
  };
}

/** Returns the grant (token or API key) that requests can use now; null if there is none. */
export function usableGrant(state: MachineState, nowMs: number): Grant | null {
  if (state.phase !== 'active' || state.grant === null) return null;
  const { lifetimeMs, receivedAtMs } = state.grant;
  if (lifetimeMs === null) return state.grant;
  // The margin is needed because the lifetime began before the response arrived.
  const marginMs = Math.min(EXPIRY_MARGIN_MS, lifetimeMs / 20);
  return nowMs < receivedAtMs + lifetimeMs - marginMs ? state.grant : null;
}

/** Returns the state if it has a session; null if no user is signed in. */
export function signedInOf(state: MachineState): ActiveState | EndedState | null {
  return state.phase === 'active' || state.phase === 'ended' ? state : null;
}

/** Returns the newest generation that this tab has held or knows to be used up. A renewal must result in a newer one. */
export function newestGeneration(state: ActiveState | EndedState): number {
  return state.phase === 'active' && state.grant !== null ? state.grant.generation : state.spentGeneration;
}

/** Returns when a grant (token or API key) is due for renewal; null if it does not expire. */
export function renewAtMs(grant: Grant | null): number | null {
  if (grant === null || grant.lifetimeMs === null) return null;
  return grant.receivedAtMs + grant.lifetimeMs * RENEW_AT;
}

/** Whether two sessions belong to the same account at the same service, so that one may continue the other. */
export function isSameAccount(a: Account, b: Account): boolean {
  return (
    a.serviceAddress === b.serviceAddress &&
    a.service === b.service &&
    a.clientId === b.clientId &&
    a.method === b.method &&
    a.userName === b.userName &&
    a.displayName === b.displayName
  );
}
