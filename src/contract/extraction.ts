export const COMPARISON_OPS = [
  'equals',
  'notEquals',
  'containsAny',
  'isNull',
  'isNotNull',
  'greaterThan',
  'lessThan',
  'greaterThanOrEquals',
  'lessThanOrEquals',
  'contains',
  'startsWith',
  'endsWith',
] as const;

/** How a condition compares a column with a value (docs/service-contract.md, section 6). */
export type ComparisonOp = (typeof COMPARISON_OPS)[number];

/** What separates the values of a list in a text. */
export const VALUE_SEPARATOR = ',';

/** A comparison of a column with values. A row must satisfy all comparisons of a query. */
export interface FilterCondition {
  readonly column: string;
  readonly op: ComparisonOp;
  /** Canonical texts such as `-1234.50`, ISO 8601 or `true`: at least one for `containsAny`, none for `isNull`, otherwise one. */
  readonly values: readonly string[];
}

export interface SortRule {
  readonly column: string;
  readonly direction: 'ascending' | 'descending';
}

/** The rows to extract from a price column. Relative days are resolved, so the query depends on no date and no locale. */
export interface ExtractionQuery {
  /** The fields to read, at least one, in the order of the columns; null for all fields that the account may view. */
  readonly fields: readonly string[] | null;
  readonly filters: readonly FilterCondition[];
  readonly sort: readonly SortRule[];
}

/** A snapshot at the service, whose rows never change until it expires. `Required` forbids code that omits a member. */
export type Snapshot = Required<{
  readonly cacheKey: string;
  readonly rowCount: number;
  /** The time by the service's clock, in ms since 1970. */
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /** How the snapshot differs from those of the contract; null for no difference. */
  readonly traits: SnapshotTraits | null;
}>;

/** What a described service does differently with a snapshot. */
export interface SnapshotTraits {
  /** Whether all pages are of one moment. If not, each page is the query evaluated again, so rows may move between pages. */
  readonly isStable: boolean;
  /** Whether the service says when it took the snapshot. If not, `createdAtMs` is when the first page arrived, by this computer's clock. */
  readonly isTimeTold: boolean;
  /** Whether the service says when it deletes the snapshot. If not, `expiresAtMs` is computed from the description, or has no meaning. */
  readonly isEndTold: boolean;
  /** Whether the console counts the rows, because the service does not say how many there are. */
  readonly isCounted: boolean;
  /** The body of the first request, whose query the requests for further pages repeat; null if the key is enough. */
  readonly repeats: string | null;
}

/** Whether all pages of a snapshot are of one moment. If not, rows may move between pages, and nothing proves that all were read. */
export function isStable({ traits }: Pick<Snapshot, 'traits'>): boolean {
  return traits?.isStable !== false;
}

/** Returns the part of a request for a page that identifies the page's snapshot. */
export function pagesOf({
  cacheKey,
  rowCount,
  traits,
}: Pick<Snapshot, 'cacheKey' | 'rowCount' | 'traits'>): Pick<
  FurtherPageInput,
  'cacheKey' | 'rowCount' | 'repeats'
> {
  return { cacheKey, rowCount, ...(traits !== null && { repeats: traits.repeats }) };
}

/** Numbers are exact decimal text, dates are ISO text. `undefined` is not null: the row lacks the member, so the value is unknown. */
export type CellValue = string | boolean | null | undefined;

/** The cells of a row, in the order of `SnapshotPage.columns`. */
export type SnapshotRow = readonly CellValue[];

export interface SnapshotPage {
  readonly snapshot: Snapshot;
  /** The 1-based number of the page. */
  readonly page: number;
  /** Column names, in the order of the cells in each row. */
  readonly columns: readonly string[];
  readonly rows: readonly SnapshotRow[];
}

/** A page of a snapshot whose number of rows may not be known yet: it is null if the service does not say it. */
export interface UncountedPage extends Omit<SnapshotPage, 'snapshot'> {
  readonly snapshot: Omit<Snapshot, 'rowCount'> & { readonly rowCount: number | null };
}

/** The input of a request for the first page of a new snapshot, or for a page of an existing one. */
export type ExtractPageInput = {
  readonly priceColumn: string;
  /** The 1-based number of the page. */
  readonly page: number;
  /** The number of rows per page, 1 to 10 000. */
  readonly pageSize: number;
  /**
   * Fields with their types, for services that write numbers as JSON numbers, or dates in another way than ISO 8601. Values of other
   * fields are written and read as text.
   */
  readonly typedFields?: readonly TypedField[] | undefined;
  /** The number of rows of the snapshot, which the answers of some services do not say. */
  readonly rowCount?: number | undefined;
} & (
  | {
      readonly query: ExtractionQuery;
      readonly cacheKey?: undefined;
    }
  | {
      readonly cacheKey: string;
      /** The snapshot's columns as an earlier page had them; null before the first page. */
      readonly columns: readonly string[] | null;
      /** The body of the first request, for services that expect its query again (`SnapshotTraits`). */
      readonly repeats?: string | null | undefined;
      readonly query?: undefined;
    }
);

export type FurtherPageInput = Extract<ExtractPageInput, { readonly cacheKey: string }>;

/** A field with the type of its values, a `ColumnType`. */
export interface TypedField {
  readonly name: string;
  readonly type: string;
  /** Tells days from moments: a `date` has no time. */
  readonly sqlType?: string;
}

const INEXPRESSIBLE = {
  'comma-in-list': 'A value that holds a separator cannot be part of a list of values.',
  'missing-operator': 'The service does not have this operator.',
  'no-such-moment': 'The service cannot be told this moment exactly.',
  'too-many-sort-rules': 'The service does not sort by so many rules.',
} as const;

/** Thrown when a condition or a sort rule cannot be written in the service's notation. */
export class InexpressibleValueError extends Error {
  override readonly name = 'InexpressibleValueError';
  readonly reason: keyof typeof INEXPRESSIBLE;
  readonly column: string;
  /** What separates the values of a list, with the reason `comma-in-list`. */
  readonly separator: string;
  constructor(
    column: string,
    reason: InexpressibleValueError['reason'] = 'comma-in-list',
    separator = VALUE_SEPARATOR,
  ) {
    super(INEXPRESSIBLE[reason]);
    this.reason = reason;
    this.column = column;
    this.separator = separator;
  }
}

/** The claim of the access token that lists the rights (docs/service-contract.md, section 4). */
export const RIGHTS_CLAIM = 'rights';

/** The permission to list price columns and to extract their rows (docs/service-contract.md, section 4). */
export const EXTRACTION_PERMISSION = 'api-prices-extraction';
