import * as z from 'zod';
import type { Column } from '@/contract/column';
import { columnFromRecord, columnRecordsSchema } from '@/contract/column.schema';
import type { Rights } from '@/session/rights/rights';
import { rememberedSchema, type RememberedSchema } from './schema-changes';
import { jsonRow } from './schema-export';
import { schemaRows, tableOf, type SchemaRow } from './schema-row';

/** The columns in a file, as `jsonRow` in schema-export.ts writes them. */
export const fileColumnsSchema = z.array(
  z.union([
    z.object({ name: z.string(), view: z.literal('locked'), needs: z.string().nullable() }),
    z.object({ name: z.string(), metadata: z.record(z.string(), z.unknown()) }),
  ]),
);
type FileColumns = z.output<typeof fileColumnsSchema>;

/** Returns the metadata records of the columns that are not locked in the file. */
export function recordsOf(file: FileColumns): Record<string, unknown>[] {
  return file.flatMap((entry) => ('metadata' in entry ? [entry.metadata] : []));
}

/** Returns the rows of a file. `columns` are its columns with a record. Columns that the user may not view now are locked, too. */
export function rowsOfFile(file: FileColumns, columns: readonly Column[], rights: Rights): SchemaRow[] {
  const open = schemaRows(columns, rights).values();
  const rows = file.map((entry, ordinal): SchemaRow | undefined =>
    'metadata' in entry
      ? open.next().value
      : {
          kind: 'locked',
          ordinal,
          name: entry.name,
          viewRight: { id: entry.needs, held: 'unknown' },
          isIncomplete: false,
        },
  );
  return rows.filter((row) => row !== undefined);
}

const itemTableSchema = z.object({ itemTable: z.string(), fields: fileColumnsSchema });

/** Returns the item table's columns if a file of price columns contains them; otherwise null. */
export function itemTableOf(file: unknown): FileColumns | null {
  for (const entry of Array.isArray(file) ? file : []) {
    const table = itemTableSchema.safeParse(entry);
    if (table.success) return table.data.fields;
  }
  return null;
}

/** Returns the item table as an entry for a file of price columns. `itemTableOf` finds this entry. */
export function itemTableEntry(rows: readonly SchemaRow[]): object {
  return { itemTable: tableOf(rows), fields: rows.map(jsonRow) };
}

/** Reads an exported JSON file, and locks columns that the user may no longer view. Returns null for any other text. */
export function readSchemaFile(text: string, rights: Rights): RememberedSchema | null {
  const parsed = parsedJson(text);
  const file = fileColumnsSchema.min(1).safeParse(itemTableOf(parsed) ?? parsed);
  if (!file.success) return null;
  const records = columnRecordsSchema.safeParse(recordsOf(file.data));
  if (!records.success) return null;
  return rememberedSchema(rowsOfFile(file.data, records.data.map(columnFromRecord), rights), 0);
}

/** Parses JSON; returns undefined if the text is not valid JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
