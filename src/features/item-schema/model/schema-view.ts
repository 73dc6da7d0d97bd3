import * as z from 'zod';

/** What the table can be sorted by: its columns. */
export const SORT_KEYS = ['name', 'type', 'nullable', 'default', 'keys', 'format', 'view', 'edit'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export const FILTER_NAMES = ['viewable', 'editable', 'keys'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

export interface SchemaSort {
  readonly key: SortKey;
  readonly isDescending: boolean;
}

/** What of the item table is on screen, and how. All of it stands in the address. */
export interface SchemaView {
  readonly search: string;
  /** All of them must hold. */
  readonly filters: ReadonlySet<FilterName>;
  /** Null: in the service's order. */
  readonly sort: SchemaSort | null;
  /** Name of the column whose details are open; null for none. */
  readonly openColumn: string | null;
}

// Links are also edited by hand: of a parameter given twice the last counts.
const parameterSchema = z
  .union([z.string(), z.array(z.string()).transform((texts) => texts.at(-1))])
  .optional()
  .catch(undefined);

/** The screen's search parameters, as in `?search=cost&show=editable,keys&sort=-name&column=Number`. Never fails. */
export const schemaSearchSchema = z.object({
  search: parameterSchema,
  show: parameterSchema,
  sort: parameterSchema,
  column: parameterSchema,
});
export type SchemaSearch = z.output<typeof schemaSearchSchema>;

/** What cannot be read is as good as not there. */
export function viewFromSearch({ search, show, sort, column }: SchemaSearch): SchemaView {
  const shown = new Set(show?.split(','));
  const isDescending = sort?.startsWith('-') ?? false;
  const key = SORT_KEYS.find((candidate) => candidate === (isDescending ? sort?.slice(1) : sort));
  return {
    search: search ?? '',
    filters: new Set(FILTER_NAMES.filter((name) => shown.has(name))),
    sort: key === undefined ? null : { key, isDescending },
    openColumn: column === undefined || column === '' ? null : column,
  };
}

/** The inverse of viewFromSearch; what is as at the start is left out. */
export function viewToSearch({ search, filters, sort, openColumn }: SchemaView): SchemaSearch {
  return {
    ...(search !== '' && { search }),
    ...(filters.size > 0 && { show: FILTER_NAMES.filter((name) => filters.has(name)).join(',') }),
    ...(sort !== null && { sort: (sort.isDescending ? '-' : '') + sort.key }),
    ...(openColumn !== null && { column: openColumn }),
  };
}

/** The sort after a press on a header: ascending, descending, and back to the service's order. */
export function nextSort(sort: SchemaSort | null, key: SortKey): SchemaSort | null {
  if (sort?.key !== key) return { key, isDescending: false };
  return sort.isDescending ? null : { key, isDescending: true };
}
