import { readCsv, readCsvHeader } from '@/shared/table-files/csv-reader';
import { readJsonLines } from '@/shared/table-files/json-lines-reader';
import { BLOCK_ROWS } from '@/shared/table-files/row-digest';
import type { TableRow } from '@/shared/table-files/table-column';
import {
  certificateSchema,
  FILE_ENDINGS,
  isCoherent,
  PARQUET_CERTIFICATE_KEY,
  type Certificate,
} from '../model/certificate';
import { walkBlocks, type ChangedPart } from './block-walk';

/** A file that somebody brought back. */
export interface BroughtFile {
  readonly name: string;
  readonly content: Blob;
}

/** What became of an export. */
export type Verification =
  /** The file is what its certificate describes. That says nothing of who made the two. */
  | { readonly kind: 'unchanged'; readonly certificate: Certificate }
  | {
      readonly kind: 'changed';
      readonly certificate: Certificate;
      /** In the file. */
      readonly rowCount: number;
      readonly parts: readonly ChangedPart[];
      /** Columns that were exported and are not there, or the other way round. */
      readonly otherColumns: readonly string[];
      /** Rows have values beyond the columns that were exported. */
      readonly hasMoreCells: boolean;
    }
  /** A certificate, and no file with it. */
  | { readonly kind: 'needs-file'; readonly certificate: Certificate }
  /** A format that has its certificate in a second file, and that is not here. */
  | { readonly kind: 'needs-certificate' }
  | { readonly kind: 'not-ours' };

/**
 * Reads an export and its certificate, and compares its rows with the certificate's digests. Files in parts have to
 * come together. `onRows`: so many of so many have been read.
 */
export async function verifyExport(
  files: readonly BroughtFile[],
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

/** By what they hold: browsers and people rename files. */
async function sorted(
  files: readonly BroughtFile[],
): Promise<{ readonly beside: Certificate | null; readonly parts: readonly BroughtFile[] }> {
  const isJson = ({ name }: BroughtFile) => name.toLowerCase().endsWith('.json');
  let beside: Certificate | null = null;
  for (const file of files.filter(isJson)) beside ??= readCertificate(await file.content.text());
  const parts = files.filter((file) => !isJson(file));
  return { beside, parts: parts.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true })) };
}

async function compared(
  certificate: Certificate,
  parts: readonly BroughtFile[],
  onRows: (rowCount: number, written: number) => void,
): Promise<Verification> {
  const { columns, rows } = certificate;
  const otherColumns = new Set<string>();
  for (const { content } of parts) {
    const found = await headerOf(content, certificate);
    const expected = columns.map(({ name }) => name);
    if (found === null || found.join('\n') === expected.join('\n')) continue;
    for (const name of found) if (!expected.includes(name)) otherColumns.add(name);
    // Without another name among them they stand in another order.
    for (const [place, name] of expected.entries()) if (found[place] !== name) otherColumns.add(name);
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

/** The one that lasts: people put sheets of their own behind it. */
function certificateSheet(titles: readonly string[]): string | undefined {
  return titles.findLast((title) => title.startsWith('Certificate'));
}

/** Those before the sheet about the workbook, which stands just before its certificate. */
function rowSheets(titles: readonly string[]): readonly string[] {
  return titles.slice(0, Math.max(0, titles.lastIndexOf(certificateSheet(titles) ?? '') - 1));
}

/** The names of a file's columns; null where every row has them. */
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

async function* rowsOf(parts: readonly BroughtFile[], certificate: Certificate): AsyncGenerator<TableRow> {
  const { columns, file } = certificate;
  for (const { content } of parts) {
    switch (file.format) {
      case 'csv':
        if (file.csv !== null) yield* readCsv(content, columns, file.csv);
        break;
      case 'json-lines':
        yield* readJsonLines(content, columns);
        break;
      case 'parquet': {
        const { readParquet } = await import('@/shared/table-files/parquet-reader');
        yield* readParquet(content, columns);
        break;
      }
      case 'xlsx': {
        const { openWorkbook } = await import('@/shared/table-files/xlsx-reader');
        const workbook = await openWorkbook(content);
        for (const title of rowSheets(workbook?.sheetTitles ?? [])) {
          if (workbook !== null) yield* workbook.rows(title, columns);
        }
      }
    }
  }
}
