import type { AccountKey } from '@/lib/storage/record-storage';
import { UNKNOWN_RIGHTS, type Rights } from '../rights/rights';

export type SignInMethod = 'password' | 'api-key';

export type ReachedLimit = 'idle' | 'too-old';

/** `service` is the address of the service itself (`boundService`). `userName` is what the user typed, for signing in again. */
export interface Account extends AccountKey {
  readonly serviceAddress: string;
  readonly clientId: string;
  readonly displayName: string;
  readonly method: SignInMethod;
  /** Does not change when the session is renewed or the user signs in again. Cached responses of the service belong to it. */
  readonly sessionId: string;
}

/** The session as screens see it, without any secret. */
export type SessionState =
  /** The page was just opened, and it is not known yet whether a user is signed in. */
  | { readonly status: 'restoring' }
  | { readonly status: 'signed-out'; readonly reason: SignedOutReason }
  | {
      readonly status: 'signed-in';
      readonly account: Account;
      readonly rights: Rights;
      /** A time of `Date.now`; null while a renewal is running, or if no renewal is needed (API key). */
      readonly renewsAtMs: number | null;
      /** `offline`: the service cannot be reached to renew the session, or the browser reports no network. */
      readonly connection: 'online' | 'offline';
      /** Whether the session outlives the browser's tabs. */
      readonly isKept: boolean;
    }
  /** The session is no longer valid. The page stays open, and requests wait for the next sign-in. */
  | {
      readonly status: 'ended';
      readonly account: Account;
      readonly rights: Rights;
      readonly isKept: boolean;
      readonly endedBy: EndedBy;
    };

/** What has ended the session: the service, which no longer accepts it, or a limit that locks it (`session-limits.ts`). */
export type EndedBy = 'service' | ReachedLimit;

/** Null when the page opens. `ended-elsewhere`: another tab signed out; `replaced-elsewhere`: it signed in to another account. */
export type SignedOutReason =
  | null
  | 'signed-out'
  | 'ended-elsewhere'
  | 'replaced-elsewhere'
  /** The user signed out, but the browser did not delete the stored session. It is never restored. */
  | 'not-erased'
  /** The user signed out and asked to delete the account's records (views, runs, lists), but they still exist. */
  | 'records-left'
  /** When the page was opened, the stored session had reached this limit, and it was deleted. */
  | ReachedLimit
  /** A stored session was deleted, because the console is now configured for another service than the session's. */
  | {
      readonly kind: 'service-changed';
      readonly signedInTo: string;
      /** Null if the user types the address. */
      readonly worksWith: string | null;
    };

/** Returns the rights of the signed-in user; unknown if no user is signed in. */
export function rightsOf(state: SessionState): Rights {
  return state.status === 'signed-in' || state.status === 'ended' ? state.rights : UNKNOWN_RIGHTS;
}
