import { certifiedRows } from '@/shared/certificates/certified-file';
import { isCoherent, type Certificate } from '@/shared/certificates/certificate';
import { rowBatchOf } from '@/shared/row-batches/row-batch';
import { blobText } from '@/shared/table-files/blob-text';
import { createCsvSplitter, type CsvRecord } from '@/shared/table-files/csv-splitter';
import { createRowDigest } from '@/shared/table-files/row-digest';
import type { TableRow } from '@/shared/table-files/table-column';
import type { ReadableWorkbook, SheetCell } from '@/shared/table-files/xlsx-reader';
import { encodeTexts, type EncodedTexts } from '../engine/encoded-texts';
import { cellReader, type ReadField } from './cell-values';
import { isBlank } from './csv-layout';
import type { FileCell, FileMapping, FileOutline } from './file-outline';
import {
  csvCell,
  isFilledCell,
  jsonCell,
  jsonLines,
  problem,
  sheetCell,
  sortFiles,
  valueCell,
  type NamedBlob,
} from './read-outline';

/** The part of an outline that reading the rows needs. */
export type RowsOutline = Pick<FileOutline, 'format' | 'csv' | 'sheet' | 'rowsBefore' | 'certificate'> & {
  /** The names of all columns of the file. */
  readonly columnNames: readonly string[];
};

export interface FileRowsRequest {
  readonly files: readonly NamedBlob[];
  readonly outline: RowsOutline;
  readonly mapping: FileMapping;
  /** Of the mapping. */
  readonly fields: readonly ReadField[];
}

/** Some rows, by field in the order of the mapping. */
export interface FileRows {
  readonly rowCount: number;
  readonly columns: readonly EncodedTexts[];
}

/** What was noticed while the rows were read. */
export interface FileRowsSummary {
  readonly rowCount: number;
  /** Rows that end before the last header; their missing cells have no value. */
  readonly shortRows: number;
  /** Whether the rows are those that the certificate describes; null without one. */
  readonly isAsCertified: boolean | null;
}

/** Rows that are sent to the engine at once. */
const ROWS_PER_BATCH = 5_000;

/**
 * Reads the rows of files as texts of values, as the service would send them; no more of them than a batch is in memory.
 * Returns the summary. Rejects with FileProblemError, or as the browser does for what it cannot read.
 */
export async function* readFileRows(
  request: FileRowsRequest,
): AsyncGenerator<FileRows, FileRowsSummary, undefined> {
  const { outline } = request;
  const columns = matchedReaders(request);
  const shortRows = { count: 0 };
  let rowCount = 0;
  let texts: (string | null)[][] = columns.map(() => []);
  const take = (): FileRows => {
    const batch = { rowCount: texts[0]?.length ?? 0, columns: texts.map(encodeTexts) };
    texts = columns.map(() => []);
    return batch;
  };
  const { certificate } = outline;
  const { parts } = await sortFiles(request.files);
  const check = certificate === null ? null : createCertificateCheck(certificate);
  for (const part of parts) {
    for await (const rows of rowsOf(part, outline, shortRows, certificate, check)) {
      for (const row of rows) {
        for (const [index, { columnIndex, read }] of columns.entries()) {
          const cell = row[columnIndex] ?? null;
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
    shortRows: shortRows.count,
    isAsCertified: check === null ? null : await check.finish(rowCount),
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

type CellRow = readonly (FileCell | null)[];

async function* rowsOf(
  file: NamedBlob,
  outline: RowsOutline,
  shortRows: { count: number },
  certificate: Certificate | null,
  check: CertificateCheck | null,
): AsyncGenerator<readonly CellRow[]> {
  if (certificate !== null) return yield* certifiedCellRows(file, certificate, check);
  switch (outline.format) {
    case 'csv':
      return yield* csvRows(file, outline, shortRows);
    case 'json-lines':
      return yield* jsonRows(file, outline);
    case 'xlsx':
      return yield* sheetRows(file, outline);
    case 'parquet':
      return yield* parquetRows(file, outline);
  }
}

/** Compares the rows with the digest of their certificate. */
interface CertificateCheck {
  readonly add: (rows: readonly TableRow[]) => void;
  readonly finish: (rowCount: number) => Promise<boolean>;
}

function createCertificateCheck(certificate: Certificate): CertificateCheck {
  const { columns, digest: expected, rows } = certificate;
  const digest = createRowDigest(columns);
  return {
    add: (added) => digest.add(rowBatchOf(added, columns.length)),
    finish: async (rowCount) => {
      const { sha256 } = await digest.finish();
      return sha256 === expected.sha256 && rowCount === rows.written && isCoherent(certificate);
    },
  };
}

async function* certifiedCellRows(
  file: NamedBlob,
  certificate: Certificate,
  check: CertificateCheck | null,
): AsyncGenerator<readonly CellRow[]> {
  let rows: TableRow[] = [];
  for await (const row of await certifiedRows(file, certificate)) {
    rows.push(row);
    if (rows.length < ROWS_PER_BATCH) continue;
    check?.add(rows);
    yield rows.map((each) => each.map(valueCell));
    rows = [];
  }
  check?.add(rows);
  yield rows.map((each) => each.map(valueCell));
}

async function* csvRows(
  file: NamedBlob,
  { csv, rowsBefore, columnNames }: RowsOutline,
  shortRows: { count: number },
): AsyncGenerator<readonly CellRow[]> {
  if (csv === null) return;
  const width = columnNames.length;
  const splitter = createCsvSplitter(csv.delimiter);
  let recordCount = 0;
  const rowsIn = (records: readonly CsvRecord[]) =>
    records.flatMap((record): CellRow[] => {
      recordCount += 1;
      if (recordCount <= rowsBefore + 1 || isBlank(record)) return [];
      if (record.length > width && !isBlank(record.slice(width))) {
        throw problem({ kind: 'too-many-values', record: recordCount });
      }
      if (record.length < width) shortRows.count += 1;
      return [record.slice(0, width).map((cell) => csvCell(cell, csv))];
    });
  for await (const chunk of blobText(file, { encoding: csv.encoding, isFatal: true })) {
    yield rowsIn(splitter.push(chunk));
  }
  if (splitter.isWithinQuotes()) throw problem({ kind: 'unclosed-quote', record: splitter.nextRecord() });
  yield rowsIn(splitter.finish());
}

async function* jsonRows(file: NamedBlob, { columnNames }: RowsOutline): AsyncGenerator<readonly CellRow[]> {
  for await (const lines of jsonLines(file)) {
    yield lines.map(({ members }) => {
      const values = new Map(Object.entries(members));
      return columnNames.map((name) => {
        const cell = jsonCell(values.get(name));
        // A list where the first rows had values of their own.
        if (cell === undefined) throw problem({ kind: 'damaged' });
        return cell;
      });
    });
  }
}

async function* sheetRows(
  file: NamedBlob,
  { sheet, rowsBefore, columnNames }: RowsOutline,
): AsyncGenerator<readonly CellRow[]> {
  const { openWorkbook } = await import('@/shared/table-files/xlsx-reader');
  const workbook = await openWorkbook(file);
  if (workbook === null || sheet === null) throw problem({ kind: 'damaged' });
  let rowCount = 0;
  const cellRow = (cells: readonly SheetCell[], opened: ReadableWorkbook): CellRow | null => {
    rowCount += 1;
    const filled = cells.filter(isFilledCell);
    if (rowCount <= rowsBefore + 1 || filled.length === 0) return null;
    const row: (FileCell | null)[] = columnNames.map(() => null);
    for (const cell of filled) {
      // A column without a header has no value in the first rows, or it would be among the columns.
      if (cell.columnIndex >= columnNames.length)
        throw problem({ kind: 'too-many-values', record: rowCount });
      row[cell.columnIndex] = sheetCell(cell, opened);
    }
    return row;
  };
  for await (const rows of workbook.cells(sheet)) {
    yield rows.map((cells) => cellRow(cells, workbook)).filter((row) => row !== null);
  }
}

async function* parquetRows(
  file: NamedBlob,
  { columnNames }: RowsOutline,
): AsyncGenerator<readonly CellRow[]> {
  const { readParquet } = await import('@/shared/table-files/parquet-reader');
  let rows: CellRow[] = [];
  for await (const row of readParquet(
    file,
    columnNames.map((name) => ({ name })),
  )) {
    rows.push(row.map(valueCell));
    if (rows.length < ROWS_PER_BATCH) continue;
    yield rows;
    rows = [];
  }
  yield rows;
}
