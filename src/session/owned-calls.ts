import type { CallOptions } from '@/shared/http/http-client';
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
      send: async (endpoint, input, options = {}) =>
        owned(options, (ownedOptions) => client.send(endpoint, input, ownedOptions)),
      receive: async (endpoint, input, options = {}) =>
        owned(options, (ownedOptions) => client.receive(endpoint, input, ownedOptions)),
    },
    orphan: () => {
      const orphaned = current;
      current = new Set();
      for (const controller of orphaned) controller.abort();
    },
  };
  async function owned<Output>(
    options: CallOptions,
    call: (options: CallOptions) => Promise<Output>,
  ): Promise<Output> {
    const mine = current;
    const { signal } = options;
    const controller = new AbortController();
    const cancel = () => controller.abort();
    // The caller did not cancel; the person it asked for is gone.
    const isOrphaned = () => mine !== current && signal?.aborted !== true;
    mine.add(controller);
    if (signal?.aborted === true) cancel();
    else signal?.addEventListener('abort', cancel, { once: true });
    try {
      const output = await call({ ...options, signal: controller.signal });
      if (!isOrphaned()) return output;
    } catch (error) {
      if (!isOrphaned()) throw error;
    } finally {
      mine.delete(controller);
      signal?.removeEventListener('abort', cancel);
    }
    throw new ServiceError({ kind: 'unauthenticated' });
  }
}
