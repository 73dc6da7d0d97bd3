import type { CellRow } from './cell-values';
import type { FileOutline, OutlineChoices } from './file-outline';
import type { RecognisedFile } from './recognise-file';

/** A file, or the parts of an export, read as a table. Its functions reject with FileProblemError, or with an error of the browser. */
export interface TableFile {
  /** Reads the outline. `onProgress`: called with shares from 0 to 1 if the whole file must be read. */
  readonly outline: (
    found: RecognisedFile,
    choices: OutlineChoices,
    onProgress: (share: number) => void,
  ) => Promise<TableOutline>;
  /** Yields the cells of the columns with the indexes `wanted`. */
  readonly rows: (layout: TableLayout, wanted: readonly number[]) => CellRows;
}

export type CellRows = AsyncGenerator<readonly CellRow[], RowsFound, undefined>;

/** The members of an outline that only the reader of a format can find. */
export type TableOutline = Pick<FileOutline, 'columns' | 'rowCount' | 'isRowCountExact'> &
  Partial<Pick<FileOutline, 'csv' | 'sheets' | 'sheet' | 'headerRow' | 'firstRows'>>;

/** The members of an outline that are needed to read the rows. */
export type TableLayout = Pick<FileOutline, 'csv' | 'sheet' | 'headerRow'> & {
  readonly columnNames: readonly string[];
};

/** What was found while the rows were read. */
export interface RowsFound {
  /** The numbers of irregular rows in a CSV file. If a row is too short, its missing cells have no value. */
  readonly counts: Readonly<CsvCounts>;
  /** Whether the rows match the certificate; null if there is none. */
  readonly isAsCertified: boolean | null;
}

interface CsvCounts {
  /** The number of rows that end before the last header. */
  shortRows: number;
  /** The number of rows without any value, which are left out. */
  blankRows: number;
  /** The number of rows with quotes that CSV does not allow. */
  misquotedRows: number;
  /** The first row with quotes that CSV does not allow, as in a spreadsheet, starting at 1. */
  misquotedRow: number | null;
}

export const NOTHING_FOUND: RowsFound = {
  counts: { shortRows: 0, blankRows: 0, misquotedRows: 0, misquotedRow: null },
  isAsCertified: null,
};

/** The number of rows that are sent to the engine at once. */
export const ROWS_PER_BATCH = 5_000;

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
