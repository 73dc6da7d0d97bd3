import { METADATA_BYTES, PAGE_BYTES } from '@/contract/limits';
import type { ServiceClient } from '@/session/service-client';
import { retryAfterMs } from '@/ui/http/retry-policy';
import { ServiceError } from '@/ui/http/service-error';
import type { Exchange } from './caller';

/** A service that takes longer for a few rows is too slow to work with. */
const TIMEOUT_MS = 20_000;

/** Returns the function that sends the requests of a check with the credentials of the signed-in account. */
export function exchangeThrough(client: Pick<ServiceClient, 'exchange'>, wallMs: () => number): Exchange {
  return async ({ method, path, body }, signal) => {
    try {
      const response = await client.exchange(
        { method, path, body, maxBytes: method === 'GET' ? METADATA_BYTES : PAGE_BYTES },
        { signal, timeoutMs: TIMEOUT_MS },
      );
      const { status, contentType, text, headers } = response;
      return {
        kind: 'answered',
        status,
        contentType,
        text,
        headers: new Map(headers),
        retryAfterMs: retryAfterMs(response, wallMs()),
      };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const { kind } = error.failure;
      if (kind === 'timed-out' || kind === 'oversized') return { kind: 'failed', reason: kind };
      return { kind: 'failed', reason: kind === 'unauthenticated' ? 'signed-out' : 'unreachable' };
    }
  };
}
