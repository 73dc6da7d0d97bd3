import type { QueryClient } from '@tanstack/react-query';
import type { PriceColumn } from '@/contract/column';
import { priceColumnsEndpoint } from '@/contract/price-columns.schema';
import { ownMember } from '@/lib/base/own-member';

/** The fields of a price column by which the service has refused to filter, and to sort. */
export interface RefusedUses {
  readonly filters: readonly string[];
  readonly sorts: readonly string[];
}

type RefusedByPriceColumn = Readonly<Record<string, RefusedUses>>;

const REFUSED_KEY = ['refused-uses'] as const;

/** The key under which the fields of a price column are cached, if they are read from rows. */
export function fieldsKey(priceColumn: string) {
  return ['price-fields', priceColumn] as const;
}

/** Remembers refused uses as long as the session lasts. The fields of the price column then no longer have these uses. */
export function rememberRefusedUses(cache: QueryClient, priceColumn: string, uses: RefusedUses): void {
  cache.setQueryDefaults(REFUSED_KEY, { gcTime: Infinity });
  cache.setQueryData<RefusedByPriceColumn>(REFUSED_KEY, (all = {}) => {
    const before = refusedOf(all, priceColumn);
    const merged = {
      filters: [...new Set([...before.filters, ...uses.filters])],
      sorts: [...new Set([...before.sorts, ...uses.sorts])],
    };
    return { ...all, [priceColumn]: merged };
  });
  cache.setQueryData<PriceColumn>(fieldsKey(priceColumn), (known) => known && withRefusedUses(known, cache));
  cache.setQueryData<PriceColumn[]>([priceColumnsEndpoint.name], (list) =>
    list?.map((each) => (each.name === priceColumn ? withRefusedUses(each, cache) : each)),
  );
}

/** Returns a price column whose fields lack the uses that the service has refused. */
export function withRefusedUses(priceColumn: PriceColumn, cache: QueryClient): PriceColumn {
  const all = cache.getQueryData<RefusedByPriceColumn>(REFUSED_KEY);
  return all === undefined ? priceColumn : withoutUses(priceColumn, refusedOf(all, priceColumn.name));
}

/** Returns a price column whose fields lack uses. */
export function withoutUses(priceColumn: PriceColumn, { filters, sorts }: RefusedUses): PriceColumn {
  if (filters.length + sorts.length === 0) return priceColumn;
  return {
    ...priceColumn,
    fields: priceColumn.fields.map((field) => ({
      ...field,
      isFilterable: field.isFilterable && !filters.includes(field.name),
      isSortable: field.isSortable && !sorts.includes(field.name),
    })),
  };
}

function refusedOf(all: RefusedByPriceColumn, priceColumn: string): RefusedUses {
  return ownMember(all, priceColumn) ?? { filters: [], sorts: [] };
}
