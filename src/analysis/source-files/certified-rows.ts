import { isCoherent, type Certificate } from '@/rows/certificates/certificate';
import { certifiedRows } from '@/rows/certificates/certified-file';
import { rowBatchOf } from '@/lib/row-batches/row-batch';
import { createRowDigest } from '@/lib/table-files/row-digest';
import { valueCell } from './cell-values';
import { problem, SAMPLED_ROWS, type FileCell } from './file-outline';
import { inBatches, NOTHING_FOUND, type CellRows, type TableFile, type TableOutline } from './table-file';

/** Opens the parts of a file that this console has exported with a certificate. */
export function certifiedFile(parts: readonly Blob[], certificate: Certificate): TableFile {
  return {
    outline: () => certifiedOutline(parts, certificate),
    rows: (_layout, wanted) => certifiedCells(parts, certificate, wanted),
  };
}

async function certifiedOutline(parts: readonly Blob[], certificate: Certificate): Promise<TableOutline> {
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
  // A file without rows is only complete if its certificate states no rows, too.
  if (sampled === 0 && certificate.rows.written > 0) throw problem({ kind: 'no-rows' });
  return { columns, rowCount: certificate.rows.written, isRowCountExact: true };
}

/** Yields the cells of the `wanted` columns, and compares the digest of all columns with the certificate. */
async function* certifiedCells(
  parts: readonly Blob[],
  certificate: Certificate,
  wanted: readonly number[],
): CellRows {
  const { columns, digest: expected } = certificate;
  const digest = createRowDigest(columns, expected.secondDigits);
  let rowCount = 0;
  for (const part of parts) {
    for await (const rows of inBatches(await certifiedRows(part, certificate))) {
      digest.add(rowBatchOf(rows, columns.length));
      rowCount += rows.length;
      yield rows.map((row) => wanted.map((columnIndex) => valueCell(row[columnIndex] ?? null)));
    }
  }
  const { sha256 } = await digest.finish();
  const isAsCertified =
    sha256 === expected.sha256 && rowCount === certificate.rows.written && isCoherent(certificate);
  return { ...NOTHING_FOUND, isAsCertified };
}
