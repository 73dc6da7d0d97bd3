import type { BodyChunks } from '@/lib/base/body-chunks';
import { ServiceError } from './service-error';

/** Page sizes in rows, largest first, because few large responses cost least. The first is the limit of docs/service-contract.md, 6. */
export const PAGE_SIZES: readonly number[] = [10_000, 5_000, 1_000, 200];

/** Returns the page sizes that a service allows, largest first. */
export function pageSizesUpTo(most: number, sizes: readonly number[] = PAGE_SIZES): readonly number[] {
  const allowed = sizes.filter((size) => size <= most);
  return allowed.length < sizes.length ? [most, ...allowed.filter((size) => size < most)] : sizes;
}

/** If a response takes longer than this, the page size is reduced, because repeating such a request after a failure costs too much. */
const SLOW_MS = 20_000;

/** Returns the first of the decreasing `sizes` that the service accepts, with the page that it sent. Rejects with ServiceError. */
export async function choosePageSize<Page = BodyChunks>(
  probe: (pageSize: number) => Promise<Page>,
  nowMs: () => number,
  sizes: readonly number[] = PAGE_SIZES,
): Promise<{ readonly pageSize: number; readonly response: Page }> {
  for (const [index, pageSize] of sizes.entries()) {
    const isLast = index === sizes.length - 1;
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
