import type { SnapshotRow } from '@/contract/extraction';
import { extractPageEndpoint } from '@/contract/extraction.schema';
import type { ServiceClient } from '@/session/service-client';
import { canonicalCells } from '@/shared/table-files/canonical-rows';
import type { TableRow } from '@/shared/table-files/table-column';
import type { Certificate } from '../model/certificate';
import type { ChangedBlock } from './verify-export';

/** A cell that is not as the snapshot has it; both in canonical form. */
export interface ChangedCell {
  /** 1-based, within the file. */
  readonly row: number;
  readonly column: string;
  readonly inFile: string;
  readonly inSnapshot: string;
}

const PAGE_SIZE = 1000;

/**
 * Compares blocks of a file with the snapshot they came from. Rejects with ServiceError, `expired-snapshot` for one
 * that is gone.
 */
export async function changedCells(
  certificate: Certificate,
  blocks: readonly ChangedBlock[],
  client: Pick<ServiceClient, 'send'>,
  signal: AbortSignal,
): Promise<readonly ChangedCell[]> {
  const found: ChangedCell[] = [];
  for (const block of blocks) {
    const rows = await snapshotRows(certificate, block, client, signal);
    found.push(...differences(certificate, block, rows));
  }
  return found;
}

async function snapshotRows(
  { rows: { first }, priceColumn, snapshot, columns }: Certificate,
  { rowStart, rows }: ChangedBlock,
  client: Pick<ServiceClient, 'send'>,
  signal: AbortSignal,
): Promise<readonly SnapshotRow[]> {
  const start = first - 1 + rowStart;
  const firstPage = Math.floor(start / PAGE_SIZE) + 1;
  const lastPage = Math.floor((start + rows.length - 1) / PAGE_SIZE) + 1;
  const fetched: SnapshotRow[] = [];
  for (let page = firstPage; page <= lastPage; page += 1) {
    const answer = await client.send(
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
    fetched.push(...answer.rows);
  }
  return fetched.slice(start - (firstPage - 1) * PAGE_SIZE);
}

function differences(
  { columns }: Certificate,
  { rowStart, rows }: ChangedBlock,
  original: readonly SnapshotRow[],
): ChangedCell[] {
  const cellsOf = canonicalCells(columns);
  return rows.flatMap((row, index) => {
    const inFile = cellsOf(row);
    const inSnapshot = cellsOf(withoutUndefined(original[index] ?? []));
    return columns.flatMap(({ name }, place): ChangedCell[] =>
      inFile[place] === inSnapshot[place]
        ? []
        : [
            {
              row: rowStart + index + 1,
              column: name,
              inFile: inFile[place] ?? '',
              inSnapshot: inSnapshot[place] ?? '',
            },
          ],
    );
  });
}

function withoutUndefined(row: SnapshotRow): TableRow {
  return row.map((cell) => cell ?? null);
}
