import type { PriceColumn } from '@/contract/column';
import type { Dialect } from '@/contract/dialect';
import { InexpressibleValueError, type ExtractionQuery, type TypedField } from '@/contract/extraction';
import { extractionBodyText, extractPageEndpoint, mostRowsOfPage } from '@/contract/extraction.schema';
import { hasSnapshots, programNotation } from '@/contract/program-notation';
import type { SignInMethod } from '@/session/machine/session-state';
import type { CodeInput } from './code-input';
import { curlCode } from './curl-code';
import { javaScriptCode } from './java-script-code';
import { isJobFormat, jobCode, jobColumn, JOB_FORMATS, JOB_PAGE_SIZE, type JobFormat } from './jobs/job-code';
import { JSON_NOTATION, jsonValue, literal } from '@/lib/program-text/literal';
import { powerQueryCode } from './power-query-code';
import { powerShellCode } from './power-shell-code';
import { pythonCode } from './python-code';

/** The formats that are short code, in the order on screen. */
export const SNIPPET_FORMATS = [
  'body',
  'curl',
  'power-query',
  'python',
  'power-shell',
  'java-script',
] as const;
/** The format that is the command `colonnade`, for the query and the view on screen. */
export const SCHEDULED_JOB = 'scheduled-job';
export const REQUEST_FORMATS = [...SNIPPET_FORMATS, ...JOB_FORMATS, SCHEDULED_JOB] as const;
export type RequestFormat = (typeof REQUEST_FORMATS)[number];
type CodeFormat = Exclude<RequestFormat, 'body' | JobFormat | typeof SCHEDULED_JOB>;

export interface RequestSource {
  readonly serviceAddress: string;
  readonly clientId: string;
  readonly method: SignInMethod;
  readonly priceColumn: PriceColumn;
  readonly query: ExtractionQuery;
  /** The fields that the account may view. A query without fields returns all of them. */
  readonly viewable: readonly string[];
  /** The key of the query's snapshot; null if there is none yet. Short code does not use it, and takes a new snapshot. */
  readonly cacheKey: string | null;
  /** The notation of a described service (a service with its own message notation). */
  readonly dialect?: Dialect | null | undefined;
}

/** The page size of scripts. It is larger than that of the grid, because scripts read all rows. */
const SCRIPT_PAGE_SIZE = 5000;

/**
 * Returns the body that **Run** sends, byte for byte. `pageSize` is the page size of the workbench. `dialect` and `typedFields` belong to a
 * described service (a service with its own message notation).
 */
export function bodyAsSent(
  priceColumn: string,
  query: ExtractionQuery,
  pageSize: number,
  { dialect, typedFields = [] }: SentTo = {},
): string {
  return extractionBodyText({ priceColumn, query, typedFields, page: 1, pageSize }, dialect);
}

interface SentTo {
  readonly dialect?: Dialect | null | undefined;
  readonly typedFields?: readonly TypedField[];
}

export interface RequestCode {
  readonly code: string;
  /** Why the query cannot be written for the service; then the code is empty. */
  readonly inexpressible: InexpressibleValueError | null;
}

/** Returns what `write` returns, or why the query cannot be written. */
export function codeIfWritable(write: () => string): RequestCode {
  try {
    return { code: write(), inexpressible: null };
  } catch (error) {
    if (error instanceof InexpressibleValueError) return { code: '', inexpressible: error };
    throw error;
  }
}

/** Returns a body with indentation, which is easier to read. */
export function bodyIndented(body: string): string {
  return literal(jsonValue(body), JSON_NOTATION);
}

/** Generates a program that reads all pages of a snapshot. Throws InexpressibleValueError. */
export function requestCode(format: CodeFormat | JobFormat, source: RequestSource): string {
  const { priceColumn, query, serviceAddress, clientId, method, viewable, cacheKey, dialect } = source;
  const pageSize = Math.min(isJobFormat(format) ? JOB_PAGE_SIZE : SCRIPT_PAGE_SIZE, mostRowsOfPage(dialect));
  const page = {
    priceColumn: priceColumn.name,
    query,
    typedFields: priceColumn.fields,
    page: 1,
    // A job asks for one row with the first request, which tells it how many rows there are.
    pageSize: isJobFormat(format) ? 1 : pageSize,
  };
  const notation = programNotation(dialect);
  const input: CodeInput = {
    serviceAddress,
    clientId,
    method,
    path: dialect?.extraction.path(priceColumn.name) ?? extractPageEndpoint.path(page),
    body: extractionBodyText(page, dialect),
    pageSize,
    fields: query.fields,
    notation,
  };
  if (!isJobFormat(format)) return snippet(format, input);
  const names = query.fields ?? viewable;
  return jobCode(format, {
    ...input,
    name: priceColumn.name,
    snapshot: hasSnapshots(notation) ? cacheKey : null,
    columns: names.map((name) =>
      jobColumn(
        name,
        priceColumn.fields.find((field) => field.name === name),
      ),
    ),
    keyColumns: priceColumn.fields.filter((field) => field.isPrimaryKey).map(({ name }) => name),
  });
}

function snippet(format: CodeFormat, input: CodeInput): string {
  switch (format) {
    case 'curl':
      return curlCode(input);
    case 'power-query':
      return powerQueryCode(input);
    case 'python':
      return pythonCode(input);
    case 'power-shell':
      return powerShellCode(input);
    case 'java-script':
      return javaScriptCode(input);
  }
}
