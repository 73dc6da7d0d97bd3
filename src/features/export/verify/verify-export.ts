import { readCsv, readCsvHeader } from '@/shared/table-files/csv-reader';
import { readJsonLines } from '@/shared/table-files/json-lines-reader';
import { BLOCK_ROWS } from '@/shared/table-files/row-digest';
import type { TableRow } from '@/shared/table-files/table-column';
import type { ReadableWorkbook } from '@/shared/table-files/xlsx-reader';
import {
  certificateSchema,
  FILE_ENDINGS,
  isCoherent,
  PARQUET_CERTIFICATE_KEY,
  type Certificate,
} from '../model/certificate';
import { walkBlocks, type ChangedPart } from './block-walk';

/** A file to verify. */
export interface DroppedFile {
  readonly name: string;
  readonly content: Blob;
}

/** The result of comparing a file with its certificate. */
export type Verification =
  /** The file matches its certificate. This does not prove who created them. */
  | { readonly kind: 'unchanged'; readonly certificate: Certificate }
  | {
      readonly kind: 'changed';
      readonly certificate: Certificate;
      /** Rows in the file. */
      readonly rowCount: number;
      readonly parts: readonly ChangedPart[];
      /** Columns that are missing, added or reordered. */
      readonly otherColumns: readonly string[];
      /** Whether rows have values beyond the exported columns. */
      readonly hasMoreCells: boolean;
    }
  /** A certificate without its file. */
  | { readonly kind: 'needs-file'; readonly certificate: Certificate }
  /** A file whose certificate is a separate file, which is missing. */
  | { readonly kind: 'needs-certificate' }
  | { readonly kind: 'not-ours' };

/**
 * Reads an export and its certificate, and compares the rows with the certificate's digests. All parts of an export have
 * to be passed together. `onRows` reports progress.
 */
export async function verifyExport(
  files: readonly DroppedFile[],
  onRows: (rowCount: number, written: number) => void = () => undefined,
): Promise<Verification> {
  const { beside, parts } = await sorted(files);
  const [first] = parts;
  if (first === undefined) {
    return beside === null ? { kind: 'not-ours' } : { kind: 'needs-file', certificate: beside };
  }
  const format = formatOf(first.name);
  if (format === null) return { kind: 'not-ours' };
  const hasOwn = format === 'xlsx' || format === 'parquet';
  if (!hasOwn && beside === null) {
    return { kind: files.length > parts.length ? 'not-ours' : 'needs-certificate' };
  }
  const certificate = hasOwn ? readCertificate(await ownCertificateText(format, first.content)) : beside;
  if (certificate === null || certificate.digest.blockRows !== BLOCK_ROWS) return { kind: 'not-ours' };
  return compared(certificate, parts, onRows);
}

/** Finds the certificate by its content, since files may have been renamed. */
async function sorted(
  files: readonly DroppedFile[],
): Promise<{ readonly beside: Certificate | null; readonly parts: readonly DroppedFile[] }> {
  const isJson = ({ name }: DroppedFile) => name.toLowerCase().endsWith('.json');
  let beside: Certificate | null = null;
  for (const file of files.filter(isJson)) beside ??= readCertificate(await file.content.text());
  const parts = files.filter((file) => !isJson(file));
  return { beside, parts: parts.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true })) };
}

async function compared(
  certificate: Certificate,
  parts: readonly DroppedFile[],
  onRows: (rowCount: number, written: number) => void,
): Promise<Verification> {
  const { columns, rows } = certificate;
  const otherColumns = new Set<string>();
  for (const { content } of parts) {
    const found = await headerOf(content, certificate);
    const expected = columns.map(({ name }) => name);
    if (found === null || found.join('\n') === expected.join('\n')) continue;
    for (const name of found) if (!expected.includes(name)) otherColumns.add(name);
    // The same names in another order.
    for (const [index, name] of expected.entries()) if (found[index] !== name) otherColumns.add(name);
  }
  const width = columns.length;
  let hasMoreCells = false;
  const walk = await walkBlocks(
    certificate,
    watched(rowsOf(parts, certificate), (row) => {
      hasMoreCells ||= row.length > width && row.slice(width).some((cell) => cell !== null);
    }),
    (rowCount) => onRows(rowCount, rows.written),
  );
  if (walk.isWholeSame && otherColumns.size === 0 && !hasMoreCells && isCoherent(certificate)) {
    return { kind: 'unchanged', certificate };
  }
  return {
    kind: 'changed',
    certificate,
    rowCount: walk.rowCount,
    parts: walk.parts,
    otherColumns: [...otherColumns],
    hasMoreCells,
  };
}

async function* watched<Row>(rows: AsyncIterable<Row>, onRow: (row: Row) => void): AsyncGenerator<Row> {
  for await (const row of rows) {
    onRow(row);
    yield row;
  }
}

type Format = Certificate['file']['format'];

function formatOf(name: string): Format | null {
  const formats = ['csv', 'json-lines', 'xlsx', 'parquet'] as const;
  return formats.find((format) => name.toLowerCase().endsWith(`.${FILE_ENDINGS[format]}`)) ?? null;
}

async function ownCertificateText(format: 'xlsx' | 'parquet', file: Blob): Promise<string> {
  if (format === 'parquet') {
    const { parquetFooter } = await import('@/shared/table-files/parquet-reader');
    const footer = await parquetFooter(file).catch(() => null);
    return footer?.get(PARQUET_CERTIFICATE_KEY) ?? '';
  }
  const { openWorkbook } = await import('@/shared/table-files/xlsx-reader');
  const workbook = await openWorkbook(file);
  const title = certificateSheet(workbook?.sheetTitles ?? []);
  if (workbook == null || title === undefined) return '';
  return (await workbook.firstColumn(title)).join('');
}

/** The last one: sheets may have been added after it. */
function certificateSheet(titles: readonly string[]): string | undefined {
  return titles.findLast((title) => title.startsWith('Certificate'));
}

/** The sheets before the About sheet, which precedes the certificate. */
function rowSheets(titles: readonly string[]): readonly string[] {
  return titles.slice(0, Math.max(0, titles.lastIndexOf(certificateSheet(titles) ?? '') - 1));
}

/** The column names of a file; null for formats that repeat them in every row. */
async function headerOf(
  file: Blob,
  { columns, file: { format, csv } }: Certificate,
): Promise<readonly string[] | null> {
  switch (format) {
    case 'csv':
      return csv === null ? null : readCsvHeader(file, csv);
    case 'json-lines':
      return null;
    case 'parquet': {
      const { parquetColumns } = await import('@/shared/table-files/parquet-reader');
      return parquetColumns(file);
    }
    case 'xlsx': {
      const { openWorkbook } = await import('@/shared/table-files/xlsx-reader');
      const workbook = await openWorkbook(file);
      const [title] = rowSheets(workbook?.sheetTitles ?? []);
      return workbook === null || title === undefined
        ? columns.map(({ name }) => name)
        : workbook.header(title);
    }
  }
}

function readCertificate(text: string): Certificate | null {
  try {
    return certificateSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

async function* rowsOf(parts: readonly DroppedFile[], certificate: Certificate): AsyncGenerator<TableRow> {
  for (const { content } of parts) yield* await rowsIn(content, certificate);
}

/** Returns the rows of one file. Each format returns, so that the compiler reports one that is missing here. */
async function rowsIn(content: Blob, { columns, file }: Certificate): Promise<AsyncIterable<TableRow>> {
  switch (file.format) {
    case 'csv':
      return file.csv === null ? noRows() : readCsv(content, columns, file.csv);
    case 'json-lines':
      return readJsonLines(content, columns);
    case 'parquet': {
      const { readParquet } = await import('@/shared/table-files/parquet-reader');
      return readParquet(content, columns);
    }
    case 'xlsx': {
      const { openWorkbook } = await import('@/shared/table-files/xlsx-reader');
      const workbook = await openWorkbook(content);
      return workbook === null ? noRows() : sheetRows(workbook, columns);
    }
  }
}

async function* sheetRows(
  workbook: ReadableWorkbook,
  columns: Certificate['columns'],
): AsyncGenerator<TableRow> {
  for (const title of rowSheets(workbook.sheetTitles)) yield* workbook.rows(title, columns);
}

async function* noRows(): AsyncGenerator<TableRow> {}
