import { METADATA_BYTES, PAGE_BYTES } from '@/contract/limits';
import type { ServiceClient } from '@/session/service-client';
import { retryAfterMs } from '@/ui/http/retry-policy';
import { ServiceError } from '@/ui/http/service-error';
import type { Exchange } from './caller';

/** A service that takes longer for a few rows is too slow to work with. */
const USUAL_LIMITS = { timeoutMs: 20_000, maxBytes: METADATA_BYTES };
/** Many addresses may be guessed. */
const GUESS_LIMITS = { ...USUAL_LIMITS, timeoutMs: 10_000 };
const LIMITS = {
  snapshot: { timeoutMs: 120_000, maxBytes: METADATA_BYTES },
  'largest-page': { timeoutMs: 120_000, maxBytes: PAGE_BYTES },
} as const;

/** Returns the function that sends the requests of a check with the credentials of the signed-in account. */
export function exchangeThrough(client: Pick<ServiceClient, 'exchange'>, wallMs: () => number): Exchange {
  return async ({ effort, isGuess = false, ...asked }, signal, onRepeated) => {
    const usual = isGuess ? GUESS_LIMITS : USUAL_LIMITS;
    const { timeoutMs, maxBytes } = effort === undefined ? usual : LIMITS[effort];
    let sentCount = 0;
    const onSend = () => {
      sentCount += 1;
      if (sentCount > 1) onRepeated();
    };
    try {
      const response = await client.exchange(
        { ...asked, maxBytes, isRefusalFinal: isGuess, onSend },
        { signal, timeoutMs },
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
