import { extractedPageText } from '@/contract/extraction.schema';
import type { Snapshot } from '@/contract/extraction';
import type { BodyChunks } from '@/lib/base/body-chunks';
import { certificateSchema, isCoherent, PARQUET_CERTIFICATE_KEY } from '@/rows/certificates/certificate';
import { openSealedReader } from '@/lib/sealed-files/sealed-file';
import { createColumnsReader, type ColumnsReader } from '@/lib/table-files/parquet-columns';
import { openParquet, type OpenedParquet, type ReadParquetColumn } from '@/lib/table-files/parquet-reader';
import type { TableRow } from '@/lib/table-files/table-column';
import { CopyError } from '../copy-failure';
import { copySeal, readCopyFile, type CopyPlace } from '../copy-file';

export interface ExpectedCopy {
  readonly place: CopyPlace;
  /** The size of the file on disk, in bytes. */
  readonly size: number;
  readonly rowCount: number;
  readonly digest: string;
  readonly columns: readonly ReadParquetColumn[];
}

export interface CopyPage {
  readonly snapshot: Snapshot;
  /** The 1-based number of the page. */
  readonly page: number;
  readonly pageSize: number;
}

export interface CopyRows {
  /** Reads rows. `rowEnd` is exclusive. */
  readonly readRows: (rowStart: number, rowEnd: number) => Promise<readonly TableRow[]>;
  /** Returns a page in the form of the service's responses. */
  readonly readPage: (page: CopyPage) => Promise<BodyChunks>;
  readonly readColumns: ColumnsReader['readColumns'];
}

/** Checks the whole file of a copy and opens it. Rejects with a CopyError or a SealBrokenError if it was changed. */
export async function openCopyRows({
  place,
  size,
  rowCount,
  digest,
  columns,
}: ExpectedCopy): Promise<CopyRows> {
  const content = await readCopyFile(place);
  if (content.size !== size) throw new CopyError({ kind: 'damaged' });
  const bytes = await openSealedReader({ content, seal: copySeal(place) });
  const parquet = await openParquet(bytes, columns);
  const isComplete = columns.every(({ name }) => parquet.columns.some((column) => column.name === name));
  const isAsKept = digestOf(parquet.footer) === digest;
  if (parquet.rowCount !== rowCount || !isComplete || !isAsKept) throw new CopyError({ kind: 'damaged' });
  const { readColumns, ...reader } = createColumnsReader(bytes, parquet, columns);

  function readRows(rowStart: number, rowEnd: number): Promise<readonly TableRow[]> {
    const start = Math.max(0, rowStart);
    return reader.readRows(start, Math.max(start, Math.min(rowEnd, rowCount)));
  }

  return {
    readRows,
    readColumns,
    readPage: async ({ snapshot, page, pageSize }) => {
      const rows = await readRows((page - 1) * pageSize, Math.min(rowCount, page * pageSize));
      const names = columns.map(({ name }) => name);
      return [new TextEncoder().encode(extractedPageText({ snapshot, page, columns: names, rows }))];
    },
  };
}

/** Returns the digest in the file's certificate, or null if it has no consistent certificate. */
function digestOf(footer: OpenedParquet['footer']): string | null {
  try {
    const certificate = certificateSchema.parse(JSON.parse(footer.get(PARQUET_CERTIFICATE_KEY) ?? ''));
    return isCoherent(certificate) ? certificate.digest.sha256 : null;
  } catch {
    return null;
  }
}
