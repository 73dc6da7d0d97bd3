import { encodeTexts, type EncodedTexts } from '../../engine/encoded-texts';
import { cellReader, type CellRow, type ReadField } from './cell-values';
import { certifiedCellRows, createCertificateCheck } from './certified-rows';
import { sortFiles, type NamedBlob } from './chosen-files';
import { csvRows, NO_COUNTS, type CsvCounts } from './csv-file';
import { problem, type FileCell, type FileMapping, type FileOutline } from './file-outline';
import { jsonRows } from './json-lines-file';

/** The part of an outline that reading the rows needs. */
export type RowsOutline = Pick<FileOutline, 'format' | 'csv' | 'sheet' | 'headerRow' | 'certificate'> & {
  readonly columnNames: readonly string[];
};

export interface FileRowsRequest {
  readonly files: readonly NamedBlob[];
  readonly outline: RowsOutline;
  readonly mapping: FileMapping;
  readonly fields: readonly ReadField[];
}

/** A batch of rows, by field in the order of the mapping. */
export interface FileRows {
  readonly rowCount: number;
  readonly columns: readonly EncodedTexts[];
}

/** What was found while the rows were read. */
export interface FileRowsSummary {
  readonly rowCount: number;
  /** Irregular rows of a CSV file. The missing cells of short rows have no value. */
  readonly counts: Readonly<CsvCounts>;
  /** Whether the rows match the certificate; null without one. */
  readonly isAsCertified: boolean | null;
}

/** Rows that are sent to the engine at once. */
const ROWS_PER_BATCH = 5_000;

/** Yields batches of rows as the service's texts. Rejects with FileProblemError, or the browser's error. */
export async function* readFileRows(
  request: FileRowsRequest,
): AsyncGenerator<FileRows, FileRowsSummary, undefined> {
  const { outline } = request;
  const columns = matchedReaders(request);
  const wanted = columns.map(({ columnIndex }) => columnIndex);
  const counts: CsvCounts = { ...NO_COUNTS };
  let rowCount = 0;
  let texts: (string | null)[][] = columns.map(() => []);
  const take = (): FileRows => {
    const batch = { rowCount: texts[0]?.length ?? 0, columns: texts.map(encodeTexts) };
    texts = columns.map(() => []);
    return batch;
  };
  const { certificate } = outline;
  const { parts } = await sortFiles(request.files);
  const certified = certificate === null ? null : { certificate, check: createCertificateCheck(certificate) };
  const rowsIn = (part: NamedBlob) =>
    certified === null
      ? rowsOf(part, outline, wanted, counts)
      : certifiedCellRows(part, certified.certificate, certified.check, wanted, ROWS_PER_BATCH);
  for (const part of parts) {
    for await (const rows of rowsIn(part)) {
      for (const row of rows) {
        for (const [index, { read }] of columns.entries()) {
          const cell = row[index] ?? null;
          texts[index]?.push(cell === null ? null : read(cell));
        }
        rowCount += 1;
        if (rowCount % ROWS_PER_BATCH === 0) yield take();
      }
    }
  }
  if (rowCount % ROWS_PER_BATCH > 0) yield take();
  return {
    rowCount,
    counts,
    isAsCertified: certified === null ? null : await certified.check.finish(rowCount),
  };
}

interface MatchedReader {
  readonly columnIndex: number;
  readonly read: (cell: FileCell) => string | null;
}

function matchedReaders({ mapping, fields }: FileRowsRequest): MatchedReader[] {
  return mapping.columns.map(({ field: name, columnIndex }) => {
    const field = fields.find((each) => each.name === name);
    if (field === undefined) throw new RangeError('The mapping names a field that there is not.');
    return { columnIndex, read: cellReader(field, mapping.notation) };
  });
}

async function* rowsOf(
  file: NamedBlob,
  outline: RowsOutline,
  wanted: readonly number[],
  counts: CsvCounts,
): AsyncGenerator<readonly CellRow[]> {
  const { csv, sheet, headerRow, columnNames } = outline;
  const width = columnNames.length;
  switch (outline.format) {
    case 'csv':
      if (csv !== null) yield* csvRows(file, { csv, headerRow, width, wanted, counts });
      return;
    case 'json-lines':
      return yield* jsonRows(file, columnNames, wanted);
    case 'xlsx': {
      if (sheet === null) throw problem({ kind: 'damaged', damage: null });
      const { sheetRows } = await import('./workbook-file');
      return yield* sheetRows(file, { sheet, headerRow, width, wanted });
    }
    case 'parquet': {
      const { parquetRows } = await import('./parquet-file');
      return yield* parquetRows(file, columnNames, wanted, ROWS_PER_BATCH);
    }
  }
}
