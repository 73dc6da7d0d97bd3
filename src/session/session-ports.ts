import type { Clock } from '@/shared/http/clock';
import type { FetchPort } from '@/shared/http/exchange';
import type { LastUse } from './last-use';
import type { ConfiguredService } from './service-binding';
import type { LimitSettings } from './session-limits';
import type { SessionVault } from './session-vault';
import type { SignOutMark } from './sign-out-mark';

/** Everything the session needs of the world, so that a test can be the world. */
export interface SessionPorts {
  readonly configured: ConfiguredService;
  readonly fetch: FetchPort;
  readonly clock: Clock;
  /** From 0 inclusive to 1 exclusive. */
  readonly random: () => number;
  /** Unguessable text. */
  readonly randomId: () => string;
  /**
   * Opened once, when the session starts. Never rejects. Where the shared vault takes too long to open, the session
   * begins with one in memory, and `onLate` is called once the shared one is there.
   */
  readonly openVault: (onLate: (vault: SessionVault) => void) => Promise<SessionVault>;
  readonly signOutMark: SignOutMark;
  /** Runs the task while no other tab of this browser runs one. */
  readonly withLock: <T>(task: () => Promise<T>) => Promise<T>;
  readonly channel: ChannelPort;
  readonly tabStorage: TabStorage;
  /** Says whose work this tab holds from now on, by a text that is the same for the same person; null: nobody's. */
  readonly claimBelongings: (owner: string | null) => void;
  /** Whether this tab holds that person's work, from before the page was loaded. */
  readonly holdsBelongings: (owner: string) => boolean;
  readonly limits: LimitSettings;
  readonly lastUse: LastUse;
  /** Calls back when somebody touches a key or a pointer, often. Returns what stops it. */
  readonly watchUse: (listener: () => void) => () => void;
  /** Calls back when the page wakes or the network comes and goes. Returns what stops it. */
  readonly watchPage: (listener: (event: 'woke' | 'network-up' | 'network-down') => void) => () => void;
}

/** To the other tabs of this browser; a tab does not hear itself. */
export interface ChannelPort {
  readonly post: (message: unknown) => void;
  readonly listen: (listener: (data: unknown) => void) => () => void;
}

/** The tab secret of the session this tab belongs to; survives a reload, dies with the tab. Never throws. */
export interface TabStorage {
  readonly read: () => string | null;
  readonly write: (tabSecret: string) => void;
  readonly clear: () => void;
}
