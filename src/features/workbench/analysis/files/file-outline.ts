import type { Certificate } from '@/shared/certificates/certificate';

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
  /** The file ends too early, or contradicts itself. */
  | { readonly kind: 'damaged' }
  /** A quote that is never closed. `record`: 1-based row in a spreadsheet. */
  | { readonly kind: 'unclosed-quote'; readonly record: number }
  /** Rows have more values than there are headers, so that values may stand in a wrong column. `record` is the first. */
  | { readonly kind: 'too-many-values'; readonly record: number }
  | { readonly kind: 'too-many-columns'; readonly count: number }
  /** A way of compression in Parquet that this console does not know. */
  | { readonly kind: 'compression'; readonly names: readonly string[] }
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

/** A filled cell of the file. */
export interface FileCell {
  /** `written`: a text of which the notation decides what it means; `number`: of a workbook; `value`: of a typed file. */
  readonly kind: 'written' | 'number' | 'value';
  /** As written; else a decimal, an ISO date, `true` or `false`, or a text. */
  readonly text: string;
  /** The moment that a number of a workbook stands for; null for others. */
  readonly moment: string | null;
  /** Whether the workbook shows the number as that moment. */
  readonly isMoment: boolean;
}

export interface FileColumn {
  /** As in the file; empty without a header. */
  readonly name: string;
  /** False for lists and other nested values. */
  readonly isReadable: boolean;
  /** Of the first rows; null for no value. */
  readonly cells: readonly (FileCell | null)[];
}

/** How the bytes of a CSV file become cells. */
export interface CsvLayout {
  /** A label of the Encoding Standard. */
  readonly encoding: string;
  readonly delimiter: string;
  /** As our files for Excel begin. */
  readonly hasByteOrderMark: boolean;
  /** Whether an empty quoted cell is an empty text, and not no value; it is not where all cells are quoted. */
  readonly hasEmptyTexts: boolean;
}

/** What a file says of itself, from its first rows. */
export interface FileOutline {
  readonly name: string;
  readonly format: 'csv' | 'json-lines' | 'xlsx' | 'parquet';
  /** Of all parts. */
  readonly byteCount: number;
  readonly modifiedAtMs: number;
  readonly csv: CsvLayout | null;
  /** Of a workbook, without those that Excel does not show; empty for other files. */
  readonly sheets: readonly string[];
  readonly sheet: string | null;
  /** Rows above the headers, which are left out: titles, blank lines. */
  readonly rowsBefore: number;
  readonly columns: readonly FileColumn[];
  /** Headers that stand twice or more. */
  readonly doubledHeaders: readonly string[];
  readonly rowCount: number;
  /** Whether the rows were counted, and not foreseen from the size. */
  readonly isRowCountExact: boolean;
  /** Of an export of this console, found within or beside the file. The columns are then those that it lists. */
  readonly certificate: Certificate | null;
  /** A certificate was there and is not used: it is of another file, or the columns were changed. */
  readonly hasOtherCertificate: boolean;
}

/** What a person has chosen instead of what was found. */
export interface OutlineChoices {
  readonly encoding?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly sheet?: string | undefined;
}

/** Rows of which the outline has the cells. */
export const SAMPLED_ROWS = 1_000;
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
}
