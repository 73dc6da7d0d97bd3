import type { Credentials } from '@/contract/authorization';
import type { ConfiguredService } from './service-binding';
import type { EndedBy, ReachedLimit, Account, SignedOutReason } from './session-state';

/** The states, events and effects of the session's machine (`session-machine.ts`). All times are `Clock.nowMs`. */

/** A session, shared by all tabs of the browser. */
export interface SessionCore {
  /** Its `sessionId` identifies the session across tabs. */
  readonly account: Account;
  readonly isKept: boolean;
  /** The configuration under which the session began; see `isStillBound`. */
  readonly configured: ConfiguredService;
  /** When the password was typed, by the computer's clock. Renewals do not change it. */
  readonly signedInAtMs: number;
  /** Required to decrypt the stored secret of this session; tabs pass it to each other. */
  readonly tabSecret: string;
}

/** Credentials that the service has accepted. */
export interface Grant {
  readonly credentials: Credentials;
  /** Counts the grants of a session across all tabs. */
  readonly generation: number;
  readonly receivedAtMs: number;
  /** From receipt; null for credentials that do not expire. */
  readonly lifetimeMs: number | null;
  readonly rightIds: readonly string[] | null;
}

export type Renewal =
  | { readonly status: 'idle' }
  | { readonly status: 'running' }
  /** The address now leads to another service, or to another custody. Retried when the page wakes or the network is back. */
  | { readonly status: 'misdirected'; readonly of: 'custody' | undefined }
  /** When the page wakes or a request needs it, it is retried before `retryAtMs`, but not before `notBeforeMs`. */
  | { readonly status: 'backing-off'; readonly notBeforeMs: number; readonly retryAtMs: number };

export interface ActiveState {
  readonly phase: 'active';
  readonly core: SessionCore;
  /** Whether this tab has found or stored the session. A session known only from a message may have been signed out. */
  readonly isFoundStored: boolean;
  /** The id that screens and caches use; it outlives a `core` that the same account's sign-in elsewhere replaces. */
  readonly visibleSessionId: string;
  /** Null until the first renewal after a reload, and from a 401 until the renewal that it causes. */
  readonly grant: Grant | null;
  /** Grants up to this generation are unusable: spent, refused, or replaced. */
  readonly spentGeneration: number;
  readonly rightIds: readonly string[] | null;
  readonly renewal: Renewal;
  /** Consecutive renewals without a usable response. */
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
  /** Nothing to restore. */
  | { readonly type: 'restore-failed'; readonly reason: SignedOutReason }
  /** A stored session was found. It has a grant where the credentials need no renewal. */
  | {
      readonly type: 'restored';
      readonly core: SessionCore;
      /** The stored generation, whose grant another tab may hold. */
      readonly generation: number;
      readonly rightIds: readonly string[] | null;
      readonly grant: Grant | null;
      /** Null for a session that is live. */
      readonly endedBy: EndedBy | null;
    }
  /** Somebody signed in, in this tab; the secret is stored already. */
  | { readonly type: 'signed-in'; readonly core: SessionCore; readonly grant: Grant }
  | { readonly type: 'sign-out' }
  /** The outcome of deleting what was stored, after all attempts. */
  | { readonly type: 'erased' | 'erasure-failed' }
  /** The account's records were to be deleted, and could not be. */
  | { readonly type: 'records-left' }
  | { readonly type: 'tick'; readonly nowMs: number }
  /** The page has returned from sleep, from the background or from the back-forward cache. */
  | { readonly type: 'woke'; readonly nowMs: number }
  /** Locks the session until the password is typed again. */
  | { readonly type: 'limit-reached'; readonly sessionId: string; readonly limit: ReachedLimit }
  | { readonly type: 'network'; readonly isUp: boolean; readonly nowMs: number }
  /** A request found no usable credentials. */
  | { readonly type: 'credentials-needed'; readonly nowMs: number }
  /** A request with this generation's credentials met a 401. */
  | { readonly type: 'credentials-refused'; readonly sessionId: string; readonly generation: number }
  | { readonly type: 'renewed'; readonly sessionId: string; readonly grant: Grant }
  /** Another tab renewed while this one waited for the lock; its grant has been received. */
  | { readonly type: 'renewal-needless' }
  | { readonly type: 'renewal-refused'; readonly sessionId: string; readonly generation: number }
  | {
      readonly type: 'renewal-failed';
      readonly nowMs: number;
      readonly retryDelayMs: number;
      /** The minimum wait that the service asked for; 0 without one. */
      readonly leastDelayMs: number;
    }
  /** The request was refused before it reached the service, because the address leads to another service or custody. */
  | { readonly type: 'renewal-misdirected'; readonly of: 'custody' | undefined }
  /** Null if this tab finds no stored session, for example because the browser has cleared its storage. */
  | { readonly type: 'stored-session-seen'; readonly stored: StoredSessionSeen | null }
  | { readonly type: 'hello-received' }
  /** Another tab needs a newer grant, and this one holds the token for it. */
  | { readonly type: 'renewal-wanted-received'; readonly sessionId: string; readonly generation: number }
  | { readonly type: 'grant-received'; readonly core: SessionCore; readonly grant: Grant }
  | {
      readonly type: 'ended-received';
      readonly core: SessionCore;
      readonly generation: number;
      readonly rightIds: readonly string[] | null;
      readonly endedBy: EndedBy;
    }
  /** Null: any session. */
  | { readonly type: 'signed-out-received'; readonly sessionId: string | null };

export interface StoredSessionSeen {
  readonly sessionId: string;
  readonly generation: number;
  /** `signed-out`: the mark that a sign-out leaves for sleeping tabs. */
  readonly status: 'live' | 'ended' | 'signed-out';
  readonly endedBy?: EndedBy | undefined;
}

export type SessionEffect =
  /** Take the lock, read the stored session, and request new credentials if they are still needed. */
  | { readonly type: 'renew'; readonly isAfterRestore: boolean }
  /** Read the stored session, without the lock. */
  | { readonly type: 'look-at-stored' }
  /** Store in this tab which session it belongs to, so that a reload finds it. */
  | { readonly type: 'join'; readonly core: SessionCore }
  | { readonly type: 'leave' }
  /** Delete the stored secret, which an earlier sign-out could not delete. */
  | { readonly type: 'erase-again' }
  /** Delete the stored secret, here and at the server that keeps the token, and notify all tabs. */
  | { readonly type: 'forget'; readonly core: SessionCore | null }
  /** Replace the stored secret with the mark that the session has ended. */
  | { readonly type: 'store-ended'; readonly ended: EndedState }
  | { readonly type: 'share-grant'; readonly core: SessionCore; readonly grant: Grant }
  | { readonly type: 'share-ended'; readonly ended: EndedState };

export interface Transition {
  readonly state: MachineState;
  readonly effects: readonly SessionEffect[];
}
