import { partsOfParameter, textsOfItem, writeItem, writeParameter } from './address/notation';

/** A rule that sorts the rows read. The service sorts by `DraftSort` instead. */
export interface RowSort {
  readonly column: string;
  readonly direction: 'ascending' | 'descending';
}

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

/** Returns the order after a press on a header: ascending, descending, none. With `isAdditive`, the other rules stay in front. */
export function orderedByHeader(
  order: readonly RowSort[],
  column: string,
  isAdditive: boolean,
): readonly RowSort[] {
  const current = order.find((rule) => rule.column === column);
  const next: readonly RowSort[] =
    current === undefined
      ? [{ column, direction: 'ascending' }]
      : current.direction === 'ascending'
        ? [{ column, direction: 'descending' }]
        : [];
  if (!isAdditive) return next;
  return current === undefined
    ? [...order, ...next]
    : order.flatMap((rule) => (rule === current ? next : [rule]));
}
