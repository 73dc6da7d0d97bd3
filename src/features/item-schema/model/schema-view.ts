import * as z from 'zod';

/** The columns of the table. The table can be sorted by each of them. */
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

/** The state of the item table's screen. The address contains all of it. */
export interface SchemaView {
  readonly search: string;
  /** The active filters. Rows have to pass all of them. */
  readonly filters: ReadonlySet<FilterName>;
  /** At most one column, in the form of the table model; empty for the service's order. */
  readonly sorting: { id: string; desc: boolean }[];
  /** The name of the column whose details are open; null if none are open. */
  readonly openColumn: string | null;
  /** The name of the price column to whose fields the rows are limited; null for all rows. */
  readonly priceColumn: string | null;
}

// Users may edit links by hand. If a parameter occurs several times, the last value is used.
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

/** Converts search parameters to the state of the screen. Parameters that cannot be read are ignored. */
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

/** Converts the state of the screen to search parameters. Default values are omitted. */
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
