import type { RequestPorts } from '@/ui/http/send-request';
import type { LastUse, LimitSettings } from '../machine/session-limits';
import type {
  ConfiguredDialect,
  ConfiguredService,
  LoadedDescription,
  NoteToken,
} from '../machine/service-binding';
import type { SessionVault, SignOutMark } from './session-vault';

/** Everything that the session uses from its environment. Tests can replace each part. */
export interface SessionPorts extends RequestPorts {
  readonly configured: ConfiguredService;
  readonly dialect?: ConfiguredDialect;
  /** The description with which the page was loaded for one person. Sign-ins and renewals do not follow it. */
  readonly ownDescription?: LoadedDescription | null;
  /** Called with what may be told of each token that this page gets. */
  readonly onToken?: NoteToken | undefined;
  /** Returns a random number from 0 inclusive to 1 exclusive. */
  readonly random: () => number;
  /** Returns a text that cannot be guessed. */
  readonly randomId: () => string;
  /** Called once. Never rejects. `onLate` receives the shared vault if it opens after the session has begun in memory. */
  readonly openVault: (onLate: (vault: SessionVault) => void) => Promise<SessionVault>;
  readonly signOutMark: SignOutMark;
  /** Runs a task under a lock that all tabs of this browser share. */
  readonly withLock: <T>(task: () => Promise<T>) => Promise<T>;
  readonly channel: ChannelPort;
  readonly tabStorage: TabStorage;
  /** Records whose unfinished work this tab holds from now on. The text is the same for the same account; null: no account. */
  readonly claimBelongings: (account: string | null) => void;
  /** Whether this tab holds unfinished work of that account from before the page was loaded. */
  readonly holdsBelongings: (account: string) => boolean;
  readonly limits: LimitSettings;
  readonly lastUse: LastUse;
  /** Calls back frequently while there is keyboard or pointer input. Returns a function that unsubscribes. */
  readonly watchUse: (listener: () => void) => () => void;
  /** Calls back when the page wakes, and when the network is lost or restored. Returns a function that unsubscribes. */
  readonly watchPage: (listener: (event: 'woke' | 'network-up' | 'network-down') => void) => () => void;
}

/** A channel to the other tabs of this browser. A tab does not receive its own messages. */
export interface ChannelPort {
  readonly post: (message: unknown) => void;
  readonly listen: (listener: (data: unknown) => void) => () => void;
}

/** Storage for the tab secret of this tab's session. It survives a reload, but not the tab. Never throws. */
export interface TabStorage {
  readonly read: () => string | null;
  readonly write: (tabSecret: string) => void;
  readonly clear: () => void;
}
