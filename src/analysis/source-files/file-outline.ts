import type { Certificate } from '@/rows/certificates/certificate';
import type { Damage } from '@/lib/table-files/damaged-file';
import { EXCEL_SECOND_DIGITS } from '@/lib/table-files/excel-serial';
import type { OwnColumn } from '../conditions/own-column';

/** The reason why a file cannot be used. */
export type FileProblem =
  /** The file contains no bytes, or only blanks. */
  | { readonly kind: 'empty' }
  /** The file has headers, but no row below them. */
  | { readonly kind: 'no-rows' }
  /** The format of the file cannot be read. */
  | { readonly kind: 'foreign'; readonly found: ForeignKind }
  /** The file is a certificate, but the file that it describes was not chosen. */
  | { readonly kind: 'certificate-only'; readonly fileName: string }
  /** Several files were chosen that are not the parts of one export with its certificate. */
  | { readonly kind: 'several-files' }
  /** The file ends too early or contradicts itself. `damage`: the reason; null if it is unknown. */
  | { readonly kind: 'damaged'; readonly damage: Damage | null }
  /** Some bytes are invalid in the file's encoding. `line`: the line of the first one, starting at 1; null if it is unknown. */
  | { readonly kind: 'wrong-encoding'; readonly encoding: string; readonly line: number | null }
  /** The text contains a null character, as in files that were not saved completely. `line`: the line of the first one, starting at 1. */
  | { readonly kind: 'null-character'; readonly line: number }
  /** JSON lines contain a list or an object in a column that is used. */
  | { readonly kind: 'nested-value'; readonly line: number; readonly column: string }
  /** An object in JSON lines contains a name twice, for a column that is used. */
  | { readonly kind: 'doubled-member'; readonly line: number; readonly column: string }
  /** A column that is used contains a formula whose value the workbook does not store. `record`: its row. */
  | { readonly kind: 'uncomputed'; readonly record: number }
  /** A Parquet column that is used contains bytes that are not text. `row`: the row of the first ones, starting at 1. */
  | { readonly kind: 'not-text'; readonly row: number; readonly column: string }
  /** A quote is never closed. `record`: its row as in a spreadsheet, starting at 1. */
  | { readonly kind: 'unclosed-quote'; readonly record: number }
  /** Some rows have more values than headers, so values may be in wrong columns. `record`: the first such row. */
  | { readonly kind: 'too-many-values'; readonly record: number }
  | { readonly kind: 'too-many-columns'; readonly count: number }
  /** The Parquet file uses compressions that this console does not support. */
  | { readonly kind: 'compression'; readonly names: readonly string[] }
  /** The row groups of the Parquet file do not fit into memory, although each must be read as a whole. */
  | { readonly kind: 'large-groups' }
  /** The shared texts of the workbook do not fit into memory. */
  | { readonly kind: 'large-texts' }
  /** The rows exceed the memory limit, either by the estimate or while they are read. */
  | { readonly kind: 'too-large' }
  /** The file was changed, moved or removed after it was chosen, or the browser may not read it. */
  | { readonly kind: 'unreadable' }
  /** A part of this console's code could not be loaded. */
  | { readonly kind: 'not-loaded' };

export type ForeignKind =
  | 'pdf'
  | 'image'
  | 'web-page'
  | 'xml'
  | 'json'
  | 'old-excel'
  | 'protected'
  | 'open-document'
  | 'archive'
  | 'other';

/** An error with a problem of a file. */
export class FileProblemError extends Error {
  override readonly name = 'FileProblemError';
  readonly problem: FileProblem;
  constructor(problem: FileProblem) {
    super(`The file cannot be compared with: ${problem.kind}`);
    this.problem = problem;
  }
}

/** Returns an error with this problem. */
export function problem(of: FileProblem): FileProblemError {
  return new FileProblemError(of);
}

export interface FileCell {
  /** `written`: a text whose meaning depends on the notation. `number`: a number of a workbook. `value`: a value of a file with types. */
  readonly kind: 'written' | 'number' | 'value';
  /** The text as the file contains it. For a value of a file with types: a decimal, an ISO date, `true` or `false`, or a text. */
  readonly text: string;
  /** What a workbook shows for its number: a day or time in ISO 8601, `19%`, or `00123`. For other cells, the same as `text`. */
  readonly shown: string;
  /** How a workbook shows its number. `time`: as a day, a time or a duration, which does not look like a number. */
  readonly shownAs: 'number' | 'time' | 'percent';
}

export interface FileColumn {
  /** The header of the column in the file; empty if there is none. */
  readonly name: string;
  /** False for nested values such as lists, and for types other than text, number, date and boolean. */
  readonly isReadable: boolean;
  /** The type of the values, as a format with types names it; absent for nested values. */
  readonly storedType?: string;
  /** The cells of the first rows. Null is a missing value. */
  readonly cells: readonly (FileCell | null)[];
}

/** How the bytes of a CSV file are converted to cells. */
export interface CsvLayout {
  /** The encoding, as a label of the Encoding Standard. */
  readonly encoding: string;
  /**
   * The line of the first byte that is not UTF-8, starting at 1, if another encoding was therefore detected. Null for UTF-8, and if the
   * user has chosen the encoding.
   */
  readonly otherThanUtf8: number | null;
  readonly delimiter: string;
  /** Whether the file begins with a byte order mark, like the files that this console exports for Excel. */
  readonly hasByteOrderMark: boolean;
  /** The first row with quotes that CSV does not allow, among the first rows, as in a spreadsheet, from 1; null for none. */
  readonly misquotedRow: number | null;
}

/** One of the first rows of a file, from which the user can choose the row of the headers. */
interface FirstRow {
  /** The number of the row as in a spreadsheet, starting at 1. */
  readonly row: number;
  /** The text of each of the row's first cells that are not empty. */
  readonly texts: readonly string[];
}

export interface FileOutline {
  readonly name: string;
  readonly format: 'csv' | 'json-lines' | 'xlsx' | 'parquet';
  /** The total size of all parts of the file. */
  readonly byteCount: number;
  readonly modifiedAtMs: number;
  readonly csv: CsvLayout | null;
  /** The sheets of a workbook, without hidden ones; empty for other formats. */
  readonly sheets: readonly string[];
  readonly sheet: string | null;
  /** The row of the headers as in a spreadsheet, starting at 1. Titles and blank lines above it are left out. */
  readonly headerRow: number;
  /** The rows that may contain the headers; empty for formats that name their columns. */
  readonly firstRows: readonly FirstRow[];
  readonly columns: readonly FileColumn[];
  readonly doubledHeaders: readonly string[];
  readonly rowCount: number;
  /** Whether the rows were counted. If not, their number was estimated from the file's size. */
  readonly isRowCountExact: boolean;
  /** The certificate of an export of this console, found in the file or next to it. If there is one, the columns are those it lists. */
  readonly certificate: Certificate | null;
  /** Whether a certificate was found but not used, because it describes another file or the columns were changed. */
  readonly hasOtherCertificate: boolean;
}

/** By format, how many digits of a second a date can hold; null for all. */
const SECOND_DIGITS: Readonly<Record<FileOutline['format'], number | null>> = {
  csv: null,
  'json-lines': null,
  xlsx: EXCEL_SECOND_DIGITS,
  parquet: null,
};

/** Returns how many digits of a second the dates of a file hold, with regard to its certificate; null for all digits. */
export function secondDigitsOf({
  format,
  certificate,
}: Pick<FileOutline, 'format' | 'certificate'>): number | null {
  const digits = SECOND_DIGITS[format];
  if (digits === null || certificate === null) return digits;
  return certificate.file.datesCut > 0 ? certificate.digest.secondDigits : null;
}

/** The user's choices, which replace detected properties of a file. */
export interface OutlineChoices {
  readonly encoding?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly sheet?: string | undefined;
  /** The row of the headers, starting at 1. */
  readonly headerRow?: number | undefined;
}

/** The number of rows whose cells are part of the outline. */
export const SAMPLED_ROWS = 1_000;
/** The maximum number of cells in an outline, for tables with very many columns. */
const MOST_SAMPLED_CELLS = 1_000_000;

/** Returns how many rows the cells of an outline contain, for a table with this many columns. */
export function sampledRows(columnCount: number): number {
  return Math.min(SAMPLED_ROWS, Math.ceil(MOST_SAMPLED_CELLS / Math.max(1, columnCount)));
}
/** The number of rows from which the headers can be chosen. They are hardly ever further down. */
const MOST_FIRST_ROWS = 30;
const MOST_FIRST_TEXTS = 6;
const LONGEST_FIRST_TEXT = 30;

/** Returns the rows that may contain the headers. `isWhole`: whether `rows` are all rows of the file. */
export function firstRowsOf(rows: readonly FirstRow[], isWhole: boolean, headerRow: number): FirstRow[] {
  const filled = rows.flatMap(({ row, texts }) => {
    const shown = texts.map((text) => text.trim()).filter((text) => text !== '');
    return shown.length === 0 ? [] : [{ row, texts: shown }];
  });
  return (isWhole ? filled.slice(0, -1) : filled)
    .filter(({ row }, index) => index < MOST_FIRST_ROWS || row === headerRow)
    .map(({ row, texts }) => ({
      row,
      texts: texts.slice(0, MOST_FIRST_TEXTS).map((text) => text.slice(0, LONGEST_FIRST_TEXT)),
    }));
}

/** The maximum number of columns, which is that of Excel. */
export const MOST_COLUMNS = 16_384;

/** How numbers and dates are written in the cells of a file. */
export interface FileNotation {
  readonly decimal: '.' | ',';
  /** The locale of the dates, as a BCP 47 tag; null if only ISO dates are read. */
  readonly dateLocale: string | null;
  /** Whether to remove the apostrophe that keeps Excel from evaluating a text as a formula. */
  readonly guardsFormulas: boolean;
}

/** Which columns of a file are used, and for which fields. */
export interface FileMapping {
  readonly notation: FileNotation;
  /** The names of fields, each with the index of its column in the file. */
  readonly columns: readonly { readonly field: string; readonly columnIndex: number }[];
  /** The columns of a file that keep their own names; absent if columns are matched with fields. */
  readonly own?: readonly OwnColumn[];
}

/** How the file's rows are used: as a side of a comparison, as a source of columns, or as proposed prices. */
export type FilePurpose = 'compare' | 'add' | 'proposal';
