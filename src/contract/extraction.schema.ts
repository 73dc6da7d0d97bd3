import * as z from 'zod';
import { dateTimeSchema } from './date-time.schema';
import type { AskedPage, Dialect } from './dialect';
import type { Endpoint } from './endpoint';
import {
  COMPARISON_OPS,
  InexpressibleValueError,
  VALUE_SEPARATOR,
  type CellValue,
  type ComparisonOp,
  type ExtractionQuery,
  type ExtractPageInput,
  type FilterCondition,
  type SnapshotPage,
  type SnapshotRow,
  type SnapshotTraits,
  type SortRule,
  type TypedField,
  type UncountedPage,
  EXTRACTION_PERMISSION,
} from './extraction';
import { limitIssue, MAX_CACHE_KEY_LENGTH, MAX_PRICE_FIELDS, MAX_NAME_LENGTH, PAGE_BYTES } from './limits';
import { isLocalKey } from './local-key';
import { MAX_PAGE_ROWS } from './service-description';
import { ownMember } from '@/lib/base/own-member';

/** The service's name for each comparison, and how many values it takes (docs/service-contract.md, section 6). */
const WIRE_OPS: Readonly<Record<ComparisonOp, WireOp>> = {
  equals: { name: 'equals', values: 'one' },
  notEquals: { name: 'notEquals', values: 'one' },
  containsAny: { name: 'containsAny', values: 'list' },
  isNull: { name: 'isNull', values: 'none' },
  isNotNull: { name: 'isNotNull', values: 'none' },
  greaterThan: { name: 'greaterThan', values: 'one' },
  lessThan: { name: 'lessThan', values: 'one' },
  greaterThanOrEquals: { name: 'greaterThanOrEquals', values: 'one' },
  lessThanOrEquals: { name: 'lessThanOrEquals', values: 'one' },
  contains: { name: 'contains', values: 'one' },
  startsWith: { name: 'startsWith', values: 'one' },
  endsWith: { name: 'endsWith', values: 'one' },
};

interface WireOp {
  readonly name: string;
  readonly values: 'none' | 'one' | 'list';
}

const DESCENDING_SUFFIX = ' desc';

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

/** Returns the body for a page: a query with `useCache`, or else the key of a snapshot, never both. Throws InexpressibleValueError. */
export function extractionBody(input: ExtractPageInput): ExtractionBody {
  const paging = { page: input.page, nrOfRecords: input.pageSize };
  if (input.cacheKey !== undefined) return { ...paging, cacheKey: input.cacheKey };
  return { ...paging, ...queryMembers(input.query), useCache: true };
}

/** Returns the text of the request body for a page. Throws InexpressibleValueError. */
export function extractionBodyText(input: ExtractPageInput, dialect?: Dialect | null): string {
  return dialect == null ? JSON.stringify(extractionBody(input)) : dialect.extraction.body(input).text;
}

/** Returns the most rows that the service sends with a page. */
export function mostRowsOfPage(dialect?: Dialect | null): number {
  return dialect?.extraction.maxPageSize ?? MAX_PAGE_ROWS;
}

/** Returns the members that a query adds to a request body. Throws InexpressibleValueError. */
export function queryMembers(query: ExtractionQuery): Pick<ExtractionBody, 'fields' | 'filters' | 'orderby'> {
  return {
    ...(query.fields !== null && { fields: [...query.fields] }),
    ...(query.filters.length > 0 && { filters: query.filters.map(wireFilter) }),
    ...(query.sort.length > 0 && { orderby: query.sort.map(wireSort) }),
  };
}

function wireFilter(condition: FilterCondition) {
  const { name, values } = WIRE_OPS[condition.op];
  if (values === 'list' && condition.values.some((value) => value.includes(VALUE_SEPARATOR))) {
    throw new InexpressibleValueError(condition.column);
  }
  return {
    columnName: condition.column,
    op: name,
    value: condition.values.join(VALUE_SEPARATOR),
  };
}

/** The body that takes a snapshot, and nothing beside it: a body with further members may hold its filters in one of them. */
const requestSchema = z.strictObject({
  page: z.int(),
  nrOfRecords: z.int(),
  fields: z.array(z.string()).optional(),
  filters: z
    .array(z.strictObject({ columnName: z.string().min(1), op: z.string(), value: z.string() }))
    .default([]),
  orderby: z.array(z.string()).optional(),
  useCache: z.literal(true),
});

/**
 * Reads the filters of a body that takes a snapshot, such as a certificate holds. Returns null for anything else, such as a body
 * that was written under another description. `fields`: those of the price column, for services that write dates in another way than ISO
 * 8601. Never throws.
 */
export function filtersOfRequest(
  body: string,
  dialect?: Dialect | null,
  fields?: readonly TypedField[],
): readonly FilterCondition[] | null {
  if (dialect != null) return dialect.extraction.filters(body, fields);
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return null;
  }
  const request = requestSchema.safeParse(json);
  if (!request.success) return null;
  const conditions = request.data.filters.map(({ columnName, op, value }): FilterCondition | null => {
    const known = COMPARISON_OPS.find((each) => WIRE_OPS[each].name === op);
    return known === undefined
      ? null
      : { column: columnName, op: known, values: valuesOfText(value, WIRE_OPS[known].values) };
  });
  return conditions.some((condition) => condition === null) ? null : conditions.flatMap((each) => each ?? []);
}

function valuesOfText(text: string, values: WireOp['values']): readonly string[] {
  switch (values) {
    case 'none':
      return [];
    case 'one':
      return [text];
    case 'list':
      return text.split(VALUE_SEPARATOR);
  }
}

const queryBodySchema = z.object({
  filters: z.array(z.object({ columnName: z.string(), op: z.string(), value: z.string() })).optional(),
  orderby: z.array(z.string()).optional(),
  useCache: z.literal(true),
});

/** Returns the body that takes a snapshot of the same query with these fields; null if `body` does not take a snapshot. Never throws. */
export function bodyOfSameQuery(
  body: string,
  fields: readonly string[],
  pageSize: number,
  dialect?: Dialect | null,
): string | null {
  if (dialect != null) return dialect.extraction.sameQuery(body, fields, pageSize);
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return null;
  }
  const query = queryBodySchema.safeParse(json);
  if (!query.success) return null;
  const { filters, orderby } = query.data;
  return JSON.stringify({
    page: 1,
    nrOfRecords: pageSize,
    fields: [...fields],
    ...(filters !== undefined && { filters }),
    ...(orderby !== undefined && { orderby }),
    useCache: true,
  } satisfies ExtractionBody);
}

function wireSort(rule: SortRule): string {
  return rule.direction === 'descending' ? rule.column + DESCENDING_SUFFIX : rule.column;
}

export const extractedPageSchema = z.object({
  // The rows are converted in `decodePage`: validating each row with a schema would take longer than parsing the text.
  data: z.array(z.custom<Record<string, unknown>>(isRow)),
  totalRecords: z.int().nonnegative(),
  page: z.int().positive(),
  cacheKey: z.string().min(1).max(MAX_CACHE_KEY_LENGTH),
  cacheCreated: dateTimeSchema,
  cacheExpires: dateTimeSchema,
});

/** Reads traits that the console has stored. Before `isEndTold` was stored, the end of a stable snapshot was always told. */
export const snapshotTraitsSchema = z
  .object({
    isStable: z.boolean(),
    isTimeTold: z.boolean(),
    isEndTold: z.boolean().optional(),
    isCounted: z.boolean().default(false),
    repeats: z.string().nullable(),
  } satisfies Record<keyof SnapshotTraits, z.ZodType>)
  .transform(({ isEndTold, ...traits }) => ({ ...traits, isEndTold: isEndTold ?? traits.isStable }));

/** `POST /api/prices/{priceColumn}`: a page of a snapshot (docs/service-contract.md, section 6). */
export const extractPageEndpoint: Endpoint<ExtractPageInput, SnapshotPage> = {
  name: 'extract-page',
  method: 'POST',
  path: ({ priceColumn }) => `/api/prices/${encodeURIComponent(priceColumn)}`,
  body: extractionBody,
  maxBytes: PAGE_BYTES,
  // Retrying is safe: even creating a snapshot twice has no visible effect.
  isRead: true,
  permission: EXTRACTION_PERMISSION,
  // A key that the console made is never sent.
  isGone: ({ cacheKey }) => isLocalKey(cacheKey),
  decode: (data, input) => decodePage(data, input),
  inDialect: ({ extraction, description }) => ({
    ...extractPageEndpoint,
    path: ({ priceColumn, cacheKey }) => extraction.path(priceColumn, cacheKey),
    headers: ({ cacheKey }) => extraction.headers(cacheKey),
    isGone: extraction.isGone,
    body: extraction.body,
    permission: description.rights.extraction,
    goneStatus: ({ cacheKey }) => (cacheKey === undefined ? [] : extraction.goneStatus),
    header: extraction.totalHeader,
    decode: (data, input, header) =>
      decodePage(
        extraction.data(data, askedPage(extraction, input), header),
        input,
        extraction.traits(input),
      ),
    rewrite: (text, input, header) => extraction.rewritten(text, askedPage(extraction, input), header),
  }),
};

function askedPage({ untoldKey }: Dialect['extraction'], input: ExtractPageInput): AskedPage {
  const { page, pageSize, rowCount, typedFields } = input;
  return { page, pageSize, rowCount, typedFields, cacheKey: untoldKey(input) };
}

const uncountedPageSchema = extractedPageSchema.extend({
  totalRecords: extractedPageSchema.shape.totalRecords.nullable(),
});

/** The same call, for the first page of a snapshot: a description may say that answers do not have the number of all rows. */
export const uncountedPageEndpoint: Endpoint<ExtractPageInput, UncountedPage> = {
  ...extractPageEndpoint,
  inDialect: (dialect) => {
    const { extraction, description } = dialect;
    const endpoint = extractPageEndpoint.inDialect?.(dialect) ?? extractPageEndpoint;
    if (description.extraction.total !== null) return endpoint;
    return {
      ...endpoint,
      decode: (data, input) => {
        const response = uncountedPageSchema.parse(extraction.data(data, askedPage(extraction, input)));
        const { totalRecords } = response;
        const traits = extraction.traits(input);
        const page = pageOf({ ...response, totalRecords: totalRecords ?? 0 }, input, traits);
        return { ...page, snapshot: { ...page.snapshot, rowCount: totalRecords } };
      },
    };
  },
};

function decodePage(
  data: unknown,
  input: ExtractPageInput,
  traits: SnapshotTraits | null = null,
): SnapshotPage {
  return pageOf(extractedPageSchema.parse(data), input, traits);
}

function pageOf(
  response: z.output<typeof extractedPageSchema>,
  input: ExtractPageInput,
  traits: SnapshotTraits | null,
): SnapshotPage {
  const columns = input.cacheKey === undefined ? input.query.fields : input.columns;
  const columnsOfPage = columns ?? columnsOfRows(response.data);
  return {
    snapshot: {
      cacheKey: response.cacheKey,
      rowCount: response.totalRecords,
      createdAtMs: response.cacheCreated,
      expiresAtMs: response.cacheExpires,
      traits,
    },
    page: response.page,
    columns: columnsOfPage,
    rows: response.data.map((row) => extractedRow(row, columnsOfPage)),
  };
}

/** The path to the rows within a response, for code that reads a response while it arrives. */
export const EXTRACTED_ROWS_PATH = ['Data', 'data'] as const;

/** Converts a row that `parseJson` returned to cells. Throws if the row is not an object. */
export function extractedRow(row: unknown, columns: readonly string[]): SnapshotRow {
  if (!isRow(row)) throw new Error('A row is no object.');
  return columns.map((column) => cellValue(row, column));
}

/** Writes rows from another source as a page of the service. Every value except true, false and null becomes a text. */
export function extractedPageText({ snapshot, page, columns, rows }: SnapshotPage): string {
  const names = columns.map((column) => `${JSON.stringify(column)}:`);
  const data = rows.map(
    (row) => `{${names.map((name, index) => name + JSON.stringify(row[index] ?? null)).join(',')}}`,
  );
  const members = JSON.stringify({
    totalRecords: snapshot.rowCount,
    page,
    cacheKey: snapshot.cacheKey,
    cacheCreated: new Date(snapshot.createdAtMs).toISOString(),
    cacheExpires: new Date(snapshot.expiresAtMs).toISOString(),
  } satisfies Required<Omit<z.input<typeof extractedPageSchema>, 'data'>>);
  return `{"Data":{"data":[${data.join(',')}],${members.slice(1)},"Errors":null,"Succeeded":true}`;
}

/** Whether a value that `parseJson` returned may be a row. */
export function isRow(row: unknown): row is Record<string, unknown> {
  return typeof row === 'object' && row !== null;
}

/** Returns the column names of rows, in the order of their first occurrence. Throws if there are too many. */
export function columnsOfRows(rows: readonly Record<string, unknown>[]): string[] {
  const names = new Set<string>();
  for (const row of rows) {
    for (const name of Object.keys(row)) names.add(name);
    if (names.size > MAX_PRICE_FIELDS) {
      const issue = limitIssue('fields', MAX_PRICE_FIELDS);
      throw new z.ZodRealError([{ ...issue, path: [], message: 'The rows have too many columns.' }]);
    }
  }
  for (const name of names) {
    if (name.length > MAX_NAME_LENGTH) throw new Error('The name of a column is too long.');
  }
  return [...names];
}

function cellValue(row: Record<string, unknown>, column: string): CellValue {
  const value = ownMember(row, column);
  if (value === undefined || value === null || typeof value === 'string' || typeof value === 'boolean')
    return value;
  // `parseJson` returns a number only if converting it back to text gives the same digits.
  if (typeof value === 'number') return String(value);
  throw new Error(`The cell of column ${column} is neither text, number, true/false nor null.`);
}
