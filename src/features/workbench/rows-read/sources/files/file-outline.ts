import type { Certificate } from '@/rows/certificates/certificate';
import type { Damage } from '@/lib/table-files/damaged-file';
import { EXCEL_SECOND_DIGITS } from '@/lib/table-files/excel-serial';
import type { OwnColumn } from '../../../model/own-column';

/** Why a file cannot be compared with. */
export type FileProblem =
  /** The file has no bytes, or only blanks. */
  | { readonly kind: 'empty' }
  /** There are headers, but no row below them. */
  | { readonly kind: 'no-rows' }
  /** A file of another kind. */
  | { readonly kind: 'foreign'; readonly found: ForeignKind }
  /** A certificate without the file that it describes. */
  | { readonly kind: 'certificate-only'; readonly fileName: string }
  /** Several files that are not the parts of one export with its certificate. */
  | { readonly kind: 'several-files' }
  /** The file ends too early, or contradicts itself. `damage` is null if the reason is not known. */
  | { readonly kind: 'damaged'; readonly damage: Damage | null }
  /** The bytes are invalid in their encoding. `line`: of the first such byte, 1-based; null if unknown. */
  | { readonly kind: 'wrong-encoding'; readonly encoding: string; readonly line: number | null }
  /** The text has a null character, as in files that were not saved completely. `line`: of the first one, 1-based. */
  | { readonly kind: 'null-character'; readonly line: number }
  /** A list or an object in a compared column of JSON lines. */
  | { readonly kind: 'nested-value'; readonly line: number; readonly column: string }
  /** A name that occurs twice in an object of JSON lines, for a compared column. */
  | { readonly kind: 'doubled-member'; readonly line: number; readonly column: string }
  /** A formula in a compared column whose value the workbook does not store. `record`: its row. */
  | { readonly kind: 'uncomputed'; readonly record: number }
  /** Bytes of Parquet in a compared column that are not text. `row`: the first one, 1-based. */
  | { readonly kind: 'not-text'; readonly row: number; readonly column: string }
  /** A quote that is never closed. `record`: 1-based row in a spreadsheet. */
  | { readonly kind: 'unclosed-quote'; readonly record: number }
  /** Rows have more values than headers, so values may be in the wrong columns. `record`: the first such row. */
  | { readonly kind: 'too-many-values'; readonly record: number }
  | { readonly kind: 'too-many-columns'; readonly count: number }
  /** A compression in Parquet that this console does not support. */
  | { readonly kind: 'compression'; readonly names: readonly string[] }
  /** Parquet with row groups that do not fit into memory; each must be read as a whole. */
  | { readonly kind: 'large-groups' }
  /** A workbook whose shared texts do not fit into memory. */
  | { readonly kind: 'large-texts' }
  /** More rows than fit into the memory limit, by the estimate or while reading. */
  | { readonly kind: 'too-large' }
  /** The file was changed, moved or removed after it was chosen, or reading it is not allowed. */
  | { readonly kind: 'unreadable' }
  /** A part of the console could not be loaded. */
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

/** Reports a problem from where it is noticed. */
export class FileProblemError extends Error {
  override readonly name = 'FileProblemError';
  readonly problem: FileProblem;
  constructor(problem: FileProblem) {
    super(`The file cannot be compared with: ${problem.kind}`);
    this.problem = problem;
  }
}

/** Returns the error that reports a problem. */
export function problem(of: FileProblem): FileProblemError {
  return new FileProblemError(of);
}

export interface FileCell {
  /** `written`: a text whose meaning depends on the notation; `number`: from a workbook; `value`: from a typed file. */
  readonly kind: 'written' | 'number' | 'value';
  /** The text as written; for typed cells a decimal, an ISO date, `true` or `false`, or a text. */
  readonly text: string;
  /** What a workbook shows instead of its number: a day or a time in ISO 8601, `19%`, `00123`; otherwise the same as `text`. */
  readonly shown: string;
  /** How a workbook shows its number. `time`: a day, a time or hours, which people do not see as a number. */
  readonly shownAs: 'number' | 'time' | 'percent';
}

export interface FileColumn {
  /** As in the file; empty without a header. */
  readonly name: string;
  /** False for nested values, such as lists, and for types other than text, number, date and boolean. */
  readonly isReadable: boolean;
  /** The type of the values in a typed file, as its format names it; absent for nested values. */
  readonly storedType?: string;
  /** The cells of the first rows; null for no value. */
  readonly cells: readonly (FileCell | null)[];
}

/** How the bytes of a CSV file become cells. */
export interface CsvLayout {
  /** A label of the Encoding Standard. */
  readonly encoding: string;
  /**
   * The 1-based line of the first byte that is not UTF-8, if another encoding is used because of it and the person has not
   * chosen it; otherwise null.
   */
  readonly otherThanUtf8: number | null;
  readonly delimiter: string;
  /** Whether the file begins with a byte order mark, as our files for Excel do. */
  readonly hasByteOrderMark: boolean;
  /** The first row, among the first rows, with quotes that CSV does not allow: 1-based, as a spreadsheet counts; null for none. */
  readonly misquotedRow: number | null;
}

/** One of the first rows of a file, from which the row of the headers can be chosen. */
interface FirstRow {
  /** 1-based, as a spreadsheet counts. */
  readonly row: number;
  /** The texts of its first filled cells. */
  readonly texts: readonly string[];
}

export interface FileOutline {
  readonly name: string;
  readonly format: 'csv' | 'json-lines' | 'xlsx' | 'parquet';
  /** The total size of all parts. */
  readonly byteCount: number;
  readonly modifiedAtMs: number;
  readonly csv: CsvLayout | null;
  /** The sheets of a workbook that Excel shows; empty for other files. */
  readonly sheets: readonly string[];
  readonly sheet: string | null;
  /** The row of the headers, 1-based, as a spreadsheet counts. Titles and blank lines above it are left out. */
  readonly headerRow: number;
  /** Rows that may be the row of the headers; empty for formats that name their columns. */
  readonly firstRows: readonly FirstRow[];
  readonly columns: readonly FileColumn[];
  readonly doubledHeaders: readonly string[];
  readonly rowCount: number;
  /** Whether the rows were counted, not estimated from the size. */
  readonly isRowCountExact: boolean;
  /** The certificate of an export of this console, found in the file or beside it. The columns are then those that it lists. */
  readonly certificate: Certificate | null;
  /** Whether a certificate was found but not used: it describes another file, or the columns were changed. */
  readonly hasOtherCertificate: boolean;
}

/** The digits of a second that dates of a format hold; null for all. */
const SECOND_DIGITS: Readonly<Record<FileOutline['format'], number | null>> = {
  csv: null,
  'json-lines': null,
  xlsx: EXCEL_SECOND_DIGITS,
  parquet: null,
};

/** The most digits of a second in the dates of a file, for its certificate; null if no digit was left out. */
export function secondDigitsOf({
  format,
  certificate,
}: Pick<FileOutline, 'format' | 'certificate'>): number | null {
  const digits = SECOND_DIGITS[format];
  if (digits === null || certificate === null) return digits;
  return certificate.file.datesCut > 0 ? certificate.digest.secondDigits : null;
}

/** The person's choices that replace detected properties. */
export interface OutlineChoices {
  readonly encoding?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly sheet?: string | undefined;
  /** 1-based. */
  readonly headerRow?: number | undefined;
}

/** The number of rows whose cells the outline contains. */
export const SAMPLED_ROWS = 1_000;
/** Limits the cells of an outline, for tables with very many columns. */
const MOST_SAMPLED_CELLS = 1_000_000;

/** Returns how many rows of cells the outline of a table with so many columns contains. */
export function sampledRows(columnCount: number): number {
  return Math.min(SAMPLED_ROWS, Math.ceil(MOST_SAMPLED_CELLS / Math.max(1, columnCount)));
}
/** Headers are hardly ever further down. */
const MOST_FIRST_ROWS = 30;
const MOST_FIRST_TEXTS = 6;
const LONGEST_FIRST_TEXT = 30;

/** Returns the rows that may hold the headers. `isWhole` tells whether `rows` are all rows of the file. */
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

/** The number of columns in Excel. */
export const MOST_COLUMNS = 16_384;

/** The notation of the file's texts. */
export interface FileNotation {
  readonly decimal: '.' | ',';
  /** BCP 47; null if only ISO dates are read. */
  readonly dateLocale: string | null;
  /** Whether to remove the apostrophe that keeps Excel from evaluating a text. */
  readonly guardsFormulas: boolean;
}

/** Assigns columns of the file to fields. */
export interface FileMapping {
  readonly notation: FileNotation;
  /** Names of fields, each with the 0-based place of its column in the file. */
  readonly columns: readonly { readonly field: string; readonly columnIndex: number }[];
  /** Describes the file's own columns, which are not fields; absent if columns are matched with fields. */
  readonly own?: readonly OwnColumn[];
}

/** The use of the file's rows: the other side of a comparison, a source of columns, or proposed prices. */
export type FilePurpose = 'compare' | 'add' | 'proposal';
