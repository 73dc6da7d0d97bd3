import { createListeners } from '@/lib/base/listeners';

/** A part of the console that is loaded after the first screen: code, a worker, a file of the engine. */
export interface ConsolePart {
  /** Resolves when the part is loaded or has failed to load; never rejects. */
  readonly load: () => Promise<void>;
  readonly isLoaded: () => boolean;
  /** Whether the part is needed only by views of the rows read. */
  readonly isOfAnalysis?: boolean;
}

/** `failed`: some parts could not be loaded; they are tried again when the network is back. */
export type PartsState = 'idle' | 'loading' | 'loaded' | 'failed';

export interface AllPartsPorts {
  /** Resolves when the page has nothing more urgent to load. */
  readonly whenIdle: () => Promise<void>;
  readonly onceOnline: (callback: () => void) => void;
}

/** The parts of the console that are still to be loaded for offline use. An external store for React. */
export interface AllParts {
  readonly register: (part: ConsolePart) => void;
  readonly subscribe: (listener: () => void) => () => void;
  readonly getState: () => PartsState;
  /** Loads the missing parts one after the other, including those that they register. Later calls do nothing. */
  readonly start: (options: { readonly hasAnalysis: boolean }) => void;
  readonly retry: () => void;
}

/** Leaves time to load the first rows, and other parts that the person needs at once. */
const IDLE_AFTER_MS = 1_500;

/** Some supported browsers lack `requestIdleCallback`. */
interface IdleScope {
  readonly requestIdleCallback?: (callback: () => void, options: { readonly timeout: number }) => void;
}

const BROWSER_PORTS: AllPartsPorts = {
  whenIdle: async () => {
    await new Promise((resolve) => setTimeout(resolve, IDLE_AFTER_MS));
    const { requestIdleCallback: whenQuiet } = globalThis as IdleScope;
    await new Promise<void>((resolve) => {
      if (whenQuiet === undefined) resolve();
      else whenQuiet(() => resolve(), { timeout: IDLE_AFTER_MS });
    });
  },
  onceOnline: (callback) => globalThis.addEventListener('online', callback, { once: true }),
};

export function createAllParts({ whenIdle, onceOnline }: AllPartsPorts = BROWSER_PORTS): AllParts {
  const parts = new Set<ConsolePart>();
  const listeners = createListeners();
  let state: PartsState = 'idle';
  let hasAnalysis = false;

  function become(next: PartsState): void {
    if (next === state) return;
    state = next;
    listeners.notify();
  }

  async function run(): Promise<void> {
    become('loading');
    await whenIdle();
    const wanted = () => [...parts].filter(({ isOfAnalysis = false }) => hasAnalysis || !isOfAnalysis);
    const tried = new Set<ConsolePart>();
    for (;;) {
      const next = wanted().find((part) => !tried.has(part) && !part.isLoaded());
      if (next === undefined) break;
      tried.add(next);
      await next.load();
    }
    if (wanted().every((part) => part.isLoaded())) return become('loaded');
    become('failed');
    onceOnline(retry);
  }

  function retry(): void {
    if (state === 'failed') void run();
  }

  return {
    register: (part) => void parts.add(part),
    subscribe: listeners.subscribe,
    getState: () => state,
    start: (options) => {
      if (state !== 'idle') return;
      ({ hasAnalysis } = options);
      void run();
    },
    retry,
  };
}

export const allParts = createAllParts();

/** Returns a function that loads code on demand and rejects like the import, and registers it as a part. */
export function loadedLater<Code>(load: () => Promise<Code>): () => Promise<Code> {
  let isLoaded = false;
  const loadNoting = async () => {
    const code = await load();
    isLoaded = true;
    return code;
  };
  allParts.register({
    load: async () => {
      await loadNoting().catch(() => undefined);
    },
    isLoaded: () => isLoaded,
  });
  return loadNoting;
}
