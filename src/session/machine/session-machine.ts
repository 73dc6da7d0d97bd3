import type {
  ActiveState,
  EndedState,
  Grant,
  MachineState,
  Renewal,
  SessionEvent,
  Transition,
} from './session-model';
import type { EndedBy } from './session-state';
import {
  storedSessionSeen,
  helloReceived,
  renewalWanted,
  grantReceived,
  endedReceived,
  isSignedOutBy,
} from './other-tabs-transitions';
import {
  stay,
  signedInOf,
  signedOut,
  activeWith,
  renew,
  endedFrom,
  usableGrant,
  newestGeneration,
  renewAtMs,
} from './session-transitions';

/** A pure state machine without clock, network, storage or React. `machine-runner.ts` runs it. Times are those of `Clock.nowMs`. */

/** The minimum time from a failed renewal to the next attempt, however many requests wait. */
const LEAST_RETRY_DELAY_MS = 1_000;

export const initialState: MachineState = { phase: 'restoring', isNetworkUp: true };

/** Returns the state after an event, and the effects to run. Never throws. An event that has become irrelevant changes nothing. */
export function transition(state: MachineState, event: SessionEvent): Transition {
  switch (event.type) {
    case 'restore-failed':
      return state.phase === 'restoring' ? signedOut(state, event.reason) : stay(state);
    case 'restored':
      return state.phase === 'restoring' ? restored(state, event) : stay(state);
    case 'signed-in':
      return {
        state: activeWith(state, { core: event.core, grant: event.grant, isFoundStored: true }),
        effects: [
          { type: 'join', core: event.core },
          { type: 'share-grant', core: event.core, grant: event.grant },
        ],
      };
    case 'sign-out':
      return {
        state: { phase: 'signed-out', reason: 'signed-out', isNetworkUp: state.isNetworkUp },
        effects: [{ type: 'leave' }, { type: 'forget', core: signedInOf(state)?.core ?? null }],
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
      return state.phase === 'active'
        ? stay({ ...state, renewal: { status: 'misdirected', of: event.of } })
        : stay(state);
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

/** Returns when the machine needs its next `tick`; null if it does not wait for any time. */
export function nextDueMs(state: MachineState): number | null {
  if (state.phase !== 'active' || !isWorthATimer(state.renewal)) return null;
  if (state.renewal.status === 'backing-off') return state.renewal.retryAtMs;
  return renewAtMs(state.grant);
}

function isWorthATimer({ status }: Renewal): boolean {
  return status === 'idle' || status === 'backing-off';
}

function look(state: MachineState): Transition {
  if (state.phase === 'signed-out' && state.reason === 'not-erased') {
    return { state, effects: [{ type: 'erase-again' }] };
  }
  return { state, effects: state.phase === 'ended' ? [{ type: 'look-at-stored' }] : [] };
}

function restored(
  state: MachineState,
  { core, generation, rightIds, grant, endedBy }: Extract<SessionEvent, { type: 'restored' }>,
): Transition {
  const common = {
    core,
    isFoundStored: true,
    visibleSessionId: core.account.sessionId,
    rightIds,
    isNetworkUp: state.isNetworkUp,
  };
  if (endedBy !== null) {
    const ended: EndedState = { phase: 'ended', endedBy, ...common, spentGeneration: generation };
    const join = { type: 'join', core } as const;
    // A limit may have been reached while no page was open that could delete the secret, so it is deleted now.
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

function isInNeed(state: ActiveState, nowMs: number): boolean {
  return state.renewal.status !== 'misdirected' && usableGrant(state, nowMs) === null;
}

function isRenewalDue(state: ActiveState, nowMs: number): boolean {
  if (state.renewal.status === 'misdirected') return false;
  if (state.renewal.status === 'backing-off') return nowMs >= state.renewal.retryAtMs;
  const dueMs = renewAtMs(state.grant);
  return state.grant === null || (dueMs !== null && nowMs >= dueMs);
}

/** Shortens the wait before the next renewal, because a request needs it or the network may be back. */
function renewSoon(state: ActiveState, nowMs: number): Transition {
  const { renewal } = state;
  if (renewal.status !== 'backing-off' || nowMs >= renewal.notBeforeMs) return renew(state);
  return stay({ ...state, renewal: { ...renewal, retryAtMs: renewal.notBeforeMs } });
}

function woke(state: ActiveState, nowMs: number): Transition {
  const { status } = state.renewal;
  const isWanted = status === 'backing-off' || status === 'misdirected' || isRenewalDue(state, nowMs);
  const next = isWanted ? renewSoon(state, nowMs) : stay(state);
  // Without a renewal, the stored session has to be read separately.
  return next.effects.length > 0 ? next : { state: next.state, effects: [{ type: 'look-at-stored' }] };
}

function network(state: MachineState, isUp: boolean, nowMs: number): Transition {
  const next = { ...state, isNetworkUp: isUp };
  if (!isUp) return stay(next);
  return next.phase === 'active' ? woke(next, nowMs) : look(next);
}

function credentialsRefused(state: MachineState, sessionId: string, generation: number): Transition {
  if (state.phase !== 'active' || state.core.account.sessionId !== sessionId) return stay(state);
  // The access token was replaced since, or is known to be refused. The request continues with the next token.
  if (state.grant === null || state.grant.generation !== generation) return stay(state);
  if (state.grant.lifetimeMs === null) return end(state, generation, 'service');
  return renew({ ...state, grant: null, spentGeneration: generation });
}

function renewed(state: MachineState, sessionId: string, grant: Grant): Transition {
  if (state.phase !== 'active' || state.core.account.sessionId !== sessionId) return stay(state);
  return {
    state: activeWith(state, { core: state.core, grant, isFoundStored: true }),
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
