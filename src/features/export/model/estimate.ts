import { rowBatchOf } from '@/lib/row-batches/row-batch';
import { MACHINE_CSV } from '@/lib/table-files/csv-dialect';
import { createCsvEncoder } from '@/lib/table-files/csv-encoder';
import { createJsonLinesEncoder } from '@/lib/table-files/json-lines-encoder';
import { MAX_SHEET_ROWS } from '@/lib/table-files/xlsx-limits';
import type { ByteSink, TableEncoder } from '@/lib/table-files/table-encoder';
import type { TableColumn, TableRow } from '@/lib/table-files/table-column';
import type { ExportFormat } from './export-job';

/** The rows per second that are assumed until this browser has measured its own throughput. */
const USUAL_ROWS_PER_S = { csv: 40_000, 'json-lines': 40_000, xlsx: 25_000, parquet: 30_000 } as const;

/** The size of a file in each format, as a share of the size of the same rows as CSV. */
const PACKED_SHARES = { csv: 1, 'json-lines': 1, xlsx: 0.5, parquet: 0.15 } as const;

/** The size of the response pages stored for a reload, as a share of the size of the same rows as CSV. */
const PAGE_SHARE = 1.5;

/** The bytes that each cell of a workbook needs for its reference, style and type. */
const CELL_MARKUP_BYTES = 60;

export interface Estimate {
  readonly bytes: number;
  /** The uncompressed size of the largest sheet; null for formats without sheets. */
  readonly sheetBytes: number | null;
  /** The disk space that the file and its stored pages take until the export ends. */
  readonly stagedBytes: number;
  readonly ms: number;
}

/** Extrapolates size and duration from sample rows; returns null if there are none. */
export function estimateExport(
  rowCount: number,
  columns: readonly TableColumn[],
  sample: readonly TableRow[],
  format: ExportFormat,
  rowsPerS: number | null,
): Estimate | null {
  if (sample.length === 0 || columns.length === 0) return null;
  const rowBytes = bytesOf(sample, columns, format) / sample.length;
  const bytes = Math.round(rowBytes * rowCount * PACKED_SHARES[format.kind]);
  const sheetRowBytes = rowBytes + columns.length * CELL_MARKUP_BYTES;
  return {
    bytes,
    stagedBytes: bytes + Math.round(rowBytes * rowCount * PAGE_SHARE),
    sheetBytes:
      format.kind === 'xlsx' ? Math.round(sheetRowBytes * Math.min(rowCount, MAX_SHEET_ROWS)) : null,
    ms: (rowCount * 1000) / (rowsPerS ?? USUAL_ROWS_PER_S[format.kind]),
  };
}

/** Returns the size of the rows in the format itself, or as CSV for formats that compress rows. */
function bytesOf(rows: readonly TableRow[], columns: readonly TableColumn[], format: ExportFormat): number {
  let bytes = 0;
  const sink = {
    write: (written: Uint8Array) => {
      bytes += written.length;
    },
  };
  const encoder = encoderOf(format, columns, sink);
  bytes = 0;
  void encoder.add(rowBatchOf(rows, columns.length));
  return bytes;
}

function encoderOf(format: ExportFormat, columns: readonly TableColumn[], sink: ByteSink): TableEncoder {
  switch (format.kind) {
    case 'csv':
      return createCsvEncoder(columns, format.dialect, sink);
    case 'json-lines':
      return createJsonLinesEncoder(columns, sink);
    case 'xlsx':
    case 'parquet':
      return createCsvEncoder(columns, MACHINE_CSV, sink);
  }
}
