import { readCsv, readCsvHeader } from '@/lib/table-files/csv-reader';
import { readJsonLines } from '@/lib/table-files/json-lines-reader';
import type { TableRow } from '@/lib/table-files/table-column';
import type { ReadableWorkbook } from '@/lib/table-files/xlsx-reader';
import { tableHeadings } from '@/lib/table-files/xlsx-text';
import {
  CERTIFICATE_KIND,
  certificateSchema,
  FILE_ENDINGS,
  PARQUET_CERTIFICATE_KEY,
  type Certificate,
  type CertifiedFormat,
  type SelfCertifiedFormat,
} from './certificate';

/** Returns the format that a file's name indicates. Returns null for other files. */
export function certifiedFormat(name: string): CertifiedFormat | null {
  const formats = Object.keys(FILE_ENDINGS) as readonly CertifiedFormat[];
  return formats.find((format) => name.toLowerCase().endsWith(`.${FILE_ENDINGS[format]}`)) ?? null;
}

interface CertifiedTable extends Pick<Certificate, 'columns'> {
  readonly kind: string;
  readonly file: Pick<Certificate['file'], 'format' | 'csv'>;
}

/** Parses the certificate of an export. Returns null for any other text. */
export function readCertificate(text: string): Certificate | null {
  try {
    return certificateSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Returns the certificate inside a file, or null if it has none. */
export async function ownCertificate(format: SelfCertifiedFormat, file: Blob): Promise<Certificate | null> {
  return readCertificate(await ownCertificateText(format, file));
}

/** Returns the text of the certificate inside a file, or an empty text if it has none. */
export async function ownCertificateText(format: SelfCertifiedFormat, file: Blob): Promise<string> {
  switch (format) {
    case 'parquet': {
      const { parquetFooter } = await import('@/lib/table-files/parquet-reader');
      const footer = await parquetFooter(file).catch(() => null);
      return footer?.get(PARQUET_CERTIFICATE_KEY) ?? '';
    }
    case 'xlsx': {
      const { openWorkbook } = await import('@/lib/table-files/xlsx-reader');
      const workbook = await openWorkbook(file);
      const title = certificateSheet(workbook?.sheetTitles ?? []);
      if (workbook == null || title === undefined) return '';
      return (await workbook.firstColumn(title)).join('');
    }
  }
}

/** Returns the last certificate sheet, because sheets may have been added after an earlier certificate. */
function certificateSheet(titles: readonly string[]): string | undefined {
  return titles.findLast((title) => title.startsWith('Certificate'));
}

/** Returns the sheets with rows: all before the About sheet, which precedes the certificate sheet. */
function rowSheets(titles: readonly string[]): readonly string[] {
  return titles.slice(0, Math.max(0, titles.lastIndexOf(certificateSheet(titles) ?? '') - 1));
}

/** Returns the column names of a file. Returns null for formats that repeat the names in every row. */
export async function certifiedHeader(
  content: Blob,
  { columns, file: { format, csv } }: CertifiedTable,
): Promise<readonly string[] | null> {
  switch (format) {
    case 'csv':
      return csv === null ? null : readCsvHeader(content, csv);
    case 'json-lines':
      return null;
    case 'parquet': {
      const { parquetColumnNames } = await import('@/lib/table-files/parquet-reader');
      return parquetColumnNames(content);
    }
    case 'xlsx': {
      const { openWorkbook } = await import('@/lib/table-files/xlsx-reader');
      const workbook = await openWorkbook(content);
      const [title] = rowSheets(workbook?.sheetTitles ?? []);
      const names = columns.map(({ name }) => name);
      if (workbook === null || title === undefined) return names;
      const header = await workbook.header(title);
      // Excel ignores case in table headings, so some headings of a workbook with a query differ from the column names on purpose.
      return header.join('\n') === tableHeadings(names).join('\n') ? names : header;
    }
  }
}

/** Returns rows with cells in the order of the certificate's columns, then others. No `default`: the compiler reports a missing format. */
export async function certifiedRows(
  content: Blob,
  certificate: CertifiedTable,
): Promise<AsyncIterable<TableRow>> {
  const { columns, file } = certificate;
  switch (file.format) {
    case 'csv':
      return file.csv === null ? noRows() : readCsv(content, columns, file.csv);
    case 'json-lines':
      return readJsonLines(content, columns);
    case 'parquet': {
      const { readParquet } = await import('@/lib/table-files/parquet-reader');
      return readParquet(content, columns);
    }
    case 'xlsx': {
      const { openWorkbook } = await import('@/lib/table-files/xlsx-reader');
      const workbook = await openWorkbook(content);
      return workbook === null ? noRows() : sheetRows(workbook, certificate);
    }
  }
}

async function* sheetRows(
  workbook: ReadableWorkbook,
  { kind, columns }: CertifiedTable,
): AsyncGenerator<TableRow> {
  const expected = columns.map(({ name }) => name).join('\n');
  for (const [index, title] of rowSheets(workbook.sheetTitles).entries()) {
    // After the sheets of computed rows, there are sheets with figures, which the digest does not include.
    const isOfRows =
      kind === CERTIFICATE_KIND || index === 0 || (await workbook.header(title)).join('\n') === expected;
    if (isOfRows) yield* workbook.rows(title, columns);
  }
}

async function* noRows(): AsyncGenerator<TableRow> {}
