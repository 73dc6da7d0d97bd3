import { request, type APIRequestContext } from '@playwright/test';
import type { ControlOrder, ControlReport } from '@mocks/service/control-endpoint';

/** Gives orders to the reference service that a worker's tests share, and puts it right after each of them. */
export class ServiceControl {
  readonly #requests: APIRequestContext;
  readonly #address: string;
  readonly #settings: ControlReport['settings'];

  private constructor(requests: APIRequestContext, address: string, settings: ControlReport['settings']) {
    this.#requests = requests;
    this.#address = address;
    this.#settings = settings;
  }

  /** `serviceAddress` as in `ServedConsole`. */
  static async connect(serviceAddress: string): Promise<ServiceControl> {
    const requests = await request.newContext({ ignoreHTTPSErrors: true });
    const address = new URL('/__control', serviceAddress).href;
    return new ServiceControl(requests, address, (await send(requests, address, { do: 'report' })).settings);
  }

  /** Rejects when the service does not understand the order. */
  async order(order: ControlOrder): Promise<ControlReport> {
    return send(this.#requests, this.#address, order);
  }

  /** The calls that the service has had in this test, oldest first. */
  async journal(): Promise<ControlReport['journal']> {
    return (await this.order({ do: 'report' })).journal;
  }

  async close(): Promise<void> {
    await this.order({ do: 'clear-faults' });
    await this.order({ do: 'clear-journal' });
    await this.order({ do: 'change-settings', settings: this.#settings });
    await this.#requests.dispose();
  }
}

async function send(
  requests: APIRequestContext,
  address: string,
  order: ControlOrder,
): Promise<ControlReport> {
  const answer = await requests.post(address, { data: order });
  if (!answer.ok()) throw new Error(`The service refused ${order.do}: ${await answer.text()}`);
  return answer.json();
}
