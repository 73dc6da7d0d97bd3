import type { RowBatch } from '../row-batches/row-batch';

/** Counts of the cells and columns whose values an encoder could not write in their usual form. */
export interface EncodingNotes {
  /** The number of numbers with more than 15 digits, which are written as text. */
  readonly numbersAsText: number;
  /** The number of dates that the format's date type cannot store, which are written as text. */
  readonly datesAsText: number;
  /** The number of date columns with more fractional digits than the format's date type can store. The further digits are cut. */
  readonly datesCut: number;
  /** The number of texts that a spreadsheet could evaluate as formulas, which get an apostrophe in front. */
  readonly guardedTexts: number;
  /** The number of texts with an unpaired surrogate. It is not a character, so U+FFFD is written instead. */
  readonly replacedTexts: number;
}

export const NO_NOTES: EncodingNotes = {
  numbersAsText: 0,
  datesAsText: 0,
  datesCut: 0,
  guardedTexts: 0,
  replacedTexts: 0,
};

/** Writes rows to a file in their order. The same rows always produce the same bytes. */
export interface TableEncoder {
  /** Writes rows, whose first cells are those of the columns. Throws an error (CellTooLongError) if the file cannot store a cell. */
  readonly add: (rows: RowBatch) => void | Promise<void>;
  readonly notes: () => EncodingNotes;
}

/** Receives the bytes of a file in order. It must write or copy them before `write` returns. */
export interface ByteSink {
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => void;
}
