import { numberSymbols } from '@/lib/formats/number-symbols';
import { csvTextQuoter } from '@/lib/table-files/csv-dialect';
import { guardFormulas, isSignedNumber } from '@/lib/table-files/formula-guard';
import { JSON_SCHEMA_DIALECT, rowSchema } from './json-schema';
import { tableOf, type SchemaRow } from './schema-row';
import { schemaSheet, type SheetText } from './schema-sheet';
import { sqlTable } from './sql-table';
import { typeScriptType } from './type-script-type';

/** The formats of a file. Only JSON files can be compared later. */
export const EXPORT_FORMATS = ['csv', 'json', 'typescript', 'json-schema', 'sql'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface ExportOptions {
  readonly text: SheetText;
  /** The BCP 47 locale of the Excel that will open the CSV file. */
  readonly excelRegion: string;
}

/** Formats the rows as text. Rows contain nothing of locked columns except their names and rights. */
export function exportText(rows: readonly SchemaRow[], format: ExportFormat, options: ExportOptions): string {
  switch (format) {
    case 'csv':
      return commaSeparated(schemaSheet(rows, options.text), separatorOf(options.excelRegion));
    case 'json':
      return `${JSON.stringify(rows.map(jsonRow), null, 2)}\n`;
    case 'typescript':
      return typeScriptType(rows, tableOf(rows));
    case 'json-schema':
      return `${JSON.stringify({ $schema: JSON_SCHEMA_DIALECT, ...rowSchema(rows, tableOf(rows)) }, null, 2)}\n`;
    case 'sql':
      return sqlTable(rows, tableOf(rows));
  }
}

function separatorOf(excelRegion: string): ',' | ';' {
  return numberSymbols(excelRegion).decimal === ',' ? ';' : ',';
}

/** Returns a row in our own terms, with the service's original record as `metadata`. */
export function jsonRow(row: SchemaRow): object {
  if (row.kind === 'locked') return { name: row.name, view: 'locked', needs: row.viewRight.id };
  return {
    name: row.name,
    view: row.viewRight?.held === 'unknown' ? 'unknown' : 'visible',
    edit: row.edit.state,
    metadata: row.column.raw,
  };
}

export interface ExportFile {
  readonly name: string;
  readonly mediaType: string;
  readonly text: string;
}

export const FILES: Record<ExportFormat, { readonly extension: string; readonly mediaType: string }> = {
  csv: { extension: 'csv', mediaType: 'text/csv' },
  json: { extension: 'json', mediaType: 'application/json' },
  typescript: { extension: 'ts', mediaType: 'text/plain' },
  'json-schema': { extension: 'schema.json', mediaType: 'application/schema+json' },
  sql: { extension: 'sql', mediaType: 'application/sql' },
};

/** Formats the rows as a file. `day` is an ISO 8601 date, which becomes part of the file name. */
export function exportFile(
  rows: readonly SchemaRow[],
  format: ExportFormat,
  { day, ...options }: ExportOptions & { readonly day: string },
): ExportFile {
  const { extension, mediaType } = FILES[format];
  // Without a byte order mark, Excel would read a CSV file in a legacy code page.
  const byteOrderMark = format === 'csv' ? '\uFEFF' : '';
  return {
    name: `item-table_${day}.${extension}`,
    mediaType: `${mediaType};charset=utf-8`,
    text: byteOrderMark + exportText(rows, format, options),
  };
}

/** Formats rows of cells as CSV. Excel expects semicolons in regions that use a decimal comma. */
function commaSeparated(rows: readonly (readonly string[])[], separator: ',' | ';'): string {
  const quote = csvTextQuoter(separator);
  return rows.map((row) => `${row.map((cell) => quote(guarded(cell))).join(separator)}\r\n`).join('');
}

function guarded(text: string): string {
  return isSignedNumber(text) ? text : guardFormulas(text);
}
