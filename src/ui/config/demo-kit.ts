import type { ComponentType } from 'react';

export interface DemoAccount {
  readonly id: 'pricing-manager' | 'analyst' | 'viewer';
  readonly userName: string;
  readonly password: string;
}

export interface DemoKit {
  readonly serviceAddress: string;
  readonly accounts: readonly DemoAccount[];
  /** Answers requests to the demo's address, and sends all others to the network. */
  readonly fetch: typeof fetch;
  readonly loadControls: () => Promise<ComponentType<{ readonly onClose: () => void }>>;
  readonly loadFirstSteps: () => Promise<ComponentType>;
}
