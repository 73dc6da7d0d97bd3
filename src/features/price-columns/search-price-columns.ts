import type { PriceColumn } from '@/contract/column';
import { viewState, type Rights } from '@/session/rights';

/**
 * The price columns in which every word of the search occurs: in name, source table, description, or the name of a
 * field. Ignores case and accents. Names of locked fields count, as they may be seen.
 */
export function searchPriceColumns(priceColumns: readonly PriceColumn[], search: string): PriceColumn[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  return priceColumns.filter((priceColumn) => {
    const text = fold(
      [
        priceColumn.name,
        priceColumn.displayName,
        priceColumn.sourceTable,
        priceColumn.description ?? '',
        ...priceColumn.fields.map((field) => field.name),
      ].join('\n'),
    );
    return words.every((word) => text.includes(word));
  });
}

/** How many fields there are, and how many of them this person can filter by. */
export function fieldCounts(priceColumn: PriceColumn, rights: Rights): { total: number; filterable: number } {
  return {
    total: priceColumn.fields.length,
    filterable: priceColumn.fields.filter(
      (field) => field.isFilterable && viewState(field, rights).state !== 'locked',
    ).length,
  };
}

function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
