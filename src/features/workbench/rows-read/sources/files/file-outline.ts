import type { Certificate } from '@/rows/certificates/certificate';
import type { Damage } from '@/lib/table-files/damaged-file';
import { EXCEL_SECOND_DIGITS } from '@/lib/table-files/excel-serial';
import type { OwnColumn } from '../../../model/own-column';

/** Why a file cannot be compared with. */
export type FileProblem =
  /** No bytes, or nothing but blanks. */
  | { readonly kind: 'empty' }
  /** Headers without a row below them. */
  | { readonly kind: 'no-rows' }
  /** A file of another kind. */
  | { readonly kind: 'foreign'; readonly found: ForeignKind }
  /** A certificate without the file that it describes. */
  | { readonly kind: 'certificate-only'; readonly fileName: string }
  /** Several files that are not the parts of one export with its certificate. */
  | { readonly kind: 'several-files' }
  /** The file ends too early, or contradicts itself. Null where it is not known by what. */
  | { readonly kind: 'damaged'; readonly damage: Damage | null }
  /**
   * The text has bytes that are none of its encoding, which the person has to choose. `line`: of the first one, 1-based; null where it
   * is not known.
   */
  | { readonly kind: 'wrong-encoding'; readonly encoding: string; readonly line: number | null }
  /** The text has a null character, as files have that were not saved to their end. `line`: of the first one, 1-based. */
  | { readonly kind: 'null-character'; readonly line: number }
  /** A list or an object in a column of JSON lines that is compared. */
  | { readonly kind: 'nested-value'; readonly line: number; readonly column: string }
  /** A name that stands twice in one object of JSON lines, of a column that is compared. */
  | { readonly kind: 'doubled-member'; readonly line: number; readonly column: string }
  /** A formula whose value a workbook does not store, in a column that is compared. `record`: its row. */
  | { readonly kind: 'uncomputed'; readonly record: number }
  /** Bytes of Parquet that are no text, in a column that is compared. `row`: the first one, 1-based. */
  | { readonly kind: 'not-text'; readonly row: number; readonly column: string }
  /** A quote that is never closed. `record`: 1-based row in a spreadsheet. */
  | { readonly kind: 'unclosed-quote'; readonly record: number }
  /** Rows have more values than there are headers, so that values may stand in a wrong column. `record` is the first. */
  | { readonly kind: 'too-many-values'; readonly record: number }
  | { readonly kind: 'too-many-columns'; readonly count: number }
  /** A way of compression in Parquet that this console does not know. */
  | { readonly kind: 'compression'; readonly names: readonly string[] }
  /** Parquet whose groups of rows do not fit into memory, and can only be read as a whole. */
  | { readonly kind: 'large-groups' }
  /** A workbook whose texts, which all its sheets share, do not fit into memory. */
  | { readonly kind: 'large-texts' }
  /** More rows than fit into the memory for rows. Known beforehand, or where the memory is used up. */
  | { readonly kind: 'too-large' }
  /** It was changed, moved or removed since it was chosen, or may not be read. */
  | { readonly kind: 'unreadable' }
  /** A part of the console could not be loaded. */
  | { readonly kind: 'not-loaded' };

export const FOREIGN_KINDS = [
  'pdf',
  'image',
  'web-page',
  'xml',
  'json',
  'old-excel',
  'protected',
  'open-document',
  'archive',
  'other',
] as const;
export type ForeignKind = (typeof FOREIGN_KINDS)[number];

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

/** A filled cell of the file. */
export interface FileCell {
  /** `written`: a text whose meaning depends on the notation; `number`: of a workbook; `value`: of a typed file. */
  readonly kind: 'written' | 'number' | 'value';
  /** As written; else a decimal, an ISO date, `true` or `false`, or a text. */
  readonly text: string;
  /** What a workbook shows in place of its number: a day or a time in ISO 8601, `19%`, `00123`; else the same as `text`. */
  readonly shown: string;
  /** What a workbook shows its number as; `time`: a day, a time or hours, which are no number to the person. */
  readonly shownAs: 'number' | 'time' | 'percent';
}

export interface FileColumn {
  /** As in the file; empty without a header. */
  readonly name: string;
  /** False for lists and other nested values, and for types that are no text, number, date or boolean. */
  readonly isReadable: boolean;
  /** The type of its values in a file that knows types, as its format names it; absent for nested ones. */
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
  /** As our files for Excel begin. */
  readonly hasByteOrderMark: boolean;
  /** The first of the first rows whose quotes are not those of the format, 1-based, as a spreadsheet counts; null for none. */
  readonly misquotedRow: number | null;
}

/** One of the first rows of a file, for choosing that of the headers. */
export interface FirstRow {
  /** 1-based, as a spreadsheet counts. */
  readonly row: number;
  /** The texts of its first filled cells. */
  readonly texts: readonly string[];
}

/** The properties of a file that its first rows show. */
export interface FileOutline {
  readonly name: string;
  readonly format: 'csv' | 'json-lines' | 'xlsx' | 'parquet';
  /** The size of all parts. */
  readonly byteCount: number;
  readonly modifiedAtMs: number;
  readonly csv: CsvLayout | null;
  /** The sheets of a workbook, without those that Excel does not show; empty for other files. */
  readonly sheets: readonly string[];
  readonly sheet: string | null;
  /** The row of the headers, 1-based, as a spreadsheet counts. Rows above it are left out: titles, blank lines. */
  readonly headerRow: number;
  /** Rows that could be that of the headers; empty for files that name their columns themselves. */
  readonly firstRows: readonly FirstRow[];
  readonly columns: readonly FileColumn[];
  /** Headers that stand twice or more. */
  readonly doubledHeaders: readonly string[];
  readonly rowCount: number;
  /** Whether the rows were counted, and not foreseen from the size. */
  readonly isRowCountExact: boolean;
  /** The certificate of an export of this console, found within or beside the file. The columns are then those that it lists. */
  readonly certificate: Certificate | null;
  /** A certificate was there and is not used: it is of another file, or the columns were changed. */
  readonly hasOtherCertificate: boolean;
}

/**
 * How many digits of a second the dates of a file have at most; null where they have all. Excel's dates have milliseconds, and a
 * certificate says whether any digits were left out.
 */
export function secondDigitsOf({
  format,
  certificate,
}: Pick<FileOutline, 'format' | 'certificate'>): number | null {
  if (format !== 'xlsx') return null;
  if (certificate === null) return EXCEL_SECOND_DIGITS;
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

/** The members that the outlines of all formats have in common. */
export type FileAbout = Omit<FileOutline, 'columns' | 'rowCount' | 'isRowCountExact'>;

/** The number of rows whose cells the outline contains. */
export const SAMPLED_ROWS = 1_000;
/** Cells that an outline has, of tables with very many columns as well. */
const MOST_SAMPLED_CELLS = 1_000_000;

/** Returns of how many rows the outline of a table with so many columns has the cells. */
export function sampledRows(columnCount: number): number {
  return Math.min(SAMPLED_ROWS, Math.ceil(MOST_SAMPLED_CELLS / Math.max(1, columnCount)));
}
/** A header is hardly ever further down. */
const MOST_FIRST_ROWS = 30;
const MOST_FIRST_TEXTS = 6;
const LONGEST_FIRST_TEXT = 30;

/**
 * Returns the rows among which the row of the headers can be chosen: those that have values, and rows below them. `isWhole`
 * says whether `rows` are all rows of the file.
 */
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

/** Returns the headers that stand twice or more. */
export function doubledNames(columns: readonly Pick<FileColumn, 'name'>[]): readonly string[] {
  const names = columns.map(({ name }) => name).filter((name) => name !== '');
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

/** As many as Excel has. */
export const MOST_COLUMNS = 16_384;

/** The notation of the file's texts. */
export interface FileNotation {
  readonly decimal: '.' | ',';
  /** BCP 47; null for ISO dates alone. */
  readonly dateLocale: string | null;
  /** Whether the apostrophe is removed that keeps Excel from evaluating a text. */
  readonly guardsFormulas: boolean;
}

/** Which column of the file is which field. */
export interface FileMapping {
  readonly notation: FileNotation;
  /** Names of fields, each with the 0-based place of its column in the file. */
  readonly columns: readonly { readonly field: string; readonly columnIndex: number }[];
  /** The columns are the file's own, which these describe, and no fields; absent where they are matched with fields. */
  readonly own?: readonly OwnColumn[];
}

/** The use of the file's rows: the other side of a comparison, a source of columns, or prices that were proposed. */
export type FilePurpose = 'compare' | 'add' | 'proposal';
