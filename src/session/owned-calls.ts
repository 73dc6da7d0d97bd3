import type { CallOptions } from '@/ui/http/http-client';
import { ServiceError } from '@/ui/http/service-error';
import type { ServiceClient } from './service-client';

/** The running calls of the signed-in account. */
export interface OwnedCalls {
  readonly client: ServiceClient;
  /** Aborts all running calls. Call it when another account is signed in from now on. */
  readonly abortAll: () => void;
}

/** Wraps `client` so that `abortAll` makes its running calls reject with `unauthenticated`. */
export function createOwnedCalls(client: ServiceClient): OwnedCalls {
  let current = new Set<AbortController>();
  return {
    client: {
      get dialect() {
        return client.dialect ?? null;
      },
      send: async (endpoint, input, options = {}) =>
        owned(options, (ownedOptions) => client.send(endpoint, input, ownedOptions)),
      receive: async (endpoint, input, options = {}) =>
        owned(options, (ownedOptions) => client.receive(endpoint, input, ownedOptions)),
      exchange: async (request, options = {}) =>
        owned(options, (ownedOptions) => client.exchange(request, ownedOptions)),
      // An event stream stays open after this call returns. Its own signal ends it.
      openEventStream: client.openEventStream,
    },
    abortAll: () => {
      const aborted = current;
      current = new Set();
      for (const controller of aborted) controller.abort();
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
    // The call was not cancelled by its caller but by `abortAll`: its account has signed out.
    const isAbandoned = () => mine !== current && signal?.aborted !== true;
    mine.add(controller);
    if (signal?.aborted === true) cancel();
    else signal?.addEventListener('abort', cancel, { once: true });
    try {
      const output = await call({ ...options, signal: controller.signal });
      if (!isAbandoned()) return output;
    } catch (error) {
      if (!isAbandoned()) throw error;
    } finally {
      mine.delete(controller);
      signal?.removeEventListener('abort', cancel);
    }
    throw new ServiceError({ kind: 'unauthenticated' });
  }
}
