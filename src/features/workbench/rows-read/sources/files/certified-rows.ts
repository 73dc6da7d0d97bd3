import { isCoherent, type Certificate } from '@/rows/certificates/certificate';
import { certifiedRows } from '@/rows/certificates/certified-file';
import { rowBatchOf } from '@/lib/row-batches/row-batch';
import { createRowDigest } from '@/lib/table-files/row-digest';
import type { TableRow } from '@/lib/table-files/table-column';
import { valueCell, type CellRow } from './cell-values';
import type { NamedBlob } from './chosen-files';
import { problem, SAMPLED_ROWS, type FileAbout, type FileCell, type FileOutline } from './file-outline';

/** Returns the outline of an export of this console. Rejects with FileProblemError. */
export async function certifiedOutline(
  about: FileAbout,
  parts: readonly NamedBlob[],
  certificate: Certificate,
): Promise<FileOutline> {
  const columns = certificate.columns.map(({ name }) => ({
    name,
    isReadable: true,
    cells: [] as (FileCell | null)[],
  }));
  let sampled = 0;
  sampling: for (const part of parts) {
    for await (const row of await certifiedRows(part, certificate)) {
      for (const [index, { cells }] of columns.entries()) cells.push(valueCell(row[index] ?? null));
      sampled += 1;
      if (sampled === SAMPLED_ROWS) break sampling;
    }
  }
  // If the export has no rows, its certificate says so, too.
  if (sampled === 0 && certificate.rows.written > 0) throw problem({ kind: 'no-rows' });
  return { ...about, columns, rowCount: certificate.rows.written, isRowCountExact: true, certificate };
}

/** Compares rows with the digest of a certificate. */
export interface CertificateCheck {
  readonly add: (rows: readonly TableRow[]) => void;
  /** Returns whether the rows are those of the certificate. */
  readonly finish: (rowCount: number) => Promise<boolean>;
}

/** Starts a comparison with the rows that are going to be read. */
export function createCertificateCheck(certificate: Certificate): CertificateCheck {
  const { columns, digest: expected, rows } = certificate;
  const digest = createRowDigest(columns, expected.secondDigits);
  return {
    add: (added) => digest.add(rowBatchOf(added, columns.length)),
    finish: async (rowCount) => {
      const { sha256 } = await digest.finish();
      return sha256 === expected.sha256 && rowCount === rows.written && isCoherent(certificate);
    },
  };
}

/** Yields the `wanted` columns of a part of an export, `rowsPerBatch` rows at a time; the digest is checked over all columns. */
export async function* certifiedCellRows(
  file: NamedBlob,
  certificate: Certificate,
  check: CertificateCheck,
  wanted: readonly number[],
  rowsPerBatch: number,
): AsyncGenerator<readonly CellRow[]> {
  let rows: TableRow[] = [];
  const cellsOf = (row: TableRow): CellRow =>
    wanted.map((columnIndex) => valueCell(row[columnIndex] ?? null));
  for await (const row of await certifiedRows(file, certificate)) {
    rows.push(row);
    if (rows.length < rowsPerBatch) continue;
    check.add(rows);
    yield rows.map(cellsOf);
    rows = [];
  }
  check.add(rows);
  yield rows.map(cellsOf);
}
