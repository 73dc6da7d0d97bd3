import { numberSymbols } from '@/shared/formats/number-symbols';
import type { SchemaRow } from './schema-row';
import { schemaSheet, type SheetWords } from './schema-sheet';
import { commaSeparated, markdownTable, tabSeparated } from './text-formats';
import { typeScriptType } from './type-script-type';

export const EXPORT_FORMATS = ['tsv', 'csv', 'json', 'markdown', 'typescript'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface ExportOptions {
  readonly words: SheetWords;
  /** BCP 47 locale that CSV is written for. */
  readonly excelRegion: string;
}

/** The rows as text. Every format is made of rows alone, which hold nothing of locked columns. */
export function exportText(rows: readonly SchemaRow[], format: ExportFormat, options: ExportOptions): string {
  switch (format) {
    case 'tsv':
      return tabSeparated(schemaSheet(rows, options.words));
    case 'csv':
      return commaSeparated(schemaSheet(rows, options.words), separatorOf(options.excelRegion));
    case 'json':
      return `${JSON.stringify(rows.map(jsonRow), null, 2)}\n`;
    case 'markdown':
      return markdownTable(schemaSheet(rows, options.words));
    case 'typescript':
      return typeScriptType(rows);
  }
}

function separatorOf(excelRegion: string): ',' | ';' {
  return numberSymbols(excelRegion).decimal === ',' ? ';' : ',';
}

/** In our own words around the record as the service sent it. */
function jsonRow(row: SchemaRow): object {
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

const FILES: Record<ExportFormat, { readonly extension: string; readonly mediaType: string }> = {
  tsv: { extension: 'tsv', mediaType: 'text/tab-separated-values' },
  csv: { extension: 'csv', mediaType: 'text/csv' },
  json: { extension: 'json', mediaType: 'application/json' },
  markdown: { extension: 'md', mediaType: 'text/markdown' },
  typescript: { extension: 'ts', mediaType: 'text/plain' },
};

/** The rows as a file; `day` is ISO 8601. */
export function exportFile(
  rows: readonly SchemaRow[],
  format: ExportFormat,
  { day, ...options }: ExportOptions & { readonly day: string },
): ExportFile {
  const { extension, mediaType } = FILES[format];
  // Excel takes a CSV file without this mark for one of an old code page.
  const mark = format === 'csv' ? '\uFEFF' : '';
  return {
    name: `item-table_${day}.${extension}`,
    mediaType: `${mediaType};charset=utf-8`,
    text: mark + exportText(rows, format, options),
  };
}
