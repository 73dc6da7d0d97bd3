import type { BodyPieces } from '@/shared/http/read-pieces';
import { ServiceError } from '@/shared/http/service-error';

/** In rows, largest first. The largest is the service's bound (contract section 6); few large answers cost least. */
const PAGE_SIZES = [10_000, 5_000, 1_000, 200] as const;

/** Beyond this an answer is so slow that one lost on its way costs too much. */
const SLOW_MS = 20_000;

/**
 * Tries which size of page the service grants, and brings back the answer that proved it. `probe` asks for the page
 * that holds the first row wanted; rejects with ServiceError.
 */
export async function choosePageSize(
  probe: (pageSize: number) => Promise<BodyPieces>,
  nowMs: () => number,
): Promise<{ readonly pageSize: number; readonly answer: BodyPieces | null }> {
  for (const [index, pageSize] of PAGE_SIZES.entries()) {
    const isLast = index === PAGE_SIZES.length - 1;
    const startedMs = nowMs();
    try {
      const answer = await probe(pageSize);
      if (isLast || nowMs() - startedMs < SLOW_MS) return { pageSize, answer };
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
