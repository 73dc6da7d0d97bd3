import type { ActiveState, EndedState, Grant, MachineState, Transition } from './session-model';
import type { EndedBy, Account, SignedOutReason } from './session-state';

/** Functions that the transitions of the session's state machine (`session-machine.ts`) share. */

/** Fraction of its lifetime after which a grant is renewed. */
const RENEW_AT = 0.8;
const EXPIRY_MARGIN_MS = 10_000;

/** Returns the state without effects. */
export function stay(state: MachineState): Transition {
  return { state, effects: [] };
}

/** Returns the id of the session; null if nobody is signed in. */
export function sessionIdOf(state: MachineState): string | null {
  return signedInOf(state)?.core.account.sessionId ?? null;
}

/** Signs this tab out without deleting anything that is stored. */
export function signedOut(state: MachineState, reason: SignedOutReason): Transition {
  return {
    state: { phase: 'signed-out', reason, isNetworkUp: state.isNetworkUp },
    effects: [{ type: 'leave' }],
  };
}

/** Returns a session with a fresh grant. For the screens, the same account keeps its session. */
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

/** Starts a renewal unless one is running. Nothing else starts one. */
export function renew(state: ActiveState, isAfterRestore = false): Transition {
  if (state.renewal.status === 'running') return stay(state);
  return {
    state: { ...state, renewal: { status: 'running' } },
    effects: [{ type: 'renew', isAfterRestore }],
  };
}

/** Returns the session as ended; `generation` is the newest one that is known to be spent. */
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

/** Returns the grant that requests can use now; null while there is none. */
export function usableGrant(state: MachineState, nowMs: number): Grant | null {
  if (state.phase !== 'active' || state.grant === null) return null;
  const { lifetimeMs, receivedAtMs } = state.grant;
  if (lifetimeMs === null) return state.grant;
  // The lifetime began before the response arrived.
  const marginMs = Math.min(EXPIRY_MARGIN_MS, lifetimeMs / 20);
  return nowMs < receivedAtMs + lifetimeMs - marginMs ? state.grant : null;
}

/** Returns the state where it holds a session; null where nobody is signed in. */
export function signedInOf(state: MachineState): ActiveState | EndedState | null {
  return state.phase === 'active' || state.phase === 'ended' ? state : null;
}

/** Returns the newest generation that this tab has held, or knows to be used up. A renewal must bring a newer one. */
export function newestGeneration(state: ActiveState | EndedState): number {
  return state.phase === 'active' && state.grant !== null ? state.grant.generation : state.spentGeneration;
}

/** When a grant is due for renewal; null for one that does not expire. */
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
