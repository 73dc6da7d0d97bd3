import type { DraftQuery } from './draft-query';

/** Returns the chosen names in their order, and each other name after its predecessor in `allNames`. */
export function displayOrder(allNames: readonly string[], chosen: readonly string[]): string[] {
  const order = chosen.filter((name) => allNames.includes(name));
  const included = new Set(order);
  let previous: string | null = null;
  for (const name of allNames) {
    if (!included.has(name)) order.splice(previous === null ? 0 : order.indexOf(previous) + 1, 0, name);
    previous = name;
  }
  return order;
}

/** Whether the chosen names have this order, ignoring the names between them. */
export function isOrderOf(order: readonly string[], chosen: readonly string[]): boolean {
  const wanted = new Set(chosen);
  const inOrder = order.filter((name) => wanted.has(name));
  return inOrder.length === chosen.length && inOrder.every((name, index) => name === chosen[index]);
}

/**
 * Orders a query's fields like the grid's columns. A field without a column stays after its predecessor, and columns that are not fields of
 * the query are ignored. `everything` lists the fields of a query that does not choose fields, in the service's order.
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
