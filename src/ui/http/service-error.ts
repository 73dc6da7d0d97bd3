import type { LimitedThing } from '@/lib/base/limited-things';

/** Why a call to the service has failed. Screens switch on `kind`, never on message texts. */
export type ServiceFailure = FailureOfKind & RequestIds;

/** The ids by which the administrator of the service can look up a request. */
export interface RequestIds {
  /** The id that the service gave the request; absent if no response contained one. */
  readonly requestId?: string;
  /** The id of the trace that the request was sent with; absent if it was sent without one. */
  readonly traceId?: string;
}

/** A limit of the console that a response exceeds. */
export interface ExceededLimit {
  readonly of: LimitedThing;
  readonly limit: number;
  readonly subject: string | null;
}

type FailureOfKind =
  /** The service did not accept the credentials, not even after they were renewed. */
  | { readonly kind: 'unauthenticated' }
  /** The account lacks a permission. `permission` is null if it is not known which one. */
  | { readonly kind: 'forbidden'; readonly permission: string | null; readonly messages: readonly string[] }
  /** The snapshot's key is unknown or has expired. */
  | { readonly kind: 'expired-snapshot'; readonly messages: readonly string[] }
  /** The service responded with an error: it refused (4xx), failed (5xx), or sent `Succeeded: false`. */
  | { readonly kind: 'rejected'; readonly status: number; readonly messages: readonly string[] }
  /** The service refuses further requests for now (429), even after the client has waited and retried. */
  | {
      readonly kind: 'throttled';
      readonly retryAfterS: number;
      /** The end of the wait by this computer's clock, in ms since 1970. */
      readonly untilMs: number;
    }
  /**
   * The address leads to another service than the request names, so the server did not pass the request on (421). With `of: 'custody'`,
   * the service is the same, but the page now keeps refresh tokens instead of the server, or the other way round.
   */
  | { readonly kind: 'misdirected'; readonly of?: 'custody' | undefined }
  /** The server should keep refresh tokens, but does not. If its response contained one, it has been discarded. */
  | { readonly kind: 'no-custody' }
  /** There was no response: no network, unknown host, CORS, certificate, or a gateway that does not reach the service. */
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'timed-out'; readonly timeoutMs: number }
  | { readonly kind: 'oversized'; readonly limitBytes: number }
  /** The response exceeds one of the console's limits. `subject` is the price column concerned, if there is one. */
  | ({ readonly kind: 'beyond-limit' } & ExceededLimit)
  /** The response does not match the contract. `detail` names the member concerned, but never quotes its content. */
  | { readonly kind: 'malformed'; readonly detail: string }
  /** The caller's signal was aborted. Do not show this as an error. */
  | { readonly kind: 'cancelled' };

/** Adds the ids of the request to a failure. */
export function withRequestIds<Failure extends ServiceFailure>(failure: Failure, ids: RequestIds): Failure {
  return { ...failure, ...ids };
}

/** The only error of service calls. Contains the ids of the request, but no body, header, token or address of it. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly failure: ServiceFailure;
  /** The HTTP status of the response; null if there was no response. */
  readonly status: number | null;

  constructor(failure: ServiceFailure, status: number | null = null) {
    super(`Service call failed: ${failure.kind}`);
    this.failure = failure;
    this.status = status;
  }
}

const FIRST_FAULT_OF_SERVICE = 500;

/** Whether an error says that the service has understood a query and refuses it. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  const { failure } = error;
  return failure.kind === 'rejected' && failure.status < FIRST_FAULT_OF_SERVICE;
}

/** Returns the failure in the error of a query; null if there is no error. Rethrows other errors, for the nearest error boundary. */
export function serviceFailure(error: Error | null): ServiceFailure | null {
  if (error === null) return null;
  if (error instanceof ServiceError) return error.failure;
  throw error;
}
