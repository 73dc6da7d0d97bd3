import * as z from 'zod';
import type { ColumnState } from '@/lib/grid/grid-model';
import { byName } from './views';
import { DISPLAY_PARAMETERS } from './workbench-search';
import type { QuerySearch } from './query-address';
import { nameOrder } from '@/lib/formats/name-order';

export const MAX_VIEW_NAME_LENGTH = 80;

// Long lists are included in full, so that a view also works in a file and in another browser.
const querySearchSchema = z.object({
  v: z.string(),
  fields: z.string().optional(),
  filter: z.string().optional(),
  sort: z.string().optional(),
});

const columnNames = z.array(z.string().min(1)).readonly();

/** Decimals of the service have at most this many digits. */
const MOST_DIGITS = 38;

/** Creates a schema of values by column name. `described` is the JSON Schema of a value. Zod's records would lose the name `__proto__`. */
function byColumn<Value>(value: z.ZodType<Value>, described: Readonly<Record<string, unknown>>) {
  return z
    .custom<Readonly<Record<string, unknown>>>((input) => typeof input === 'object' && input !== null)
    .meta({ type: 'object', additionalProperties: described })
    .transform((record) => Object.entries(record))
    .pipe(z.array(z.tuple([z.string(), value])))
    .transform((entries): Readonly<Record<string, Value>> => Object.fromEntries(entries));
}

/** The arrangement of the grid's columns and rows. */
export const columnStateSchema = z.object({
  order: columnNames,
  pinnedStart: columnNames,
  pinnedEnd: columnNames,
  hidden: columnNames,
  /** The width of each column, in pixels. */
  widthsPx: byColumn(z.number().positive(), { type: 'number', exclusiveMinimum: 0 }),
  /** The number of decimal places that each number column shows. */
  digits: byColumn(z.union([z.int().nonnegative().max(MOST_DIGITS), z.literal('all')]), {
    anyOf: [{ type: 'integer', minimum: 0, maximum: MOST_DIGITS }, { const: 'all' }],
  }).optional(),
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
  /** The query, encoded as in the address, so that fields that no longer exist are reported one by one and the rest applies. */
  query: querySearchSchema,
  /** The address parameters that determine how the snapshot is shown; absent in views saved without them. */
  display: z.object({ ...byName(DISPLAY_PARAMETERS, () => z.string().optional()) }).optional(),
  arrangement: columnStateSchema.nullable(),
  /** Whether the view opens with the price column. Each price column has at most one default view. */
  isDefault: z.boolean(),
  runsOnOpen: z.boolean(),
  isInRoutine: z.boolean().optional(),
  savedAtMs: z.number(),
});

export type SavedView = z.output<typeof savedViewSchema>;

/** Returns the query in search parameters in the form that a view stores. */
export function queryOfView({ v, ...rest }: QuerySearch): SavedView['query'] {
  return querySearchSchema.parse({ v: v ?? '', ...rest });
}

export function isSameQuery(a: QuerySearch, b: QuerySearch): boolean {
  return a.v === b.v && a.fields === b.fields && a.filter === b.filter && a.sort === b.sort;
}

export function isSameArrangement(a: ColumnState, b: ColumnState): boolean {
  // Parsing puts the members of both in the same order.
  const [one, other] = [a, b].map((state) => JSON.stringify(columnStateSchema.parse(state)));
  return one === other;
}

/** Returns the views of one price column, sorted by name in the alphabetical order of the interface's language. */
export function viewsOf(views: readonly SavedView[], priceColumn: string, language: string): SavedView[] {
  const compare = nameOrder(language);
  return views.filter((view) => view.priceColumn === priceColumn).toSorted((a, b) => compare(a.name, b.name));
}

/** Adds or replaces a view. A number is appended to a name that is taken. A new default view replaces the previous one. */
export function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  const others = views.filter(({ id }) => id !== view.id);
  const isReplaced = (other: SavedView) =>
    view.isDefault && other.isDefault && other.priceColumn === view.priceColumn;
  return [
    ...others.map((other) => (isReplaced(other) ? { ...other, isDefault: false } : other)),
    { ...view, name: freeName(view.name, others, view.priceColumn) },
  ];
}

/** Returns the name, with a number appended when another view of the price column has it. */
export function freeName(name: string, views: readonly SavedView[], priceColumn: string): string {
  const ofColumn = views.filter((view) => view.priceColumn === priceColumn);
  const taken = new Set(ofColumn.map((view) => view.name.toLowerCase()));
  if (!taken.has(name.toLowerCase())) return name;
  for (let number = 2; ; number += 1) {
    const ending = ` (${number})`;
    const numbered = name.slice(0, MAX_VIEW_NAME_LENGTH - ending.length) + ending;
    if (!taken.has(numbered.toLowerCase())) return numbered;
  }
}
