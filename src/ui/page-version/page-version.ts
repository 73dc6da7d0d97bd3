import { basePath } from '../config/base-path';
import { browserClock, type Clock } from '@/lib/base/clock';

/** The result of a check. It is `unknown` when offline, without a response, or if the response is not this console's page. */
export type VersionFinding = 'same' | 'new' | 'unknown';

export interface PageVersionPorts {
  /** The address of the script that started this page. If it is null, no checks are made. */
  readonly ownScript: string | null;
  /** The address of the page itself, which contains the address of the deployed version's script. */
  readonly pageAddress: string;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly isOnline: () => boolean;
  readonly isVisible: () => boolean;
  /** Calls `onReturn` when page or network are back, and `onMissing` when a build file fails to load. Returns a function that stops it. */
  readonly watch: (listeners: {
    readonly onReturn: () => void;
    readonly onMissing: () => void;
  }) => () => void;
}

/** Checks whether the host has deployed another version of the console than this page has. */
export interface PageVersion {
  /** Checks for a new version regularly while there are subscribers. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly isNewHere: () => boolean;
  /** Whether the user has dismissed the notice about the new version. */
  readonly isPutOff: () => boolean;
  readonly putOff: () => void;
  /** Checks for a new version now. Concurrent calls share one request. Never rejects. */
  readonly check: () => Promise<VersionFinding>;
}

const CHECK_EVERY_MS = 10 * 60_000;
const TIMEOUT_MS = 4_000;

/** Creates the check for new versions of the console; see docs/decisions/new-versions.md. */
export function createPageVersion(ports: PageVersionPorts): PageVersion {
  const { ownScript, clock } = ports;
  const listeners = new Set<() => void>();
  let isNew = false;
  let isPutOff = false;
  let checking: Promise<VersionFinding> | null = null;
  // The first check is due after a whole interval, because the page has just been loaded.
  let dueMs = clock.nowMs() + CHECK_EVERY_MS;
  let stop: (() => void) | null = null;

  async function look(script: string): Promise<VersionFinding> {
    dueMs = clock.nowMs() + CHECK_EVERY_MS;
    const controller = new AbortController();
    const cancelTimeout = clock.after(TIMEOUT_MS, () => controller.abort());
    try {
      const response = await ports.fetch(ports.pageAddress, {
        cache: 'no-cache',
        mode: 'same-origin',
        signal: controller.signal,
      });
      const finding = await findingIn(response, script);
      if (finding === 'new') changed(() => (isNew = true));
      return finding;
    } catch {
      return 'unknown';
    } finally {
      cancelTimeout();
    }
  }

  async function check(): Promise<VersionFinding> {
    if (isNew) return 'new';
    if (ownScript === null || !ports.isOnline()) return 'unknown';
    checking ??= look(ownScript).finally(() => {
      checking = null;
    });
    return checking;
  }

  function changed(change: () => void): void {
    change();
    for (const listener of listeners) listener();
  }

  function lookIfDue(): void {
    if (!isNew && ports.isVisible() && clock.nowMs() >= dueMs) void check();
  }

  function start(): () => void {
    let cancelTimer = () => {};
    const wait = () => {
      cancelTimer = clock.after(CHECK_EVERY_MS, () => {
        lookIfDue();
        wait();
      });
    };
    wait();
    const stopWatching = ports.watch({ onReturn: lookIfDue, onMissing: () => void check() });
    return () => {
      cancelTimer();
      stopWatching();
    };
  }

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      stop ??= ownScript === null ? () => {} : start();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = null;
      };
    },
    isNewHere: () => isNew,
    isPutOff: () => isPutOff,
    putOff: () => changed(() => (isPutOff = true)),
    check,
  };
}

/** Ten times the length of the console's page. A longer page is not the console's. */
const MAX_PAGE_LENGTH = 20_000;
const SCRIPT = /<script\b[^>]*>/gi;
const SOURCE = /\bsrc="([^"]+)"/i;

/** Compares scripts. A page with no script in our folder, such as the sign-in page of a proxy or a hotel, is not a new version. */
async function findingIn(response: Response, ownScript: string): Promise<VersionFinding> {
  if (!response.ok || response.headers.get('content-type')?.includes('text/html') !== true) return 'unknown';
  const page = await response.text();
  if (page.length > MAX_PAGE_LENGTH) return 'unknown';
  const scripts = (page.match(SCRIPT) ?? [])
    .map((tag) => SOURCE.exec(tag)?.[1])
    .filter((source) => source !== undefined && URL.canParse(source, ownScript))
    .map((source) => new URL(source ?? '', ownScript).href);
  if (scripts.includes(ownScript)) return 'same';
  const folder = ownScript.slice(0, ownScript.lastIndexOf('/') + 1);
  return scripts.some((script) => script.startsWith(folder)) ? 'new' : 'unknown';
}

/** The version of this page. It is not checked in development, where Vite updates the modules of an open page. */
export const pageVersion = createPageVersion({
  ownScript: import.meta.env.PROD
    ? (document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? null)
    : null,
  pageAddress: basePath,
  fetch: (input, init) => window.fetch(input, init),
  clock: browserClock(),
  isOnline: () => navigator.onLine,
  isVisible: () => document.visibilityState === 'visible',
  watch: ({ onReturn, onMissing }) => {
    const controller = new AbortController();
    const { signal } = controller;
    document.addEventListener('visibilitychange', onReturn, { signal });
    window.addEventListener('online', onReturn, { signal });
    // Vite dispatches this event for every dynamic import that fails.
    window.addEventListener('vite:preloadError', onMissing, { signal });
    return () => controller.abort();
  },
});

const beforeReloadListeners = new Set<() => void>();

/** Registers a function that stores data just before a reload would lose it. Returns a function that unregisters it. */
export function beforeReload(store: () => void): () => void {
  beforeReloadListeners.add(store);
  return () => {
    beforeReloadListeners.delete(store);
  };
}

/** Loads the deployed version. Call it only when the user asks for it, because data that cannot be stored is lost. */
export function reloadPage(): void {
  for (const store of beforeReloadListeners) store();
  window.location.reload();
}
