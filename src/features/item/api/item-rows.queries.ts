import { queryOptions } from '@tanstack/react-query';
import { firstRowsEndpoint, type FirstRows } from '@/contract/first-rows.schema';
import type { ServiceClient } from '@/session/service-client';
import { limitConcurrency } from '@/ui/http/limit-concurrency';
import type { ItemSection } from '../model/item-sections';

/** The most rows of an item on all price lists, with quantities and terms. Further rows are read in the workbench. */
const MOST_ROWS = 500;
/** The most rows of a history, which may have thousands; the newest are read. */
const MOST_CHANGES = 200;

/** The most requests at once, however many price columns the page has. */
const MOST_CALLS = 4;
const limited = limitConcurrency(MOST_CALLS);

/** A person who opens a price column and comes back finds the same rows. */
const FRESH_MS = 60_000;

export interface ItemRows extends FirstRows {
  /** False where the service has more rows. */
  readonly isAll: boolean;
}

/** Reads the rows of an item in a price column. The service takes no snapshot. */
export function itemRowsQuery(client: ServiceClient, section: ItemSection, item: string) {
  const { priceColumn, itemField, fields, sort, changedOn } = section;
  const most = changedOn === null ? MOST_ROWS : MOST_CHANGES;
  return queryOptions({
    queryKey: ['item-rows', priceColumn.name, itemField.name, item, fields, sort] as const,
    queryFn: ({ signal }): Promise<ItemRows> =>
      limited(async () => {
        const { columns, rows } = await client.send(
          firstRowsEndpoint,
          {
            priceColumn: priceColumn.name,
            fields,
            filters: [{ column: itemField.name, op: 'equals', values: [item] }],
            sort,
            typedFields: priceColumn.fields,
            rowCount: most + 1,
          },
          { signal },
        );
        return { columns, rows: rows.slice(0, most), isAll: rows.length <= most };
      }, signal),
    staleTime: FRESH_MS,
    // Rows are many small values, and never compared.
    structuralSharing: false,
  });
}
