import { encodeTexts, type EncodedTexts } from '../engine/encoded-texts';
import { cellReader, type ReadField } from './cell-values';
import { sortFiles, type NamedBlob } from './chosen-files';
import type { FileCell, FileMapping, FileOutline } from './file-outline';
import { openTableFile } from './open-table-file';
import { ROWS_PER_BATCH, type RowsFound, type TableLayout } from './table-file';

export interface FileRowsRequest {
  readonly files: readonly NamedBlob[];
  readonly outline: TableLayout & Pick<FileOutline, 'format' | 'certificate'>;
  readonly mapping: FileMapping;
  readonly fields: readonly ReadField[];
}

/** A batch of rows: for each field of the mapping, in its order, the texts of the column. */
export interface FileRows {
  readonly rowCount: number;
  readonly columns: readonly EncodedTexts[];
}

export interface FileRowsSummary extends RowsFound {
  readonly rowCount: number;
}

/** Yields batches of rows with texts in the service's notation. Throws FileProblemError, or an error of the browser. */
export async function* readFileRows(
  request: FileRowsRequest,
): AsyncGenerator<FileRows, FileRowsSummary, undefined> {
  const { files, outline } = request;
  const columns = matchedReaders(request);
  let rowCount = 0;
  let texts: (string | null)[][] = columns.map(() => []);
  const take = (): FileRows => {
    const batch = { rowCount: texts[0]?.length ?? 0, columns: texts.map(encodeTexts) };
    texts = columns.map(() => []);
    return batch;
  };
  const { parts } = await sortFiles(files);
  const table = await openTableFile(outline.format, parts, outline.certificate);
  const reading = table.rows(
    outline,
    columns.map(({ columnIndex }) => columnIndex),
  );
  for (;;) {
    const next = await reading.next();
    if (next.done === true) {
      if (rowCount % ROWS_PER_BATCH > 0) yield take();
      return { rowCount, ...next.value };
    }
    for (const row of next.value) {
      for (const [index, { read }] of columns.entries()) {
        const cell = row[index] ?? null;
        texts[index]?.push(cell === null ? null : read(cell));
      }
      rowCount += 1;
      if (rowCount % ROWS_PER_BATCH === 0) yield take();
    }
  }
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
