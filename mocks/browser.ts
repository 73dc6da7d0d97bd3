import { getResponse } from 'msw';
import type { ServiceDescription } from '@/contract/service-description';
import { DEMO_ACCOUNTS, type DemoAccount } from './data/accounts';
import { createBrowserEngine } from './data/engine/browser-engine';
import { DEMO_SERVICE_ADDRESS } from './demo-address';
import { serviceHandlers } from './handlers';
import { browserStateStore } from './service/browser-state-store';
import { createReferenceService } from './service/reference-service';
import type { DemoControls } from './service/service-controls';

export type { DemoControls };

/** The demo, whose reference service runs in the page itself. */
export interface Demo {
  readonly serviceAddress: string;
  /** The address of the event stream (docs/service-contract.md, section 7). */
  readonly eventsAddress: string;
  /** Answers requests to the address of the demo's service, and sends all others to the network. */
  readonly fetch: typeof fetch;
  readonly accounts: readonly Pick<DemoAccount, 'label' | 'userName' | 'password'>[];
  readonly controls: PageControls;
}

/** What the **Demo controls** drawer can change: the settings of the service, and the page's connection to it. */
export interface PageControls extends DemoControls {
  readonly isOffline: () => boolean;
  /** Disconnects or reconnects this page, and notifies listeners. The state is not stored, so a reload always reconnects. */
  readonly setOffline: (isOffline: boolean) => void;
}

/** The secret for signing tokens. It is fixed and public, because tokens must stay valid after a reload and in other tabs. */
const SIGNING_TEXT = 'colonnade demo, signs nothing of value';

let demo: Demo | null = null;

/** Starts the demo, whose service may follow a service description. If the demo is already running, returns it. */
export async function startDemo(description: ServiceDescription | null = null): Promise<Demo> {
  demo ??= createDemo(description);
  return demo;
}

function createDemo(description: ServiceDescription | null): Demo {
  const service = createReferenceService({
    description,
    store: browserStateStore(),
    engine: createBrowserEngine(),
    signingText: SIGNING_TEXT,
  });
  const handlers = serviceHandlers(service);
  const connection = createConnection();
  return {
    serviceAddress: DEMO_SERVICE_ADDRESS,
    eventsAddress: `${DEMO_SERVICE_ADDRESS}/events`,
    accounts: DEMO_ACCOUNTS.map(({ label, userName, password }) => ({ label, userName, password })),
    controls: {
      ...service.controls,
      subscribe: (listener) => {
        const unsubscribe = [service.controls.subscribe(listener), connection.subscribe(listener)];
        return () => {
          for (const each of unsubscribe) each();
        };
      },
      isOffline: connection.isOffline,
      setOffline: connection.setOffline,
    },
    fetch: async (input, init) => {
      const request = new Request(input, init);
      if (!request.url.startsWith(`${DEMO_SERVICE_ADDRESS}/`)) return fetch(request);
      request.signal.throwIfAborted();
      const cut = connection.cut();
      const response = cut.aborted
        ? undefined
        : await getResponse(
            handlers,
            new Request(request, { signal: AbortSignal.any([request.signal, cut]) }),
          );
      request.signal.throwIfAborted();
      // Throws the same error as browsers do when a connection is cut.
      if (cut.aborted || response === undefined || response.type === 'error') {
        throw new TypeError('Failed to fetch');
      }
      return response;
    },
  };
}

/** Creates the page's connection to the service. Like a browser, it sets `navigator.onLine` and dispatches `online` and `offline`. */
function createConnection() {
  let cut = new AbortController();
  const listeners = new Set<() => void>();
  return {
    isOffline: () => cut.signal.aborted,
    /** Returns a signal that is aborted when the page is disconnected. */
    cut: () => cut.signal,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setOffline: (isOffline: boolean) => {
      if (isOffline === cut.signal.aborted) return;
      if (isOffline) {
        Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false });
        cut.abort(new TypeError('Failed to fetch'));
      } else {
        // Removes the overriding property, so that the browser's own one on the prototype applies again.
        Reflect.deleteProperty(navigator, 'onLine');
        cut = new AbortController();
      }
      for (const listener of listeners) listener();
      window.dispatchEvent(new Event(isOffline ? 'offline' : 'online'));
    },
  };
}
