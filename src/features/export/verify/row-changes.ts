import { extractPageEndpoint } from '@/contract/extraction.schema';
import type { SnapshotRow } from '@/contract/extraction';
import type { ServiceClient } from '@/session/service-client';
import type { ServiceFailure } from '@/shared/http/service-error';
import type { Certificate } from '@/shared/certificates/certificate';
import type { ChangedPart } from './block-walk';
import { rowDifferences, type RowDifference } from './row-differences';
import type { Verification } from './verify-export';

/** The differences, or why they are unknown; the failure is null where it is not one of the service. */
export type ChangesOutcome =
  | { readonly kind: 'found'; readonly differences: readonly RowDifference[] }
  | { readonly kind: 'not-to-be-had'; readonly failure: ServiceFailure | null };

const PAGE_SIZE = 1000;

/**
 * Compares the changed parts of a file with the snapshot, except for parts whose rows were too many to keep. Rejects with
 * ServiceError.
 */
export async function rowChanges(
  certificate: Certificate,
  parts: readonly ChangedPart[],
  client: Pick<ServiceClient, 'send'>,
  signal: AbortSignal,
): Promise<readonly RowDifference[]> {
  const found: RowDifference[] = [];
  for (const part of parts) {
    if (part.rows === null) continue;
    const exported = await exportedRows(certificate, part, client, signal);
    found.push(
      ...rowDifferences(
        certificate,
        { start: part.fileStart, rows: part.rows },
        { start: part.exportStart, rows: exported },
      ),
    );
  }
  return found;
}

/** Whether the file differs in its digests only: another program has saved the same values. */
export function hasSameValues(
  { parts, otherColumns, hasMoreCells }: Extract<Verification, { kind: 'changed' }>,
  changes: ChangesOutcome,
): boolean {
  const isLookedUp = parts.length > 0 && parts.every(({ rows }) => rows !== null);
  const isSame = changes.kind === 'found' && changes.differences.length === 0;
  return isLookedUp && isSame && otherColumns.length === 0 && !hasMoreCells;
}

async function exportedRows(
  { rows: { first }, priceColumn, snapshot, columns }: Certificate,
  { exportStart, exportRowCount }: ChangedPart,
  client: Pick<ServiceClient, 'send'>,
  signal: AbortSignal,
): Promise<readonly SnapshotRow[]> {
  if (exportRowCount === 0) return [];
  const start = first - 1 + exportStart;
  const firstPage = Math.floor(start / PAGE_SIZE) + 1;
  const lastPage = Math.floor((start + exportRowCount - 1) / PAGE_SIZE) + 1;
  const fetched: SnapshotRow[] = [];
  for (let page = firstPage; page <= lastPage; page += 1) {
    const response = await client.send(
      extractPageEndpoint,
      {
        priceColumn,
        cacheKey: snapshot.cacheKey,
        columns: columns.map(({ name }) => name),
        page,
        pageSize: PAGE_SIZE,
      },
      { signal },
    );
    fetched.push(...response.rows);
  }
  const skipped = start - (firstPage - 1) * PAGE_SIZE;
  return fetched.slice(skipped, skipped + exportRowCount);
}
