import { ServiceError } from '@/shared/http/service-error';
import type { ServiceClient } from './service-client';

/** The calls that are on their way for whoever is signed in now. */
export interface OwnedCalls {
  readonly client: ServiceClient;
  /** Somebody else is signed in from now on: whatever is on its way must not arrive. */
  readonly orphan: () => void;
}

/** Calls of `client` that end as `unauthenticated` when they are orphaned. */
export function createOwnedCalls(client: ServiceClient): OwnedCalls {
  let current = new Set<AbortController>();
  return {
    client: {
      send: async (endpoint, input, options = {}) => {
        const owned = current;
        const { signal } = options;
        const controller = new AbortController();
        const cancel = () => controller.abort();
        // The caller did not cancel; the person it asked for is gone.
        const isOrphaned = () => owned !== current && signal?.aborted !== true;
        owned.add(controller);
        if (signal?.aborted === true) cancel();
        else signal?.addEventListener('abort', cancel, { once: true });
        try {
          const output = await client.send(endpoint, input, { ...options, signal: controller.signal });
          if (!isOrphaned()) return output;
        } catch (error) {
          if (!isOrphaned()) throw error;
        } finally {
          owned.delete(controller);
          signal?.removeEventListener('abort', cancel);
        }
        throw new ServiceError({ kind: 'unauthenticated' });
      },
    },
    orphan: () => {
      const orphaned = current;
      current = new Set();
      for (const controller of orphaned) controller.abort();
    },
  };
}
