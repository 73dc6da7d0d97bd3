/** What of a column decides how its cells are written to a file. */
export interface TableColumn {
  readonly name: string;
  readonly type: 'text' | 'number' | 'date' | 'boolean';
  /** The SQL type, e.g. `datetime2`. */
  readonly sqlType: string;
  readonly precision: number | null;
  /** Places that a decimal, or digits of the second that a date-time stores. */
  readonly scale: number | null;
  /** In characters; null where unbounded. */
  readonly maxLength: number | null;
  /** Empty, an Excel number format, `Short Date`, `True/False`; anything else is not known. */
  readonly formatting: string;
}

/** A cell as the service sent it: exact decimal text, ISO text, text, true/false, or null. */
export type TableCell = string | boolean | null;

/** Cells in the order of the columns. */
export type TableRow = readonly TableCell[];
