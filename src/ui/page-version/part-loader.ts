import { browserClock, wait, type Clock } from '@/lib/base/clock';
import { createListeners } from '@/lib/base/listeners';
import { isNotLoaded } from './not-loaded';
import { pageVersion, type PageVersion } from './page-version';

export type PartState<Part> =
  | { readonly kind: 'idle' }
  /** `isLong` is true once loading has taken so long that the screen should show it. */
  | { readonly kind: 'loading'; readonly isLong: boolean }
  | { readonly kind: 'loaded'; readonly part: Part }
  /** There is no network. The part is loaded automatically once the network is back. */
  | { readonly kind: 'offline' }
  /** If the reason is `missing`, the host responds, but lacks the file. If it is `unreachable`, the host does not respond. */
  | { readonly kind: 'failed'; readonly reason: 'missing' | 'unreachable' }
  /** The file was loaded, but its code threw an error. */
  | { readonly kind: 'broken'; readonly error: unknown };

export interface PartLoaderPorts {
  readonly clock: Clock;
  readonly version: Pick<PageVersion, 'check' | 'isNewHere'>;
  readonly isOnline: () => boolean;
  readonly onceOnline: (callback: () => void) => void;
}

/** Loads a part of the console when it is first needed. It is an external store for React. */
export interface PartLoader<Part> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getState: () => PartState<Part>;
  /** Resolves when the part is loaded, has failed, or waits for the network. Never rejects. */
  readonly load: () => Promise<void>;
  /** Resets a failure, so that the part is loaded again when it is next needed. */
  readonly forgetFailure: () => void;
}

const LONG_AFTER_MS = 500;
/** The waits before further attempts. A file may be missing for a short time, while a version is deployed or a network changes. */
const RETRY_AFTER_MS = [1_000, 2_500] as const;

const BROWSER_PORTS: PartLoaderPorts = {
  clock: browserClock(),
  version: pageVersion,
  isOnline: () => navigator.onLine,
  onceOnline: (callback) => window.addEventListener('online', callback, { once: true }),
};

/** Creates a loader. `fetchPart` is called again after it has rejected. */
export function createPartLoader<Part>(
  fetchPart: () => Promise<Part>,
  { clock, version, isOnline, onceOnline }: PartLoaderPorts = BROWSER_PORTS,
): PartLoader<Part> {
  const listeners = createListeners();
  let state: PartState<Part> = { kind: 'idle' };
  let loading: Promise<void> | null = null;

  function become(next: PartState<Part>): void {
    state = next;
    listeners.notify();
  }

  async function run(): Promise<void> {
    const beganMs = clock.nowMs();
    become({ kind: 'loading', isLong: false });
    const cancelLong = clock.after(LONG_AFTER_MS, () => become({ kind: 'loading', isLong: true }));
    const end = await settle(beganMs);
    cancelLong();
    loading = null;
    become(end);
    // Also loads again after `unreachable`, because the browser may not have detected yet that the network is down.
    if (end.kind === 'offline' || (end.kind === 'failed' && end.reason === 'unreachable')) {
      onceOnline(() => {
        if (state === end) void load();
      });
    }
  }

  async function settle(beganMs: number): Promise<Exclude<PartState<Part>, { kind: 'idle' | 'loading' }>> {
    let finding: Awaited<ReturnType<PageVersion['check']>> = 'unknown';
    for (const delayMs of [...RETRY_AFTER_MS, null]) {
      try {
        return { kind: 'loaded', part: await fetchPart() };
      } catch (error) {
        if (!isNotLoaded(error)) return { kind: 'broken', error };
      }
      if (!isOnline()) return { kind: 'offline' };
      const isFirst = delayMs === RETRY_AFTER_MS[0];
      // The check runs during the wait, because the file may become available no matter what the check finds.
      if (isFirst) void version.check().then((found) => (finding = found));
      const isHopeless = version.isNewHere() && !isFirst;
      const isTooLate = clock.nowMs() - beganMs > RETRY_AFTER_MS[0] + RETRY_AFTER_MS[1];
      if (delayMs === null || isHopeless || isTooLate) break;
      await wait(clock, delayMs);
    }
    return { kind: 'failed', reason: finding === 'unknown' ? 'unreachable' : 'missing' };
  }

  function load(): Promise<void> {
    if (state.kind === 'loaded' || state.kind === 'broken') return Promise.resolve();
    loading ??= run();
    return loading;
  }

  return {
    subscribe: listeners.subscribe,
    getState: () => state,
    load,
    forgetFailure: () => {
      if (state.kind === 'failed') become({ kind: 'idle' });
    },
  };
}
