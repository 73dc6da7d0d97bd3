import type { PriceColumn, PriceField } from '@/contract/column';
import {
  isStable,
  pagesOf,
  type ExtractionQuery,
  type ExtractPageInput,
  type Snapshot,
  type SnapshotPage,
  type SnapshotRow,
} from '@/contract/extraction';
import { extractionBodyText, extractPageEndpoint, mostRowsOfPage } from '@/contract/extraction.schema';
import { readFirstPage, type OnCounting } from './first-page';
import type { ServiceClient } from '@/session/service-client';
import { ServiceError, type RequestIds } from '@/ui/http/service-error';
import type { BodyChunks } from '@/lib/base/body-chunks';
import type { RowsInColumns } from '@/lib/row-batches/column-buffers';
import type { WantedColumn } from '@/lib/table-files/parquet-columns';
import type { ResponseTimes } from '@/ui/http/http-client';
import { createPageSizing } from '@/lib/paged-rows/page-sizing';
import { createPagedRows, type PagedRows } from '@/lib/paged-rows/paged-rows';
import { PageMismatchError, pageMismatch } from '@/contract/page-mismatch';
import type { RestoredPosition } from './viewport-position';
import { createDoubledKeysStore, type DoubledKeysStore } from './doubled-keys';
import { createRowCheck } from './row-check';
import { rowKeyReader, type RowKey } from './row-identity';

/** The number of rows of the first page: a few screens, but few enough to load unnoticed. Later pages adapt their size. */
const MOST_FIRST_ROWS = 200;
/** The limit of cells on the first page. Reading more cells at once would block the page. */
const MOST_FIRST_CELLS = 204_800;

/** Every page size is this times a power of two, so that a larger page consists of whole smaller ones. */
const ROWS_PER_BLOCK = 50;
/** Returns the number of rows of the first page, which is `ROWS_PER_BLOCK` times a power of two. */
export function firstPageSize(fieldCount: number, { dialect }: Pick<ServiceClient, 'dialect'> = {}): number {
  const most = Math.min(MOST_FIRST_CELLS / Math.max(1, fieldCount), mostRowsOfPage(dialect));
  let rowCount = MOST_FIRST_ROWS;
  while (rowCount > ROWS_PER_BLOCK && rowCount > most) rowCount /= 2;
  return rowCount;
}

/** Returns the body, as JSON, of the request that takes a snapshot of a query. */
export function firstPageBody(
  { name, fields }: PriceColumn,
  query: ExtractionQuery,
  { dialect }: Pick<ServiceClient, 'dialect'>,
): string {
  const pageSize = firstPageSize(query.fields?.length ?? fields.length, { dialect });
  return extractionBodyText({ priceColumn: name, query, typedFields: fields, page: 1, pageSize }, dialect);
}

/** 100 rows, which is more than fit on a screen. After a jump they are loaded 3 ms faster than 200 rows. */
const MOST_BLOCKS_IN_VIEW = 2;
/** 3,200 rows, where the service allows as many. */
const MOST_BLOCKS = 64;
/** About thirty responses of this size fit in the row cache. */
const RESPONSE_BYTE_LIMIT = 384 * 1024;

/** After this time users doubt that anything happens (Nielsen, Usability Engineering, 1993). */
const SLOW_RESPONSE_MS = 10_000;

/** Reads a page in the form of the service's responses; `page` is 1-based. */
export type ReceivePage = (page: number, pageSize: number, signal: AbortSignal) => Promise<BodyChunks>;

/** Reads a 1-based page as columns. A column that does not have the wanted form becomes texts. Rejects as `takeSnapshot` does. */
export type ReceiveColumns = (
  page: number,
  pageSize: number,
  wanted: readonly WantedColumn[],
  signal: AbortSignal,
) => Promise<RowsInColumns>;

/** A snapshot with a cache of its rows, which loads them as they come into view. */
export interface OpenSnapshot {
  readonly snapshot: Snapshot;
  /** Column names in the order of the rows' cells. */
  readonly columns: readonly string[];
  readonly rows: PagedRows<SnapshotRow>;
  /** Returns a row's key; null if the snapshot lacks a key column. */
  readonly keyOfRow: ((row: SnapshotRow) => RowKey) | null;
  /** The keys that several rows have; absent if keys are not compared. */
  readonly doubledKeys?: DoubledKeysStore;
  /** Reads a 1-based page of 1 to 10,000 rows without caching it. Rejects as `takeSnapshot` does. */
  readonly readPage: (page: number, pageSize: number, signal: AbortSignal) => Promise<readonly SnapshotRow[]>;
  /** Reads a page for the analysis engine; present if the pages do not come from the service. */
  readonly receivePage?: ReceivePage;
  /** Reads a page of any size for the analysis engine, which is faster than `receivePage`. */
  readonly receiveColumns?: ReceiveColumns;
  /** Present for a kept copy, which does not expire. `cacheKey` is the key of the snapshot that was copied. */
  readonly keptCopy?: { readonly name: string; readonly cacheKey: string };
  /** Identifies a subset of a snapshot's rows that is shown like a snapshot; absent for a whole snapshot. */
  readonly subsetId?: string;
  /** Describes the subset: which rows it has, and how many rows were read. */
  readonly subsetText?: string;
  /** The fields of computed columns, which the price column does not have. */
  readonly computedFields?: readonly PriceField[];
  /** The number of rows read, of which the subset is a part; absent for a whole snapshot. */
  readonly ofRowCount?: number;
  /** The restored position of the previous snapshot; absent to open at the first row, or at the row of the address. */
  readonly openAt?: RestoredPosition;
  readonly takenAtMs: number;
  readonly expiresAtMs: number;
  /** The clock that both times belong to. By the service's clock, the time left is unknown. */
  readonly timesBy: 'this-computer' | 'service';
  /** Present if the service took long for the first page, for which it runs the query. */
  readonly slowResponse?: { readonly durationMs: number; readonly ids: RequestIds } | undefined;
}

/** The members that only kept copies and subsets have, or that the caller adds. */
type MemberFromElsewhere =
  | 'receivePage'
  | 'receiveColumns'
  | 'keptCopy'
  | 'subsetId'
  | 'subsetText'
  | 'computedFields'
  | 'ofRowCount'
  | 'openAt';

type SnapshotTimes = Pick<OpenSnapshot, 'takenAtMs' | 'expiresAtMs' | 'timesBy'>;

/**
 * Takes a new snapshot. `onCounting` gets its first page if the service does not say how many rows there are; the promise resolves when
 * they are counted. Rejects with ServiceError, or with PageMismatchError if the response contradicts itself.
 */
export async function takeSnapshot(
  client: ServiceClient,
  priceColumn: PriceColumn,
  query: ExtractionQuery,
  signal: AbortSignal,
  onCounting?: OnCounting,
): Promise<OpenSnapshot> {
  const pageSize = firstPageSize(query.fields?.length ?? priceColumn.fields.length, client);
  const { name, fields } = priceColumn;
  const first = await readFirst(
    client,
    { priceColumn: name, query, typedFields: fields, page: 1, pageSize },
    { signal, onCounting },
  );
  const takenAtMs = Date.now();
  const { createdAtMs, expiresAtMs } = first.page.snapshot;
  return openedSnapshot(
    client,
    priceColumn,
    first,
    untoldTimes(first, true) ?? {
      takenAtMs,
      expiresAtMs: takenAtMs + (expiresAtMs - createdAtMs),
      timesBy: 'this-computer',
    },
  );
}

/**
 * Returns the times of a snapshot if the service does not say when it was taken; null if it does. Rows without a stable snapshot are of the
 * moment of the first page, and do not expire.
 */
function untoldTimes({ page: { snapshot }, times }: FirstResponse, isNew: boolean): SnapshotTimes | null {
  const { createdAtMs: takenAtMs, expiresAtMs, traits } = snapshot;
  if (traits === null || traits.isTimeTold) return null;
  const { isEndTold } = traits;
  const timesBy = 'this-computer';
  if (!traits.isStable) return { takenAtMs, expiresAtMs: Infinity, timesBy };
  const aheadMs = times?.serviceAheadMs ?? null;
  if (isEndTold && aheadMs !== null) return { takenAtMs, expiresAtMs: expiresAtMs - aheadMs, timesBy };
  // The lifetime of a snapshot that was taken earlier has begun at an unknown time.
  return { takenAtMs, expiresAtMs: isEndTold || !isNew ? Infinity : expiresAtMs, timesBy };
}

/**
 * Opens an existing snapshot with the columns of its link, if any, and with its query for services that expect it again. Without
 * snapshots the query is run again. Rejects as `takeSnapshot` does.
 */
export async function readSnapshot(
  client: ServiceClient,
  priceColumn: PriceColumn,
  cacheKey: string,
  columns: readonly string[] | null,
  signal: AbortSignal,
  {
    onCounting,
    query = null,
  }: { readonly onCounting?: OnCounting | undefined; readonly query?: ExtractionQuery | null } = {},
): Promise<OpenSnapshot> {
  const pageSize = firstPageSize(columns?.length ?? priceColumn.fields.length, client);
  const { name, fields: typedFields } = priceColumn;
  const asked = { priceColumn: name, typedFields, page: 1, pageSize };
  const repeats = query === null ? null : client.dialect?.extraction.traits({ ...asked, query })?.repeats;
  const first = await readFirst(
    client,
    { ...asked, cacheKey, columns, ...(repeats != null && { repeats }) },
    { signal, onCounting },
  );
  if (first.page.snapshot.cacheKey !== cacheKey) throw new PageMismatchError('other-snapshot', null, 1);
  const { createdAtMs, expiresAtMs } = first.page.snapshot;
  const aheadMs = first.times?.serviceAheadMs ?? null;
  return openedSnapshot(
    client,
    priceColumn,
    first,
    untoldTimes(first, false) ?? {
      takenAtMs: createdAtMs - (aheadMs ?? 0),
      expiresAtMs: expiresAtMs - (aheadMs ?? 0),
      timesBy: aheadMs === null ? 'service' : 'this-computer',
    },
  );
}

interface FirstResponse {
  readonly page: SnapshotPage;
  readonly times: ResponseTimes | null;
  /** The page size that was requested. */
  readonly pageSize: number;
}

async function readFirst(
  client: ServiceClient,
  input: ExtractPageInput,
  options: { readonly signal: AbortSignal; readonly onCounting: OnCounting | undefined },
): Promise<FirstResponse> {
  let times: ResponseTimes | null = null;
  const onResponse = (responseTimes: ResponseTimes) => {
    times = responseTimes;
  };
  const page = await readFirstPage(client, input, { ...options, onResponse });
  return { page, times, pageSize: input.pageSize };
}

/** Returns whether the service no longer has the snapshot. */
export function isExpired(error: unknown): boolean {
  return error instanceof ServiceError && error.failure.kind === 'expired-snapshot';
}

/** Returns whether no further page can be loaded or trusted. */
function isFinal(error: unknown): boolean {
  return isExpired(error) || error instanceof PageMismatchError;
}

/** Returns whether one more attempt may succeed. The client has already retried what is transient; a refusal is final. */
function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  const { failure } = error;
  if (failure.kind === 'rejected') return failure.status === 200 || failure.status === 500;
  return failure.kind === 'malformed' || failure.kind === 'timed-out';
}

function openedSnapshot(
  client: ServiceClient,
  priceColumn: PriceColumn,
  first: FirstResponse,
  times: SnapshotTimes,
): OpenSnapshot {
  const { snapshot, columns } = first.page;
  const firstMismatch = pageMismatch(first.page, { page: 1, pageSize: first.pageSize }, snapshot);
  if (firstMismatch !== null) throw new PageMismatchError(firstMismatch, null, 1);

  const most = mostRowsOfPage(client.dialect);
  const sizing = createPageSizing({
    rowsPerBlock: ROWS_PER_BLOCK,
    firstBlocks: first.pageSize / ROWS_PER_BLOCK,
    mostBlocksInView: Math.min(MOST_BLOCKS_IN_VIEW, blocksWithin(most)),
    mostBlocks: Math.min(MOST_BLOCKS, blocksWithin(most)),
    byteLimit: RESPONSE_BYTE_LIMIT,
  });

  async function readPage(page: number, pageSize: number, signal: AbortSignal) {
    try {
      const pageRows = await rowsInParts(page, pageSize, signal);
      createRowCheck(columns, priceColumn, doubledKeys.report, isStable(snapshot))?.add(pageRows);
      return pageRows;
    } catch (error) {
      // A snapshot that has expired or contradicts itself is unusable for the grid, too.
      if (isFinal(error)) rows.fail(error);
      throw error;
    }
  }

  /** Reads a page that may be larger than those of the service, as several of them. */
  async function rowsInParts(page: number, pageSize: number, signal: AbortSignal) {
    if (pageSize <= most) return (await send(page, pageSize, signal)).rows;
    const partSize = largestDivisor(pageSize, most);
    const first = ((page - 1) * pageSize) / partSize + 1;
    const last = Math.min(first + pageSize / partSize - 1, Math.ceil(snapshot.rowCount / partSize));
    const parts: SnapshotRow[] = [];
    for (let part = first; part <= last; part += 1) parts.push(...(await send(part, partSize, signal)).rows);
    return parts;
  }

  async function fetchPage(page: number, pageSize: number, signal: AbortSignal) {
    let timing: ResponseTimes | null = null;
    const { rows: pageRows } = await send(page, pageSize, signal, (responseTimes) => {
      timing = responseTimes;
    });
    return { rows: pageRows, timing };
  }

  async function send(
    page: number,
    pageSize: number,
    signal: AbortSignal,
    onResponse?: (responseTimes: ResponseTimes) => void,
  ): Promise<SnapshotPage> {
    const { name, fields: typedFields } = priceColumn;
    const input = { priceColumn: name, ...pagesOf(snapshot), columns, typedFields, page, pageSize };
    const ask = () => client.send(extractPageEndpoint, input, { signal, onResponse });
    const response = await ask().catch((error: unknown) => {
      if (!isWorthRetrying(error)) throw error;
      return ask();
    });
    const mismatch = pageMismatch(response, { page, pageSize }, snapshot);
    if (mismatch !== null) throw new PageMismatchError(mismatch, null, page);
    return response;
  }

  // The page sizing does not measure the first page, because its duration reflects the query, not the pages to come.
  const keyOfRow = rowKeyReader(columns, priceColumn);
  const doubledKeys = createDoubledKeysStore();
  const rowCheck = createRowCheck(columns, priceColumn, doubledKeys.report, isStable(snapshot));
  const rows = createPagedRows<SnapshotRow>({
    rowCount: snapshot.rowCount,
    rowsPerBlock: ROWS_PER_BLOCK,
    sizing,
    firstRows: first.page.rows,
    isFatal: isFinal,
    check: (pageRows) => rowCheck?.add(pageRows),
    onEvict: (evictedRows) => rowCheck?.remove(evictedRows),
    fetchPage: ({ page, pageSize }, signal) => fetchPage(page + 1, pageSize, signal),
    afterPaint: afterNextFrame,
  });
  return {
    snapshot,
    columns,
    rows,
    keyOfRow,
    doubledKeys,
    readPage,
    ...times,
    slowResponse: slowResponseOf(first.times),
  } satisfies Record<Exclude<keyof OpenSnapshot, MemberFromElsewhere>, unknown>;
}

/** Returns the number of blocks, a power of two, that a page of the service has room for. */
function blocksWithin(rowCount: number): number {
  return 2 ** Math.floor(Math.log2(rowCount / ROWS_PER_BLOCK));
}

/** Returns the largest number up to `most` of which `size` is a multiple: pages of this size are parts of a larger one. */
function largestDivisor(size: number, most: number): number {
  let divisor = Math.min(size, most);
  while (size % divisor !== 0) divisor -= 1;
  return divisor;
}

function slowResponseOf(times: ResponseTimes | null): OpenSnapshot['slowResponse'] {
  if (times === null) return undefined;
  const durationMs = times.latencyMs + times.transferMs;
  return durationMs < SLOW_RESPONSE_MS ? undefined : { durationMs, ids: times.ids };
}

/** Runs a task after the next frame. In a hidden tab, which renders no frames, it waits until the tab is visible. */
function afterNextFrame(task: () => void): void {
  requestAnimationFrame(() => setTimeout(task));
}
