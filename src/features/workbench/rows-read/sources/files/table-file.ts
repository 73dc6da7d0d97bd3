import type { CellRow } from './cell-values';
import type { FileOutline, OutlineChoices } from './file-outline';
import type { RecognisedFile } from './recognise-file';

/** A file, or the parts of an export, as a table. Its functions reject with FileProblemError, or the browser's error. */
export interface TableFile {
  /** `onProgress` receives the share, from 0 to 1, if the whole file must be read. */
  readonly outline: (
    found: RecognisedFile,
    choices: OutlineChoices,
    onProgress: (share: number) => void,
  ) => Promise<TableOutline>;
  /** Yields the cells of the columns at the `wanted` positions. */
  readonly rows: (layout: TableLayout, wanted: readonly number[]) => CellRows;
}

export type CellRows = AsyncGenerator<readonly CellRow[], RowsFound, undefined>;

/** The outline of a table, without what is known before its format is read. */
export type TableOutline = Pick<FileOutline, 'columns' | 'rowCount' | 'isRowCountExact'> &
  Partial<Pick<FileOutline, 'csv' | 'sheets' | 'sheet' | 'headerRow' | 'firstRows'>>;

/** What reading the rows needs of an outline. */
export type TableLayout = Pick<FileOutline, 'csv' | 'sheet' | 'headerRow'> & {
  readonly columnNames: readonly string[];
};

/** What is found while the rows are read. */
export interface RowsFound {
  /** Irregular rows of a CSV file. The missing cells of short rows have no value. */
  readonly counts: Readonly<CsvCounts>;
  /** Whether the rows match the certificate; null without one. */
  readonly isAsCertified: boolean | null;
}

interface CsvCounts {
  /** Rows that end before the last header. */
  shortRows: number;
  /** Rows without any value, which are left out. */
  blankRows: number;
  /** Rows with quotes that CSV does not allow. */
  misquotedRows: number;
  /** The first such row: 1-based, as a spreadsheet counts. */
  misquotedRow: number | null;
}

export const NOTHING_FOUND: RowsFound = {
  counts: { shortRows: 0, blankRows: 0, misquotedRows: 0, misquotedRow: null },
  isAsCertified: null,
};

/** Rows that are sent to the engine at once. */
export const ROWS_PER_BATCH = 5_000;

/** Yields single rows in batches. */
export async function* inBatches<Row>(rows: AsyncIterable<Row>): AsyncGenerator<readonly Row[]> {
  let batch: Row[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < ROWS_PER_BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}
