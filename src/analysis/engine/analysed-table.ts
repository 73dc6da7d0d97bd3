import type { ColumnType } from '@/contract/column';

/** A column of the rows read. In SQL, its identifier is `c` and its index, so that SQL never contains the service's names. */
export interface AnalysedColumn {
  readonly name: string;
  /** The type according to the metadata. A column that the metadata do not list is text. */
  readonly type: ColumnType;
  /** Decimal places of a number; null for the other types. */
  readonly scale: number | null;
  /** Present for a number with decimal places in `scale` of which only whole values have been seen, when its type was guessed. */
  readonly isSeenWhole?: true;
  /**
   * The SQL identifier of the values: `VARCHAR`, `BOOLEAN`, or a `DECIMAL` of `scale` with 18 digits, or with 38 once a value needs them.
   * Sums are exact. Cast to 38 digits before other arithmetic, which fails if a result has more than 18. A date is stored as its original
   * text, with all digits of the second. Null and the empty text are different values.
   */
  readonly sqlName: string;
  /**
   * The SQL identifier to compare, sort and group by. For a date, it is a `TIMESTAMP` with microseconds (if two are equal, compare the
   * texts of `sqlName`); for other types, it is `sqlName`.
   */
  readonly orderSqlName: string;
  /**
   * The SQL identifier of the misfits as text: values that do not fit the column, such as a word in a column of dates. It is null in rows
   * whose value fits, and `sqlName` is null in the others. This member is null for columns of texts, where every value fits.
   */
  readonly misfitSqlName: string | null;
}

/** The SQL identifier of a row's position in its snapshot, a unique `BIGINT` that starts at 0. */
export const ROW_INDEX = 'row_index';

/** The rows read from one snapshot, as a table in the engine. */
export interface AnalysedTable {
  readonly sqlName: string;
  /** The names of columns that the table has, but `columns` does not contain because nothing needs them; absent if there are none. */
  readonly unasked?: readonly string[];
  /** Whether this is a view in the engine. In a view, `rowid` is an ordinary column. */
  readonly isView?: boolean;
  /** The columns in the order of the snapshot, without those that the account may not view. */
  readonly columns: readonly AnalysedColumn[];
}

/** Returns the column with this name. Throws RangeError if the rows have none, because nothing on screen offers it. */
export function columnOf({ columns }: Pick<AnalysedTable, 'columns'>, name: string | null): AnalysedColumn {
  const column = columns.find((each) => each.name === name);
  if (column === undefined) throw new RangeError('The rows have no such column.');
  return column;
}
