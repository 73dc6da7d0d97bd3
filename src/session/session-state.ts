import type { Rights } from './rights';

export type SignInMethod = 'password' | 'api-key';

/** A limit that a session has reached. */
export type ReachedLimit = 'idle' | 'too-old';

/** Who is signed in, and where. */
export interface SessionIdentity {
  /** Where requests go. */
  readonly serviceAddress: string;
  /** Who answers there (`boundService`): what this person keeps is kept under this name. */
  readonly service: string;
  readonly clientId: string;
  /** As typed at sign-in; what signing in again is done with. */
  readonly userName: string;
  /** As the service calls the person. */
  readonly displayName: string;
  readonly method: SignInMethod;
  /**
   * Stays the same for as long as this tab is one person's, through renewals and signing in again. Whatever is cached
   * of the service's answers belongs to it.
   */
  readonly sessionId: string;
}

/** What screens see of the session. Holds no secret. */
export type SessionState =
  /** The page was just opened; whether somebody is signed in is not known yet. */
  | { readonly status: 'restoring' }
  | { readonly status: 'signed-out'; readonly reason: SignedOutReason }
  | {
      readonly status: 'signed-in';
      readonly identity: SessionIdentity;
      readonly rights: Rights;
      /** By `Date.now`; null while renewing is under way or where nothing needs it (API key). */
      readonly renewsAtMs: number | null;
      /** `offline`: the service cannot be reached to renew the session, or the browser says so. */
      readonly connection: 'online' | 'offline';
      /** Whether the session outlives the browser's tabs. */
      readonly isKept: boolean;
    }
  /** The session is not good any more. The page stays; requests wait for the next sign-in. */
  | {
      readonly status: 'ended';
      readonly identity: SessionIdentity;
      readonly rights: Rights;
      readonly isKept: boolean;
      readonly endedBy: EndedBy;
    };

/** The service, which does not accept the session any more, or a limit (`session-limits.ts`) that locks it. */
export type EndedBy = 'service' | ReachedLimit;

/**
 * Null on arrival; `ended-elsewhere`: another tab signed out; `replaced-elsewhere`: another tab signed in as somebody
 * else, and this one does not follow by itself.
 */
export type SignedOutReason =
  | null
  | 'signed-out'
  | 'ended-elsewhere'
  | 'replaced-elsewhere'
  /** Signed out, but the browser did not delete what was stored. It is not restored all the same. */
  | 'not-erased'
  /** Signed out; what the person has kept (views, runs, lists) was to be deleted as well, and is not. */
  | 'records-left'
  /** A stored session had reached this limit when the page was opened. It was deleted. */
  | ReachedLimit
  /** A stored session was deleted: the console works with another service than the one that gave it. */
  | {
      readonly kind: 'service-changed';
      readonly signedInTo: string;
      /** Null where the person types the address. */
      readonly worksWith: string | null;
    };
