import { numberSymbols } from '@/shared/formats/number-symbols';
import { rowBatchOf } from '@/shared/row-batches/row-batch';
import { excelCsv, MACHINE_CSV } from '@/shared/table-files/csv-dialect';
import { createCsvEncoder } from '@/shared/table-files/csv-encoder';
import type { ByteSink, TableEncoder } from '@/shared/table-files/table-encoder';
import { createCopyWriter, type CopyContent, type CopyCounts } from '../../clipboard/copy-writer';
import type { FiguresTable } from './figures-table';

export const FIGURES_FORMATS = ['csv-excel', 'csv-machine', 'xlsx'] as const;
export type FiguresFormat = (typeof FIGURES_FORMATS)[number];

export interface FiguresFileOptions {
  /** BCP 47: how Excel reads CSV. */
  readonly excelRegion: string;
  /** The title of a workbook's second sheet. */
  readonly aboutTitle: string;
}

export interface FiguresFile {
  readonly name: string;
  readonly content: Blob;
}

/** Returns the table with its headers as Excel pastes it. */
export function figuresForClipboard(
  { columns, rows }: FiguresTable,
  excelRegion: string,
): { readonly content: CopyContent; readonly counts: CopyCounts } {
  const writer = createCopyWriter(columns, {
    decimalSign: numberSymbols(excelRegion).decimal,
    hasHeaders: true,
  });
  for (const row of rows) writer.addRow(row);
  return writer.finish();
}

/** Writes the table to a file, in steps between which the page can respond. */
export async function figuresFile(
  table: FiguresTable,
  format: FiguresFormat,
  { excelRegion, aboutTitle }: FiguresFileOptions,
): Promise<FiguresFile> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const sink: ByteSink = { write: (bytes) => void parts.push(bytes.slice()) };
  if (format === 'xlsx') {
    const { createXlsxEncoder } = await import('@/shared/table-files/xlsx-encoder');
    const encoder = await createXlsxEncoder(table.columns, {
      rowCount: table.rows.length,
      sheetTitle: table.name,
      aboutTitle,
      hasFilePerSheet: false,
      openFile: () => Promise.resolve(sink),
    });
    await addRows(encoder, table);
    await encoder.finish(table.about, '');
  } else {
    const dialect = format === 'csv-excel' ? excelCsv(excelRegion) : MACHINE_CSV;
    await addRows(createCsvEncoder(table.columns, dialect, sink), table);
  }
  const { extension, mediaType } = FILES[format];
  return { name: `${fileName(table.name)}.${extension}`, content: new Blob(parts, { type: mediaType }) };
}

const FILES: Record<FiguresFormat, { readonly extension: string; readonly mediaType: string }> = {
  'csv-excel': { extension: 'csv', mediaType: 'text/csv;charset=utf-8' },
  'csv-machine': { extension: 'csv', mediaType: 'text/csv;charset=utf-8' },
  xlsx: {
    extension: 'xlsx',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
};

/** Cells encoded at once: a few milliseconds. */
const CELLS_PER_STEP = 5_000;

async function addRows(encoder: TableEncoder, { columns, rows }: FiguresTable): Promise<void> {
  const rowsPerStep = Math.max(1, Math.floor(CELLS_PER_STEP / Math.max(1, columns.length)));
  for (let start = 0; start < rows.length; start += rowsPerStep) {
    await encoder.add(rowBatchOf(rows.slice(start, start + rowsPerStep), columns.length));
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Replaces what file systems refuse. */
function fileName(name: string): string {
  return name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_').slice(0, 120);
}
