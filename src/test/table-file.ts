import type { ExportFormatKind } from '@/features/export/model/export-job';
import type { Certificate } from '@/rows/certificates/certificate';
import {
  CERTIFICATE_KIND,
  CERTIFICATE_PLACES,
  certificateText,
  FILE_ENDINGS,
  PARQUET_CERTIFICATE_KEY,
} from '@/rows/certificates/certificate';
import { rowBatchOf } from '@/lib/row-batches/row-batch';
import { GUARD_VERSION, MACHINE_CSV, type CsvDialect } from '@/lib/table-files/csv-dialect';
import { createCsvEncoder } from '@/lib/table-files/csv-encoder';
import { createJsonLinesEncoder } from '@/lib/table-files/json-lines-encoder';
import { createParquetEncoder, UnfitColumnError } from '@/lib/table-files/parquet-encoder';
import { isoText, readIsoDateTime } from '@/lib/formats/iso-date';
import { canonicalDate } from '@/lib/table-files/canonical-rows';
import { EXCEL_SECOND_DIGITS } from '@/lib/table-files/excel-serial';
import { createRowDigest } from '@/lib/table-files/row-digest';
import type { TableColumn, TableRow } from '@/lib/table-files/table-column';
import { createXlsxEncoder } from '@/lib/table-files/xlsx-encoder';

export type TestFormat =
  | { readonly kind: 'csv'; readonly dialect: CsvDialect }
  | { readonly kind: Exclude<ExportFormatKind, 'csv'> };

const FORMAT_OF_KIND: Readonly<Record<ExportFormatKind, TestFormat>> = {
  csv: { kind: 'csv', dialect: MACHINE_CSV },
  'json-lines': { kind: 'json-lines' },
  parquet: { kind: 'parquet' },
  xlsx: { kind: 'xlsx' },
};

/** One format of each kind. */
export const TEST_FORMATS: readonly TestFormat[] = Object.values(FORMAT_OF_KIND);

/** Writes a table as an export does, optionally with a certificate inside or beside the file. */
export async function tableFiles(
  format: TestFormat,
  columns: readonly TableColumn[],
  rows: readonly TableRow[],
  isCertified: boolean,
): Promise<File[]> {
  const certificate = isCertified ? certificateText(await certificateOf(format, columns, rows)) : null;
  const name = `table.${FILE_ENDINGS[format.kind]}`;
  const parts = await encoded(format, columns, rows, certificate);
  const file = new File(parts, name, { lastModified: 0 });
  const isBeside = CERTIFICATE_PLACES[format.kind] === 'beside';
  return certificate !== null && isBeside
    ? [file, new File([certificate], 'table.certificate.json')]
    : [file];
}

async function encoded(
  format: TestFormat,
  columns: readonly TableColumn[],
  rows: readonly TableRow[],
  certificate: string | null,
): Promise<Uint8Array<ArrayBuffer>[]> {
  let parts: Uint8Array<ArrayBuffer>[] = [];
  const sink = { write: (bytes: Uint8Array) => void parts.push(Uint8Array.from(bytes)) };
  const batch = rowBatchOf(rows, columns.length);
  switch (format.kind) {
    case 'csv':
      await createCsvEncoder(columns, format.dialect, sink).add(batch);
      return parts;
    case 'json-lines':
      await createJsonLinesEncoder(columns, sink).add(batch);
      return parts;
    case 'parquet':
      for (const textColumns: string[] = []; ;) {
        parts = [];
        const encoder = createParquetEncoder(columns, { textColumns }, sink);
        try {
          await encoder.add(batch);
          encoder.finish(certificate === null ? [] : [{ key: PARQUET_CERTIFICATE_KEY, value: certificate }]);
          return parts;
        } catch (error) {
          if (!(error instanceof UnfitColumnError)) throw error;
          textColumns.push(error.column);
        }
      }
    case 'xlsx': {
      const encoder = await createXlsxEncoder(columns, {
        rowCount: rows.length,
        sheetTitle: 'Prices',
        aboutTitle: 'About',
        hasFilePerSheet: false,
        openFile: async () => sink,
      });
      await encoder.add(batch);
      await encoder.finish([['Rows', String(rows.length)]], certificate ?? '{}');
      return parts;
    }
  }
}

async function certificateOf(
  format: TestFormat,
  columns: readonly TableColumn[],
  rows: readonly TableRow[],
): Promise<Certificate> {
  const digest = createRowDigest(columns, format.kind === 'xlsx' ? EXCEL_SECOND_DIGITS : null);
  digest.add(rowBatchOf(rows, columns.length));
  const moment = '2026-01-31T08:00:00.000Z';
  return {
    kind: CERTIFICATE_KIND,
    version: 1,
    service: 'https://prices.example/papi',
    priceColumn: 'SalesPrice',
    snapshot: { cacheKey: 'key', rows: rows.length, created: moment, expires: moment },
    query: { words: [], request: null },
    columns: columns.map(({ name, type, sqlType, scale }) => ({ name, type, sqlType, scale })),
    rows: { first: 1, last: rows.length, promised: rows.length, written: rows.length },
    pages: { first: 1, last: 1, size: 10_000 },
    keys: { columns: [], areUnique: null },
    digest: await digest.finish(),
    file: {
      name: `table.${FILE_ENDINGS[format.kind]}`,
      format: format.kind,
      csv: format.kind === 'csv' ? { ...format.dialect, guardVersion: GUARD_VERSION } : null,
      textColumns: [],
      numbersAsText: 0,
      datesAsText: 0,
      datesCut: format.kind === 'xlsx' ? countCut(columns, rows) : 0,
      guardedTexts: 0,
      replacedTexts: 0,
    },
    started: moment,
    finished: moment,
  };
}

/** Returns the rows as a workbook stores them: its dates have no digits beyond the millisecond. */
export function rowsInWorkbook(
  columns: readonly Pick<TableColumn, 'type'>[],
  rows: readonly TableRow[],
): readonly TableRow[] {
  return rows.map((row) =>
    row.map((cell, index) => {
      const moment =
        columns[index]?.type === 'date' && typeof cell === 'string' ? readIsoDateTime(cell) : null;
      // Dates that Excel's calendar does not have are texts in a workbook.
      if (moment === null || moment.offset !== '' || isoText(moment) < '1900-03-01') return cell;
      return isoText({ ...moment, fraction: moment.fraction.slice(0, EXCEL_SECOND_DIGITS) });
    }),
  );
}

function countCut(columns: readonly TableColumn[], rows: readonly TableRow[]): number {
  const held = rowsInWorkbook(columns, rows).flat();
  return rows.flat().filter((cell, index) => {
    const other = held[index];
    return (
      typeof cell === 'string' && typeof other === 'string' && canonicalDate(cell) !== canonicalDate(other)
    );
  }).length;
}
