import type { ComparisonOp } from './extraction';

/** The type of a column's values, which decides their filters, formats and editors. */
export type ColumnType = 'text' | 'number' | 'date' | 'boolean';

/** A column of a source table, from the service's metadata (docs/service-contract.md, section 3). */
export interface Column {
  readonly name: string;
  readonly table: string;
  /** The service's number for the column; unique within a table. */
  readonly columnId: number | null;
  readonly type: ColumnType;
  /** False if neither the SQL type nor the data type is known. The column is then treated as text. */
  readonly isTypeKnown: boolean;
  readonly sqlType: string;
  /** The type in display form, e.g. `decimal(18,4)` or `fk(PriceGroup.Code)`. */
  readonly typeLabel: string;
  /** The maximum length of a value in characters; null if the column is unbounded or has no length. */
  readonly maxLength: number | null;
  readonly precision: number | null;
  /** The number of digits after the decimal point that the column stores. */
  readonly scale: number | null;
  readonly precisionLabel: string | null;
  readonly isNullable: boolean;
  readonly defaultExpression: string | null;
  readonly isUnique: boolean;
  readonly isPrimaryKey: boolean;
  readonly isKey: boolean;
  readonly foreignKey: { readonly table: string; readonly column: string } | null;
  readonly dataType: string;
  /** `FORMATTING` as the service sent it: empty, an Excel number pattern, `Short Date` or `True/False`. */
  readonly formatting: string;
  readonly align: 'left' | 'right' | null;
  readonly viewRight: string | null;
  readonly editRight: string | null;
  readonly tableEditRight: string | null;
  readonly canEdit: boolean;
  readonly condition: string;
  readonly isPriceColumn: boolean | null;
  /** All members as the service sent them, in their order. */
  readonly raw: Readonly<Record<string, unknown>>;
  /** The names of members that are missing or have a wrong type, as the service writes them and in the contract's order. */
  readonly incompleteMembers: readonly string[];
}

/** A source field of a price column, with its query capabilities. */
export interface PriceField extends Column {
  readonly isFilterable: boolean;
  readonly isSortable: boolean;
  /** The number of rows from which the type was guessed; absent if the service has listed the field. */
  readonly guessedFromRows?: number;
}

/** What a described service can do when it extracts rows (docs/service.md). */
export interface ServiceAbilities {
  readonly missingOperators: readonly ComparisonOp[];
  /** Whether the service expects a list of values as one text. */
  readonly joinsLists: boolean;
  /** What separates these values; absent for a comma. */
  readonly listSeparator?: string;
  /** The most rules of a sort order; absent for any number. */
  readonly maxSortRules?: number;
  /** Whether all fields have to be asked for by their names. */
  readonly listsAllFields?: true;
  /** True if the service does not say by which fields it can filter and sort. It counts as able to until it refuses. */
  readonly hidesUses?: true;
}

/** A price column: a table of prices that the service is configured to offer for queries. */
export interface PriceColumn {
  /** Identifies the price column in addresses and requests. */
  readonly name: string;
  readonly displayName: string;
  readonly description: string | null;
  readonly sourceTable: string;
  readonly fields: readonly PriceField[];
  /** False if the service does not list the fields, and they were not read from rows yet. `fields` is then empty. */
  readonly areFieldsListed?: false;
  /** The abilities in which the service differs from the contract; absent if it follows the contract. */
  readonly abilities?: ServiceAbilities;
  /** The limit on fields, if this price column exceeds it. `fields` is then empty, and the price column cannot be opened. */
  readonly fieldLimit?: number;
}
