import type { PriceColumn } from '@/contract/column';
import type { ExtractionQuery, Snapshot, SnapshotPage, SnapshotRow } from '@/contract/extraction';
import { extractPageEndpoint } from '@/contract/extraction.schema';
import type { ServiceClient } from '@/session/service-client';
import { ServiceError } from '@/shared/http/service-error';
import { createPagedRows, type PagedRows } from '@/shared/paged-rows/paged-rows';
import { PageBreachError, pageBreach } from '@/contract/page-breach';
import type { Place } from './place';
import { rowKeyReader, type RowKey } from './row-identity';
import { createSeenKeys } from './seen-keys';

/** Rows asked for at once: a few screens full, small enough to be here before anyone notices. */
export const SNAPSHOT_PAGE_SIZE = 200;

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
  readonly openAt?: Place;
  /** By this computer's clock, which may be another than the service's. */
  readonly expiresAtMs: number;
  readonly takenAtMs: number;
}

/** Takes a new snapshot. Rejects with ServiceError, or PageBreachError when the answer contradicts itself. */
export async function takeSnapshot(
  client: ServiceClient,
  priceColumn: PriceColumn,
  query: ExtractionQuery,
  signal: AbortSignal,
): Promise<OpenSnapshot> {
  const first = await client.send(
    extractPageEndpoint,
    { priceColumn: priceColumn.name, query, page: 1, pageSize: SNAPSHOT_PAGE_SIZE },
    { signal },
  );
  const takenAtMs = Date.now();
  return hold(client, priceColumn, first, {
    takenAtMs,
    expiresAtMs: takenAtMs + (first.snapshot.expiresAtMs - first.snapshot.createdAtMs),
  });
}

/** Opens a snapshot that exists, from a link or an earlier visit. `columns`: as the link names them, if it does. */
export async function readSnapshot(
  client: ServiceClient,
  priceColumn: PriceColumn,
  cacheKey: string,
  columns: readonly string[] | null,
  signal: AbortSignal,
): Promise<OpenSnapshot> {
  const first = await client.send(
    extractPageEndpoint,
    { priceColumn: priceColumn.name, cacheKey, columns, page: 1, pageSize: SNAPSHOT_PAGE_SIZE },
    { signal },
  );
  // How far the two clocks are apart cannot be known here; the service's times are the best there is.
  return hold(client, priceColumn, first, {
    takenAtMs: first.snapshot.createdAtMs,
    expiresAtMs: first.snapshot.expiresAtMs,
  });
}

/** True where a snapshot is gone, so that no more of it can be had. */
export function isExpired(error: unknown): boolean {
  return error instanceof ServiceError && error.failure.kind === 'expired-snapshot';
}

function hold(
  client: ServiceClient,
  priceColumn: PriceColumn,
  first: SnapshotPage,
  times: Pick<OpenSnapshot, 'takenAtMs' | 'expiresAtMs'>,
): OpenSnapshot {
  const { snapshot, columns } = first;
  const firstBreach = pageBreach(first, { page: 1, pageSize: SNAPSHOT_PAGE_SIZE }, snapshot);
  if (firstBreach !== null) throw new PageBreachError(firstBreach);

  async function readPage(page: number, pageSize: number, signal: AbortSignal) {
    const answer = await client.send(
      extractPageEndpoint,
      { priceColumn: priceColumn.name, cacheKey: snapshot.cacheKey, columns, page, pageSize },
      { signal },
    );
    const breach = pageBreach(answer, { page, pageSize }, snapshot);
    if (breach !== null) throw new PageBreachError(breach);
    return answer.rows;
  }

  const keyOfRow = rowKeyReader(columns, priceColumn);
  const seenKeys = keyOfRow === null ? null : createSeenKeys(keyOfRow);
  const rows = createPagedRows<SnapshotRow>({
    rowCount: snapshot.rowCount,
    pageSize: SNAPSHOT_PAGE_SIZE,
    seed: new Map([[0, first.rows]]),
    isFinal: (error) => isExpired(error) || error instanceof PageBreachError,
    check: (_, pageRows) => seenKeys?.add(pageRows),
    onDrop: (_, pageRows) => seenKeys?.remove(pageRows),
    fetchPage: (pageIndex, signal) => readPage(pageIndex + 1, SNAPSHOT_PAGE_SIZE, signal),
  });
  return { snapshot, columns, rows, keyOfRow, readPage, ...times };
}
