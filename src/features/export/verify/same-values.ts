import { extractPageEndpoint, mostRowsOfPage } from '@/contract/extraction.schema';
import type { SnapshotRow } from '@/contract/extraction';
import type { ServiceClient } from '@/session/service-client';
import type { ServiceFailure } from '@/ui/http/service-error';
import { isProvable, KEEPS_EMPTY_TEXTS, type Certificate } from '@/rows/certificates/certificate';
import { canonicalCells } from '@/lib/table-files/canonical-rows';
import type { TableCell } from '@/lib/table-files/table-column';
import type { ChangedPart } from './block-walk';
import type { Verification } from './verify-export';

type ChangedFile = Extract<Verification, { kind: 'changed' }>;

/** Whether the changed parts of a file still have the exported values, because another program has saved the file again. */
export type ValuesOutcome =
  | { readonly kind: 'same' }
  /** The compared rows have the same values, but there were too many changed rows to compare all. */
  | { readonly kind: 'same-so-far' }
  | { readonly kind: 'different' }
  /** The failure is null if the error did not come from the service. */
  | { readonly kind: 'unknown'; readonly failure: ServiceFailure | null };

const MOST_ROWS_OF_PAGE = 1000;

/** Whether all differences may come from a program that drops empty texts. */
export function mayHaveSameValues({ certificate, parts, otherColumns, hasMoreCells }: ChangedFile): boolean {
  return (
    // The service has to have the exported rows.
    isProvable(certificate) &&
    !KEEPS_EMPTY_TEXTS[certificate.file.format] &&
    otherColumns.length === 0 &&
    !hasMoreCells &&
    parts.length > 0 &&
    parts.every((part) => part.fileStart === part.exportStart && part.fileRowCount === part.exportRowCount)
  );
}

/** Compares the changed rows with the snapshot, as far as they were kept. An empty text equals null. Rejects with ServiceError. */
export async function compareValues(
  certificate: Certificate,
  parts: readonly ChangedPart[],
  client: Pick<ServiceClient, 'send' | 'dialect'>,
  signal: AbortSignal,
): Promise<ValuesOutcome> {
  for (const part of parts) {
    if (part.rows === null) continue;
    const exported = await exportedRows(certificate, part, client, signal);
    if (!haveSameValues(certificate, part.rows, exported)) return { kind: 'different' };
  }
  return { kind: parts.some(({ rows }) => rows === null) ? 'same-so-far' : 'same' };
}

type Row = readonly (TableCell | undefined)[];

/** Columns with an undefined exported cell are not compared. */
function haveSameValues(
  { columns, digest }: Certificate,
  inFile: readonly Row[],
  exported: readonly Row[],
): boolean {
  const compared = columns.flatMap((_, index) =>
    exported.some((row) => row[index] === undefined) ? [] : [index],
  );
  const cellsOf = canonicalCells(
    compared.flatMap((index) => columns[index] ?? []),
    digest.secondDigits,
  );
  const lineOf = (row: Row = []) =>
    JSON.stringify(cellsOf(compared.map((index) => (row[index] === '' ? null : (row[index] ?? null)))));
  return (
    inFile.length === exported.length && inFile.every((row, index) => lineOf(row) === lineOf(exported[index]))
  );
}

async function exportedRows(
  { rows: { first }, priceColumn, snapshot, query, columns }: Certificate,
  { exportStart, exportRowCount }: ChangedPart,
  client: Pick<ServiceClient, 'send' | 'dialect'>,
  signal: AbortSignal,
): Promise<readonly SnapshotRow[]> {
  if (exportRowCount === 0) return [];
  const pageSize = Math.min(MOST_ROWS_OF_PAGE, mostRowsOfPage(client.dialect));
  const start = first - 1 + exportStart;
  const firstPage = Math.floor(start / pageSize) + 1;
  const lastPage = Math.floor((start + exportRowCount - 1) / pageSize) + 1;
  const fetched: SnapshotRow[] = [];
  for (let page = firstPage; page <= lastPage; page += 1) {
    const response = await client.send(
      extractPageEndpoint,
      {
        priceColumn,
        cacheKey: snapshot.cacheKey ?? '',
        rowCount: snapshot.rows,
        repeats: query.request,
        columns: columns.map(({ name }) => name),
        typedFields: columns,
        page,
        pageSize,
      },
      { signal },
    );
    fetched.push(...response.rows);
  }
  const skipped = start - (firstPage - 1) * pageSize;
  return fetched.slice(skipped, skipped + exportRowCount);
}
