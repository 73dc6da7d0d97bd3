import { createElement, type ComponentType } from 'react';
import type { ServiceDescription } from '@/contract/service-description';
import type { Demo } from './browser';
import { DEMO_ACCOUNTS } from './data/accounts';
import { DEMO_SERVICE_ADDRESS } from './demo-address';

const ACCOUNT_IDS = { 'Pricing manager': 'pricing-manager', Analyst: 'analyst', Viewer: 'viewer' } as const;

export { loadChosenDialect } from './demo-dialect';

/** Creates the demo for the application. Its service follows the service description, if there is one. */
export function createDemoKit(description: ServiceDescription | null = null) {
  let started: Promise<Demo> | undefined;

  /** Loads the service when it is first needed, so that the sign-in screen does not have to download it. */
  async function startedDemo(): Promise<Demo> {
    started ??= import('./browser').then(({ startDemo }) => startDemo(description));
    try {
      return await started;
    } catch (error) {
      // Forgets the failed download, because the next attempt may succeed.
      started = undefined;
      throw error;
    }
  }

  return {
    serviceAddress: DEMO_SERVICE_ADDRESS,
    accounts: DEMO_ACCOUNTS.map(({ label, userName, password }) => ({
      id: ACCOUNT_IDS[label],
      userName,
      password,
    })),
    fetch: (async (input, init) => {
      const request = new Request(input, init);
      const isForDemo = request.url.startsWith(`${DEMO_SERVICE_ADDRESS}/`);
      return isForDemo ? (await startedDemo()).fetch(request) : fetch(request);
    }) satisfies typeof fetch,
    loadControls: async (): Promise<ComponentType<{ readonly onClose: () => void }>> => {
      const [{ controls }, { DemoControls }] = await Promise.all([
        startedDemo(),
        import('./controls/demo-controls'),
      ]);
      return function Controls({ onClose }) {
        return createElement(DemoControls, { controls, onClose });
      };
    },
    loadFirstSteps: async (): Promise<ComponentType> => (await import('./controls/first-steps')).FirstSteps,
  };
}
