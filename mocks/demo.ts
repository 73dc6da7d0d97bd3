import type { ComponentType } from 'react';
import { DEMO_ACCOUNTS } from './data/accounts';
import { DEMO_SERVICE_ADDRESS } from './demo-address';

const ACCOUNT_IDS = { 'Pricing manager': 'pricing-manager', Analyst: 'analyst', Viewer: 'viewer' } as const;

/** The service itself is fetched with the first call to it: the sign-in screen stays light. */
let started: Promise<typeof fetch> | undefined;

async function demoFetch(): Promise<typeof fetch> {
  started ??= import('./browser').then(async ({ startDemo }) => (await startDemo()).fetch);
  return started;
}

/** The demo, as the application takes it. Light: all that is heavy comes when it is first needed. */
export const demoKit = {
  serviceAddress: DEMO_SERVICE_ADDRESS,
  accounts: DEMO_ACCOUNTS.map(({ label, userName, password }) => ({
    id: ACCOUNT_IDS[label],
    userName,
    password,
  })),
  fetch: (async (input, init) => {
    const request = new Request(input, init);
    return request.url.startsWith(`${DEMO_SERVICE_ADDRESS}/`) ? (await demoFetch())(request) : fetch(request);
  }) satisfies typeof fetch,
  loadControls: async (): Promise<ComponentType<{ readonly onClose: () => void }>> =>
    (await import('./controls/demo-controls')).DemoControls,
};
