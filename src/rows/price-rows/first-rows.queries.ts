import { queryOptions } from '@tanstack/react-query';
import type { TypedField } from '@/contract/extraction';
import { firstRowsEndpoint } from '@/contract/first-rows.schema';
import type { ServiceClient } from '@/session/service-client';
import type { PriceField } from '@/contract/column';
import { viewState, type Rights } from '@/session/rights/rights';

/** The number of rows. It fills several screens, which shows what the data is like, and loads and renders without a noticeable delay. */
const LOOK_ROWS = 50;

/** How long the first rows are kept after the user leaves them, ms. A cancelled run can then show them again at once. */
const KEEP_UNSEEN_MS = 60_000;

/** Reads the first rows of a price column. The service takes no snapshot of them. `fields` comes from `lookedAtFields`. */
export function firstRowsQuery(
  client: ServiceClient,
  priceColumn: string,
  fields: readonly string[] | null,
  typedFields: readonly TypedField[] = [],
) {
  return queryOptions({
    queryKey: [firstRowsEndpoint.name, priceColumn, fields] as const,
    queryFn: async ({ signal }) => {
      // Waits for the next task, because a link or saved view can run at once, which cancels this query before anything is sent.
      await new Promise((resolve) => setTimeout(resolve));
      signal.throwIfAborted();
      const rows = await client.send(
        firstRowsEndpoint,
        { priceColumn, fields, typedFields, rowCount: LOOK_ROWS },
        { signal },
      );
      return { ...rows, isAll: rows.rows.length < LOOK_ROWS };
    },
    staleTime: Infinity,
    gcTime: KEEP_UNSEEN_MS,
    // The rows are many small values that nothing compares, so sharing their structure would only take time.
    structuralSharing: false,
  });
}

/** The most columns of the first rows. A price column can have a thousand fields. */
const MOST_LOOKED_AT = 24;

/** Returns the first fields that the user may view. Returns null, which requests all, if only the service knows the rights. */
export function lookedAtFields(fields: readonly PriceField[], rights: Rights): readonly string[] | null {
  const isUnknown = (field: PriceField) => viewState(field, rights).state === 'unknown';
  if (fields.length <= MOST_LOOKED_AT && fields.some(isUnknown)) return null;
  return fields
    .filter((field) => viewState(field, rights).state === 'visible')
    .slice(0, MOST_LOOKED_AT)
    .map(({ name }) => name);
}
