import type { ColumnType } from '@/contract/column';

/**
 * A column of the rows read, in the engine's table. Names of the service are never part of an SQL identifier: a column is
 * `c` and its index.
 */
export interface AnalysedColumn {
  /** The service's name. */
  readonly name: string;
  /** By the metadata; text for a column that they do not list. */
  readonly type: ColumnType;
  /** Decimal places of a number; null for the other types. */
  readonly scale: number | null;
  /**
   * The identifier of its values: `VARCHAR`, `BOOLEAN`, or a `DECIMAL` of `scale` with 18 digits, or with 38 once a value
   * needs them. Sums are exact; before other arithmetic cast to 38 digits, or it fails where a result has more than 18. A
   * date is text as it came, with all digits of its second; null is null, and an empty text stays empty.
   */
  readonly sqlName: string;
  /**
   * The identifier to compare, sort and group by: of a date a `TIMESTAMP` (microseconds; the text beside it decides
   * between equal ones), else `sqlName`.
   */
  readonly orderSqlName: string;
  /**
   * The identifier of the values that do not fit the column, as text, such as a word in a column of dates; null where the
   * value fits. `sqlName` is null for such a value. Null for texts, which always fit.
   */
  readonly misfitSqlName: string | null;
}

/** The identifier of a row's position in its snapshot: `BIGINT`, 0-based, unique. */
export const ROW_INDEX = 'row_index';

/** The rows read of one snapshot: a table in the engine. */
export interface AnalysedTable {
  /** The table's identifier. */
  readonly sqlName: string;
  /** Names of columns in it that are not among these, as nobody has asked for them; absent where there are none. */
  readonly unasked?: readonly string[];
  /** It is a view, which has the numbers of its rows (`rowid`) as a column like others. */
  readonly isView?: boolean;
  /** In the order of the snapshot. Columns that the account may not view are not among them. */
  readonly columns: readonly AnalysedColumn[];
}
