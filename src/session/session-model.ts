import type { Credentials } from '@/contract/authorization';
import type { ConfiguredService } from './service-binding';
import type { EndedBy, ReachedLimit, SessionIdentity, SignedOutReason } from './session-state';

/** What the session's machine (`session-machine.ts`) is made of: states, events, effects. All times are `Clock.nowMs`. */

/** One person's session, shared by all tabs of the browser. */
export interface SessionCore {
  /** Its `sessionId` names the session among the tabs. */
  readonly identity: SessionIdentity;
  readonly isKept: boolean;
  /** The configuration that the session was made under; see `isStillBound`. */
  readonly configured: ConfiguredService;
  /** When the password was typed, by the computer's clock. Renewals do not change it. */
  readonly signedInAtMs: number;
  /** Without it the stored secret of this session cannot be decrypted; tabs hand it to each other. */
  readonly tabSecret: string;
}

/** Credentials that the service accepted. */
export interface Grant {
  readonly credentials: Credentials;
  /** Counts the grants of a session, over all tabs. */
  readonly generation: number;
  readonly receivedAtMs: number;
  /** From receipt; null for credentials that do not expire. */
  readonly lifetimeMs: number | null;
  readonly rightIds: readonly string[] | null;
}

export type Renewal =
  | { readonly status: 'idle' }
  | { readonly status: 'running' }
  /** The address leads to another service now. Tried again when the page wakes or the network comes back. */
  | { readonly status: 'misdirected' }
  /** Woken or asked for, it is tried before `retryAtMs`, but not before `notBeforeMs`. */
  | { readonly status: 'backing-off'; readonly notBeforeMs: number; readonly retryAtMs: number };

export interface ActiveState {
  readonly phase: 'active';
  readonly core: SessionCore;
  /** As screens and caches know the session; outlives a `core` replaced by the same person's sign-in elsewhere. */
  readonly visibleSessionId: string;
  /** Null until the first renewal after a reload, and from a 401 to the renewal it causes. */
  readonly grant: Grant | null;
  /** Grants up to this generation are of no use: spent, refused, or replaced. */
  readonly spentGeneration: number;
  readonly rightIds: readonly string[] | null;
  readonly renewal: Renewal;
  /** Renewals in a row to which the service gave no usable answer. */
  readonly failedRenewals: number;
  readonly isNetworkUp: boolean;
}

export interface EndedState {
  readonly phase: 'ended';
  readonly endedBy: EndedBy;
  readonly core: SessionCore;
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
  /** A stored session was found. Its grant is there for credentials that need no renewal. */
  | {
      readonly type: 'restored';
      readonly core: SessionCore;
      /** The stored generation; another tab may hold its grant. */
      readonly generation: number;
      readonly rightIds: readonly string[] | null;
      readonly grant: Grant | null;
      /** Null for one that is live. */
      readonly endedBy: EndedBy | null;
    }
  /** The person signed in, in this tab; the secret is stored already. */
  | { readonly type: 'signed-in'; readonly core: SessionCore; readonly grant: Grant }
  | { readonly type: 'sign-out' }
  /** How deleting what was stored came out, after all attempts. */
  | { readonly type: 'erased' | 'erasure-failed' }
  /** What the person has kept beside the session was to be deleted, and could not. */
  | { readonly type: 'records-left' }
  /** Time passed. */
  | { readonly type: 'tick'; readonly nowMs: number }
  /** The page came back from sleep, from the background or from the back-forward cache. */
  | { readonly type: 'woke'; readonly nowMs: number }
  /** The session is to be locked until the password is typed again. */
  | { readonly type: 'limit-reached'; readonly sessionId: string; readonly limit: ReachedLimit }
  | { readonly type: 'network'; readonly isUp: boolean; readonly nowMs: number }
  /** A request found no credentials fit for use. */
  | { readonly type: 'credentials-needed'; readonly nowMs: number }
  /** The service answered 401 to a request with this generation's credentials. */
  | { readonly type: 'credentials-refused'; readonly sessionId: string; readonly generation: number }
  /** The renewal of this tab, as it came out. */
  | { readonly type: 'renewed'; readonly sessionId: string; readonly grant: Grant }
  /** Another tab had renewed while this one waited for its turn; its grant has been heard. */
  | { readonly type: 'renewal-needless' }
  | { readonly type: 'renewal-refused'; readonly sessionId: string; readonly generation: number }
  | {
      readonly type: 'renewal-failed';
      readonly nowMs: number;
      readonly retryDelayMs: number;
      /** What the service asked to wait at least; 0 when it did not. */
      readonly leastDelayMs: number;
    }
  /** The request was refused before it came to the service, as the address leads to another one. */
  | { readonly type: 'renewal-misdirected' }
  /** What is stored, as seen by this tab now. Null: nothing, as when the browser cleared its storage. */
  | { readonly type: 'stored-session-seen'; readonly stored: StoredSessionSeen | null }
  | { readonly type: 'heard-hello' }
  /** Another tab wants a newer grant, and this one holds the token that it takes. */
  | { readonly type: 'renewal-wanted-received'; readonly sessionId: string; readonly generation: number }
  | { readonly type: 'heard-grant'; readonly core: SessionCore; readonly grant: Grant }
  | {
      readonly type: 'heard-ended';
      readonly core: SessionCore;
      readonly generation: number;
      readonly rightIds: readonly string[] | null;
      readonly endedBy: EndedBy;
    }
  /** Null: whichever session it is. */
  | { readonly type: 'heard-signed-out'; readonly sessionId: string | null };

export interface StoredSessionSeen {
  readonly sessionId: string;
  readonly generation: number;
  /** `signed-out`: the mark that a sign-out leaves behind for tabs that slept through it. */
  readonly status: 'live' | 'ended' | 'signed-out';
  /** Of an ended session. */
  readonly endedBy?: EndedBy | undefined;
}

export type SessionEffect =
  /** Take the lock, look what is stored, and ask the service for new credentials if they are still needed. */
  | { readonly type: 'renew'; readonly isAfterRestore: boolean }
  /** Look what is stored, without the lock. */
  | { readonly type: 'look-at-stored' }
  /** Remember in this tab which session it belongs to, so that a reload finds it. */
  | { readonly type: 'join'; readonly core: SessionCore }
  | { readonly type: 'leave' }
  /** Destroy the stored secret, which could not be done before. */
  | { readonly type: 'erase-again' }
  /** Destroy the stored secret, and tell all tabs. */
  | { readonly type: 'forget'; readonly sessionId: string | null }
  /** Replace the stored secret by the mark that the session has ended. */
  | { readonly type: 'store-ended'; readonly ended: EndedState }
  | { readonly type: 'share-grant'; readonly core: SessionCore; readonly grant: Grant }
  | { readonly type: 'share-ended'; readonly ended: EndedState };

export interface Transition {
  readonly state: MachineState;
  readonly effects: readonly SessionEffect[];
}
