import { request, type APIRequestContext } from '@playwright/test';
import type { ControlOrder, ControlReport } from '@mocks/service/control-endpoint';

/** A fault that holds a response back until the faults are cleared. */
export const HELD_BACK = { kind: 'delay', delayMs: 3_600_000 } as const;

/** More than a grid reads ahead, and not more than a page of a file or of the rows read. */
export const LEAST_ROWS_OF_READING = 10_000;

/** Gives orders to the reference service that a worker's tests share; each test finds and leaves it as at its start. */
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
      // The service closes a connection after five idle seconds, and an order sent at that moment would be lost.
      extraHTTPHeaders: { connection: 'close' },
    });
    const control = new ServiceControl(requests, new URL('/__control', serviceAddress).href);
    // Tests without this fixture have called the same service.
    await control.order({ do: 'reset' });
    return control;
  }

  /** Rejects when the service does not understand the order. */
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
