/** Why a call to the service brought no result. Screens switch on `kind`; nobody matches message texts. */
export type ServiceFailure =
  /** The credentials were not accepted, and renewing them did not help. */
  | { readonly kind: 'unauthenticated' }
  /** A permission is missing; null where the answer does not let us name it. */
  | { readonly kind: 'forbidden'; readonly permission: string | null; readonly messages: readonly string[] }
  /** The snapshot's key is unknown or has expired. */
  | { readonly kind: 'expired-snapshot'; readonly messages: readonly string[] }
  /** The service answered, and refused (4xx), failed (500), or said `Succeeded: false`. */
  | { readonly kind: 'rejected'; readonly status: number; readonly messages: readonly string[] }
  /** Too many requests, still so after waiting as told. */
  | {
      readonly kind: 'throttled';
      readonly retryAfterS: number;
      /** The same as a moment by this computer's clock, in ms since 1970. */
      readonly untilMs: number;
    }
  /** The address stands for another service than the one that the request was meant for; it did not get there (421). */
  | { readonly kind: 'misdirected' }
  /** No answer came: no network, no such host, CORS, certificate, or a gateway without a service behind it. */
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'timed-out'; readonly timeoutMs: number }
  /** The answer is larger than it may be. */
  | { readonly kind: 'oversized'; readonly limitBytes: number }
  /** The answer is not what the contract says; `detail` names the place, never the content. */
  | { readonly kind: 'malformed'; readonly detail: string }
  /** The caller's signal was aborted. Not an error to show. */
  | { readonly kind: 'cancelled' };

/** The one error of service calls. Carries no request body, header, token or address. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly failure: ServiceFailure;
  /** HTTP status of the answer; null when none came. */
  readonly status: number | null;

  constructor(failure: ServiceFailure, status: number | null = null) {
    super(`Service call failed: ${failure.kind}`);
    this.failure = failure;
    this.status = status;
  }
}
