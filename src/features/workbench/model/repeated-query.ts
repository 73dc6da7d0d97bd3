import type { PriceColumn, PriceField } from '@/contract/column';
import type { ExtractionQuery } from '@/contract/extraction';
import { queryFromSearch, type QuerySearch } from './query-address';
import { resolveQuery, wholeColumnQuery } from './resolve-query';

interface RepeatedQueryScope {
  readonly priceColumn: PriceColumn;
  readonly isLocked: (field: PriceField) => boolean;
  /** The day that relative dates refer to, which is that of the snapshot. */
  readonly today: string;
}

/**
 * Returns the query of a snapshot whose link has these search parameters, for services that expect it with each page. A link without a
 * query is one to a snapshot of the whole price column. Returns null if the query cannot be read completely.
 */
export function repeatedQuery(search: QuerySearch, scope: RepeatedQueryScope): ExtractionQuery | null {
  const { draft, problems } = queryFromSearch(search, scope.priceColumn, scope.isLocked);
  if (problems.length > 0) return null;
  if (draft === null) return wholeColumnQuery(scope);
  const resolved = resolveQuery(draft, scope);
  return resolved.ok ? resolved.query : null;
}
