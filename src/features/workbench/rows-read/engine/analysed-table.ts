import type { ColumnType } from '@/contract/column';

/** A column of the rows read. SQL never contains the service's names: the identifier is `c` and its index. */
export interface AnalysedColumn {
  readonly name: string;
  /** The type according to the metadata; text for a column that they do not list. */
  readonly type: ColumnType;
  /** Decimal places of a number; null for the other types. */
  readonly scale: number | null;
  /**
   * The identifier of its values: `VARCHAR`, `BOOLEAN`, or a `DECIMAL` of `scale` with 18 digits, or with 38 once a value needs them.
   * Sums are exact; cast to 38 digits before other arithmetic, which fails if a result has more than 18. A date is stored as its
   * original text, with all digits of the second. Null and the empty text are kept apart.
   */
  readonly sqlName: string;
  /**
   * The identifier to compare, sort and group by: for a date a `TIMESTAMP` with microseconds (if two are equal,
   * compare the texts of `sqlName`), otherwise `sqlName`.
   */
  readonly orderSqlName: string;
  /**
   * The identifier of the values that do not fit the column, as text, such as a word in a column of dates. It is null if the value fits;
   * if not, `sqlName` is null. Null for columns of texts, where every value fits.
   */
  readonly misfitSqlName: string | null;
}

/** The identifier of a row's position in its snapshot: `BIGINT`, 0-based, unique. */
export const ROW_INDEX = 'row_index';

/** The rows read of one snapshot: a table in the engine. */
export interface AnalysedTable {
  readonly sqlName: string;
  /** Names of columns in the table that are not in `columns`, because nobody has asked for them; absent if there are none. */
  readonly unasked?: readonly string[];
  /** Whether it is a view of the engine, in which `rowid` is an ordinary column. */
  readonly isView?: boolean;
  /** In the order of the snapshot, without columns that the account may not view. */
  readonly columns: readonly AnalysedColumn[];
}

/** Returns the column of a name. Throws RangeError if the rows have none, because nothing on screen offers it. */
export function columnOf({ columns }: Pick<AnalysedTable, 'columns'>, name: string | null): AnalysedColumn {
  const column = columns.find((each) => each.name === name);
  if (column === undefined) throw new RangeError('The rows have no such column.');
  return column;
}
