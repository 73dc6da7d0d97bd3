import type { DraftQuery } from './draft-query';

/** Where the fields stand in the list: those chosen in the order of the grid, the others among them. */

/**
 * All names: the chosen in their order, each other one behind the neighbour it has in the service's order, so that
 * a field which is chosen later lands where it is looked for.
 */
export function displayOrder(allNames: readonly string[], chosen: readonly string[]): string[] {
  const order = chosen.filter((name) => allNames.includes(name));
  const placed = new Set(order);
  let previous: string | null = null;
  for (const name of allNames) {
    if (!placed.has(name)) order.splice(previous === null ? 0 : order.indexOf(previous) + 1, 0, name);
    previous = name;
  }
  return order;
}

/** Do the chosen names stand in this order, whatever lies between them? */
export function isOrderOf(order: readonly string[], chosen: readonly string[]): boolean {
  const wanted = new Set(chosen);
  const inOrder = order.filter((name) => wanted.has(name));
  return inOrder.length === chosen.length && inOrder.every((name, index) => name === chosen[index]);
}

/** `list` with the item at `from` standing at `to` (both 0-based). */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...list.slice(from, from + 1));
}

/**
 * The query with the chosen fields in the order of the grid's columns, which may lack some of them: those stay behind
 * the one they follow now. Columns that are no fields of the query are not added. `everything`: what no choice of
 * fields means, in the service's order.
 */
export function withFieldOrder(
  draft: DraftQuery,
  order: readonly string[],
  everything: readonly string[],
): DraftQuery {
  const chosen = draft.fields ?? everything;
  const fields = displayOrder(
    chosen,
    order.filter((name) => chosen.includes(name)),
  );
  const isEverything =
    fields.length === everything.length && fields.every((name, index) => name === everything[index]);
  return { ...draft, fields: isEverything ? null : fields };
}
