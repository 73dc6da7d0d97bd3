import type { RowBatch } from '../row-batches/row-batch';

/** Counts of cells that were written in another form than expected, to avoid loss. */
export interface EncodingNotes {
  /** Numbers of more than 15 digits, written as text. */
  readonly numbersAsText: number;
  /** Dates that the format's date type cannot hold, written as text. */
  readonly datesAsText: number;
  /** Date columns with more digits of the second than the format's date type can hold; the further digits are left out. */
  readonly datesCut: number;
  /** Texts that a spreadsheet could evaluate as formulas, prefixed with an apostrophe. */
  readonly guardedTexts: number;
  /** Texts with half a surrogate pair, which is written as U+FFFD, because it is not a character. */
  readonly replacedTexts: number;
}

export const NO_NOTES: EncodingNotes = {
  numbersAsText: 0,
  datesAsText: 0,
  datesCut: 0,
  guardedTexts: 0,
  replacedTexts: 0,
};

/** Writes rows to a file in their order. The same rows always result in the same bytes. */
export interface TableEncoder {
  /** Takes rows that begin with the cells of the columns. Throws CellTooLongError or a similar error if the file cannot hold a cell. */
  readonly add: (rows: RowBatch) => void | Promise<void>;
  readonly notes: () => EncodingNotes;
}

/** Receives a file's bytes in order. Writes or copies them before `write` returns. */
export interface ByteSink {
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => void;
}
