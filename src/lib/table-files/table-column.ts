/** The metadata that determines how a column's cells are written. */
export interface TableColumn {
  readonly name: string;
  readonly type: 'text' | 'number' | 'date' | 'boolean';
  /** The SQL type, e.g. `datetime2`. */
  readonly sqlType: string;
  readonly precision: number | null;
  /** Stored decimal places of a number, or digits of the second of a date-time. */
  readonly scale: number | null;
  /** In characters; null if unbounded. */
  readonly maxLength: number | null;
  /** Empty, an Excel number format, `Short Date`, `True/False`; anything else is not known. */
  readonly formatting: string;
  /** The numbers are percentages: 3.96 means 3.96 %. A workbook has them as percent cells: 0.0396, shown as 3.96%. */
  readonly isPercentage?: boolean;
}

/** A cell as the service sent it: exact decimal text, ISO text, text, true/false, or null. */
export type TableCell = string | boolean | null;

/** Cells in the order of the columns. */
export type TableRow = readonly TableCell[];
