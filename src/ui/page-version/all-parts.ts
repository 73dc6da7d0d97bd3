import { createListeners } from '@/lib/base/listeners';

/** A part of the console that is loaded after the first screen: lazy code, a worker, or a file of the engine. */
export interface ConsolePart {
  /** Resolves when the part is loaded or has failed to load; never rejects. */
  readonly load: () => Promise<void>;
  readonly isLoaded: () => boolean;
  /** Whether the part is needed only by analysis views, which read all rows of a snapshot into the browser. */
  readonly isOfAnalysis?: boolean;
}

/** In the state `failed`, some parts could not be loaded. They are tried again when the network is back. */
export type PartsState = 'idle' | 'loading' | 'loaded' | 'failed';

export interface AllPartsPorts {
  /** Resolves when the page has nothing more urgent to load. */
  readonly whenIdle: () => Promise<void>;
  readonly onceOnline: (callback: () => void) => void;
}

/** All lazy parts of the console, which it loads in advance for offline use. It is an external store for React. */
export interface AllParts {
  readonly register: (part: ConsolePart) => void;
  readonly subscribe: (listener: () => void) => () => void;
  readonly getState: () => PartsState;
  /** Loads the missing parts one after the other, and also parts that their code registers. Later calls do nothing. */
  readonly start: (options: { readonly hasAnalysis: boolean }) => void;
  readonly retry: () => void;
}

/** The delay before parts are loaded in advance. It leaves time for the first rows, and for parts that the user needs at once. */
const IDLE_AFTER_MS = 1_500;

/** The global scope with an optional `requestIdleCallback`, which some supported browsers lack. */
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

/** Registers code as a part, and returns a function that loads it. The function rejects if `load` does. */
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
