import { authorizationHeaders } from '@/contract/authorization';
import type { Authorization } from '@/shared/http/http-client';
import { ServiceError } from '@/shared/http/service-error';
import { upstreamHeaders } from './service-binding';
import { usableGrant } from './session-machine';
import type { MachineState } from './session-model';

/** Credentials as a request uses them, and which they are. */
export interface SessionAuthorization extends Authorization {
  readonly sessionId: string;
  readonly visibleSessionId: string;
  readonly generation: number;
}

export interface CredentialRequest {
  /** The credentials that the service answered with 401; others are wanted. */
  readonly refused: SessionAuthorization | null;
  readonly signal?: AbortSignal;
}

/** Requests that wait for credentials fit for use: through a renewal, and through signing in again. */
export interface CredentialWaiters {
  /** Rejects with ServiceError `unauthenticated`, `unreachable` (renewing keeps failing), `misdirected` or `cancelled`. */
  readonly wait: (request: CredentialRequest) => Promise<SessionAuthorization>;
  /** Those that a request need not wait for; null where it would have to, or has no hope. */
  readonly atHand: () => SessionAuthorization | null;
  /** To be called after every change of the state: answers those who can be answered. */
  readonly settle: () => void;
}

/** Renewals that fail in a row before a request gives up waiting for one that does not. */
const PATIENCE_RENEWALS = 3;

type Verdict =
  | { readonly is: 'granted'; readonly authorization: SessionAuthorization }
  | { readonly is: 'refused'; readonly error: ServiceError }
  | { readonly is: 'waiting' };

interface Applicant {
  readonly refused: SessionAuthorization | null;
  /** Whose request it is; null when that was not known yet. Never answered with somebody else's credentials. */
  readonly visibleSessionId: string | null;
  /** Failures before it came do not count alone: it waits for one attempt of its own at least. */
  readonly failedRenewalsBefore: number;
}

interface Waiter extends Applicant {
  readonly finish: (verdict: Verdict) => void;
}

export function createCredentialWaiters(
  getState: () => MachineState,
  nowMs: () => number,
  /** Called when a request has to wait, so that a renewal is started where none is under way. */
  onWaiting: () => void,
): CredentialWaiters {
  const waiters = new Set<Waiter>();
  return {
    wait: ({ refused, signal }) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) {
          reject(new ServiceError({ kind: 'cancelled' }));
          return;
        }
        const cancel = () => {
          waiters.delete(waiter);
          reject(new ServiceError({ kind: 'cancelled' }));
        };
        const waiter: Waiter = {
          ...applicant(refused, getState()),
          finish: (verdict) => {
            if (verdict.is === 'waiting') return;
            waiters.delete(waiter);
            signal?.removeEventListener('abort', cancel);
            if (verdict.is === 'granted') resolve(verdict.authorization);
            else reject(verdict.error);
          },
        };
        if (judge(getState(), waiter, nowMs()).is === 'waiting') onWaiting();
        signal?.addEventListener('abort', cancel, { once: true });
        waiters.add(waiter);
        waiter.finish(judge(getState(), waiter, nowMs()));
      }),
    atHand: () => {
      const verdict = judge(getState(), applicant(null, getState()), nowMs());
      return verdict.is === 'granted' ? verdict.authorization : null;
    },
    settle: () => {
      for (const waiter of waiters) waiter.finish(judge(getState(), waiter, nowMs()));
    },
  };
}

function applicant(refused: SessionAuthorization | null, state: MachineState): Applicant {
  return {
    refused,
    visibleSessionId: refused?.visibleSessionId ?? visibleSessionIdOf(state),
    failedRenewalsBefore: failedRenewalsOf(state),
  };
}

function judge(state: MachineState, waiter: Applicant, nowMs: number): Verdict {
  if (state.phase === 'restoring') return { is: 'waiting' };
  if (state.phase === 'signed-out') return refuse('unauthenticated');
  const { visibleSessionId, core } = state;
  if (waiter.visibleSessionId !== null && waiter.visibleSessionId !== visibleSessionId) {
    return refuse('unauthenticated');
  }
  if (state.phase === 'ended') return { is: 'waiting' };
  const grant = usableGrant(state, nowMs);
  const { sessionId, serviceAddress } = core.identity;
  const isRefused =
    waiter.refused?.sessionId === sessionId && waiter.refused.generation === grant?.generation;
  if (grant !== null && !isRefused) {
    const { generation, credentials } = grant;
    const headers = {
      ...authorizationHeaders(credentials),
      ...upstreamHeaders(serviceAddress, core.configured),
    };
    const authorization = { serviceAddress, headers, sessionId, visibleSessionId, generation };
    return { is: 'granted', authorization };
  }
  if (state.renewal.status === 'misdirected') return refuse('misdirected');
  const isHopeless =
    state.failedRenewals >= PATIENCE_RENEWALS && state.failedRenewals > waiter.failedRenewalsBefore;
  return isHopeless ? refuse('unreachable') : { is: 'waiting' };
}

function refuse(kind: 'unauthenticated' | 'unreachable' | 'misdirected'): Verdict {
  return { is: 'refused', error: new ServiceError({ kind }) };
}

function failedRenewalsOf(state: MachineState): number {
  return state.phase === 'active' ? state.failedRenewals : 0;
}

function visibleSessionIdOf(state: MachineState): string | null {
  return state.phase === 'active' || state.phase === 'ended' ? state.visibleSessionId : null;
}
