import { request, type APIRequestContext } from '@playwright/test';
import type { ControlOrder, ControlReport } from '@mocks/service/control-endpoint';

/** A fault that holds a response back until the faults are cleared. */
export const HELD_BACK = { kind: 'delay', delayMs: 3_600_000 } as const;

/** The smallest page size of reading all rows or writing a file. A grid reads ahead in smaller pages. */
export const LEAST_ROWS_OF_READING = 10_000;

/** Controls the reference service that a worker's tests share. Each test finds and leaves the service in its initial state. */
export class ServiceControl {
  readonly #requests: APIRequestContext;
  readonly #address: string;

  private constructor(requests: APIRequestContext, address: string) {
    this.#requests = requests;
    this.#address = address;
  }

  static async connect(serviceAddress: string): Promise<ServiceControl> {
    const requests = await request.newContext({
      ignoreHTTPSErrors: true,
      // The service closes a connection after five idle seconds. An order that is sent at that time would be lost.
      extraHTTPHeaders: { connection: 'close' },
    });
    const control = new ServiceControl(requests, new URL('/__control', serviceAddress).href);
    // Earlier tests that do not use this fixture may have changed the state of the same service.
    await control.order({ do: 'reset' });
    return control;
  }

  /** Sends an order. Rejects if the service does not understand it. */
  async order(order: ControlOrder): Promise<ControlReport> {
    const response = await this.#requests.post(this.#address, { data: order });
    if (!response.ok()) throw new Error(`The service refused ${order.do}: ${await response.text()}`);
    return response.json();
  }

  /** Returns the calls that the service has received in this test, oldest first. */
  async journal(): Promise<ControlReport['journal']> {
    return (await this.order({ do: 'report' })).journal;
  }

  async close(): Promise<void> {
    await this.order({ do: 'reset' });
    await this.#requests.dispose();
  }
}
