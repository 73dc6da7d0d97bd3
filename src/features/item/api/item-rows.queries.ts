import { queryOptions } from '@tanstack/react-query';
import { firstRowsEndpoint, type FirstRows } from '@/contract/first-rows.schema';
import { mostRowsOfPage } from '@/contract/extraction.schema';
import type { ServiceClient } from '@/session/service-client';
import { limitConcurrency } from '@/ui/http/limit-concurrency';
import type { ItemSection } from '../model/item-sections';

/** The maximum number of prices of an item that are read, over all price lists and quantities. The workbench reads the others. */
const MOST_ROWS = 500;
/** The maximum number of rows of a price history, which may have thousands. The newest rows are read. */
const MOST_CHANGES = 200;

/** The maximum number of parallel requests, however many price columns the page shows. */
const MOST_CALLS = 4;
const limited = limitConcurrency(MOST_CALLS);

/** For this time the rows are not requested again, so that a user who comes back to the page finds the same rows. */
const FRESH_MS = 60_000;

export interface ItemRows extends FirstRows {
  /** Whether these are all rows that the service has. */
  readonly isAll: boolean;
}

/** Requests the rows of an item in a price column. The service takes no snapshot for the request. */
export function itemRowsQuery(client: ServiceClient, section: ItemSection, item: string) {
  const { priceColumn, itemField, fields, sort, changedOn } = section;
  const wanted = changedOn === null ? MOST_ROWS : MOST_CHANGES;
  // One row more than shown tells whether these are all rows.
  const most = Math.min(wanted, mostRowsOfPage(client.dialect) - 1);
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
    // Structural sharing would compare all rows, which are many small values, without any benefit.
    structuralSharing: false,
  });
}
