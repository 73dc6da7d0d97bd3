import { numberSymbols } from '@/shared/formats/number-symbols';
import { rowBatchOf } from '@/shared/row-batches/row-batch';
import { excelCsv, MACHINE_CSV } from '@/shared/table-files/csv-dialect';
import { createCsvEncoder } from '@/shared/table-files/csv-encoder';
import type { TableRow } from '@/shared/table-files/table-column';
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

/** A table whose rows come one batch after the other, so that they are never in memory all at once. */
export interface StreamedTable extends Omit<FiguresTable, 'rows'> {
  readonly rowCount: number;
  readonly batches: AsyncIterable<readonly TableRow[]> | Iterable<readonly TableRow[]>;
}

/** Writes the table to a file, in steps between which the page can respond. */
export function figuresFile(
  table: FiguresTable,
  format: FiguresFormat,
  options: FiguresFileOptions,
): Promise<FiguresFile> {
  return streamedFile({ ...table, rowCount: table.rows.length, batches: [table.rows] }, format, options);
}

/** As `figuresFile`. Rejects as the batches do. */
export async function streamedFile(
  table: StreamedTable,
  format: FiguresFormat,
  { excelRegion, aboutTitle }: FiguresFileOptions,
): Promise<FiguresFile> {
  const parts: Blob[] = [];
  const sink: ByteSink = { write: (bytes) => void parts.push(new Blob([bytes.slice()])) };
  if (format === 'xlsx') {
    const { createXlsxEncoder } = await import('@/shared/table-files/xlsx-encoder');
    const encoder = await createXlsxEncoder(table.columns, {
      rowCount: table.rowCount,
      sheetTitle: table.name,
      aboutTitle,
      hasFilePerSheet: false,
      openFile: () => Promise.resolve(sink),
    });
    await addBatches(encoder, table);
    await encoder.finish(table.about, '');
  } else {
    const dialect = format === 'csv-excel' ? excelCsv(excelRegion) : MACHINE_CSV;
    await addBatches(createCsvEncoder(table.columns, dialect, sink), table);
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

async function addBatches(encoder: TableEncoder, { columns, batches }: StreamedTable): Promise<void> {
  const rowsPerStep = Math.max(1, Math.floor(CELLS_PER_STEP / Math.max(1, columns.length)));
  for await (const rows of batches) {
    for (let start = 0; start < rows.length; start += rowsPerStep) {
      await encoder.add(rowBatchOf(rows.slice(start, start + rowsPerStep), columns.length));
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
}

/** Replaces what file systems refuse. */
function fileName(name: string): string {
  return name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_').slice(0, 120);
}
