import type { RowBatch } from '../row-batches/row-batch';

/** What had to be written otherwise than people may expect, to lose nothing. All counts of cells. */
export interface EncodingNotes {
  /** Numbers of more than 15 digits, written as text. */
  readonly numbersAsText: number;
  /** Dates that the file's own date type cannot hold exactly, written as text. */
  readonly datesAsText: number;
  /** Texts that a spreadsheet could take for a formula, given an apostrophe. */
  readonly guardedTexts: number;
}

export const NO_NOTES: EncodingNotes = { numbersAsText: 0, datesAsText: 0, guardedTexts: 0 };

/** Writes a table to a file, rows in the order they come. The same rows always give the same bytes. */
export interface TableEncoder {
  /**
   * Takes rows whose first cells are those of the columns. Throws CellTooLongError and the like where the file cannot
   * hold a cell.
   */
  readonly add: (rows: RowBatch) => void | Promise<void>;
  readonly notes: () => EncodingNotes;
}
