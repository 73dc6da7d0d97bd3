import * as z from 'zod';
import type { Column, PriceField } from '@/contract/column';
import type { SchemaRow } from './schema-row';

/** Compared on a later visit. No ordinals: they shift when a column is removed, and all later columns would count. */
const REMEMBERED_PROPERTIES = [
  'typeLabel',
  'sqlType',
  'maxLength',
  'precision',
  'scale',
  'isNullable',
  'defaultExpression',
  'isPrimaryKey',
  'isUnique',
  'isKey',
  'dataType',
  'formatting',
  'align',
  'viewRight',
  'editRight',
  'tableEditRight',
  'canEdit',
  'condition',
  'isPriceColumn',
] as const satisfies readonly (keyof Column)[];

/** Additional members of the fields of price columns. */
const FIELD_PROPERTIES = ['isFilterable', 'isSortable'] as const satisfies readonly (keyof PriceField)[];
const PROPERTIES = [...REMEMBERED_PROPERTIES, ...FIELD_PROPERTIES];
type RememberedProperty = (typeof PROPERTIES)[number];

const factSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type Fact = z.output<typeof factSchema>;

const rememberedColumnSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('open'),
    name: z.string(),
    // A property is absent where it could not be read.
    facts: z.partialRecord(z.enum(PROPERTIES), factSchema),
  }),
  z.object({ kind: z.literal('locked'), name: z.string() }),
]);
type RememberedColumn = z.output<typeof rememberedColumnSchema>;

/** The item table as of the last visit. Holds no more than the person was shown. */
export const rememberedSchemaSchema = z.object({
  version: z.literal(1),
  seenAtMs: z.number(),
  columns: z.array(rememberedColumnSchema),
});
export type RememberedSchema = z.output<typeof rememberedSchemaSchema>;

export function rememberedSchema(rows: readonly SchemaRow[], seenAtMs: number): RememberedSchema {
  return { version: 1, seenAtMs, columns: rows.map(rememberedColumn) };
}

function rememberedColumn(row: SchemaRow): RememberedColumn {
  if (row.kind === 'locked') return { kind: 'locked', name: row.name };
  const readable = REMEMBERED_PROPERTIES.filter((property) => !row.unreadable.has(property));
  return {
    kind: 'open',
    name: row.name,
    facts: {
      ...Object.fromEntries(readable.map((property) => [property, row.column[property]])),
      ...fieldFacts(row.column),
    },
  };
}

/** The facts of a field. Columns of the item table, which are not queried, have none. */
function fieldFacts(
  column: Column | PriceField,
): Partial<Record<(typeof FIELD_PROPERTIES)[number], boolean>> {
  if (!('isFilterable' in column)) return {};
  const isSent = (member: string) => !column.incompleteMembers.includes(member);
  return {
    ...(isSent('filterable') && { isFilterable: column.isFilterable }),
    ...(isSent('sortable') && { isSortable: column.isSortable }),
  };
}

/** Removes the properties of newly locked columns, but not that they were visible. Returns the same object without any. */
export function withoutWithheld(before: RememberedSchema, now: RememberedSchema): RememberedSchema {
  const locked = new Set(now.columns.filter(({ kind }) => kind === 'locked').map(({ name }) => name));
  const isWithheld = (column: RememberedColumn) =>
    column.kind === 'open' && locked.has(column.name) && Object.keys(column.facts).length > 0;
  if (!before.columns.some(isWithheld)) return before;
  return {
    ...before,
    columns: before.columns.map((column) => (isWithheld(column) ? { ...column, facts: {} } : column)),
  };
}

export interface FactChange {
  /** `table`: the source table of a price column. */
  readonly property: RememberedProperty | 'table';
  readonly before: Fact;
  readonly after: Fact;
}

export type SchemaChange =
  | { readonly kind: 'added' | 'removed'; readonly name: string }
  /** The person may no longer, or may now, see the column. Its properties are not compared. */
  | { readonly kind: 'locked' | 'unlocked'; readonly name: string }
  | { readonly kind: 'changed'; readonly name: string; readonly facts: readonly FactChange[] };

/** Compares two visits: additions, changes and rights in the order of `after`, then removals. */
export function schemaChanges(
  before: Pick<RememberedSchema, 'columns'>,
  after: Pick<RememberedSchema, 'columns'>,
): SchemaChange[] {
  const earlier = byName(before.columns);
  const later = byName(after.columns);
  return [
    ...[...later.values()].flatMap((column) => changeOf(earlier.get(column.name), column)),
    ...[...earlier.keys()]
      .filter((name) => !later.has(name))
      .map((name): SchemaChange => ({ kind: 'removed', name })),
  ];
}

/** The columns by their names. In an invalid table several columns may have the same name; then the first counts. */
function byName(columns: readonly RememberedColumn[]): Map<string, RememberedColumn> {
  const found = new Map<string, RememberedColumn>();
  for (const column of columns) if (!found.has(column.name)) found.set(column.name, column);
  return found;
}

function changeOf(before: RememberedColumn | undefined, after: RememberedColumn): SchemaChange[] {
  const { name } = after;
  if (before === undefined) return [{ kind: 'added', name }];
  if (before.kind === 'open' && after.kind === 'open') {
    const facts = factChanges(before.facts, after.facts);
    return facts.length > 0 ? [{ kind: 'changed', name, facts }] : [];
  }
  if (before.kind === after.kind) return [];
  return [{ kind: after.kind === 'locked' ? 'locked' : 'unlocked', name }];
}

/** Part of the type label, and redundant beside it. */
const PARTS_OF_TYPE: ReadonlySet<FactChange['property']> = new Set([
  'sqlType',
  'maxLength',
  'precision',
  'scale',
]);

type Facts = Partial<Record<RememberedProperty, Fact>>;

function factChanges(before: Facts, after: Facts): FactChange[] {
  const changes = PROPERTIES.flatMap((property): FactChange[] => {
    const [was, is] = [before[property], after[property]];
    // An unreadable value, before or after, is no evidence of a change.
    return was === undefined || is === undefined || was === is ? [] : [{ property, before: was, after: is }];
  });
  const hasTypeChanged = changes.some(({ property }) => property === 'typeLabel');
  return hasTypeChanged ? changes.filter(({ property }) => !PARTS_OF_TYPE.has(property)) : changes;
}
