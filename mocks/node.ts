import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { serviceHandlers } from './handlers';
import {
  createReferenceService,
  type ReferenceService,
  type ReferenceServiceOptions,
} from './service/reference-service';

export const TEST_SERVICE_ADDRESS = 'https://service.test/papi';

/** So few rows that scanning them delays no test. */
const TEST_ROW_COUNT = 10_000;

/** Creates a new service without sessions, snapshots and faults. */
export function createTestService(options: ReferenceServiceOptions = {}): ReferenceService {
  return createReferenceService({
    ...options,
    settings: { rowCount: TEST_ROW_COUNT, ...options.settings },
  });
}

/** Lets the `fetch` of tests reach services. A request that no service answers is an error. */
export interface TestNetwork {
  /** Must be called once, before the tests. */
  readonly listen: () => void;
  /** Replaces the current service with a new one. */
  readonly connect: (options?: ReferenceServiceOptions) => ReferenceService;
  /** Makes every call fail as if there were no network, until the next `connect`. */
  readonly disconnect: () => void;
  readonly close: () => void;
}

export function createTestNetwork(): TestNetwork {
  const server = setupServer();
  let current: ReferenceService | null = null;
  return {
    listen: () => server.listen({ onUnhandledRequest: 'error' }),
    connect: (options) => {
      current?.dispose();
      current = createTestService(options);
      server.resetHandlers(...serviceHandlers(current));
      return current;
    },
    disconnect: () => {
      current?.dispose();
      current = null;
      server.resetHandlers(http.all('*', () => HttpResponse.error()));
    },
    close: () => server.close(),
  };
}
