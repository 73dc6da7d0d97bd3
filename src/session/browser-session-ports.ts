import { browserClock } from '@/lib/base/clock';
import { randomId } from '@/lib/base/random-id';
import { tabBelongings } from '@/lib/storage/tab-belongings';
import { createLastUse } from './machine/session-limits';
import type { ChannelPort, SessionPorts, TabStorage } from './vault/session-ports';
import { openSessionVault } from './vault/open-session-vault';
import { createSignOutMark } from './vault/session-vault';

const NAME = 'colonnade-session';

/** Creates the session's ports for this browser, with fallbacks for features that the browser lacks. */
export function browserSessionPorts({
  fetch,
  tracing,
  configured,
  dialect,
  ownDescription = null,
  limits,
  installationSecret,
}: Pick<SessionPorts, 'fetch' | 'tracing' | 'configured' | 'dialect' | 'ownDescription' | 'limits'> & {
  /** Encrypts stored data, together with the browser's own key; null if the installation has no secret. */
  readonly installationSecret: string | null;
}): SessionPorts {
  const clock = browserClock();
  const signOutMark = createSignOutMark(() => localStorage);
  return {
    configured,
    dialect,
    ownDescription,
    limits,
    lastUse: createLastUse(() => localStorage),
    fetch,
    tracing,
    clock,
    random: Math.random,
    randomId,
    openVault: (onLate) => openSessionVault({ clock, signOutMark }, installationSecret, onLate),
    signOutMark,
    withLock: async (task) => navigator.locks.request(NAME, task),
    channel: channelPort(),
    tabStorage: tabStorage(),
    claimBelongings: tabBelongings.claim,
    holdsBelongings: tabBelongings.isHeldBy,
    watchUse,
    watchPage,
  };
}

function channelPort(): ChannelPort {
  const channel = new BroadcastChannel(NAME);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel only reaches its own origin
    post: (message) => channel.postMessage(message),
    listen: (listener) => {
      const receive = (event: MessageEvent) => listener(event.data);
      channel.addEventListener('message', receive);
      return () => channel.removeEventListener('message', receive);
    },
  };
}

function tabStorage(): TabStorage {
  // Browsers may refuse access to storage. The session then does not survive a reload.
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
  // The listeners run in the capture phase, so that no handler on the page can stop the events before they arrive here.
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
  // A tab may be frozen while it stays visible. Only the event `resume` reports the end of that.
  document.addEventListener('resume', woke, { signal });
  window.addEventListener('pageshow', woke, { signal });
  window.addEventListener('online', () => listener('network-up'), { signal });
  window.addEventListener('offline', () => listener('network-down'), { signal });
  if (!navigator.onLine) queueMicrotask(() => listener('network-down'));
  return () => controller.abort();
}
