import type { Page } from '@playwright/test';
import { expect } from './expect';
import type { ControlReport } from '@mocks/service/control-endpoint';

// The storage key of the demo's service. The **Demo controls** drawer writes its state on the first press.
const STORAGE_KEY = 'colonnade-demo-service';

/** A latency that is longer than any test, so that a request is not answered before the page is closed. */
const NEVER_MS = 3_600_000;

/** Controls the demo's service as a presenter does, in the **Demo controls** drawer. */
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

  /** Lets the service speak a dialect, by its name in the drawer. The page reloads. */
  async speak(dialect: string): Promise<void> {
    await this.#page.getByRole('button', { name: 'Demo controls' }).click();
    const select = this.#page.getByRole('combobox', { name: 'Dialect' });
    await Promise.all([this.#page.waitForEvent('load'), select.selectOption({ label: dialect })]);
  }

  /** Sets the number of rows of **Sales price**, to one that the drawer offers. */
  async chooseRowCount(rowCount: number): Promise<void> {
    await this.#inDrawer(async () => {
      const select = this.#page.getByRole('combobox', { name: 'Number of rows' });
      await select.selectOption({ label: rowCount.toLocaleString('en-GB') });
    });
  }

  /** Changes the rows of all sources. */
  async changeSource(): Promise<void> {
    await this.#inDrawer(async () => {
      await this.#page.getByRole('button', { name: 'Change source data' }).click();
      await expect(this.#page.getByText(/^Source data has changed/)).toBeVisible();
    });
  }

  /** Makes every call fail: the service is overloaded or cuts the connection. */
  async failAll(): Promise<void> {
    await this.#turn('Error rate', 'End');
  }

  async failNone(): Promise<void> {
    await this.#turn('Error rate', 'Home');
  }

  /** Sets the highest latency that the drawer offers. */
  async respondLate(): Promise<void> {
    await this.#turn('Latency', 'End');
  }

  /** Leaves every call unanswered until the page is closed. */
  async holdResponses(): Promise<void> {
    // The drawer creates the stored state, which is then changed. The drawer's own latency could end before a slow machine has checked.
    await this.respondLate();
    await this.#changeSettings({ latencyMs: NEVER_MS });
  }

  /** Makes the service respond immediately again, except to requests already made. */
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
