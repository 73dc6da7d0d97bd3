import type {
  ActiveState,
  EndedState,
  Grant,
  MachineState,
  Renewal,
  SessionCore,
  SessionEvent,
  StoredSessionSeen,
  Transition,
} from './session-model';
import type { EndedBy, Account, SignedOutReason } from './session-state';

/**
 * The session as a pure state machine: (state, event) → next state and effects. It knows no clock, network, storage or
 * React; `session.ts` runs it. All times are `Clock.nowMs`.
 */

/** Fraction of its lifetime after which a grant is renewed. */
const RENEW_AT = 0.8;
/** Minimum time between two attempts after a failure, however many requests wait for one. */
const LEAST_RETRY_DELAY_MS = 1_000;
const EXPIRY_MARGIN_MS = 10_000;

export const initialState: MachineState = { phase: 'restoring', isNetworkUp: true };

/** Returns the state after an event and the effects to run. Never throws; events that no longer matter change nothing. */
export function transition(state: MachineState, event: SessionEvent): Transition {
  switch (event.type) {
    case 'restore-failed':
      return state.phase === 'restoring' ? signedOut(state, event.reason) : stay(state);
    case 'restored':
      return state.phase === 'restoring' ? restored(state, event) : stay(state);
    case 'signed-in':
      return {
        state: activeWith(state, event.core, event.grant),
        effects: [
          { type: 'join', core: event.core },
          { type: 'share-grant', core: event.core, grant: event.grant },
        ],
      };
    case 'sign-out':
      return {
        state: { phase: 'signed-out', reason: 'signed-out', isNetworkUp: state.isNetworkUp },
        effects: [{ type: 'leave' }, { type: 'forget', sessionId: sessionIdOf(state) }],
      };
    case 'erased':
      return state.phase === 'signed-out' && state.reason === 'not-erased'
        ? stay({ ...state, reason: 'signed-out' })
        : stay(state);
    case 'erasure-failed':
      return state.phase === 'signed-out' ? stay({ ...state, reason: 'not-erased' }) : stay(state);
    case 'records-left':
      return state.phase === 'signed-out' && state.reason === 'signed-out'
        ? stay({ ...state, reason: 'records-left' })
        : stay(state);
    case 'tick':
      return state.phase === 'active' && isRenewalDue(state, event.nowMs) ? renew(state) : stay(state);
    case 'limit-reached':
      return state.phase === 'active' && state.core.account.sessionId === event.sessionId
        ? end(state, newestGeneration(state), event.limit)
        : stay(state);
    case 'woke':
      return state.phase === 'active' ? woke(state, event.nowMs) : look(state);
    case 'network':
      return network(state, event.isUp, event.nowMs);
    case 'credentials-needed':
      return state.phase === 'active' && isInNeed(state, event.nowMs)
        ? renewSoon(state, event.nowMs)
        : stay(state);
    case 'credentials-refused':
      return credentialsRefused(state, event.sessionId, event.generation);
    case 'renewed':
      return renewed(state, event.sessionId, event.grant);
    case 'renewal-needless':
      return state.phase === 'active' ? needless(state) : stay(state);
    case 'renewal-refused':
      return renewalRefused(state, event.sessionId, event.generation);
    case 'renewal-failed':
      return renewalFailed(state, event);
    case 'renewal-misdirected':
      return state.phase === 'active' ? stay({ ...state, renewal: { status: 'misdirected' } }) : stay(state);
    case 'stored-session-seen':
      return storedSessionSeen(state, event.stored);
    case 'hello-received':
      return helloReceived(state);
    case 'renewal-wanted-received':
      return renewalWanted(state, event.sessionId, event.generation);
    case 'grant-received':
      return grantReceived(state, event.core, event.grant);
    case 'ended-received':
      return endedReceived(state, event);
    case 'signed-out-received':
      return isSignedOutBy(state, event.sessionId) ? signedOut(state, 'ended-elsewhere') : stay(state);
  }
}

/** Returns the grant that a request may be sent with now; null while there is none. */
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

/** The newest generation that this tab has held or knows to be spent; a renewal has to exceed it. */
export function newestGeneration(state: ActiveState | EndedState): number {
  return state.phase === 'active' && state.grant !== null ? state.grant.generation : state.spentGeneration;
}

/** When the machine needs its next `tick`; null when no time limit is pending. */
export function nextDueMs(state: MachineState): number | null {
  if (state.phase !== 'active' || !isWorthATimer(state.renewal)) return null;
  if (state.renewal.status === 'backing-off') return state.renewal.retryAtMs;
  return renewAtMs(state.grant);
}

function isWorthATimer({ status }: Renewal): boolean {
  return status === 'idle' || status === 'backing-off';
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

function stay(state: MachineState): Transition {
  return { state, effects: [] };
}

function look(state: MachineState): Transition {
  if (state.phase === 'signed-out' && state.reason === 'not-erased') {
    return { state, effects: [{ type: 'erase-again' }] };
  }
  return { state, effects: state.phase === 'ended' ? [{ type: 'look-at-stored' }] : [] };
}

function sessionIdOf(state: MachineState): string | null {
  return signedInOf(state)?.core.account.sessionId ?? null;
}

function isSignedOutBy(state: MachineState, sessionId: string | null): boolean {
  const ownSessionId = sessionIdOf(state);
  return ownSessionId !== null && (sessionId === null || sessionId === ownSessionId);
}

function signedOut(state: MachineState, reason: SignedOutReason): Transition {
  return {
    state: { phase: 'signed-out', reason, isNetworkUp: state.isNetworkUp },
    effects: [{ type: 'leave' }],
  };
}

function activeWith(state: MachineState, core: SessionCore, grant: Grant): ActiveState {
  const isSame =
    (state.phase === 'active' || state.phase === 'ended') && isSameAccount(state.core.account, core.account);
  return {
    phase: 'active',
    core,
    visibleSessionId: isSame ? state.visibleSessionId : core.account.sessionId,
    grant,
    spentGeneration: grant.generation - 1,
    rightIds: grant.rightIds,
    renewal: { status: 'idle' },
    failedRenewals: 0,
    isNetworkUp: state.isNetworkUp,
  };
}

function restored(
  state: MachineState,
  { core, generation, rightIds, grant, endedBy }: Extract<SessionEvent, { type: 'restored' }>,
): Transition {
  const common = {
    core,
    visibleSessionId: core.account.sessionId,
    rightIds,
    isNetworkUp: state.isNetworkUp,
  };
  if (endedBy !== null) {
    const ended: EndedState = { phase: 'ended', endedBy, ...common, spentGeneration: generation };
    const join = { type: 'join', core } as const;
    // A limit may have been reached while no page was open to delete the secret.
    return { state: ended, effects: endedBy === 'service' ? [join] : [join, { type: 'store-ended', ended }] };
  }
  const active: ActiveState = {
    phase: 'active',
    ...common,
    grant,
    spentGeneration: generation - 1,
    renewal: { status: 'idle' },
    failedRenewals: 0,
  };
  const next = grant === null ? renew(active, true) : stay(active);
  return { state: next.state, effects: [{ type: 'join', core }, ...next.effects] };
}

/** Starts a renewal unless one is running. Nothing else starts one. */
function renew(state: ActiveState, isAfterRestore = false): Transition {
  if (state.renewal.status === 'running') return stay(state);
  return {
    state: { ...state, renewal: { status: 'running' } },
    effects: [{ type: 'renew', isAfterRestore }],
  };
}

function isInNeed(state: ActiveState, nowMs: number): boolean {
  return state.renewal.status !== 'misdirected' && usableGrant(state, nowMs) === null;
}

function isRenewalDue(state: ActiveState, nowMs: number): boolean {
  if (state.renewal.status === 'misdirected') return false;
  if (state.renewal.status === 'backing-off') return nowMs >= state.renewal.retryAtMs;
  const dueMs = renewAtMs(state.grant);
  return state.grant === null || (dueMs !== null && nowMs >= dueMs);
}

/** Cuts a back-off short: a request waits for the renewal, or the network may be back. */
function renewSoon(state: ActiveState, nowMs: number): Transition {
  const { renewal } = state;
  if (renewal.status !== 'backing-off' || nowMs >= renewal.notBeforeMs) return renew(state);
  return stay({ ...state, renewal: { ...renewal, retryAtMs: renewal.notBeforeMs } });
}

function woke(state: ActiveState, nowMs: number): Transition {
  const { status } = state.renewal;
  const isWanted = status === 'backing-off' || status === 'misdirected' || isRenewalDue(state, nowMs);
  const next = isWanted ? renewSoon(state, nowMs) : stay(state);
  // A renewal reads what is stored anyway.
  return next.effects.length > 0 ? next : { state: next.state, effects: [{ type: 'look-at-stored' }] };
}

function network(state: MachineState, isUp: boolean, nowMs: number): Transition {
  const next = { ...state, isNetworkUp: isUp };
  if (!isUp) return stay(next);
  return next.phase === 'active' ? woke(next, nowMs) : look(next);
}

function credentialsRefused(state: MachineState, sessionId: string, generation: number): Transition {
  if (state.phase !== 'active' || state.core.account.sessionId !== sessionId) return stay(state);
  // Already replaced, or already known to be spent: the request continues with the next grant.
  if (state.grant === null || state.grant.generation !== generation) return stay(state);
  if (state.grant.lifetimeMs === null) return end(state, generation, 'service');
  return renew({ ...state, grant: null, spentGeneration: generation });
}

function renewed(state: MachineState, sessionId: string, grant: Grant): Transition {
  if (state.phase !== 'active' || state.core.account.sessionId !== sessionId) return stay(state);
  return {
    state: activeWith(state, state.core, grant),
    effects: [{ type: 'share-grant', core: state.core, grant }],
  };
}

function renewalRefused(state: MachineState, sessionId: string, generation: number): Transition {
  if (state.phase !== 'active' || state.core.account.sessionId !== sessionId) return stay(state);
  return newestGeneration(state) > generation ? needless(state) : end(state, generation, 'service');
}

function end(state: ActiveState, generation: number, endedBy: EndedBy): Transition {
  const ended = endedFrom(state, generation, endedBy);
  return {
    state: ended,
    effects: [
      { type: 'store-ended', ended },
      { type: 'share-ended', ended },
    ],
  };
}

function endedFrom(state: ActiveState, generation: number, endedBy: EndedBy): EndedState {
  const { core, visibleSessionId, rightIds, isNetworkUp } = state;
  return {
    phase: 'ended',
    endedBy,
    core,
    visibleSessionId,
    spentGeneration: generation,
    rightIds,
    isNetworkUp,
  };
}

function needless(state: ActiveState): Transition {
  return stay({ ...state, renewal: { status: 'idle' }, failedRenewals: 0 });
}

function renewalFailed(
  state: MachineState,
  { nowMs, retryDelayMs, leastDelayMs }: Extract<SessionEvent, { type: 'renewal-failed' }>,
): Transition {
  if (state.phase !== 'active' || state.renewal.status !== 'running') return stay(state);
  const notBeforeMs = nowMs + Math.max(leastDelayMs, LEAST_RETRY_DELAY_MS);
  const retryAtMs = Math.max(notBeforeMs, nowMs + retryDelayMs);
  return stay({
    ...state,
    renewal: { status: 'backing-off', notBeforeMs, retryAtMs },
    failedRenewals: state.failedRenewals + 1,
  });
}

function storedSessionSeen(state: MachineState, stored: StoredSessionSeen | null): Transition {
  if (state.phase !== 'active' && state.phase !== 'ended') return stay(state);
  // Storage was cleared. Nobody signed out, so the page stays; but there is no token to renew with.
  if (stored === null)
    return stay(state.phase === 'active' ? endedFrom(state, newestGeneration(state), 'service') : state);
  if (stored.status === 'signed-out') return signedOut(state, 'ended-elsewhere');
  if (stored.sessionId !== state.core.account.sessionId) return signedOut(state, 'replaced-elsewhere');
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

function activeFromEnded(state: EndedState): ActiveState {
  const { endedBy: _, ...common } = state;
  return { ...common, phase: 'active', grant: null, renewal: { status: 'idle' }, failedRenewals: 0 };
}

function helloReceived(state: MachineState): Transition {
  if (state.phase === 'ended') return { state, effects: [{ type: 'share-ended', ended: state }] };
  if (state.phase !== 'active' || state.grant === null) return stay(state);
  return { state, effects: [{ type: 'share-grant', core: state.core, grant: state.grant }] };
}

function renewalWanted(state: MachineState, sessionId: string, generation: number): Transition {
  if (state.phase !== 'active' || state.core.account.sessionId !== sessionId) return stay(state);
  if (state.grant === null || state.grant.generation <= generation) return renew(state);
  return { state, effects: [{ type: 'share-grant', core: state.core, grant: state.grant }] };
}

function grantReceived(state: MachineState, core: SessionCore, grant: Grant): Transition {
  if (state.phase === 'active' || state.phase === 'ended') {
    const isOurs = state.core.account.sessionId === core.account.sessionId;
    if (!isOurs && !isSameAccount(state.core.account, core.account)) {
      return signedOut(state, 'replaced-elsewhere');
    }
    if (isOurs && grant.generation <= newestGeneration(state)) return stay(state);
    const adopted = activeWith(state, core, grant);
    // A running renewal of this session finds out by itself that it is not needed any more.
    const isRunning = isOurs && state.phase === 'active' && state.renewal.status === 'running';
    return {
      state: isRunning ? { ...adopted, renewal: { status: 'running' } } : adopted,
      effects: isOurs && state.core.tabSecret === core.tabSecret ? [] : [{ type: 'join', core }],
    };
  }
  // The notice that another account is signed in stays until the person acts on it.
  if (state.phase === 'signed-out' && state.reason === 'replaced-elsewhere') return stay(state);
  return {
    state: activeWith(state, core, grant),
    // The session may have been signed out while the message was in flight.
    effects: [{ type: 'join', core }, { type: 'look-at-stored' }],
  };
}

function endedReceived(
  state: MachineState,
  { core, generation, rightIds, endedBy }: Extract<SessionEvent, { type: 'ended-received' }>,
): Transition {
  if (state.phase === 'restoring') {
    return {
      state: {
        phase: 'ended',
        endedBy,
        core,
        visibleSessionId: core.account.sessionId,
        spentGeneration: generation,
        rightIds,
        isNetworkUp: state.isNetworkUp,
      },
      effects: [{ type: 'join', core }],
    };
  }
  if (state.phase !== 'active' || state.core.account.sessionId !== core.account.sessionId) return stay(state);
  // Outdated when this session has been signed in to again since. A lock also applies to credentials renewed meanwhile.
  const isOld =
    endedBy === 'service'
      ? newestGeneration(state) > generation
      : state.core.signedInAtMs > core.signedInAtMs;
  return isOld ? stay(state) : stay(endedFrom(state, Math.max(generation, newestGeneration(state)), endedBy));
}
