import * as c from '../address/codec';

/** A sort rule that the browser applies, in the form that addresses and the query engine use. */
export interface RowSort {
  readonly column: string;
  readonly direction: 'ascending' | 'descending';
}

/** Returns sort rules of a query, without those that have no field yet. */
export function rowSortOf(
  sort: readonly (Omit<RowSort, 'column'> & { readonly field: string | null })[],
): readonly RowSort[] {
  return sort.flatMap(({ field, direction }) => (field === null ? [] : [{ column: field, direction }]));
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
