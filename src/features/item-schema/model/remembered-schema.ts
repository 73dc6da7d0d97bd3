import * as z from 'zod';
import type { Column } from '@/contract/column';
import type { SchemaRow } from './schema-row';

/**
 * What is remembered of a column, and compared on a later visit. The service's ordinals are left out: they shift when a
 * column goes, and then every column would have changed.
 */
export const REMEMBERED_PROPERTIES = [
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
export type RememberedProperty = (typeof REMEMBERED_PROPERTIES)[number];

const factSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type Fact = z.output<typeof factSchema>;

const rememberedColumnSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('open'),
    name: z.string(),
    // A property may be absent: what could not be read is not remembered.
    facts: z.partialRecord(z.enum(REMEMBERED_PROPERTIES), factSchema),
  }),
  z.object({ kind: z.literal('locked'), name: z.string() }),
]);
export type RememberedColumn = z.output<typeof rememberedColumnSchema>;

/** The item table as it was when last seen. Holds no more than the person was shown. */
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
    facts: Object.fromEntries(readable.map((property) => [property, row.column[property]])),
  };
}

/**
 * The memory without what is withheld by now: that the column could be seen stays, for the note of what changed; what it
 * was made of goes. The same object where there is nothing of the kind.
 */
export function withoutWithheld(before: RememberedSchema, now: RememberedSchema): RememberedSchema {
  const locked = new Set(now.columns.filter(({ kind }) => kind === 'locked').map(({ name }) => name));
  const isLeak = (column: RememberedColumn) =>
    column.kind === 'open' && locked.has(column.name) && Object.keys(column.facts).length > 0;
  if (!before.columns.some(isLeak)) return before;
  return {
    ...before,
    columns: before.columns.map((column) => (isLeak(column) ? { ...column, facts: {} } : column)),
  };
}
