import * as z from 'zod';
import { queryToSearch, type QuerySearch } from './query-address';
import type { DraftQuery } from './draft-query';

export const MAX_VIEW_NAME_LENGTH = 80;

// Never packed: a view must say all it means, also in a file and in another browser.
const querySearchSchema = z.object({
  v: z.string(),
  fields: z.string().optional(),
  filter: z.string().optional(),
  sort: z.string().optional(),
});

const columnNames = z.array(z.string().min(1)).readonly();

/** How the grid's columns and rows were left. */
export const arrangementSchema = z.object({
  order: columnNames,
  pinnedStart: columnNames,
  pinnedEnd: columnNames,
  hidden: columnNames,
  /** In pixels, by column. */
  widthsPx: z.record(z.string(), z.number().positive()).readonly(),
  density: z.enum(['compact', 'normal', 'comfortable']).optional(),
  wrapsText: z.boolean().optional(),
});

export const savedViewSchema = z.object({
  id: z.string().min(1),
  priceColumn: z.string().min(1),
  name: z
    .string()
    .transform((name) => name.trim())
    .pipe(z.string().min(1).max(MAX_VIEW_NAME_LENGTH)),
  /** In the notation of the address, so that fields that are gone are told one by one, and the rest is used. */
  query: querySearchSchema,
  arrangement: arrangementSchema.nullable(),
  /** Opened with the price column. At most one of each. */
  isDefault: z.boolean(),
  runsOnOpen: z.boolean(),
  savedAtMs: z.number(),
});

/** A query with a name. */
export type SavedView = z.output<typeof savedViewSchema>;

/** The query of a draft as views keep it. What was typed but not understood has no place in it. */
export function queryOfView(draft: DraftQuery): SavedView['query'] {
  const { v, ...rest } = queryToSearch(draft);
  return querySearchSchema.parse({ v: v ?? '', ...rest });
}

/** Do the two ask for the same? */
export function isSameQuery(a: QuerySearch, b: QuerySearch): boolean {
  return a.v === b.v && a.fields === b.fields && a.filter === b.filter && a.sort === b.sort;
}

/** Of one price column, by name, as people sort. */
export function viewsOf(views: readonly SavedView[], priceColumn: string): SavedView[] {
  return views
    .filter((view) => view.priceColumn === priceColumn)
    .toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true, sensitivity: 'base' }));
}

/**
 * The views with one more, or with one changed. It gets a name that is free, and as the default takes the place of the
 * price column's earlier one.
 */
export function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  const others = views.filter(({ id }) => id !== view.id);
  const isReplaced = (other: SavedView) =>
    view.isDefault && other.isDefault && other.priceColumn === view.priceColumn;
  return [
    ...others.map((other) => (isReplaced(other) ? { ...other, isDefault: false } : other)),
    { ...view, name: freeName(view.name, others, view.priceColumn) },
  ];
}

/** The name, or the name with a number behind it where another view of the price column has it. */
export function freeName(name: string, views: readonly SavedView[], priceColumn: string): string {
  const taken = new Set(viewsOf(views, priceColumn).map((view) => view.name.toLowerCase()));
  if (!taken.has(name.toLowerCase())) return name;
  for (let number = 2; ; number += 1) {
    const ending = ` (${number})`;
    const numbered = name.slice(0, MAX_VIEW_NAME_LENGTH - ending.length) + ending;
    if (!taken.has(numbered.toLowerCase())) return numbered;
  }
}
