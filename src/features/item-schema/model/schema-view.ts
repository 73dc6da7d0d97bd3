import * as z from 'zod';

/** The columns of the table; it can be sorted by any of them. */
export const SCHEMA_COLUMN_IDS = [
  'name',
  'type',
  'nullable',
  'default',
  'keys',
  'format',
  'view',
  'edit',
] as const;
export type SchemaColumnId = (typeof SCHEMA_COLUMN_IDS)[number];

export const FILTER_NAMES = ['viewable', 'editable', 'keys'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

/** The state of the screen for the item table. All of it is in the address. */
export interface SchemaView {
  readonly search: string;
  /** Rows have to pass all of them. */
  readonly filters: ReadonlySet<FilterName>;
  /** One column at most, as the table model has it; empty: the service's order. */
  readonly sorting: { id: string; desc: boolean }[];
  /** Name of the column whose details are open; null for none. */
  readonly openColumn: string | null;
  /** Name of the price column whose fields the rows are; null: all rows. */
  readonly priceColumn: string | null;
}

// Links are also edited by hand: the last value of a repeated parameter counts.
const parameterSchema = z
  .union([z.string(), z.array(z.string()).transform((texts) => texts.at(-1))])
  .optional()
  .catch(undefined);

/** Parses `?search=cost&show=editable,keys&sort=-name&column=Number`, or `?priceColumn=SalesPrice`. Never fails. */
export const schemaSearchSchema = z.object({
  search: parameterSchema,
  show: parameterSchema,
  sort: parameterSchema,
  column: parameterSchema,
  priceColumn: parameterSchema,
});
export type SchemaSearch = z.output<typeof schemaSearchSchema>;

/** Ignores parameters that cannot be read. */
export function viewFromSearch({ search, show, sort, column, priceColumn }: SchemaSearch): SchemaView {
  const shown = new Set(show?.split(','));
  const desc = sort?.startsWith('-') ?? false;
  const id = SCHEMA_COLUMN_IDS.find((candidate) => candidate === (desc ? sort?.slice(1) : sort));
  return {
    search: search ?? '',
    filters: new Set(FILTER_NAMES.filter((name) => shown.has(name))),
    sorting: id === undefined ? [] : [{ id, desc }],
    openColumn: orNull(column),
    priceColumn: orNull(priceColumn),
  };
}

function orNull(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}

/** The inverse of viewFromSearch; defaults are left out. */
export function viewToSearch(view: SchemaView): SchemaSearch {
  const {
    search,
    filters,
    sorting: [sort],
    openColumn,
    priceColumn,
  } = view;
  return {
    ...(search !== '' && { search }),
    ...(filters.size > 0 && { show: FILTER_NAMES.filter((name) => filters.has(name)).join(',') }),
    ...(sort !== undefined && { sort: (sort.desc ? '-' : '') + sort.id }),
    ...(openColumn !== null && { column: openColumn }),
    ...(priceColumn !== null && { priceColumn }),
  };
}
