import * as z from 'zod';
import type { Account } from '@mocks/data/accounts';
import { checkFilter } from '@mocks/data/engine/predicate';
import { FILTER_OPS, SelectionError, type RowFilter, type RowSort } from '@mocks/data/engine/selection';
import type { FieldSource } from '@mocks/data/field';
import type { PriceSource } from '@mocks/data/price-source';
import { badRequest, lockedColumn } from './refusal';
import { usesOf } from './source-state';
import type { ServiceState } from './state';

const MAX_RECORDS = 10_000;
const DESCENDING_SUFFIX = ' desc';
/** The members that are allowed beside a cacheKey. The snapshot determines all others. */
const MEMBERS_BESIDE_CACHE_KEY = new Set(['page', 'nrOfRecords', 'cacheKey', 'bypassTotalCount']);

const filterSchema = z.strictObject({
  columnName: z.string(),
  op: z.enum(FILTER_OPS),
  value: z.string(),
});

/** The body of a request for rows (docs/service-contract.md, section 6). */
const bodySchema = z.strictObject({
  page: z.int().min(1),
  nrOfRecords: z.int().min(1).max(MAX_RECORDS),
  fields: z.array(z.string()).min(1).optional(),
  filters: z.array(filterSchema).optional(),
  orderby: z.array(z.string()).optional(),
  bypassTotalCount: z.boolean().optional(),
  useCache: z.boolean().optional(),
  cacheKey: z.string().min(1).optional(),
});

export interface ExtractionRequest {
  /** The 1-based number of the page. */
  readonly page: number;
  readonly pageSize: number;
  readonly isCountBypassed: boolean;
  readonly asked:
    | {
        readonly kind: 'snapshot';
        readonly cacheKey: string;
        /** The query, which has to be that of the snapshot; null for a service that expects the key alone. */
        readonly repeated: RequestedQuery | null;
      }
    | ({ readonly kind: 'query'; readonly isSnapshotWanted: boolean } & RequestedQuery);
}

export interface RequestedQuery {
  /** The requested fields; null means all fields that the caller may view. */
  readonly fields: readonly string[] | null;
  readonly filters: readonly RowFilter[];
  readonly sort: readonly RowSort[];
}

/** Reads and checks a request body. Throws a Refusal: 400 with all problems, 403 for a column that the caller may not view. */
export function readExtractionRequest(
  text: string,
  source: PriceSource,
  account: Account,
  state: ServiceState,
  isQueryRepeated = false,
): ExtractionRequest {
  const parsed = bodySchema.safeParse(parsedJson(text));
  if (!parsed.success) throw badRequest(...parsed.error.issues.map(issueText));
  const body = parsed.data;
  const paging = {
    page: body.page,
    pageSize: body.nrOfRecords,
    isCountBypassed: body.bypassTotalCount === true,
  };
  if (body.cacheKey !== undefined && !isQueryRepeated) {
    const others = Object.keys(body).filter((member) => !MEMBERS_BESIDE_CACHE_KEY.has(member));
    if (others.length > 0) {
      throw badRequest(
        ...others.map((member) => `"${member}" cannot be sent with a cacheKey: the snapshot fixes it.`),
      );
    }
    return { ...paging, asked: { kind: 'snapshot', cacheKey: body.cacheKey, repeated: null } };
  }
  const sort = (body.orderby ?? []).map(sortOf);
  const filters = (body.filters ?? []).map(({ columnName, op, value }) => ({
    column: columnName,
    op,
    value,
  }));
  const problems = [
    ...fieldProblems(source, body.fields ?? []),
    ...filters.flatMap((filter) => filterProblems(source, filter, state)),
    ...sortProblems(source, sort, state),
  ];
  if (problems.length > 0) throw badRequest(...problems);
  requireViewRights(source, account, [
    ...(body.fields ?? []),
    ...filters.map(({ column }) => column),
    ...sort.map(({ column }) => column),
  ]);
  const query = { fields: body.fields ?? null, filters, sort };
  if (body.cacheKey !== undefined)
    return { ...paging, asked: { kind: 'snapshot', cacheKey: body.cacheKey, repeated: query } };
  return { ...paging, asked: { kind: 'query', isSnapshotWanted: body.useCache === true, ...query } };
}

/** Returns the columns of a response: the requested ones, or all that the caller may view. Throws a Refusal (403). */
export function columnsFor(
  source: PriceSource,
  account: Account,
  fields: readonly string[] | null,
): string[] {
  if (fields !== null) {
    requireViewRights(source, account, fields);
    return [...fields];
  }
  return source.fields.filter(({ record }) => mayView(record.ViewSecurityRightID, account)).map(nameOf);
}

function requireViewRights(source: PriceSource, account: Account, columns: readonly string[]): void {
  for (const name of columns) {
    const right = fieldOf(source, name)?.record.ViewSecurityRightID ?? null;
    if (right !== null && !mayView(right, account)) throw lockedColumn(name, right);
  }
}

function mayView(right: string | null, account: Account): boolean {
  return right === null || account.rights.includes(right);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('The request body is not JSON.');
  }
}

function issueText(issue: z.core.$ZodIssue): string {
  const path = issue.path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${String(part)}`))
    .join('');
  if (issue.code === 'unrecognized_keys') {
    const where = path === '' ? 'the request body' : path;
    return issue.keys.map((key) => `The property "${key}" of ${where} is not known.`).join(' ');
  }
  return `"${path === '' ? 'request body' : path}": ${issue.message}.`;
}

function sortOf(text: string): RowSort {
  return text.endsWith(DESCENDING_SUFFIX)
    ? { column: text.slice(0, -DESCENDING_SUFFIX.length), isDescending: true }
    : { column: text, isDescending: false };
}

function fieldProblems(source: PriceSource, fields: readonly string[]): string[] {
  const seen = new Set<string>();
  return fields.flatMap((name) => {
    if (fieldOf(source, name) === undefined) return [unknownColumn(name)];
    if (seen.has(name)) return [`The column "${name}" is asked for twice.`];
    seen.add(name);
    return [];
  });
}

function filterProblems(source: PriceSource, filter: RowFilter, state: ServiceState): string[] {
  const field = fieldOf(source, filter.column);
  if (field === undefined) return [unknownColumn(filter.column)];
  if (!usesOf(source, field, state).isFilterable) {
    return [`The column "${filter.column}" cannot be filtered.`];
  }
  try {
    checkFilter(field, filter);
    return [];
  } catch (error) {
    if (error instanceof SelectionError) return [error.message];
    throw error;
  }
}

function sortProblems(source: PriceSource, sort: readonly RowSort[], state: ServiceState): string[] {
  return sort.flatMap(({ column }, index) => {
    const field = fieldOf(source, column);
    if (field === undefined) return [unknownColumn(column)];
    if (!usesOf(source, field, state).isSortable) return [`The column "${column}" cannot be sorted by.`];
    return sort.findIndex((other) => other.column === column) < index
      ? [`The column "${column}" is sorted by twice.`]
      : [];
  });
}

function unknownColumn(name: string): string {
  return `There is no column "${name}".`;
}

function fieldOf(source: PriceSource, name: string): FieldSource | undefined {
  return source.fields.find(({ record }) => record.name === name);
}

function nameOf({ record }: FieldSource): string {
  return record.name;
}
