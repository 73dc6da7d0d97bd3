import { fileNameOf } from '@/lib/formats/file-name';
import { numberSymbols } from '@/lib/formats/number-symbols';
import { rowBatchOf, rowsBetween, type RowBatch } from '@/lib/row-batches/row-batch';
import { excelCsv, GUARDED_CSV, MACHINE_CSV, type CsvDialect } from '@/lib/table-files/csv-dialect';
import { createCsvEncoder } from '@/lib/table-files/csv-encoder';
import type { TableRow } from '@/lib/table-files/table-column';
import { EXCEL_SECOND_DIGITS } from '@/lib/table-files/excel-serial';
import type { ByteSink, EncodingNotes, TableEncoder } from '@/lib/table-files/table-encoder';
import type { XlsxFills } from '@/lib/table-files/xlsx-encoder';
import type { Words } from '@/ui/formats/words';
import { createCopyWriter, type CopyContent, type CopyCounts } from '../copies/copy-writer';
import type { SummaryTable } from './summary-table';

/** The formats that users can choose. */
export const TABLE_FORMATS = ['csv-excel', 'csv-machine', 'xlsx'] as const;
/** `csv-guarded` protects against formulas in a spreadsheet. It is used unless the user says that only programs read the file. */
export type TableFormat = (typeof TABLE_FORMATS)[number] | 'csv-guarded';

export interface TableFileOptions {
  /** A BCP 47 tag that decides which notation of CSV files Excel reads. */
  readonly excelRegion: string;
  /** The title of a workbook's second sheet. */
  readonly aboutTitle: string;
  /** For notes on the second sheet about values that the workbook contains in another form, or not completely. */
  readonly words: Words;
}

/** Returns how many digits of a second a file of this format holds; null if it holds all. */
export function heldSecondDigits(format: TableFormat): number | null {
  return format === 'xlsx' ? EXCEL_SECOND_DIGITS : null;
}

function noteRows(words: Words, notes: EncodingNotes): SummaryTable['about'] {
  const t = words.of('tableExport.notes');
  const names = ['datesCut', 'datesAsText', 'numbersAsText'] as const;
  return names.flatMap((name) => (notes[name] > 0 ? [[t(name), String(notes[name])] as const] : []));
}

export interface TableFile {
  readonly name: string;
  readonly content: Blob;
}

/** Returns the table with its headers, in a form that Excel can paste. */
export function tableForClipboard(
  { columns, rows, rowColumns }: SummaryTable,
  excelRegion: string,
): { readonly content: CopyContent; readonly counts: CopyCounts } {
  const writer = createCopyWriter(columns, {
    decimalSign: numberSymbols(excelRegion).decimal,
    hasHeaders: true,
  });
  for (const [index, row] of rows.entries()) writer.addRow(row, rowColumns?.[index]);
  return writer.finish();
}

/** A table whose rows come in batches, so that they are never all in memory. */
interface StreamedTable extends Omit<SummaryTable, 'rows'> {
  readonly rowCount: number;
  readonly batches: RowBatches;
}

export type TableRows = readonly TableRow[] | RowBatch;

type RowBatches = AsyncIterable<TableRows> | Iterable<TableRows>;

/** A workbook sheet of computed figures, with its own columns. */
export interface FigureSheet extends Pick<SummaryTable, 'columns' | 'rowColumns' | 'rows' | 'totalRowCount'> {
  readonly title: string;
}

/** Tables with the same columns. In a workbook each is a sheet; in CSV they follow each other. */
export interface StreamedTables extends Pick<SummaryTable, 'name' | 'columns' | 'rowColumns'> {
  readonly tables: readonly {
    readonly title: string;
    readonly rowCount: number;
    readonly totalRowCount?: number | undefined;
    readonly batches: RowBatches;
  }[];
  /** Further sheets of a workbook after the tables; other formats omit them. */
  readonly sheets?: readonly FigureSheet[];
  readonly fills?: XlsxFills | undefined;
  /** Called with batches of all tables' rows, in the order of writing. */
  readonly onRows?: (rows: RowBatch) => void;
  /** Called after all rows are written. Returns the content of a workbook's last sheets. */
  readonly finish: (fileName: string) => Promise<{
    readonly about: SummaryTable['about'];
    /** A text for programs, on a hidden sheet; empty if there is no such sheet. */
    readonly hidden: string;
  }>;
}

/** Writes the table to a file, in short steps between which the page can respond. */
export function tableFile(
  table: SummaryTable,
  format: TableFormat,
  options: TableFileOptions,
): Promise<TableFile> {
  return streamedFile({ ...table, rowCount: table.rows.length, batches: [table.rows] }, format, options);
}

/** Writes a table with batches like `tableFile`. Rejects if a batch rejects. */
function streamedFile(
  { name, columns, rowColumns, rowCount, totalRowCount, batches, about }: StreamedTable,
  format: TableFormat,
  options: TableFileOptions,
): Promise<TableFile> {
  const tables = [{ title: name, rowCount, totalRowCount, batches }];
  const finish = () => Promise.resolve({ about, hidden: '' });
  return streamedTables(
    { name, columns, ...(rowColumns && { rowColumns }), tables, finish },
    format,
    options,
  );
}

/** Writes one or more tables with batches like `streamedFile`. */
export async function streamedTables(
  file: StreamedTables,
  format: TableFormat,
  { excelRegion, aboutTitle, words }: TableFileOptions,
): Promise<TableFile> {
  const { name, columns, rowColumns = [], tables, sheets = [], fills, finish } = file;
  const { extension, mediaType } = FILES[format];
  const ownName = `${fileNameOf(name)}.${extension}`;
  const parts: Blob[] = [];
  const sink = partsSink(parts);
  if (format === 'xlsx') {
    const { createXlsxEncoder } = await import('@/lib/table-files/xlsx-encoder');
    const [first = { title: name, rowCount: 0, totalRowCount: 0, batches: [] }, ...others] = tables;
    const encoder = await createXlsxEncoder(columns, {
      rowCount: first.rowCount,
      totalRowCount: first.totalRowCount ?? 0,
      sheetTitle: first.title,
      aboutTitle,
      hasFilePerSheet: false,
      fills,
      plainFormatsLabel: words.of('tableExport.notes')('plainFormats'),
      furtherColumns: [
        ...sheets.map((sheet) => sheet.columns),
        ...rowColumns,
        ...sheets.flatMap((sheet) => sheet.rowColumns ?? []),
      ],
      openFile: () => Promise.resolve(sink),
    });
    const rowsFrom = (start: number) => (row: number) => encoder.setColumns(start + row);
    await addBatches(encoder, file, first.batches, rowsFrom(sheets.length));
    for (const { title, rowCount, totalRowCount, batches } of others) {
      await encoder.beginTable(title, rowCount, undefined, totalRowCount);
      await addBatches(encoder, file, batches);
    }
    let next = sheets.length + rowColumns.length;
    for (const [index, sheet] of sheets.entries()) {
      await encoder.beginTable(sheet.title, sheet.rows.length, index, sheet.totalRowCount);
      await addBatches(encoder, sheet, [sheet.rows], rowsFrom(next));
      next += sheet.rowColumns?.length ?? 0;
    }
    const { about, hidden } = await finish(ownName);
    await encoder.finish([...about, ...noteRows(words, encoder.notes())], hidden);
  } else {
    const encoder = createCsvEncoder(columns, csvDialect(format, excelRegion), sink);
    for (const { batches } of tables) {
      await addBatches(encoder, file, batches, (row) => encoder.setColumns(rowColumns[row] ?? columns));
    }
  }
  sink.finish();
  return { name: ownName, content: new Blob(parts, { type: mediaType }) };
}

/** Returns the CSV notation of a format. `excelRegion`: a BCP 47 tag. */
export function csvDialect(format: Exclude<TableFormat, 'xlsx'>, excelRegion: string): CsvDialect {
  switch (format) {
    case 'csv-excel':
      return excelCsv(excelRegion);
    case 'csv-machine':
      return MACHINE_CSV;
    case 'csv-guarded':
      return GUARDED_CSV;
  }
}

const FILES: Record<TableFormat, { readonly extension: string; readonly mediaType: string }> = {
  'csv-excel': { extension: 'csv', mediaType: 'text/csv;charset=utf-8' },
  'csv-machine': { extension: 'csv', mediaType: 'text/csv;charset=utf-8' },
  'csv-guarded': { extension: 'csv', mediaType: 'text/csv;charset=utf-8' },
  xlsx: {
    extension: 'xlsx',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
};

/** The size of a part of a file. Smaller parts would take more time and memory. */
const PART_BYTES = 1 << 20;

/** Returns a sink that collects a file's bytes in blobs, which the browser may store outside of the page's memory. */
function partsSink(parts: Blob[]): ByteSink & { readonly finish: () => void } {
  const chunk = new Uint8Array(PART_BYTES);
  let size = 0;
  const finish = () => {
    if (size > 0) parts.push(new Blob([chunk.subarray(0, size)]));
    size = 0;
  };
  return {
    write: (bytes) => {
      if (size + bytes.length > PART_BYTES) finish();
      if (bytes.length > PART_BYTES) {
        parts.push(new Blob([bytes]));
      } else {
        chunk.set(bytes, size);
        size += bytes.length;
      }
    },
    finish,
  };
}

/** The number of cells that are encoded in one step, which takes one or two milliseconds. */
const CELLS_PER_STEP = 5_000;
/** After encoding for this time, other tasks of the page have their turn. */
const MAX_STEP_MS = 10;

async function addBatches(
  encoder: TableEncoder,
  { columns, rowColumns, onRows }: Pick<StreamedTables, 'columns' | 'rowColumns' | 'onRows'>,
  batches: RowBatches,
  setColumnsOf: (row: number) => void = () => undefined,
): Promise<void> {
  const rowsPerStep =
    rowColumns === undefined ? Math.max(1, Math.floor(CELLS_PER_STEP / Math.max(1, columns.length))) : 1;
  let rowIndex = 0;
  let stepEndMs = performance.now() + MAX_STEP_MS;
  for await (const rows of batches) {
    const rowCount = 'columnCount' in rows ? rows.rowCount : rows.length;
    for (let start = 0; start < rowCount; start += rowsPerStep) {
      const end = Math.min(rowCount, start + rowsPerStep);
      const batch =
        'columnCount' in rows
          ? rowsBetween(rows, start, end)
          : rowBatchOf(rows.slice(start, end), columns.length);
      onRows?.(batch);
      if (rowColumns !== undefined) setColumnsOf(rowIndex);
      rowIndex += batch.rowCount;
      await encoder.add(batch);
      if (performance.now() < stepEndMs) continue;
      await afterOtherTasks();
      stepEndMs = performance.now() + MAX_STEP_MS;
    }
  }
}

/** Resolves after other tasks of the page. A message is used, because successive timers would wait four milliseconds each. */
function afterOtherTasks(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
