import * as z from 'zod';
import type { PriceColumn } from '@/contract/column';
import { storedPriceColumn } from '@/contract/price-columns.schema';
import type { Rights } from '@/session/rights/rights';
import { JSON_SCHEMA_DIALECT, rowSchema } from './json-schema';
import { rememberedSchema, schemaChanges, type RememberedSchema, type SchemaChange } from './schema-changes';
import { FILES, jsonRow, type ExportFile } from './schema-export';
import { fileColumnsSchema, itemTableOf, parsedJson, recordsOf, rowsOfFile } from './schema-file';
import { schemaRows, type SchemaRow } from './schema-row';
import { sqlTable } from './sql-table';
import { typeScriptType } from './type-script-type';

/** The formats, in the order of the menu. */
export const PRICE_SCHEMA_FORMATS = ['json', 'typescript', 'json-schema', 'sql'] as const;
export type PriceSchemaFormat = (typeof PRICE_SCHEMA_FORMATS)[number];

/** A price column with those fields' metadata that the user may see. */
export interface PriceSchemaTable extends Pick<
  PriceColumn,
  'name' | 'displayName' | 'description' | 'sourceTable'
> {
  readonly rows: readonly SchemaRow[];
}

/** Returns the schema of price columns, without those that have more fields than the limit. */
export function priceSchema(priceColumns: readonly PriceColumn[], rights: Rights): PriceSchemaTable[] {
  return priceColumns
    .filter(({ fieldLimit }) => fieldLimit === undefined)
    .map(({ name, displayName, description, sourceTable, fields }) => ({
      name,
      displayName,
      description,
      sourceTable,
      rows: schemaRows(fields, rights),
    }));
}

/** Formats the fields of all price columns. Each price column has the name that requests use. */
export function priceSchemaText(tables: readonly PriceSchemaTable[], format: PriceSchemaFormat): string {
  switch (format) {
    case 'json':
      return jsonText(
        tables.map(({ name, displayName, description, sourceTable, rows }) => ({
          priceColumn: name,
          displayName,
          description,
          sourceTable,
          fields: rows.map(jsonRow),
        })),
      );
    case 'typescript':
      return tables.map(({ name, rows }) => typeScriptType(rows, name)).join('\n');
    case 'json-schema':
      return jsonText({
        $schema: JSON_SCHEMA_DIALECT,
        $defs: Object.fromEntries(tables.map(({ name, rows }) => [name, rowSchema(rows, name)])),
      });
    case 'sql':
      return tables.map(({ name, rows }) => sqlTable(rows, name)).join('\n');
  }
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Formats the fields of all price columns as a file. `day` is an ISO 8601 date, which becomes part of the file name. */
export function priceSchemaFile(
  tables: readonly PriceSchemaTable[],
  format: PriceSchemaFormat,
  day: string,
): ExportFile {
  const { extension, mediaType } = FILES[format];
  return {
    name: `price-columns_${day}.${extension}`,
    mediaType: `${mediaType};charset=utf-8`,
    text: priceSchemaText(tables, format),
  };
}

const fileSchema = z
  .array(
    z.object({
      priceColumn: z.string(),
      displayName: z.string(),
      sourceTable: z.string(),
      fields: fileColumnsSchema,
    }),
  )
  .min(1);

/** Reads an exported JSON file, and locks the fields that the user may no longer view. Returns null for any other text. */
export function readPriceSchemaFile(text: string, rights: Rights): PriceSchemaTable[] | null {
  // The command-line program writes the item table into the same file. Its entry is skipped here.
  const parsed = parsedJson(text);
  const entries = Array.isArray(parsed) ? parsed.filter((entry) => itemTableOf([entry]) === null) : parsed;
  const file = fileSchema.safeParse(entries);
  if (!file.success) return null;
  const tables = file.data.map(({ priceColumn: name, displayName, sourceTable, fields }) => {
    const stored = storedPriceColumn({ name, displayName, sourceTable, fields: recordsOf(fields) }, null);
    return (
      stored && {
        name,
        displayName,
        description: null,
        sourceTable,
        rows: rowsOfFile(fields, stored.fields, rights),
      }
    );
  });
  const readable = tables.filter((table) => table !== null);
  return readable.length === tables.length ? readable : null;
}

/** Lists the differences: added price columns, then changed fields (with their price column's name), then removed price columns. */
export function priceSchemaChanges(
  before: readonly PriceSchemaTable[],
  after: readonly PriceSchemaTable[],
): SchemaChange[] {
  const earlier = new Map(before.map((table) => [table.name, table]));
  const later = new Set(after.map(({ name }) => name));
  return [
    ...after.flatMap((table): SchemaChange[] => {
      const was = earlier.get(table.name);
      if (was === undefined) return [{ kind: 'added', name: table.name }];
      return [...sourceChange(was, table), ...fieldChanges(was, table)];
    }),
    ...before
      .filter(({ name }) => !later.has(name))
      .map(({ name }): SchemaChange => ({ kind: 'removed', name })),
  ];
}

function sourceChange(before: PriceSchemaTable, after: PriceSchemaTable): SchemaChange[] {
  if (before.sourceTable === after.sourceTable) return [];
  const fact = { property: 'table', before: before.sourceTable, after: after.sourceTable } as const;
  return [{ kind: 'changed', name: after.name, facts: [fact] }];
}

function fieldChanges(before: PriceSchemaTable, after: PriceSchemaTable): SchemaChange[] {
  return schemaChanges(remembered(before), remembered(after)).map((change) => ({
    ...change,
    name: `${after.name}.${change.name}`,
  }));
}

function remembered({ rows }: PriceSchemaTable): RememberedSchema {
  return rememberedSchema(rows, 0);
}
