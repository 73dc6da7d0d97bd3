import { withoutEmptyTexts, type RowBatch } from '@/lib/row-batches/row-batch';
import { createFastSha256 } from '@/lib/table-files/fast-sha256';
import { createRowDigest, type RowDigest } from '@/lib/table-files/row-digest';
import type { TableColumn, TableRow } from '@/lib/table-files/table-column';
import type { XlsxFills } from '@/lib/table-files/xlsx-encoder';
import {
  heldSecondDigits,
  streamedTables,
  type FigureSheet,
  type TableFile,
  type TableFileOptions,
  type TableRows,
  type TableFormat,
} from './table-file';
import type { SummaryTable } from './summary-table';

interface OpenRows<Row> {
  readonly rowCount: number;
  /** Reads a page; the first one is 1. A batch contains the cells of the file, and the next call but one may overwrite it. */
  readonly readPage: (
    page: number,
    pageSize: number,
    signal: AbortSignal,
  ) => Promise<readonly Row[] | RowBatch>;
  readonly close: () => Promise<void>;
}

interface RowsFileTable<Row> {
  readonly title: string;
  /** Functions that open the parts of the table. The rows of one part follow those of the previous one. */
  readonly parts: readonly ((signal: AbortSignal) => Promise<OpenRows<Row>>)[];
  readonly cellsOf: (row: Row) => TableRow;
}

/** Facts about the written file that its certificate contains. */
export interface WrittenFile {
  readonly file: string;
  readonly finished: string;
  /** By table, the number of rows in each part. */
  readonly rowCounts: readonly (readonly number[])[];
  readonly digest: RowDigest;
}

/** A file of rows of the engine. */
export interface RowsFile<Row> {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  /** The tables: sheets of a workbook, or one below the other in CSV. Empty tables are left out, except for the first if all are empty. */
  readonly tables: readonly RowsFileTable<Row>[];
  /** Further sheets of a workbook. They are not part of the certificate's digest, which includes only the rows. */
  readonly sheets?: readonly FigureSheet[];
  /** The number of rows per query: small enough for memory, and large enough that the fixed cost of a query hardly matters. */
  readonly rowsPerRead: number;
  readonly about: SummaryTable['about'];
  readonly fills?: XlsxFills | undefined;
  readonly certify: ((written: WrittenFile) => string) | null;
}

export interface RowsFileOptions extends TableFileOptions {
  readonly format: TableFormat;
  readonly signal: AbortSignal;
  readonly onRows?: ((done: number, all: number) => void) | undefined;
}

/**
 * Writes rows of the engine to a file and closes them. A workbook has the certificate on a hidden sheet, CSV as a second file. Rejects if
 * reading rejects, with CellTooLongError if a workbook cannot hold a text, or with the signal's reason.
 */
export async function writeRowsFile<Row>(
  { name, columns, tables, sheets = [], rowsPerRead, about, fills, certify }: RowsFile<Row>,
  { format, signal, onRows, ...options }: RowsFileOptions,
): Promise<readonly TableFile[]> {
  const opened: { readonly table: RowsFileTable<Row>; readonly parts: OpenRows<Row>[] }[] = [];
  try {
    for (const table of tables) {
      const parts: OpenRows<Row>[] = [];
      opened.push({ table, parts });
      for (const open of table.parts) parts.push(await open(signal));
    }
    const counted = opened.map((each) => ({ ...each, rowCount: sumOf(each.parts) }));
    const all = sumOf(counted);
    let done = 0;

    async function* batches({ table, parts }: (typeof opened)[number]): AsyncGenerator<TableRows> {
      for (const { rowCount, readPage } of parts) {
        const read = (page: number) => {
          const reading = readPage(page, rowsPerRead, signal);
          // If writing has failed meanwhile, this rejection is not handled anywhere else.
          reading.catch(() => undefined);
          return reading;
        };
        const pageCount = Math.ceil(rowCount / rowsPerRead);
        // The engine reads the next rows while the current ones are written.
        let reading = pageCount > 0 ? read(1) : null;
        for (let page = 1; reading !== null; page += 1) {
          const rows = await reading;
          signal.throwIfAborted();
          reading = page < pageCount ? read(page + 1) : null;
          const isBatch = 'columnCount' in rows;
          yield isBatch ? rows : rows.map((row) => table.cellsOf(row));
          signal.throwIfAborted();
          done += isBatch ? rows.rowCount : rows.length;
          onRows?.(done, all);
        }
      }
    }

    // The fast SHA-256 uses WebAssembly, which is available because the engine runs.
    const digest =
      certify === null ? null : createRowDigest(columns, heldSecondDigits(format), await createFastSha256());
    const certificateOf = async (file: string): Promise<string> => {
      if (certify === null || digest === null) return '';
      const rowCounts = opened.map(({ parts }) => parts.map(({ rowCount }) => rowCount));
      return certify({
        file,
        rowCounts,
        digest: await digest.finish(),
        finished: new Date().toISOString(),
      });
    };
    const written = counted.filter(({ rowCount }) => rowCount > 0);
    const file = await streamedTables(
      {
        name,
        columns,
        sheets,
        fills,
        tables: (written.length > 0 ? written : counted.slice(0, 1)).map((each) => ({
          title: each.table.title,
          rowCount: each.rowCount,
          batches: batches(each),
        })),
        ...(digest !== null && {
          // A CSV file with a single column cannot distinguish an empty text from a missing value, so its digest does not distinguish them
          // either.
          onRows: (rows: RowBatch) =>
            digest.add(format !== 'xlsx' && columns.length === 1 ? withoutEmptyTexts(rows) : rows),
        }),
        finish: async (fileName) => ({ about, hidden: await certificateOf(fileName) }),
      },
      format,
      options,
    );
    if (format === 'xlsx' || certify === null) return [file];
    const certificate = new Blob([await certificateOf(file.name)], { type: 'application/json' });
    return [file, { name: `${file.name}.certificate.json`, content: certificate }];
  } finally {
    for (const { parts } of opened) for (const part of parts) await part.close();
  }
}

function sumOf(counted: readonly { readonly rowCount: number }[]): number {
  return counted.reduce((sum, { rowCount }) => sum + rowCount, 0);
}
