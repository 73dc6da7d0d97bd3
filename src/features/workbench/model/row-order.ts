import { partsOfParameter, textsOfItem, writeItem, writeParameter } from './parameter-notation';

/** The order of the rows read, the first rule first. The service sorts by its own columns (`DraftSort`). */
export interface RowSort {
  readonly column: string;
  readonly direction: 'ascending' | 'descending';
}

const VERSION = '1';

/**
 * Encodes an order in a search parameter; undefined for that of the snapshot:
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

/** Decodes the notation of `rowOrderToParameter`. What cannot be read, or is no column of the rows, does not sort them. Never throws. */
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

/**
 * Returns the order after a press on a header: ascending, descending, and that of the snapshot again. `isAdditive`: the others stay before
 * it.
 */
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
