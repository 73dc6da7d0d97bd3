/** How a condition compares a column with a value (docs/service-contract.md, section 6). */
export type ComparisonOp =
  | 'equals'
  | 'notEquals'
  | 'containsAny'
  | 'isNull'
  | 'isNotNull'
  | 'greaterThan'
  | 'lessThan'
  | 'greaterThanOrEquals'
  | 'lessThanOrEquals'
  | 'contains'
  | 'startsWith'
  | 'endsWith';

/** A comparison. A row must satisfy all comparisons of a query. */
export interface FilterCondition {
  readonly column: string;
  readonly op: ComparisonOp;
  /** Canonical text: `-1234.50`, ISO 8601, `true`. One value; `containsAny`: at least one, `isNull` / `isNotNull`: none. */
  readonly values: readonly string[];
}

export interface SortRule {
  readonly column: string;
  readonly direction: 'ascending' | 'descending';
}

/** The rows to extract from a price column. Resolved: independent of the current date and the locale. */
export interface ExtractionQuery {
  /** At least one field, in this order; null for all fields that the account may view. */
  readonly fields: readonly string[] | null;
  readonly filters: readonly FilterCondition[];
  readonly sort: readonly SortRule[];
}

/** A snapshot stored by the service. Its rows never change until it expires. Required: nothing that makes one can omit a member. */
export type Snapshot = Required<{
  readonly cacheKey: string;
  readonly rowCount: number;
  /** By the service's clock. */
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}>;

/** Numbers are exact decimal text, dates are ISO text. Unlike null, `undefined` is unknown: the row lacks the member. */
export type CellValue = string | boolean | null | undefined;

/** Cells in the order of `SnapshotPage.columns`. */
export type SnapshotRow = readonly CellValue[];

export interface SnapshotPage {
  readonly snapshot: Snapshot;
  /** 1-based. */
  readonly page: number;
  /** Column names, in the order of the rows' cells. */
  readonly columns: readonly string[];
  readonly rows: readonly SnapshotRow[];
}

/** The first page of a new snapshot, or a page of an existing one. */
export type ExtractPageInput = {
  readonly priceColumn: string;
  /** 1-based. */
  readonly page: number;
  /** In rows, 1 to 10 000. */
  readonly pageSize: number;
} & (
  | {
      readonly query: ExtractionQuery;
      /** Fields with their types, for services that want numbers as numbers; a value of another field is written as text. */
      readonly typedFields?: readonly TypedField[];
      readonly cacheKey?: undefined;
    }
  | {
      readonly cacheKey: string;
      /** The snapshot's columns according to an earlier page; null before the first page. */
      readonly columns: readonly string[] | null;
      readonly query?: undefined;
    }
);

/** A field with the type of its values, a `ColumnType`. */
export interface TypedField {
  readonly name: string;
  readonly type: string;
}

/** Thrown when a condition cannot be written in the service's notation. */
export class InexpressibleValueError extends Error {
  override readonly name = 'InexpressibleValueError';
  readonly reason: 'comma-in-list' | 'missing-operator';
  readonly column: string;
  constructor(column: string, reason: InexpressibleValueError['reason'] = 'comma-in-list') {
    super(
      reason === 'comma-in-list'
        ? 'A value that holds a comma cannot be part of a list of values.'
        : 'The service does not have this operator.',
    );
    this.reason = reason;
    this.column = column;
  }
}

/** The permission that price columns and extraction require (docs/service-contract.md, section 4). */
export const EXTRACTION_PERMISSION = 'api-prices-extraction';
