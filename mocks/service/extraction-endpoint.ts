import type { Account } from '@mocks/data/accounts';
import { SelectionError, type RowSelection } from '@mocks/data/engine/selection';
import { findPriceSource } from '@mocks/data/price-sources';
import type { PriceSource } from '@mocks/data/price-source';
import { RIGHTS } from '@mocks/data/rights';
import { authenticate, requirePermission } from './access';
import { rowsResponse, type Bytes } from './responses';
import {
  columnsFor,
  readExtractionRequest,
  type ExtractionRequest,
  type RequestedQuery,
} from './extraction-request';
import type { Fault } from './faults';
import { randomId } from './random-id';
import { badRequest, notFound } from './refusal';
import type { Call, ServiceContext } from './service-context';
import { contractBody, isContract } from './service-dialect';
import { findSnapshot, makeSnapshot, storeSnapshots } from './snapshots';
import { currentSourceState } from './source-state';
import type { StoredSnapshot } from './state';

const NOT_COUNTED = -1;

/** Handles `POST /api/prices/{priceColumn}`. */
export async function handleExtraction(
  call: Call,
  priceColumn: string,
  context: ServiceContext,
): Promise<Response> {
  const { request, entry } = call;
  const account = authenticate(request, context);
  requirePermission(account, RIGHTS.extractPrices, context);
  const source = findPriceSource(priceColumn);
  if (source === null) throw notFound(`There is no price column "${priceColumn}".`);
  const contentType = request.headers.get('content-type') ?? '';
  if (contentType.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
    throw badRequest('The content type must be application/json.');
  }
  const body = await request.text();
  entry.body = body;
  const { description } = context;
  const asContract = isContract(description) ? body : contractBody(body, request, description, source);
  const isQueryRepeated = description.extraction.snapshot?.repeatQuery === true;
  const state = context.store.read();
  const extraction = readExtractionRequest(asContract, source, account, state, isQueryRepeated);
  try {
    return await extracted(extraction, source, account, call, context);
  } catch (error) {
    if (error instanceof SelectionError) throw badRequest(error.message);
    throw error;
  }
}

async function extracted(
  extraction: ExtractionRequest,
  source: PriceSource,
  account: Account,
  { request: { signal }, faults }: Call,
  context: ServiceContext,
): Promise<Response> {
  const { asked, page, pageSize, isCountBypassed } = extraction;
  if (asked.kind === 'snapshot') {
    const snapshot = findSnapshot(asked.cacheKey, source.name, context);
    if (asked.repeated !== null && !isQueryOf(snapshot, asked.repeated))
      throw badRequest('The query is another one than that of the snapshot.');
    return pageResponse(snapshot, columnsFor(source, account, snapshot.fields));
  }
  const columns = columnsFor(source, account, asked.fields);
  const selection: RowSelection = {
    priceColumn: source.name,
    ...currentSourceState(source, context.store.read()),
    filters: asked.filters,
    sort: asked.sort,
  };
  if (!asked.isSnapshotWanted) {
    const rows = await readPage(selection, columns);
    const totalRecords = isCountBypassed
      ? NOT_COUNTED
      : await context.engine.countRows(selection, { signal });
    return rowsResponse(
      rows,
      { columns, typeNames: typesOf(columns), pageSize, page, totalRecords, snapshot: null },
      context.description,
    );
  }
  const rowCount = await context.engine.countRows(selection, { signal });
  const snapshot = makeSnapshot(
    {
      selection: { ...selection, filters: [...asked.filters], sort: [...asked.sort] },
      fields: asked.fields === null ? null : [...asked.fields],
      rowCount,
    },
    context,
  );
  const response = await pageResponse(snapshot, columns);
  storeSnapshots([snapshot], context);
  return response;

  function typesOf(names: readonly string[]): string[] {
    const types = new Map(source.fields.map(({ record }) => [record.name, record.typeName]));
    return names.map((name) => types.get(name) ?? '');
  }

  async function pageResponse(snapshot: StoredSnapshot, columns: readonly string[]): Promise<Response> {
    const content = {
      columns,
      typeNames: typesOf(columns),
      pageSize,
      totalRecords: snapshot.rowCount + wrongTotalBy(faults),
      page: isAmong(faults, 'wrong-page') ? page + 1 : page,
      snapshot: {
        cacheKey: isAmong(faults, 'wrong-key') ? randomId() : snapshot.cacheKey,
        cacheCreated: new Date(snapshot.createdAtMs).toISOString(),
        cacheExpires: new Date(snapshot.expiresAtMs).toISOString(),
      },
    };
    return rowsResponse(await readPage(snapshot.selection, columns), content, context.description);
  }

  async function readPage(selection: RowSelection, columns: readonly string[]): Promise<Bytes[]> {
    const ranges = tamperedRanges((page - 1) * pageSize, page * pageSize, faults);
    const read = (rowStart: number, rowEnd: number) =>
      context.engine.readRows({ selection, columns, rowStart, rowEnd }, { signal });
    const parts = await Promise.all(
      ranges
        .flatMap((range) => splitAtRows(range, faults))
        .map(async ([rowStart, rowEnd]) => {
          const rows = await read(rowStart, rowEnd);
          const fault = sameValuesOf(rowStart, rowEnd, faults);
          return fault === null || rows.length === 0
            ? rows
            : withValues(rows, await read(fault.as, fault.as + 1), fault.columns);
        }),
    );
    return parts;
  }
}

function isQueryOf({ fields, selection: { filters, sort } }: StoredSnapshot, query: RequestedQuery): boolean {
  return (
    JSON.stringify([fields, filters, sort]) === JSON.stringify([query.fields, query.filters, query.sort])
  );
}

type SameValues = Extract<Fault, { kind: 'same-values' }>;

/** Splits a range of rows, so that each row that a fault changes is in a separate range. */
function splitAtRows([start, end]: [number, number], faults: readonly Fault[]): [number, number][] {
  const rows = faults.flatMap((fault) => (fault.kind === 'same-values' ? [fault.row, fault.row + 1] : []));
  const ends = [...new Set([start, end, ...rows.filter((row) => row > start && row < end)])];
  ends.sort((a, b) => a - b);
  return ends.slice(1).map((next, index) => [ends[index] ?? start, next]);
}

function sameValuesOf(start: number, end: number, faults: readonly Fault[]): SameValues | null {
  const isMet = (fault: Fault): fault is SameValues =>
    fault.kind === 'same-values' && fault.row === start && end === start + 1;
  return faults.find(isMet) ?? null;
}

/** Copies values of another row into a row. Both rows are JSON text. */
function withValues(row: Bytes, other: Bytes, columns: readonly string[]): Bytes {
  const text = new TextDecoder().decode(row);
  const values = new TextDecoder().decode(other);
  const changed = columns.reduce((before, column) => {
    const member = memberPattern(column);
    const value = member.exec(values)?.[2];
    return value === undefined ? before : before.replace(member, (_, name: string) => `${name}${value}`);
  }, text);
  return new TextEncoder().encode(changed);
}

/** Returns a pattern for a member of a row: its name, and its value, which is a string or ends before a comma or brace. */
function memberPattern(column: string): RegExp {
  const name = JSON.stringify(column).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(String.raw`(${name}:)("(?:[^"\\]|\\.)*"|[^,}]*)`);
}

/** Returns the rows of a page as ranges from start (inclusive) to end (exclusive). Without a fault, it is one range. */
function tamperedRanges(start: number, end: number, faults: readonly Fault[]): [number, number][] {
  if (isAmong(faults, 'dropped-row')) return [[start + 1, end]];
  if (isAmong(faults, 'doubled-row')) {
    return [
      [start, start + 1],
      [start, end - 1],
    ];
  }
  // This fault returns the rows of the page before, or for the first page, those of the next page.
  if (isAmong(faults, 'other-page-rows')) {
    const shift = start >= end - start ? start - end : end - start;
    return [[start + shift, end + shift]];
  }
  return [[start, end]];
}

function isAmong(faults: readonly Fault[], kind: Fault['kind']): boolean {
  return faults.some((fault) => fault.kind === kind);
}

function wrongTotalBy(faults: readonly Fault[]): number {
  return faults.reduce((sum, fault) => (fault.kind === 'wrong-total' ? sum + fault.by : sum), 0);
}
