import { getResponse } from 'msw';
import { DEMO_ACCOUNTS, type DemoAccount } from './data/accounts';
import { createBrowserEngine } from './data/engine/browser-engine';
import { DEMO_SERVICE_ADDRESS } from './demo-address';
import { serviceHandlers } from './handlers';
import { browserStateStore } from './service/browser-state-store';
import { createReferenceService } from './service/reference-service';
import type { DemoControls } from './service/service-controls';

export type { DemoControls };

/** The demo: the reference service within the page. */
export interface Demo {
  readonly serviceAddress: string;
  /** Where the event stream is (contract section 7). */
  readonly eventsAddress: string;
  /** Answers for the demo's own address itself, and leaves every other to the browser. */
  readonly fetch: typeof fetch;
  readonly accounts: readonly Pick<DemoAccount, 'label' | 'userName' | 'password'>[];
  readonly controls: DemoControls;
}

/** Known to everybody on purpose: what it signs must still hold after a reload and in another tab. */
const SIGNING_TEXT = 'colonnade demo, signs nothing of value';

let demo: Demo | null = null;

/** Starts the demo; called again, it returns the one that runs. */
export async function startDemo(): Promise<Demo> {
  demo ??= createDemo();
  return demo;
}

function createDemo(): Demo {
  const service = createReferenceService({
    store: browserStateStore(),
    engine: createBrowserEngine(),
    signingText: SIGNING_TEXT,
  });
  const handlers = serviceHandlers(service);
  return {
    serviceAddress: DEMO_SERVICE_ADDRESS,
    eventsAddress: `${DEMO_SERVICE_ADDRESS}/events`,
    accounts: DEMO_ACCOUNTS.map(({ label, userName, password }) => ({ label, userName, password })),
    controls: service.controls,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      if (!request.url.startsWith(`${DEMO_SERVICE_ADDRESS}/`)) return fetch(request);
      request.signal.throwIfAborted();
      const response = await getResponse(handlers, request);
      request.signal.throwIfAborted();
      // What a browser says when a connection is cut.
      if (response === undefined || response.type === 'error') throw new TypeError('Failed to fetch');
      return response;
    },
  };
}
