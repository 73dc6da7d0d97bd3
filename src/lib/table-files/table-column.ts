/** The metadata that determines how a column's cells are written. */
export interface TableColumn {
  readonly name: string;
  readonly type: 'text' | 'number' | 'date' | 'boolean';
  /** The SQL type, for example `datetime2`. */
  readonly sqlType: string;
  readonly precision: number | null;
  /** The number of stored decimal places, or of stored digits of a date-time's fractional second. */
  readonly scale: number | null;
  /** The most characters of a text. Null if there is no limit. */
  readonly maxLength: number | null;
  /** The format: empty, an Excel number format, `Short Date` or `True/False`. Any other text is an unknown format. */
  readonly formatting: string;
  /** Whether the numbers are percentages, so that 3.96 means 3.96 %. A workbook stores 0.0396 and shows it as 3.96%. */
  readonly isPercentage?: boolean;
  /** Present if the type was guessed from some values, so that others may have more decimal places, or a time. */
  readonly isGuessed?: boolean;
}

/** A cell as the service sends it: exact decimal text, ISO text, other text, a boolean, or null. */
export type TableCell = string | boolean | null;

/** The cells of a row, in the order of the columns. */
export type TableRow = readonly TableCell[];
