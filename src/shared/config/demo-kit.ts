import type { ComponentType } from 'react';

/** A ready-made account of the demo. */
export interface DemoAccount {
  readonly id: 'pricing-manager' | 'analyst' | 'viewer';
  readonly userName: string;
  readonly password: string;
}

/** What the demo brings along. Null where the deployment is not a demo. */
export interface DemoKit {
  readonly serviceAddress: string;
  readonly accounts: readonly DemoAccount[];
  /** Answers for the demo's address, everything else goes out as usual. */
  readonly fetch: typeof fetch;
  /** The drawer **Demo controls**, fetched when first opened. */
  readonly loadControls: () => Promise<ComponentType<{ readonly onClose: () => void }>>;
}
