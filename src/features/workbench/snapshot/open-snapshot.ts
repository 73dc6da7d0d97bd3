import type { PriceColumn } from '@/contract/column';
import type {
  ExtractionQuery,
  ExtractPageInput,
  Snapshot,
  SnapshotPage,
  SnapshotRow,
} from '@/contract/extraction';
import { extractPageEndpoint } from '@/contract/extraction.schema';
import type { ServiceClient } from '@/session/service-client';
import { ServiceError } from '@/shared/http/service-error';
import type { AnswerTimes } from '@/shared/http/http-client';
import { estimateRowBytes } from '@/shared/paged-rows/estimate-row-bytes';
import { createPageSizing } from '@/shared/paged-rows/page-sizing';
import { createPagedRows, type PagedRows } from '@/shared/paged-rows/paged-rows';
import { PageBreachError, pageBreach } from '@/contract/page-breach';
import type { FoundPlace } from './place';
import { rowKeyReader, type RowKey } from './row-identity';
import { createSeenKeys } from './seen-keys';

/** Rows of the first page: a few screens full, small enough to be here before anyone notices. Later ones adapt. */
export const SNAPSHOT_PAGE_SIZE = 200;

/** All page sizes are this times a power of two, so that a larger page is made of whole smaller ones. */
const ROWS_PER_BLOCK = 50;
/** 100 rows: more than fit on a screen, and 3 ms sooner there than 200 after a jump. */
const MOST_BLOCKS_IN_VIEW = 2;
/** 3,200 rows; the service refuses more than 10,000. */
const MOST_BLOCKS = 64;
/** An answer's share of the memory for rows: some thirty of them fit. */
const ANSWER_BYTE_LIMIT = 384 * 1024;

/** A snapshot under one's fingers: what it is, and its rows as far as they have been fetched. */
export interface OpenSnapshot {
  readonly snapshot: Snapshot;
  /** Column names in the order of the rows' cells. */
  readonly columns: readonly string[];
  readonly rows: PagedRows<SnapshotRow>;
  /** Reads a row's key; null where the snapshot does not hold what identifies its rows. */
  readonly keyOfRow: ((row: SnapshotRow) => RowKey) | null;
  /**
   * Reads a page past the store, for those who go through many rows once. `page` is 1-based, `pageSize` 1 to 10 000.
   * Rejects as `takeSnapshot` does.
   */
  readonly readPage: (page: number, pageSize: number, signal: AbortSignal) => Promise<readonly SnapshotRow[]>;
  /** Where to begin: where the one before it was left. Absent: at the first row, or where the address says. */
  readonly openAt?: FoundPlace;
  readonly takenAtMs: number;
  readonly expiresAtMs: number;
  /**
   * Whose clock the two times are by: this computer's; or the service's, where nothing tells how far the two are apart,
   * and then no time left can be told.
   */
  readonly timesBy: 'this-computer' | 'service';
}

type SnapshotTimes = Pick<OpenSnapshot, 'takenAtMs' | 'expiresAtMs' | 'timesBy'>;

/** Takes a new snapshot. Rejects with ServiceError, or PageBreachError when the answer contradicts itself. */
export async function takeSnapshot(
  client: ServiceClient,
  priceColumn: PriceColumn,
  query: ExtractionQuery,
  signal: AbortSignal,
): Promise<OpenSnapshot> {
  const first = await readFirst(
    client,
    { priceColumn: priceColumn.name, query, page: 1, pageSize: SNAPSHOT_PAGE_SIZE },
    signal,
  );
  const takenAtMs = Date.now();
  const { createdAtMs, expiresAtMs } = first.page.snapshot;
  return hold(client, priceColumn, first, {
    takenAtMs,
    expiresAtMs: takenAtMs + (expiresAtMs - createdAtMs),
    timesBy: 'this-computer',
  });
}

/**
 * Opens a snapshot that exists, from a link or an earlier visit. `columns`: as the link names them, if it does. Rejects as
 * `takeSnapshot` does.
 */
export async function readSnapshot(
  client: ServiceClient,
  priceColumn: PriceColumn,
  cacheKey: string,
  columns: readonly string[] | null,
  signal: AbortSignal,
): Promise<OpenSnapshot> {
  const first = await readFirst(
    client,
    { priceColumn: priceColumn.name, cacheKey, columns, page: 1, pageSize: SNAPSHOT_PAGE_SIZE },
    signal,
  );
  if (first.page.snapshot.cacheKey !== cacheKey) throw new PageBreachError('other-snapshot');
  const { createdAtMs, expiresAtMs } = first.page.snapshot;
  const aheadMs = first.times?.serviceAheadMs ?? null;
  return hold(client, priceColumn, first, {
    takenAtMs: createdAtMs - (aheadMs ?? 0),
    expiresAtMs: expiresAtMs - (aheadMs ?? 0),
    timesBy: aheadMs === null ? 'service' : 'this-computer',
  });
}

interface FirstAnswer {
  readonly page: SnapshotPage;
  readonly times: AnswerTimes | null;
}

async function readFirst(
  client: ServiceClient,
  input: ExtractPageInput,
  signal: AbortSignal,
): Promise<FirstAnswer> {
  let times: AnswerTimes | null = null;
  const onAnswer = (told: AnswerTimes) => {
    times = told;
  };
  const page = await client.send(extractPageEndpoint, input, { signal, onAnswer });
  return { page, times };
}

/** True where a snapshot is gone, so that no more of it can be had. */
export function isExpired(error: unknown): boolean {
  return error instanceof ServiceError && error.failure.kind === 'expired-snapshot';
}

/** True where no page that comes after could be believed, or had. */
function isFinal(error: unknown): boolean {
  return isExpired(error) || error instanceof PageBreachError;
}

/** True for what one more try may spare the person; the client has repeated what else passes, and a refusal stays one. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  const { failure } = error;
  if (failure.kind === 'rejected') return failure.status === 200 || failure.status === 500;
  return failure.kind === 'malformed' || failure.kind === 'timed-out';
}

function hold(
  client: ServiceClient,
  priceColumn: PriceColumn,
  first: FirstAnswer,
  times: SnapshotTimes,
): OpenSnapshot {
  const { snapshot, columns } = first.page;
  const firstBreach = pageBreach(first.page, { page: 1, pageSize: SNAPSHOT_PAGE_SIZE }, snapshot);
  if (firstBreach !== null) throw new PageBreachError(firstBreach);

  const sizing = createPageSizing({
    rowsPerBlock: ROWS_PER_BLOCK,
    firstBlocks: SNAPSHOT_PAGE_SIZE / ROWS_PER_BLOCK,
    mostBlocksInView: MOST_BLOCKS_IN_VIEW,
    mostBlocks: MOST_BLOCKS,
    byteLimit: ANSWER_BYTE_LIMIT,
  });

  async function readPage(page: number, pageSize: number, signal: AbortSignal) {
    try {
      const pageRows = (await send(page, pageSize, signal)).rows;
      if (keyOfRow !== null) createSeenKeys(keyOfRow).add(pageRows);
      return pageRows;
    } catch (error) {
      // What is wrong with the snapshot is so for everyone who reads it.
      if (isFinal(error)) rows.end(error);
      throw error;
    }
  }

  async function readMeasured(page: number, pageSize: number, signal: AbortSignal) {
    let told: AnswerTimes | null = null;
    const { rows: pageRows } = await send(page, pageSize, signal, (answerTimes) => {
      told = answerTimes;
    });
    learn(pageRows, told);
    return pageRows;
  }

  async function send(
    page: number,
    pageSize: number,
    signal: AbortSignal,
    onAnswer?: (answerTimes: AnswerTimes) => void,
  ): Promise<SnapshotPage> {
    const input = { priceColumn: priceColumn.name, cacheKey: snapshot.cacheKey, columns, page, pageSize };
    const ask = () => client.send(extractPageEndpoint, input, { signal, onAnswer });
    const answer = await ask().catch((error: unknown) => {
      if (!mayPass(error)) throw error;
      return ask();
    });
    const breach = pageBreach(answer, { page, pageSize }, snapshot);
    if (breach !== null) throw new PageBreachError(breach);
    return answer;
  }

  function learn(pageRows: readonly SnapshotRow[], answerTimes: AnswerTimes | null): void {
    if (answerTimes === null || pageRows.length === 0) return;
    const bytes = pageRows.reduce((total, row) => total + estimateRowBytes(row), 0);
    sizing.learn({ rows: pageRows.length, bytes, ...answerTimes });
  }

  // How long the first page of a new snapshot took tells of the query, not of the pages to come: nothing is learnt from it.
  const keyOfRow = rowKeyReader(columns, priceColumn);
  const seenKeys = keyOfRow === null ? null : createSeenKeys(keyOfRow);
  const rows = createPagedRows<SnapshotRow>({
    rowCount: snapshot.rowCount,
    rowsPerBlock: ROWS_PER_BLOCK,
    policy: sizing.policy,
    firstRows: first.page.rows,
    isFinal,
    check: (_, pageRows) => seenKeys?.add(pageRows),
    onDrop: (_, droppedRows) => seenKeys?.remove(droppedRows),
    fetchPage: ({ page, pageSize }, signal) => readMeasured(page + 1, pageSize, signal),
    afterDrawing: afterNextFrame,
  });
  return { snapshot, columns, rows, keyOfRow, readPage, ...times };
}

/** In a hidden tab, which draws nothing, once it is shown. */
function afterNextFrame(task: () => void): void {
  requestAnimationFrame(() => setTimeout(task));
}
