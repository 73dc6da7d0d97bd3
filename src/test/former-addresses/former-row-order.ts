import {
  partsOfParameter,
  textsOfItem,
  writeItem,
  writeParameter,
} from '@/features/workbench/model/address/notation';
import type { RowSort } from '@/features/workbench/model/row-order';

const VERSION = '1';

/**
 * Encodes an order in a search parameter; undefined for the order of the snapshot:
 *
 *     order=1;Margin %~descending;Cost · Value~ascending
 */
export function rowOrderToParameter(order: readonly RowSort[]): string | undefined {
  return order.length === 0
    ? undefined
    : writeParameter(
        VERSION,
        order.map(({ column, direction }) => writeItem(column, direction)),
      );
}

/** Decodes the notation of `rowOrderToParameter`. Ignores unreadable rules and columns that the rows do not have. Never throws. */
export function rowOrderFromParameter(
  parameter: string | undefined,
  hasColumn: (name: string) => boolean,
): readonly RowSort[] {
  const read = parameter === undefined ? null : partsOfParameter(parameter, VERSION);
  if (read?.ok !== true) return [];
  return read.parts.flatMap((part) => {
    const [column, direction] = textsOfItem(part);
    if (column == null || !hasColumn(column)) return [];
    return direction === 'ascending' || direction === 'descending' ? [{ column, direction }] : [];
  });
}
