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
  /** `page` is 1-based. A batch has the cells of the file; the next call but one may overwrite it. */
  readonly readPage: (
    page: number,
    pageSize: number,
    signal: AbortSignal,
  ) => Promise<readonly Row[] | RowBatch>;
  readonly close: () => Promise<void>;
}

interface RowsFileTable<Row> {
  readonly title: string;
  /** Functions that open the rows of the table, in parts that follow each other. */
  readonly parts: readonly ((signal: AbortSignal) => Promise<OpenRows<Row>>)[];
  readonly cellsOf: (row: Row) => TableRow;
}

/** The facts in a certificate about the file that was written. */
export interface WrittenFile {
  readonly file: string;
  readonly finished: string;
  /** The number of rows of each part, by table. */
  readonly rowCounts: readonly (readonly number[])[];
  readonly digest: RowDigest;
}

/** A file of rows of the engine. */
export interface RowsFile<Row> {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  /** Sheets of a workbook, one below the other in CSV. A table without rows is left out, except for the first one if all are empty. */
  readonly tables: readonly RowsFileTable<Row>[];
  /** Further sheets of a workbook. The digest of the certificate includes only the rows. */
  readonly sheets?: readonly FigureSheet[];
  /** Rows per query: few enough for memory, and so many that the fixed cost of a query hardly matters. */
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
 * Writes rows of the engine to a file, and closes them: a workbook with the certificate on a hidden sheet, or CSV with the certificate as
 * a second file. Rejects as the rows do, with CellTooLongError if a workbook cannot hold a text, or with the signal's reason.
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
          // If writing has failed meanwhile, nobody waits for the next rows.
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

    // The engine runs, so WebAssembly is available.
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
          // A CSV file of a single column cannot distinguish an empty text from no value, so its digest does not either.
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
