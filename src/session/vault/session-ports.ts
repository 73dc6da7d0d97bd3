import type { RequestPorts } from '@/ui/http/send-request';
import type { LastUse, LimitSettings } from '../machine/session-limits';
import type { ConfiguredDialect, ConfiguredService } from '../machine/service-binding';
import type { SessionVault, SignOutMark } from './session-vault';

/** Everything that the session needs from its environment, so that a test can replace it. */
export interface SessionPorts extends RequestPorts {
  readonly configured: ConfiguredService;
  readonly dialect?: ConfiguredDialect;
  /** From 0 inclusive to 1 exclusive. */
  readonly random: () => number;
  /** Unguessable text. */
  readonly randomId: () => string;
  /** Called once. Never rejects. `onLate` receives the shared vault if it opens after the session began in memory. */
  readonly openVault: (onLate: (vault: SessionVault) => void) => Promise<SessionVault>;
  readonly signOutMark: SignOutMark;
  /** Runs the task under a lock that all tabs of this browser share. */
  readonly withLock: <T>(task: () => Promise<T>) => Promise<T>;
  readonly channel: ChannelPort;
  readonly tabStorage: TabStorage;
  /** Records whose work this tab holds from now on, as a text that is the same for the same account; null: none. */
  readonly claimBelongings: (account: string | null) => void;
  /** Whether this tab holds that account's work from before the page was loaded. */
  readonly holdsBelongings: (account: string) => boolean;
  readonly limits: LimitSettings;
  readonly lastUse: LastUse;
  /** Calls back, often, on keyboard and pointer input. Returns what unsubscribes. */
  readonly watchUse: (listener: () => void) => () => void;
  /** Calls back when the page wakes or the network comes and goes. Returns what unsubscribes. */
  readonly watchPage: (listener: (event: 'woke' | 'network-up' | 'network-down') => void) => () => void;
}

/** A channel to the other tabs of this browser; a tab does not receive its own messages. */
export interface ChannelPort {
  readonly post: (message: unknown) => void;
  readonly listen: (listener: (data: unknown) => void) => () => void;
}

/** Stores the tab secret of this tab's session: survives a reload, but not the tab. Never throws. */
export interface TabStorage {
  readonly read: () => string | null;
  readonly write: (tabSecret: string) => void;
  readonly clear: () => void;
}
