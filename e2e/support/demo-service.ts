import type { Page } from '@playwright/test';
import { expect } from './expect';
import type { ControlReport } from '@mocks/service/control-endpoint';

// Where the demo's service keeps its state; the drawer writes it on the first press.
const STORAGE_KEY = 'colonnade-demo-service';

/** Longer than any test: what is asked now is not answered before the page has gone. */
const NEVER_MS = 3_600_000;

/** Turns the demo's service the way a presenter does, in the drawer **Demo controls**. */
export class DemoService {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async expireSnapshots(): Promise<void> {
    await this.#inDrawer(async () => {
      await this.#page.getByRole('button', { name: 'Expire snapshots' }).click();
      await expect(this.#page.getByText('Snapshots have expired')).toBeVisible();
    });
  }

  /** From now on every call fails: overloaded, or the connection is cut. */
  async failAll(): Promise<void> {
    await this.#turn('Error rate', 'End');
  }

  async failNone(): Promise<void> {
    await this.#turn('Error rate', 'Home');
  }

  /** Every call takes as long as the drawer offers at most. */
  async respondLate(): Promise<void> {
    await this.#turn('Latency', 'End');
  }

  /** From now on no call is answered while the page stays. */
  async holdResponses(): Promise<void> {
    // So the state is there; what the drawer offers at most could be over before a slow machine has looked.
    await this.respondLate();
    await this.#changeSettings({ latencyMs: NEVER_MS });
  }

  /** Responses come at once again; those already asked for do not. */
  async respondAtOnce(): Promise<void> {
    await this.#changeSettings({ latencyMs: 0 });
  }

  async #turn(slider: string, key: 'Home' | 'End'): Promise<void> {
    await this.#inDrawer(async () => this.#page.getByRole('slider', { name: slider }).press(key));
  }

  async #inDrawer(act: () => Promise<void>): Promise<void> {
    await this.#page.getByRole('button', { name: 'Demo controls' }).click();
    const drawer = this.#page.getByRole('dialog', { name: 'Demo controls' });
    await expect(drawer).toBeVisible();
    await act();
    await drawer.getByRole('button', { name: 'Close' }).click();
    await expect(drawer).toBeHidden();
  }

  async #changeSettings(changes: Partial<ControlReport['settings']>): Promise<void> {
    await this.#page.evaluate(
      ([storageKey, changed]) => {
        const state = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
        state.settings = { ...state.settings, ...changed };
        localStorage.setItem(storageKey, JSON.stringify(state));
      },
      [STORAGE_KEY, changes] as const,
    );
  }
}
