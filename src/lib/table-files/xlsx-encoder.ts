import type { RowBatch } from '../row-batches/row-batch';
import type { TableColumn } from './table-column';
import type { ByteSink, TableEncoder } from './table-encoder';
import { MAX_SHEET_ROWS } from './xlsx-limits';
import type { EncodedQuery } from './xlsx-query';
import { RowWriter, sheetLayout, type RowFill } from './xlsx-row-writer';
import { beginSheet, type SheetWriter } from './xlsx-sheet';
import { FIXED_STYLES, isWithoutItsFormat, xlsxStyles, type XlsxStyles } from './xlsx-styles';
import { createWorkbook, type AboutRow, type Workbook } from './xlsx-workbook';

export interface XlsxFill {
  /** The color of the fill, as ARGB. */
  readonly colour: string;
  readonly words: string;
}

export interface XlsxFills {
  /** The label of the list of colors on the About sheet. */
  readonly label: string;
  readonly legend: readonly XlsxFill[];
  /** Returns the fills of a row, or null if it has none. */
  readonly fillOf: (batch: RowBatch, row: number) => RowFill | null;
}

export interface XlsxOptions {
  /** The total number of rows. If there are several tables, the number of rows in the first one. */
  readonly rowCount: number;
  /** The number of totals rows, which come last. They are below the filter, which would sort and sum them with the other rows. */
  readonly totalRowCount?: number;
  /** The title of the sheet. If the rows need several sheets, their titles are numbered. */
  readonly sheetTitle: string;
  readonly aboutTitle: string;
  /** Opens a file: one for all rows, or one per sheet (`hasFilePerSheet`). */
  readonly openFile: (ordinal: number) => Promise<ByteSink>;
  readonly hasFilePerSheet: boolean;
  /** Whether date-times with more fractional digits than Excel can store become text. If not, further digits are cut. */
  readonly keepsFullSeconds?: boolean;
  /** The query that refills the rows in Excel. Only for rows that fit on one sheet. */
  readonly query?: EncodedQuery | undefined;
  readonly fills?: XlsxFills | undefined;
  /** The label for columns that lost their format, listed on the About sheet. If it is undefined or empty, they are not listed. */
  readonly plainFormatsLabel?: string;
  /** The columns of further sheets or of single rows, in order. Undefined if all have the same columns. */
  readonly furtherColumns?: readonly (readonly TableColumn[])[];
}

export interface XlsxEncoder extends TableEncoder {
  /** Ends the sheets of a table and begins those of the next one, with the same columns or with `furtherColumns[furtherSheet]`. */
  readonly beginTable: (
    sheetTitle: string,
    rowCount: number,
    furtherSheet?: number,
    totalRowCount?: number,
  ) => Promise<void>;
  /** Sets the columns of the next rows on the sheet: `furtherColumns` is an index in the option of that name. */
  readonly setColumns: (furtherColumns: number) => void;
  /** Ends each file with an About sheet and, unless `hidden` is empty, a hidden sheet that stores `hidden` in chunks. */
  readonly finish: (about: readonly AboutRow[], hidden: string) => Promise<void>;
}

/** The number of XML bytes that are compressed at once. Some streams report backpressure wrongly for small chunks. */
const CHUNK_BYTES = 1 << 18;

/** Writes Excel workbooks as a stream, with only one chunk in memory. */
export async function createXlsxEncoder(
  columns: readonly TableColumn[],
  options: XlsxOptions,
): Promise<XlsxEncoder> {
  const { hasFilePerSheet, keepsFullSeconds = false, query, fills, furtherColumns = [] } = options;
  const allColumns = [...columns, ...furtherColumns.flat()];
  const styles = xlsxStyles(
    allColumns,
    fills?.legend.map(({ colour }) => colour),
  );
  const layoutOf = (ofTable: readonly TableColumn[], offset: number) =>
    sheetLayout(ofTable, styles.ofColumns.slice(offset, offset + ofTable.length));
  let furtherEnd = columns.length;
  const furtherStarts = furtherColumns.map(({ length }) => (furtherEnd += length) - length);
  const further = (index: number) => layoutOf(furtherColumns[index] ?? [], furtherStarts[index] ?? 0);
  const main = layoutOf(columns, 0);
  const rows = new RowWriter(main, { keepsFullSeconds, ofFill: styles.ofFill });
  const workbooks: Workbook[] = [];
  let table = {
    title: options.sheetTitle,
    rowCount: options.rowCount,
    totalRowCount: options.totalRowCount ?? 0,
  };
  let sheetsOfTable = 0;
  let sheet = await nextSheet();

  async function nextSheet(): Promise<SheetWriter> {
    const isFirstOfFile = workbooks.length === 0 || hasFilePerSheet;
    if (isFirstOfFile) {
      workbooks.push(await createWorkbook(await options.openFile(workbooks.length), styles.xml));
    }
    const workbook = workbooks.at(-1);
    if (workbook === undefined) throw new Error('No workbook has been begun.');
    const ordinal = sheetsOfTable;
    sheetsOfTable += 1;
    const plan = { table, ordinal, isSelected: isFirstOfFile, query, keepsFullSeconds };
    return beginSheet(workbook, plan, rows);
  }

  return {
    add: async (batch) => {
      for (let row = 0; row < batch.rowCount; row += 1) {
        if (sheet.rowCount() === MAX_SHEET_ROWS) {
          if (query !== undefined) throw new RangeError('The rows of a query do not fit on a sheet.');
          await sheet.end();
          sheet = await nextSheet();
        }
        sheet.append(batch, row, rows.layout === main ? (fills?.fillOf(batch, row) ?? null) : null);
        if (rows.xml.length >= CHUNK_BYTES) await sheet.flush();
      }
    },
    beginTable: async (title, rowCount, furtherSheet, totalRowCount = 0) => {
      await sheet.end();
      rows.layout = furtherSheet === undefined ? main : further(furtherSheet);
      table = { title, rowCount, totalRowCount };
      sheetsOfTable = 0;
      sheet = await nextSheet();
    },
    setColumns: (index) => {
      rows.layout = further(index);
    },
    notes: () => rows.notes,
    finish: async (about, hidden) => {
      await sheet.end();
      // A table must have at least one row below its header.
      const range = `A1:${main.lastLetter}${Math.max(1, rows.rowCount) + 1}`;
      const queryTable = query === undefined ? null : { ...query, range };
      const ofAbout = [
        ...about,
        ...plainFormatRows(allColumns, options.plainFormatsLabel),
        ...legendRows(fills, styles),
      ];
      for (const workbook of workbooks) {
        await workbook.finish(options.aboutTitle, ofAbout, hidden, queryTable);
      }
    },
  };
}

function plainFormatRows(columns: readonly TableColumn[], label = ''): readonly AboutRow[] {
  const names = columns.filter(isWithoutItsFormat).map(({ name }) => name);
  if (label === '' || names.length === 0) return [];
  return [null, [label, [...new Set(names)].join(', ')]];
}

function legendRows(fills: XlsxFills | undefined, { ofFill }: XlsxStyles): readonly AboutRow[] {
  if (fills === undefined) return [];
  const rows = fills.legend.map(({ words }, index): AboutRow => [
    index === 0 ? fills.label : '',
    words,
    FIXED_STYLES.wrapped + ofFill(index),
  ]);
  return [null, ...rows];
}
