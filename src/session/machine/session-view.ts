import type { Clock } from '@/lib/base/clock';
import { rightsFromIds } from '../rights/rights';
import { renewAtMs } from './session-transitions';
import type { MachineState } from './session-model';
import type { SessionState } from './session-state';

/** Returns the machine's state as screens see it. Returns `previous` itself if nothing that screens see has changed. */
export function viewOf(state: MachineState, previous: SessionState, clock: Clock): SessionState {
  const next = freshViewOf(state, clock);
  if (next.status !== previous.status) return next;
  switch (next.status) {
    case 'restoring':
      return previous;
    case 'signed-out':
      return previous.status === 'signed-out' && previous.reason === next.reason ? previous : next;
    case 'signed-in':
    case 'ended': {
      if (previous.status !== 'signed-in' && previous.status !== 'ended') return next;
      // Parts that are equal keep their object identity, so that values derived from them are not computed again.
      const settled = {
        ...next,
        account: isEqual(previous.account, next.account) ? previous.account : next.account,
        rights: isSameRights(previous.rights, next.rights) ? previous.rights : next.rights,
      };
      return isShallowEqual(previous, settled) ? previous : settled;
    }
  }
}

function freshViewOf(state: MachineState, clock: Clock): SessionState {
  switch (state.phase) {
    case 'restoring':
      return { status: 'restoring' };
    case 'signed-out':
      return { status: 'signed-out', reason: state.reason };
    case 'active':
    case 'ended': {
      const common = {
        account: { ...state.core.account, sessionId: state.visibleSessionId },
        rights: rightsFromIds(state.rightIds),
        isKept: state.core.isKept,
      };
      if (state.phase === 'ended') return { status: 'ended', ...common, endedBy: state.endedBy };
      const dueMs = renewAtMs(state.grant);
      // The time is rounded to seconds: the two clocks drift by fractions of a second, which must not cause renders.
      const renewsAtMs =
        dueMs === null ? null : Math.round((clock.wallMs() + dueMs - clock.nowMs()) / 1000) * 1000;
      const isOffline = !state.isNetworkUp || state.failedRenewals > 0;
      return { status: 'signed-in', ...common, renewsAtMs, connection: isOffline ? 'offline' : 'online' };
    }
  }
}

function isSameRights(a: ReturnType<typeof rightsFromIds>, b: ReturnType<typeof rightsFromIds>): boolean {
  if (a.kind === 'unknown' || b.kind === 'unknown') return a.kind === b.kind;
  return a.ids.size === b.ids.size && [...a.ids].every((id) => b.ids.has(id));
}

function isEqual(a: object, b: object): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function isShallowEqual(a: object, b: object): boolean {
  const entries = Object.entries(a);
  const others = new Map<string, unknown>(Object.entries(b));
  return entries.length === others.size && entries.every(([key, value]) => Object.is(others.get(key), value));
}
