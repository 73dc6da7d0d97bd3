import type { Page } from '@playwright/test';
import {
  initialState,
  serviceStateSchema,
  type ServiceSettings,
  type ServiceState,
} from '@mocks/service/state';
import { ServiceControl } from './service-control';
import { test as base } from './test';

/** What session tests can order from the service, which runs in a process or in the demo's page. */
export interface SessionOrders {
  /** Invalidates all access tokens issued so far. */
  readonly expireAccessTokens: () => Promise<void>;
  /** Ends all sessions: access and refresh tokens become invalid. */
  readonly endSessions: () => Promise<void>;
  readonly changeSettings: (settings: Partial<ServiceSettings>) => Promise<void>;
  /** The number of successful refreshes in this test. */
  readonly refreshCount: () => Promise<number>;
  /** The number of refresh tokens that were sent a second time. */
  readonly reuseCount: () => Promise<number>;
}

/** The storage key of the demo's state. The tests edit the state, as a user could. */
const DEMO_STORAGE_KEY = 'colonnade-demo-service';

export const test = base.extend<{ readonly orders: SessionOrders }>({
  orders: async ({ page, servedConsole }, use) => {
    if (servedConsole.serviceAddress === null) {
      await page.goto('/');
      await use(demoOrders(page));
      return;
    }
    const control = await ServiceControl.connect(servedConsole.serviceAddress);
    await use(serviceOrders(control));
    await control.close();
  },
});

function serviceOrders(control: ServiceControl): SessionOrders {
  return {
    expireAccessTokens: async () => {
      await control.order({ do: 'expire-access-tokens' });
    },
    endSessions: async () => {
      await control.order({ do: 'revoke-refresh-tokens' });
      await control.order({ do: 'expire-access-tokens' });
    },
    changeSettings: async (settings) => {
      await control.order({ do: 'change-settings', settings });
    },
    refreshCount: async () =>
      (await control.journal()).filter(({ grant, status }) => grant === 'refresh_token' && status === 200)
        .length,
    reuseCount: async () => (await control.order({ do: 'report' })).refreshReuseCount,
  };
}

function demoOrders(page: Page): SessionOrders {
  /** Reads the demo's state. The demo stores nothing before something has changed. */
  async function read(): Promise<ServiceState> {
    const text = await page.evaluate((storageKey) => localStorage.getItem(storageKey), DEMO_STORAGE_KEY);
    return text === null ? initialState() : serviceStateSchema.parse(JSON.parse(text));
  }

  async function change(changes: (state: ServiceState) => Partial<ServiceState>): Promise<void> {
    const state = await read();
    const text = JSON.stringify({ ...state, ...changes(state) });
    await page.evaluate(([storageKey, changed]) => localStorage.setItem(storageKey, changed), [
      DEMO_STORAGE_KEY,
      text,
    ] as const);
  }

  return {
    expireAccessTokens: () => change(({ accessGeneration }) => ({ accessGeneration: accessGeneration + 1 })),
    endSessions: () =>
      change(({ accessGeneration, refreshGeneration }) => ({
        accessGeneration: accessGeneration + 1,
        refreshGeneration: refreshGeneration + 1,
      })),
    changeSettings: (changed) => change(({ settings }) => ({ settings: { ...settings, ...changed } })),
    refreshCount: async () => (await read()).spentRefreshTokens.length,
    reuseCount: async () => (await read()).refreshReuseCount,
  };
}
