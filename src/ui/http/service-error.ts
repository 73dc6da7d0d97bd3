import type { LimitedThing } from '@/lib/base/limited-things';

/** Why a call to the service has failed. Screens switch on `kind`, never on message texts. */
export type ServiceFailure = FailureOfKind & RequestIds;

/** The ids by which the administrator of the service can look up a request. */
export interface RequestIds {
  /** The service's own id of the request; absent where no response named one. */
  readonly requestId?: string;
  /** The id of the trace that the request was sent with; absent where it carried none. */
  readonly traceId?: string;
}

/** A limit of the console that a response exceeds. */
export interface ExceededLimit {
  readonly of: LimitedThing;
  readonly limit: number;
  readonly subject: string | null;
}

type FailureOfKind =
  /** The credentials were not accepted, and renewing them did not help. */
  | { readonly kind: 'unauthenticated' }
  /** A permission is missing; null where the response does not name it. */
  | { readonly kind: 'forbidden'; readonly permission: string | null; readonly messages: readonly string[] }
  /** The snapshot's key is unknown or has expired. */
  | { readonly kind: 'expired-snapshot'; readonly messages: readonly string[] }
  /** The service responded with an error: it refused (4xx), failed (5xx), or sent `Succeeded: false`. */
  | { readonly kind: 'rejected'; readonly status: number; readonly messages: readonly string[] }
  /** Too many requests, even after the wait that the service asked for. */
  | {
      readonly kind: 'throttled';
      readonly retryAfterS: number;
      /** The end of that wait by this computer's clock, in ms since 1970. */
      readonly untilMs: number;
    }
  /**
   * The address leads to another service than the request names, so the request was not passed on (421). `of: 'custody'`: the
   * service is the same, but refresh tokens are kept by the page instead of its server now, or the other way round.
   */
  | { readonly kind: 'misdirected'; readonly of?: 'custody' | undefined }
  /** The server is configured to keep refresh tokens, but does not. A refresh token in its response has been discarded. */
  | { readonly kind: 'no-custody' }
  /** No response: no network, no such host, CORS, certificate, or a gateway without a service behind it. */
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'timed-out'; readonly timeoutMs: number }
  | { readonly kind: 'oversized'; readonly limitBytes: number }
  /** The response exceeds one of the console's limits. `subject`: the price column concerned, if it is about one. */
  | ({ readonly kind: 'beyond-limit' } & ExceededLimit)
  /** The response does not match the contract; `detail` names the place, never the content. */
  | { readonly kind: 'malformed'; readonly detail: string }
  /** The caller's signal was aborted. Not to be shown as an error. */
  | { readonly kind: 'cancelled' };

/** Returns the failure with the ids of the request. */
export function withRequestIds<Failure extends ServiceFailure>(failure: Failure, ids: RequestIds): Failure {
  return { ...failure, ...ids };
}

/** The only error of service calls. Carries no request body, header, token or address, but the ids of the request. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly failure: ServiceFailure;
  /** HTTP status of the response; null when there was none. */
  readonly status: number | null;

  constructor(failure: ServiceFailure, status: number | null = null) {
    super(`Service call failed: ${failure.kind}`);
    this.failure = failure;
    this.status = status;
  }
}

/** Returns the failure behind a query's error; null for no error. Rethrows any other error, for the nearest error boundary. */
export function serviceFailure(error: Error | null): ServiceFailure | null {
  if (error === null) return null;
  if (error instanceof ServiceError) return error.failure;
  throw error;
}
