import { queryOptions } from '@tanstack/react-query';
import { firstRowsEndpoint } from '@/contract/first-rows.schema';
import type { ServiceClient } from '@/session/service-client';

/** Several screens of rows: enough to see what there is, few enough to load and render unnoticed. */
const LOOK_ROWS = 50;

/** A look stays this long after leaving it, so that a run that is cancelled leads back to it at once. */
const KEEP_UNSEEN_MS = 60_000;

/**
 * Reads the first rows of a price column as they come. The service keeps nothing of it. `fields` as in
 * `lookedAtFields`.
 */
export function firstRowsQuery(client: ServiceClient, priceColumn: string, fields: readonly string[] | null) {
  return queryOptions({
    queryKey: ['first-rows', priceColumn, fields] as const,
    queryFn: async ({ signal }) => {
      // A link or a saved view can run at once: then the look is over before anything is sent.
      await new Promise((resolve) => setTimeout(resolve));
      signal.throwIfAborted();
      const rows = await client.send(
        firstRowsEndpoint,
        { priceColumn, fields, rowCount: LOOK_ROWS },
        { signal },
      );
      return { ...rows, isAll: rows.rows.length < LOOK_ROWS };
    },
    staleTime: Infinity,
    gcTime: KEEP_UNSEEN_MS,
    // Rows are many small values, and never compared.
    structuralSharing: false,
  });
}
