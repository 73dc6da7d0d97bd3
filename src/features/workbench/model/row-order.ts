import * as c from './address/codec';

/** A rule that sorts the rows read. The service sorts by `DraftSort` instead. */
export interface RowSort {
  readonly column: string;
  readonly direction: 'ascending' | 'descending';
}

const rule = c.item(c.record<RowSort>({ column: c.name, direction: c.oneOf(['ascending', 'descending']) }));
const orderParameter = c.parameter('1', c.listOfReadable(rule));

/**
 * Encodes an order in a search parameter; undefined for the order of the snapshot:
 *
 *     order=1;Margin %~descending;Cost · Value~ascending
 */
export function rowOrderToParameter(order: readonly RowSort[]): string | undefined {
  return orderParameter.write(order);
}

/** Decodes the notation of `rowOrderToParameter`. Ignores unreadable rules and columns that the rows do not have. Never throws. */
export function rowOrderFromParameter(
  parameter: string | undefined,
  hasColumn: (name: string) => boolean,
): readonly RowSort[] {
  const read = parameter === undefined ? null : orderParameter.read(parameter);
  return read?.ok === true ? read.value.filter(({ column }) => hasColumn(column)) : [];
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
