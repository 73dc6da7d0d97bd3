import type { PriceColumn, PriceField } from '@/contract/column';
import { isCostName } from '@/rows/price-rows/column-roles';

/** Returns the price columns, with those first that contain costs which the account may view. */
export function costsFirst(
  priceColumns: readonly PriceColumn[],
  isLocked: (field: PriceField) => boolean = () => false,
): readonly PriceColumn[] {
  const hasCosts = ({ fields }: PriceColumn) =>
    fields.some((field) => field.type === 'number' && isCostName(field.name) && !isLocked(field));
  return priceColumns.toSorted((a, b) => Number(hasCosts(b)) - Number(hasCosts(a)));
}
