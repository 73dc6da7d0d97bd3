import { wait, type Clock } from '@/lib/base/clock';
import type { FetchPort } from '@/ui/http/send-request';
import { createTabBelongings, type TabBelongings } from '@/lib/storage/tab-belongings';
import { createSealingKey } from '@/lib/storage/base-key';
import { createFakeStorage } from './fake-storage';
import type { SealedStore, StoredHeader } from '@/lib/storage/sealed-store';
import type { ConfiguredService } from '@/session/machine/service-binding';
import { createLastUse, type LimitSettings } from '@/session/machine/session-limits';
import type { SessionPorts } from '@/session/vault/session-ports';
import { openVaultOn } from '@/session/vault/open-session-vault';
import { createSignOutMark } from '@/session/vault/session-vault';

type PageEvent = Parameters<Parameters<SessionPorts['watchPage']>[0]>[0];

export interface FakeTab {
  readonly ports: SessionPorts;
  /** Simulates input by the user. */
  readonly use: () => void;
  readonly emit: (event: PageEvent) => void;
  /** The tab's storage; pass it to `openTab` to simulate a reload. */
  readonly storage: Map<string, string>;
  /** The tab's session storage for the account's work. */
  readonly belongings: TabBelongings;
}

/** The configuration of the installation when a page is opened. */
export interface PageOptions {
  /** The configured service; none by default. */
  readonly configured?: ConfiguredService;
  /** The limits of sessions: by default five days from the sign-in, without an idle limit. */
  readonly limits?: LimitSettings;
}

interface StorageFaults {
  /** Whether writing fails, while deleting works. */
  isFull: boolean;
  /** Whether deleting fails as well. */
  isStuck: boolean;
}

export interface FakeBrowser {
  readonly faults: StorageFaults;
  readonly openTab: (options?: PageOptions & { readonly storage?: Map<string, string> }) => FakeTab;
  /** Returns the encrypted record as it is stored. */
  readonly record: () => FakeRecord | null;
  /** Deletes all storage, as clearing site data does. */
  readonly loseStorage: () => void;
  /** Every message that was posted to the tabs' channel. */
  readonly messages: unknown[];
}

interface FakeRecord {
  readonly header: StoredHeader;
  readonly context: string | null;
  readonly body: string | null;
}

export interface FakeBrowserOptions {
  readonly clock: Clock;
  readonly fetch: FetchPort;
  readonly random?: () => number;
  /** Whether tabs have no shared storage, as in a browser that refuses it. */
  readonly isIsolated?: boolean;
  /** Delivers a message to a tab; immediately by default. */
  readonly deliver?: (run: () => void) => void;
  /** How long storage takes to write; 0 by default. */
  readonly storageMs?: number;
  /** How long the storage of a page takes to open; 0 by default. */
  readonly openingMs?: () => number;
  /** The default limits of pages. */
  readonly limits?: LimitSettings;
}

const NOTHING_CONFIGURED: ConfiguredService = {
  serviceAddress: null,
  isFixed: false,
  upstreamAddress: null,
};

/** Creates a browser whose tabs share storage, locks and a channel, all in memory. For tests of sessions. */
export function createFakeBrowser({
  clock,
  fetch,
  random = () => 0.5,
  isIsolated = false,
  deliver = queueMicrotask,
  storageMs = 0,
  openingMs = () => 0,
  limits: usualLimits = { idleMs: null, maxAgeMs: 120 * 3_600_000 },
}: FakeBrowserOptions): FakeBrowser {
  const messages: unknown[] = [];
  const channelListeners = new Set<(data: unknown) => void>();
  let record: FakeRecord | null = null;
  const keys = new Map<string, CryptoKey>();
  let lockQueue: Promise<unknown> = Promise.resolve();
  let ids = 0;

  const writing = () => (storageMs > 0 ? wait(clock, storageMs) : Promise.resolve());

  const store: SealedStore = {
    read: async (context) => {
      await Promise.resolve();
      const isReadable = record?.context !== null && record?.context === context;
      return record && { header: record.header, body: isReadable ? record.body : null };
    },
    write: async (body, context, decide, isSuccessor = () => false) => {
      await writing();
      const before = record?.header ?? null;
      const header = decide(before);
      if (header !== null) {
        if (faults.isFull) throw new Error('no space');
        if (isSuccessor(before)) keys.clear();
        record = { header, context, body };
      }
      return header;
    },
    deriveKey: async (context, purpose, isWanted) => {
      await Promise.resolve();
      if (!isWanted(record?.header ?? null)) return null;
      const id = JSON.stringify([context, purpose]);
      const key = keys.get(id) ?? (await createSealingKey());
      keys.set(id, key);
      return key;
    },
    erase: async () => {
      await writing();
      if (faults.isStuck) throw new Error('stuck');
      keys.clear();
      record = null;
    },
    leaveHeader: async (header) => {
      await writing();
      if (faults.isFull) throw new Error('no space');
      record ??= { header, context: null, body: null };
    },
  };

  const sharedStorage = createFakeStorage();
  const lastUse = createLastUse(() => sharedStorage);
  const signOutMark = createSignOutMark(() => sharedStorage);
  const faults: StorageFaults = { isFull: false, isStuck: false };

  return {
    messages,
    faults,
    record: () => record,
    loseStorage: () => {
      record = null;
    },
    openTab: ({
      storage = new Map<string, string>(),
      configured = NOTHING_CONFIGURED,
      limits = usualLimits,
    } = {}) => {
      const belongings = createTabBelongings(() => createFakeStorage(storage));
      const useListeners = new Set<() => void>();
      const pageListeners = new Set<(event: PageEvent) => void>();
      let own: ((data: unknown) => void) | null = null;
      const ports: SessionPorts = {
        configured,
        limits,
        lastUse,
        fetch,
        clock,
        random,
        randomId: () => {
          ids += 1;
          return `id-${ids}`;
        },
        openVault: (onLate) => {
          const open = async () => {
            if (isIsolated) throw new Error('no storage');
            if (openingMs() > 0) await wait(clock, openingMs());
            return store;
          };
          return openVaultOn(open, { clock, signOutMark }, onLate);
        },
        signOutMark,
        withLock: (task) => {
          const run = lockQueue.then(task);
          lockQueue = run.catch(() => undefined);
          return run;
        },
        channel: {
          post: (message) => {
            const copy: unknown = structuredClone(message);
            messages.push(copy);
            for (const listener of channelListeners) {
              if (listener !== own) deliver(() => channelListeners.has(listener) && listener(copy));
            }
          },
          listen: (listener) => {
            own = listener;
            channelListeners.add(listener);
            return () => channelListeners.delete(listener);
          },
        },
        tabStorage: {
          read: () => storage.get('tab') ?? null,
          write: (tabSecret) => storage.set('tab', tabSecret),
          clear: () => storage.delete('tab'),
        },
        claimBelongings: belongings.claim,
        holdsBelongings: belongings.isHeldBy,
        watchUse: (listener) => {
          useListeners.add(listener);
          return () => useListeners.delete(listener);
        },
        watchPage: (listener) => {
          pageListeners.add(listener);
          return () => pageListeners.delete(listener);
        },
      };
      return {
        ports,
        storage,
        belongings,
        use: () => {
          for (const listener of useListeners) listener();
        },
        emit: (event) => {
          for (const listener of pageListeners) listener(event);
        },
      };
    },
  };
}
