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

/** Returns the format of a file with this name; null for other files. */
export function certifiedFormat(name: string): CertifiedFormat | null {
  const formats = Object.keys(FILE_ENDINGS) as readonly CertifiedFormat[];
  return formats.find((format) => name.toLowerCase().endsWith(`.${FILE_ENDINGS[format]}`)) ?? null;
}

interface CertifiedTable extends Pick<Certificate, 'columns'> {
  readonly kind: string;
  readonly file: Pick<Certificate['file'], 'format' | 'csv'>;
}

/** Parses the certificate of an export; null for any other text. */
export function readCertificate(text: string): Certificate | null {
  try {
    return certificateSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Returns the certificate within a file; null without one. */
export async function ownCertificate(format: SelfCertifiedFormat, file: Blob): Promise<Certificate | null> {
  return readCertificate(await ownCertificateText(format, file));
}

/** Returns the text of the certificate within a file; empty without one. */
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

/** Returns the last certificate sheet: sheets may have been added after an earlier one. */
function certificateSheet(titles: readonly string[]): string | undefined {
  return titles.findLast((title) => title.startsWith('Certificate'));
}

/** Returns the sheets before the About sheet, which precedes the certificate. */
function rowSheets(titles: readonly string[]): readonly string[] {
  return titles.slice(0, Math.max(0, titles.lastIndexOf(certificateSheet(titles) ?? '') - 1));
}

/** Returns the column names of a file; null for formats that repeat them in every row. */
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
      // In a refreshable workbook, headings that Excel would take for the same differ from the column names.
      return header.join('\n') === tableHeadings(names).join('\n') ? names : header;
    }
  }
}

/** Returns cells in the certificate's order, then others. No `default`, so that the compiler reports a missing format. */
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
    // Computed rows are followed by sheets of figures, which are not part of the digest.
    const isOfRows =
      kind === CERTIFICATE_KIND || index === 0 || (await workbook.header(title)).join('\n') === expected;
    if (isOfRows) yield* workbook.rows(title, columns);
  }
}

async function* noRows(): AsyncGenerator<TableRow> {}
