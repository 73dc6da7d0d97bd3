import type { AccountKey } from '@/lib/storage/record-storage';
import { UNKNOWN_RIGHTS, type Rights } from '../rights/rights';

export type SignInMethod = 'password' | 'api-key';

export type ReachedLimit = 'idle' | 'too-old';

/** `service` is the one behind `serviceAddress` (`boundService`); `userName` is as typed, for signing in again. */
export interface Account extends AccountKey {
  readonly serviceAddress: string;
  readonly clientId: string;
  readonly displayName: string;
  readonly method: SignInMethod;
  /** Stays the same through renewals and signing in again. Cached responses of the service belong to it. */
  readonly sessionId: string;
}

/** The session as screens see it. Contains no secret. */
export type SessionState =
  /** The page was just opened, and whether somebody is signed in is not known yet. */
  | { readonly status: 'restoring' }
  | { readonly status: 'signed-out'; readonly reason: SignedOutReason }
  | {
      readonly status: 'signed-in';
      readonly account: Account;
      readonly rights: Rights;
      /** By `Date.now`; null while a renewal is running or where no renewal is needed (API key). */
      readonly renewsAtMs: number | null;
      /** `offline`: the service cannot be reached to renew the session, or the browser reports no network. */
      readonly connection: 'online' | 'offline';
      /** Whether the session outlives the browser's tabs. */
      readonly isKept: boolean;
    }
  /** The session is not valid any more. The page stays, and requests wait for the next sign-in. */
  | {
      readonly status: 'ended';
      readonly account: Account;
      readonly rights: Rights;
      readonly isKept: boolean;
      readonly endedBy: EndedBy;
    };

/** The service, which does not accept the session any more, or a limit that locks it (`session-limits.ts`). */
export type EndedBy = 'service' | ReachedLimit;

/** Null on arrival. `ended-elsewhere`: another tab signed out; `replaced-elsewhere`: it signed in to another account. */
export type SignedOutReason =
  | null
  | 'signed-out'
  | 'ended-elsewhere'
  | 'replaced-elsewhere'
  /** Signed out, but the browser did not delete what was stored. It is not restored anyway. */
  | 'not-erased'
  /** Signed out, but the account's records (views, runs, lists) were to be deleted and still exist. */
  | 'records-left'
  /** This limit was reached by a stored session when the page was opened, and the session was deleted. */
  | ReachedLimit
  /** A stored session was deleted: the console works with another service than the one that it belongs to. */
  | {
      readonly kind: 'service-changed';
      readonly signedInTo: string;
      /** Null where the person types the address. */
      readonly worksWith: string | null;
    };

/** The rights of the person who is signed in; unknown if nobody is signed in. */
export function rightsOf(state: SessionState): Rights {
  return state.status === 'signed-in' || state.status === 'ended' ? state.rights : UNKNOWN_RIGHTS;
}
