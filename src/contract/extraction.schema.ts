import * as z from 'zod';
import { dateTimeSchema } from './date-time.schema';
import type { Endpoint } from './endpoint';
import {
  InexpressibleValueError,
  type CellValue,
  type ComparisonOp,
  type ExtractionQuery,
  type ExtractPageInput,
  type FilterCondition,
  type SnapshotPage,
  type SnapshotRow,
  type SortRule,
} from './extraction';
import { MAX_CACHE_KEY_LENGTH, MAX_COLUMNS, MAX_NAME_LENGTH, PAGE_BYTES } from './limits';
import { EXTRACTION_PERMISSION } from './permissions';

/** Our words for the comparisons, to the service's. Contract section 6. */
const WIRE_OPS: Record<ComparisonOp, string> = {
  equals: 'equals',
  notEquals: 'notEquals',
  containsAny: 'containsAny',
  isNull: 'isNull',
  isNotNull: 'isNotNull',
  greaterThan: 'greaterThan',
  lessThan: 'lessThan',
  greaterThanOrEquals: 'greaterThanOrEquals',
  lessThanOrEquals: 'lessThanOrEquals',
  contains: 'contains',
  startsWith: 'startsWith',
  endsWith: 'endsWith',
};

const VALUE_SEPARATOR = ',';
const DESCENDING_SUFFIX = ' desc';

/** The request body of an extraction, member by member as the service reads it. */
export interface ExtractionBody {
  page: number;
  nrOfRecords: number;
  fields?: string[];
  filters?: { columnName: string; op: string; value: string }[];
  orderby?: string[];
  bypassTotalCount?: boolean;
  useCache?: boolean;
  cacheKey?: string;
}

/**
 * The body for a page: a query with `useCache`, or the snapshot's key and nothing of the query (sending it again is an
 * error). Throws InexpressibleValueError.
 */
export function extractionBody(input: ExtractPageInput): ExtractionBody {
  const paging = { page: input.page, nrOfRecords: input.pageSize };
  if (input.cacheKey !== undefined) return { ...paging, cacheKey: input.cacheKey };
  return { ...paging, ...queryMembers(input.query), useCache: true };
}

function queryMembers(query: ExtractionQuery): Pick<ExtractionBody, 'fields' | 'filters' | 'orderby'> {
  return {
    ...(query.fields !== null && { fields: [...query.fields] }),
    ...(query.filters.length > 0 && { filters: query.filters.map(wireFilter) }),
    ...(query.sort.length > 0 && { orderby: query.sort.map(wireSort) }),
  };
}

function wireFilter(condition: FilterCondition) {
  if (condition.op === 'containsAny' && condition.values.some((value) => value.includes(VALUE_SEPARATOR))) {
    throw new InexpressibleValueError(condition.column);
  }
  return {
    columnName: condition.column,
    op: WIRE_OPS[condition.op],
    value: condition.values.join(VALUE_SEPARATOR),
  };
}

function wireSort(rule: SortRule): string {
  return rule.direction === 'descending' ? rule.column + DESCENDING_SUFFIX : rule.column;
}

const pageSchema = z.object({
  // Row objects are read cell by cell below: a schema per row would cost more than the parsing of the text.
  data: z.array(z.custom<Record<string, unknown>>(isRow)),
  totalRecords: z.int().nonnegative(),
  page: z.int().positive(),
  cacheKey: z.string().min(1).max(MAX_CACHE_KEY_LENGTH),
  cacheCreated: dateTimeSchema,
  cacheExpires: dateTimeSchema,
});

/** `POST /api/prices/{priceColumn}`: a page of a snapshot. Contract section 6. */
export const extractPageEndpoint: Endpoint<ExtractPageInput, SnapshotPage> = {
  name: 'extract-page',
  method: 'POST',
  path: ({ priceColumn }) => `/api/prices/${encodeURIComponent(priceColumn)}`,
  body: extractionBody,
  maxBytes: PAGE_BYTES,
  // Reading twice, even creating a snapshot twice, changes nothing that anyone could see.
  isRead: true,
  permission: EXTRACTION_PERMISSION,
  decode: (data, input) => {
    const answer = pageSchema.parse(data);
    const columns = input.cacheKey === undefined ? input.query.fields : input.columns;
    const columnsOfPage = columns ?? columnsOfRows(answer.data);
    return {
      snapshot: {
        cacheKey: answer.cacheKey,
        rowCount: answer.totalRecords,
        createdAtMs: answer.cacheCreated,
        expiresAtMs: answer.cacheExpires,
      },
      page: answer.page,
      columns: columnsOfPage,
      rows: answer.data.map((row) => extractedRow(row, columnsOfPage)),
    };
  },
};

/** Where the rows are within an answer, for whoever reads a large one piece by piece. */
export const EXTRACTED_ROWS_PATH = ['Data', 'data'] as const;

/** A row as the lossless parser gives it; throws for what is none. */
export function extractedRow(row: unknown, columns: readonly string[]): SnapshotRow {
  if (!isRow(row)) throw new Error('A row is no object.');
  return columns.map((column) => cellValue(row, column));
}

function isRow(row: unknown): row is Record<string, unknown> {
  return typeof row === 'object' && row !== null;
}

function columnsOfRows(rows: readonly Record<string, unknown>[]): string[] {
  const names = new Set<string>();
  for (const row of rows) {
    for (const name of Object.keys(row)) names.add(name);
    if (names.size > MAX_COLUMNS) throw new Error('The rows have too many columns.');
  }
  for (const name of names) {
    if (name.length > MAX_NAME_LENGTH) throw new Error('The name of a column is too long.');
  }
  return [...names];
}

function cellValue(row: Record<string, unknown>, column: string): CellValue {
  if (!Object.hasOwn(row, column)) return undefined;
  const value = row[column];
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  // The lossless parser hands on as numbers only those whose text a number gives back.
  if (typeof value === 'number') return String(value);
  throw new Error(`The cell of column ${column} is neither text, number, true/false nor null.`);
}
