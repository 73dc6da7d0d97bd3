import type { BodyChunks } from '@/shared/http/body-chunks';
import { ServiceError } from '@/shared/http/service-error';

/** In rows, largest first. The largest is the service's limit (contract section 6); few large responses cost least. */
const PAGE_SIZES = [10_000, 5_000, 1_000, 200] as const;

/** A response slower than this is too expensive to lose. */
const SLOW_MS = 20_000;

/**
 * Finds the largest page size that the service grants, and returns it with the response of the successful probe. `probe`
 * requests the page with the first row; rejects with ServiceError.
 */
export async function choosePageSize(
  probe: (pageSize: number) => Promise<BodyChunks>,
  nowMs: () => number,
): Promise<{ readonly pageSize: number; readonly response: BodyChunks | null }> {
  for (const [index, pageSize] of PAGE_SIZES.entries()) {
    const isLast = index === PAGE_SIZES.length - 1;
    const startedMs = nowMs();
    try {
      const response = await probe(pageSize);
      if (isLast || nowMs() - startedMs < SLOW_MS) return { pageSize, response };
    } catch (error) {
      if (isLast || !(error instanceof ServiceError) || !isTooMuch(error)) throw error;
    }
  }
  throw new Error('There is always a last size.');
}

function isTooMuch({ failure }: ServiceError): boolean {
  if (failure.kind === 'oversized') return true;
  return failure.kind === 'timed-out' || (failure.kind === 'rejected' && failure.status === 400);
}
