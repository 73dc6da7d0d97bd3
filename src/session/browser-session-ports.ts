import { browserClock, type Clock } from '@/shared/http/clock';
import { createLeaseLock } from '@/shared/storage/lease-lock';
import { randomId } from '@/shared/storage/random-id';
import { tabBelongings } from '@/shared/storage/tab-belongings';
import { createLastUse } from './session-limits';
import type { ChannelPort, SessionPorts, TabStorage } from './session-ports';
import { openSessionVault } from './open-session-vault';
import { createSignOutMark } from './session-vault';

const NAME = 'colonnade-session';
/** Longer than the longest renewal: waiting for other tabs, the token call's timeout, and storing. */
const LEASE_MS = 40_000;

/** Creates the session's ports for this browser, with fallbacks for what the browser lacks. */
export function browserSessionPorts({
  fetch,
  tracing,
  configured,
  limits,
  installationSecret,
}: Pick<SessionPorts, 'fetch' | 'tracing' | 'configured' | 'limits'> & {
  /** Encrypts what is stored, together with the browser's own key; null where the installation has none. */
  readonly installationSecret: string | null;
}): SessionPorts {
  const clock = browserClock();
  const signOutMark = createSignOutMark(() => localStorage);
  return {
    configured,
    limits,
    lastUse: createLastUse(() => localStorage),
    fetch,
    tracing,
    clock,
    random: Math.random,
    randomId,
    openVault: (onLate) => openSessionVault({ clock, signOutMark }, installationSecret, onLate),
    signOutMark,
    withLock: lockPort(clock),
    channel: channelPort(),
    tabStorage: tabStorage(),
    claimBelongings: tabBelongings.claim,
    holdsBelongings: tabBelongings.isHeldBy,
    watchUse,
    watchPage,
  };
}

function lockPort(clock: Clock): SessionPorts['withLock'] {
  // Missing, whatever the type says, in older browsers and on pages without a secure connection.
  const locks = navigator.locks as LockManager | undefined;
  if (locks !== undefined) return async (task) => locks.request(NAME, task);
  const withLease = createLeaseLock({
    databaseName: `${NAME}-lease`,
    clock,
    random: Math.random,
    leaseMs: LEASE_MS,
  });
  // Without IndexedDB tabs share nothing, so there is nothing to lock.
  return (task) => (typeof indexedDB === 'undefined' ? task() : withLease(task));
}

function channelPort(): ChannelPort {
  if (typeof BroadcastChannel === 'undefined')
    return { post: () => undefined, listen: () => () => undefined };
  const channel = new BroadcastChannel(NAME);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin to name
    post: (message) => channel.postMessage(message),
    listen: (listener) => {
      const receive = (event: MessageEvent) => listener(event.data);
      channel.addEventListener('message', receive);
      return () => channel.removeEventListener('message', receive);
    },
  };
}

function tabStorage(): TabStorage {
  // Browsers may refuse storage; the session then does not survive a reload.
  const attempt = <T>(work: (storage: Storage) => T): T | null => {
    try {
      return work(sessionStorage);
    } catch {
      return null;
    }
  };
  return {
    read: () => attempt((storage) => storage.getItem(NAME)),
    write: (tabSecret) => attempt((storage) => storage.setItem(NAME, tabSecret)),
    clear: () => attempt((storage) => storage.removeItem(NAME)),
  };
}

const USE_EVENTS = ['keydown', 'pointerdown', 'pointermove', 'touchstart', 'touchmove', 'wheel'];

function watchUse(listener: () => void): () => void {
  const controller = new AbortController();
  // Captured, before anything on the page can stop them.
  const options = { capture: true, passive: true, signal: controller.signal };
  for (const type of USE_EVENTS) window.addEventListener(type, listener, options);
  return () => controller.abort();
}

function watchPage(listener: (event: 'woke' | 'network-up' | 'network-down') => void): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const woke = () => {
    if (document.visibilityState === 'visible') listener('woke');
  };
  document.addEventListener('visibilitychange', woke, { signal });
  // A visible tab may have been frozen too, and no other event reports that.
  document.addEventListener('resume', woke, { signal });
  window.addEventListener('pageshow', woke, { signal });
  window.addEventListener('online', () => listener('network-up'), { signal });
  window.addEventListener('offline', () => listener('network-down'), { signal });
  if (!navigator.onLine) queueMicrotask(() => listener('network-down'));
  return () => controller.abort();
}
