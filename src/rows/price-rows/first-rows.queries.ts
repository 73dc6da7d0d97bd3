import { queryOptions } from '@tanstack/react-query';
import { firstRowsEndpoint } from '@/contract/first-rows.schema';
import type { ServiceClient } from '@/session/service-client';
import type { PriceField } from '@/contract/column';
import { viewState, type Rights } from '@/session/rights/rights';

/** Several screens of rows: enough to see what is there, few enough to load and render unnoticed. */
const LOOK_ROWS = 50;

/** How long the first rows stay after the person leaves them, so that a cancelled run leads back to them at once. */
const KEEP_UNSEEN_MS = 60_000;

/** Reads the first rows of a price column, of which the service stores nothing. `fields` as in `lookedAtFields`. */
export function firstRowsQuery(client: ServiceClient, priceColumn: string, fields: readonly string[] | null) {
  return queryOptions({
    queryKey: [firstRowsEndpoint.name, priceColumn, fields] as const,
    queryFn: async ({ signal }) => {
      // A link or a saved view can run at once, which cancels this query before anything is sent.
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
    // The rows are many small values, and are never compared.
    structuralSharing: false,
  });
}

/** The most columns of the first rows, because a price column can have a thousand fields. */
const MOST_LOOKED_AT = 24;

/** Returns the fields to ask for: the first ones that the person may view; null where only the service knows the rights. */
export function lookedAtFields(fields: readonly PriceField[], rights: Rights): readonly string[] | null {
  const isUnknown = (field: PriceField) => viewState(field, rights).state === 'unknown';
  if (fields.length <= MOST_LOOKED_AT && fields.some(isUnknown)) return null;
  return fields
    .filter((field) => viewState(field, rights).state === 'visible')
    .slice(0, MOST_LOOKED_AT)
    .map(({ name }) => name);
}
