import type { PriceColumn, PriceField } from '@/contract/column';
import { findRefusedUses } from '@/rows/price-rows/find-refused-uses';
import type { RefusedUses } from '@/rows/price-rows/refused-uses';
import type { ServiceClient } from '@/session/service-client';
import { queryFromSearch } from '../model/query-address';
import { resolveQuery } from '../model/resolve-query';
import type { WorkbenchSearch } from '../model/workbench-search';

interface AskedService {
  readonly client: ServiceClient;
  readonly isLocked: (field: PriceField) => boolean;
  /** The day (`YYYY-MM-DD`) that relative dates are resolved against. */
  readonly today: string;
}

const NONE_REFUSED: RefusedUses = { filters: [], sorts: [] };

/**
 * Asks which filters and sort rules of a view a service refuses, if it does not say before what it can do. A run without a user needs to
 * know it before it asks for the rows. Rejects with ServiceError.
 */
export async function refusedOfView(
  search: WorkbenchSearch,
  priceColumn: PriceColumn,
  { client, isLocked, today }: AskedService,
  signal: AbortSignal,
): Promise<RefusedUses> {
  if (priceColumn.abilities?.hidesUses !== true) return NONE_REFUSED;
  const { draft } = queryFromSearch(search, priceColumn, isLocked);
  if (draft === null || draft.filters.length + draft.sort.length === 0) return NONE_REFUSED;
  const resolved = resolveQuery(draft, { priceColumn, isLocked, today });
  return resolved.ok ? findRefusedUses(client, priceColumn, resolved.query, signal) : NONE_REFUSED;
}
