import { authorizationHeaders } from '@/contract/authorization';
import type { Authorization } from '@/ui/http/http-client';
import { ServiceError } from '@/ui/http/service-error';
import { upstreamHeaders } from './machine/service-binding';
import { usableGrant } from './machine/session-transitions';
import type { MachineState } from './machine/session-model';
import { ownMember } from '@/lib/base/own-member';

/** The credentials that a request sends, with their session and their number (`generation`) in it. */
export interface SessionAuthorization extends Authorization {
  readonly sessionId: string;
  readonly visibleSessionId: string;
  readonly generation: number;
}

export interface CredentialRequest {
  /** The credentials that the service answered with a 401. The request needs newer ones. */
  readonly refused: SessionAuthorization | null;
  readonly signal?: AbortSignal;
}

/** Requests for credentials. They stay pending while the session is renewed, and until a user whose session has ended signs in again. */
export interface CredentialRequests {
  /** Rejects with ServiceError: `unauthenticated`, `unreachable` (renewals keep failing), `misdirected` or `cancelled`. */
  readonly request: (request: CredentialRequest) => Promise<SessionAuthorization>;
  /** Returns credentials that are available now; null if a request would have to wait or would be rejected. */
  readonly available: () => SessionAuthorization | null;
  /** Settles the pending requests that can be settled. Call it after every change of the state. */
  readonly settle: () => void;
}

/** The number of consecutive failed renewals after which pending requests are rejected. Without a network the limit is lower. */
const PATIENCE_RENEWALS = 3;
const PATIENCE_RENEWALS_OFFLINE = 1;

type Result =
  | { readonly kind: 'granted'; readonly authorization: SessionAuthorization }
  | { readonly kind: 'rejected'; readonly error: ServiceError }
  | { readonly kind: 'pending' };

interface OpenRequest {
  readonly refused: SessionAuthorization | null;
  /** The session that the request belongs to; null if no session was known yet. Other sessions' credentials never resolve the request. */
  readonly visibleSessionId: string | null;
  /** The count of failed renewals when the request began. The request is rejected only if another renewal fails while it waits. */
  readonly failedRenewalsBefore: number;
}

interface PendingRequest extends OpenRequest {
  readonly settle: (result: Result) => void;
}

export function createCredentialRequests(
  getState: () => MachineState,
  nowMs: () => number,
  /** Called when a request has to wait, so that a renewal starts unless one is running already. */
  onPending: () => void,
): CredentialRequests {
  const pending = new Set<PendingRequest>();
  return {
    request: ({ refused, signal }) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) {
          reject(new ServiceError({ kind: 'cancelled' }));
          return;
        }
        const cancel = () => {
          pending.delete(request);
          reject(new ServiceError({ kind: 'cancelled' }));
        };
        const request: PendingRequest = {
          ...openRequest(refused, getState()),
          settle: (result) => {
            if (result.kind === 'pending') return;
            pending.delete(request);
            signal?.removeEventListener('abort', cancel);
            if (result.kind === 'granted') resolve(result.authorization);
            else reject(result.error);
          },
        };
        if (resultOf(request, getState(), nowMs()).kind === 'pending') onPending();
        signal?.addEventListener('abort', cancel, { once: true });
        pending.add(request);
        request.settle(resultOf(request, getState(), nowMs()));
      }),
    available: () => {
      const result = resultOf(openRequest(null, getState()), getState(), nowMs());
      return result.kind === 'granted' ? result.authorization : null;
    },
    settle: () => {
      for (const request of pending) request.settle(resultOf(request, getState(), nowMs()));
    },
  };
}

function openRequest(refused: SessionAuthorization | null, state: MachineState): OpenRequest {
  const isSomebody = state.phase === 'active' || state.phase === 'ended';
  return {
    refused,
    visibleSessionId: refused?.visibleSessionId ?? (isSomebody ? state.visibleSessionId : null),
    failedRenewalsBefore: state.phase === 'active' ? state.failedRenewals : 0,
  };
}

/** Decides what happens to a request in this state of the session. All requests are decided here. */
function resultOf(request: OpenRequest, state: MachineState, nowMs: number): Result {
  if (state.phase === 'restoring') return { kind: 'pending' };
  if (state.phase === 'signed-out') return rejected('unauthenticated');
  const { visibleSessionId, core } = state;
  if (request.visibleSessionId !== null && request.visibleSessionId !== visibleSessionId) {
    return rejected('unauthenticated');
  }
  if (state.phase === 'ended') return { kind: 'pending' };
  const grant = usableGrant(state, nowMs);
  const { sessionId, serviceAddress } = core.account;
  if (grant !== null) {
    const { generation, credentials } = grant;
    const headers = {
      ...authorizationHeaders(credentials),
      ...upstreamHeaders(serviceAddress, core.configured),
    };
    const authorization = { serviceAddress, headers, sessionId, visibleSessionId, generation };
    if (!isRefused(request, authorization)) return { kind: 'granted', authorization };
  }
  if (state.renewal.status === 'misdirected') {
    return { kind: 'rejected', error: new ServiceError({ kind: 'misdirected', of: state.renewal.of }) };
  }
  const patience = state.isNetworkUp ? PATIENCE_RENEWALS : PATIENCE_RENEWALS_OFFLINE;
  const isHopeless = state.failedRenewals >= patience && state.failedRenewals > request.failedRenewalsBefore;
  return isHopeless ? rejected('unreachable') : { kind: 'pending' };
}

/** Compares headers too, not only generations: a generation that could not be stored is assigned again after the next sign-in. */
function isRefused(
  { refused }: OpenRequest,
  { sessionId, generation, headers }: SessionAuthorization,
): boolean {
  return (
    refused?.sessionId === sessionId &&
    refused.generation === generation &&
    Object.entries(headers).every(([name, value]) => ownMember(refused.headers, name) === value)
  );
}

function rejected(kind: 'unauthenticated' | 'unreachable'): Result {
  return { kind: 'rejected', error: new ServiceError({ kind }) };
}
