import * as z from 'zod';
import type { Column, PriceField } from '@/contract/column';
import type { SchemaRow } from './schema-row';

/** The properties that are compared. Ordinals are excluded: if a column is removed, the ordinals of all later columns change. */
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

/** The properties that only fields of price columns have. */
const FIELD_PROPERTIES = ['isFilterable', 'isSortable'] as const satisfies readonly (keyof PriceField)[];
const PROPERTIES = [...REMEMBERED_PROPERTIES, ...FIELD_PROPERTIES];
type RememberedProperty = (typeof PROPERTIES)[number];

const factSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type Fact = z.output<typeof factSchema>;

const rememberedColumnSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('open'),
    name: z.string(),
    // A property is absent if it could not be read.
    facts: z.partialRecord(z.enum(PROPERTIES), factSchema),
  }),
  z.object({ kind: z.literal('locked'), name: z.string() }),
]);
type RememberedColumn = z.output<typeof rememberedColumnSchema>;

/** The item table as the user saw it on the last visit. It contains nothing that the user was not shown. */
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

/** Returns the properties that only fields have. Columns of the item table have none of them, because they are not queried. */
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

/** Removes the properties of columns that are locked now, but keeps that they were visible. Returns `before` if nothing changes. */
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
  /** The changed property; `table` is the source table of a price column. */
  readonly property: RememberedProperty | 'table';
  readonly before: Fact;
  readonly after: Fact;
}

export type SchemaChange =
  | { readonly kind: 'added' | 'removed'; readonly name: string }
  /** The user has lost or gained the right to view the column. The column's properties are not compared. */
  | { readonly kind: 'locked' | 'unlocked'; readonly name: string }
  | { readonly kind: 'changed'; readonly name: string; readonly facts: readonly FactChange[] };

/** Compares two visits. Additions, changes and rights come in the order of `after`, followed by removals. */
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

/** Maps names to columns. If several columns of an invalid table have the same name, the first one is used. */
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

/** Properties that the type label contains. If the label has changed, they are not listed separately. */
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
    // If a value could not be read before or after, there is no evidence of a change.
    return was === undefined || is === undefined || was === is ? [] : [{ property, before: was, after: is }];
  });
  const hasTypeChanged = changes.some(({ property }) => property === 'typeLabel');
  return hasTypeChanged ? changes.filter(({ property }) => !PARTS_OF_TYPE.has(property)) : changes;
}
