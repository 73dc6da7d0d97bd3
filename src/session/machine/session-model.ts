import type { Credentials } from '@/contract/authorization';
import type { ConfiguredService } from './service-binding';
import type { EndedBy, ReachedLimit, Account, SignedOutReason } from './session-state';

/** The states, events and effects of the session's state machine (`session-machine.ts`). All times are those of `Clock.nowMs`. */

/** A session: a signed-in account, shared by all tabs of the browser. */
export interface SessionCore {
  /** The account. Its `sessionId` identifies the session in all tabs. */
  readonly account: Account;
  readonly isKept: boolean;
  /** The configuration under which the session began; see `isStillBound`. */
  readonly configured: ConfiguredService;
  /** When the password was typed, by the computer's clock. Renewals do not change it. */
  readonly signedInAtMs: number;
  /** The secret that decrypts this session's stored data, together with the browser's key. Tabs pass it to each other. */
  readonly tabSecret: string;
}

/** An access token or API key that the service has accepted. */
export interface Grant {
  readonly credentials: Credentials;
  /** The number of the grant within its session, counted across all tabs. */
  readonly generation: number;
  readonly receivedAtMs: number;
  /** The lifetime since receipt; null if the credentials do not expire. */
  readonly lifetimeMs: number | null;
  readonly rightIds: readonly string[] | null;
}

export type Renewal =
  | { readonly status: 'idle' }
  | { readonly status: 'running' }
  /** The address now leads to another service, or another party keeps the token. The renewal is retried on wake-up or reconnection. */
  | { readonly status: 'misdirected'; readonly of: 'custody' | undefined }
  /** The renewal failed and is retried at `retryAtMs`, or from `notBeforeMs` on if the page wakes or a request needs it. */
  | { readonly status: 'backing-off'; readonly notBeforeMs: number; readonly retryAtMs: number };

export interface ActiveState {
  readonly phase: 'active';
  readonly core: SessionCore;
  /** Whether this tab has found or stored the session. A session known only from a message may have been signed out. */
  readonly isFoundStored: boolean;
  /** The ID that screens and caches use. It stays the same if another tab signs in to the same account and replaces `core`. */
  readonly visibleSessionId: string;
  /** Null from a reload until the first renewal, and from a 401 until the renewal that follows. */
  readonly grant: Grant | null;
  /** All grants up to this generation are unusable, because they were used up, refused or replaced. */
  readonly spentGeneration: number;
  readonly rightIds: readonly string[] | null;
  readonly renewal: Renewal;
  /** The number of consecutive renewals without a usable response. */
  readonly failedRenewals: number;
  readonly isNetworkUp: boolean;
}

export interface EndedState {
  readonly phase: 'ended';
  readonly endedBy: EndedBy;
  readonly core: SessionCore;
  readonly isFoundStored: boolean;
  readonly visibleSessionId: string;
  readonly spentGeneration: number;
  readonly rightIds: readonly string[] | null;
  readonly isNetworkUp: boolean;
}

export type MachineState =
  | { readonly phase: 'restoring'; readonly isNetworkUp: boolean }
  | { readonly phase: 'signed-out'; readonly reason: SignedOutReason; readonly isNetworkUp: boolean }
  | ActiveState
  | EndedState;

export type SessionEvent =
  /** There is no session to restore. */
  | { readonly type: 'restore-failed'; readonly reason: SignedOutReason }
  /** A stored session was found. The event has a grant if the credentials need no renewal. */
  | {
      readonly type: 'restored';
      readonly core: SessionCore;
      /** The generation in storage. Another tab may hold its grant. */
      readonly generation: number;
      readonly rightIds: readonly string[] | null;
      readonly grant: Grant | null;
      /** Null if the session has not ended. */
      readonly endedBy: EndedBy | null;
    }
  /** The user signed in, in this tab. The secret is already stored. */
  | { readonly type: 'signed-in'; readonly core: SessionCore; readonly grant: Grant }
  | { readonly type: 'sign-out' }
  /** Deleting the stored secret has succeeded, or has failed in every attempt. */
  | { readonly type: 'erased' | 'erasure-failed' }
  /** The user asked to delete the account's records, but they could not be deleted. */
  | { readonly type: 'records-left' }
  | { readonly type: 'tick'; readonly nowMs: number }
  /** The page has returned from sleep, from the background or from the back-forward cache. */
  | { readonly type: 'woke'; readonly nowMs: number }
  /** The session is locked until the password is typed again. */
  | { readonly type: 'limit-reached'; readonly sessionId: string; readonly limit: ReachedLimit }
  | { readonly type: 'network'; readonly isUp: boolean; readonly nowMs: number }
  /** A request found no usable credentials. */
  | { readonly type: 'credentials-needed'; readonly nowMs: number }
  /** The service answered a request with a 401. The request had this generation's credentials. */
  | { readonly type: 'credentials-refused'; readonly sessionId: string; readonly generation: number }
  | { readonly type: 'renewed'; readonly sessionId: string; readonly grant: Grant }
  /** Another tab renewed while this tab waited for the lock, and its access token has arrived. */
  | { readonly type: 'renewal-needless' }
  | { readonly type: 'renewal-refused'; readonly sessionId: string; readonly generation: number }
  | {
      readonly type: 'renewal-failed';
      readonly nowMs: number;
      readonly retryDelayMs: number;
      /** The minimum wait that the service asked for, or 0. */
      readonly leastDelayMs: number;
    }
  /** The renewal was refused before it reached the service, because the address leads to another service or another token keeper. */
  | { readonly type: 'renewal-misdirected'; readonly of: 'custody' | undefined }
  /** `stored` is null if this tab finds no stored session, for example because the browser has cleared its storage. */
  | { readonly type: 'stored-session-seen'; readonly stored: StoredSessionSeen | null }
  | { readonly type: 'hello-received' }
  /** Another tab needs a newer access token, and only this tab has the refresh token for it. */
  | { readonly type: 'renewal-wanted-received'; readonly sessionId: string; readonly generation: number }
  | { readonly type: 'grant-received'; readonly core: SessionCore; readonly grant: Grant }
  | {
      readonly type: 'ended-received';
      readonly core: SessionCore;
      readonly generation: number;
      readonly rightIds: readonly string[] | null;
      readonly endedBy: EndedBy;
    }
  /** The ID null means any session. */
  | { readonly type: 'signed-out-received'; readonly sessionId: string | null };

export interface StoredSessionSeen {
  readonly sessionId: string;
  readonly generation: number;
  /** `signed-out` is the mark that a sign-out leaves for tabs that sleep. */
  readonly status: 'live' | 'ended' | 'signed-out';
  readonly endedBy?: EndedBy | undefined;
}

export type SessionEffect =
  /** Acquire the lock, read the stored session, and request new credentials if they are still needed. */
  | { readonly type: 'renew'; readonly isAfterRestore: boolean }
  /** Read the stored session without acquiring the lock. */
  | { readonly type: 'look-at-stored' }
  /** Remember in this tab's storage which session the tab belongs to, so that the tab finds it after a reload. */
  | { readonly type: 'join'; readonly core: SessionCore }
  | { readonly type: 'leave' }
  /** Try again to delete the stored secret, after a sign-out failed to delete it. */
  | { readonly type: 'erase-again' }
  /** Delete the stored secret, in this browser and at a server that keeps the token, and notify all tabs. */
  | { readonly type: 'forget'; readonly core: SessionCore | null }
  /** Replace the stored secret with a mark that the session has ended. */
  | { readonly type: 'store-ended'; readonly ended: EndedState }
  | { readonly type: 'share-grant'; readonly core: SessionCore; readonly grant: Grant }
  | { readonly type: 'share-ended'; readonly ended: EndedState };

export interface Transition {
  readonly state: MachineState;
  readonly effects: readonly SessionEffect[];
}
