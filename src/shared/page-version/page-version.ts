import { browserClock, type Clock } from '../http/clock';

/** `unknown`: offline, no response, or a response that is not this console's page. */
export type VersionFinding = 'same' | 'new' | 'unknown';

export interface PageVersionPorts {
  /** Address of the script that started this page; null: versions are not looked for. */
  readonly ownScript: string | null;
  /** Address of the page itself, which names the script of the version that is deployed. */
  readonly pageAddress: string;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly isOnline: () => boolean;
  readonly isVisible: () => boolean;
  /**
   * Calls `onReturn` when the page becomes visible or the network comes back, and `onMissing` when a file of the build
   * could not be loaded. Returns what ends both.
   */
  readonly watch: (listeners: {
    readonly onReturn: () => void;
    readonly onMissing: () => void;
  }) => () => void;
}

/** Whether the host has another version of the console than this page. */
export interface PageVersion {
  /** Looks for a new version by itself as long as somebody is subscribed. */
  readonly subscribe: (listener: () => void) => () => void;
  /** True from the moment that another version has been seen. */
  readonly isNewHere: () => boolean;
  /** Whether the person has put the news off. */
  readonly isPutOff: () => boolean;
  readonly putOff: () => void;
  /** Looks now. Concurrent calls share one request; never rejects. */
  readonly check: () => Promise<VersionFinding>;
}

/** Between two looks of its own. */
const CHECK_EVERY_MS = 10 * 60_000;
const TIMEOUT_MS = 4_000;

/** See docs/decisions/new-versions.md. */
export function createPageVersion(ports: PageVersionPorts): PageVersion {
  const { ownScript, clock } = ports;
  const listeners = new Set<() => void>();
  let isNew = false;
  let isPutOff = false;
  let checking: Promise<VersionFinding> | null = null;
  // The page has only just been loaded.
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

/** Ten times a page of ours; what is longer is something else. */
const MAX_PAGE_LENGTH = 20_000;
const SCRIPT = /<script\b[^>]*>/gi;
const SOURCE = /\bsrc="([^"]+)"/i;

/** A sign-in page of a proxy, or of a hotel, is no new version: a page of ours has its script beside the own one. */
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

/** Of this page. The development server replaces modules by itself, so there it looks for nothing. */
export const pageVersion = createPageVersion({
  ownScript: import.meta.env.PROD
    ? (document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? null)
    : null,
  pageAddress: import.meta.env.BASE_URL,
  fetch: (input, init) => window.fetch(input, init),
  clock: browserClock(),
  isOnline: () => navigator.onLine,
  isVisible: () => document.visibilityState === 'visible',
  watch: ({ onReturn, onMissing }) => {
    const controller = new AbortController();
    const { signal } = controller;
    document.addEventListener('visibilitychange', onReturn, { signal });
    window.addEventListener('online', onReturn, { signal });
    // What Vite's loader of dynamic imports says of every one that fails.
    window.addEventListener('vite:preloadError', onMissing, { signal });
    return () => controller.abort();
  },
});
