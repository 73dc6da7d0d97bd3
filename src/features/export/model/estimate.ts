import { rowBatchOf } from '@/shared/row-batches/row-batch';
import { MACHINE_CSV } from '@/shared/table-files/csv-dialect';
import { createCsvEncoder } from '@/shared/table-files/csv-encoder';
import { createJsonLinesEncoder } from '@/shared/table-files/json-lines-encoder';
import type { TableColumn, TableRow } from '@/shared/table-files/table-column';
import type { ExportFormat } from './export-job';

/** Rows per second until this browser has shown what it does with this service. */
const USUAL_ROWS_PER_S = { csv: 40_000, 'json-lines': 40_000, xlsx: 25_000, parquet: 30_000 } as const;

/** What packing leaves of the same rows as CSV. */
const PACKED_SHARES = { csv: 1, 'json-lines': 1, xlsx: 0.5, parquet: 0.15 } as const;

export interface Estimate {
  readonly bytes: number;
  readonly ms: number;
}

/** Around each value of a workbook: the cell's place, style and kind. */
const CELL_MARKUP_BYTES = 60;

/** How much a sheet of a workbook may come to before it is packed; null without a sample. */
export function estimateSheetBytes(
  sheetRowCount: number,
  columns: readonly TableColumn[],
  sample: readonly TableRow[],
): number | null {
  if (sample.length === 0) return null;
  const valueBytes = bytesOf(sample, columns, { kind: 'csv', dialect: MACHINE_CSV }) / sample.length;
  return Math.round((valueBytes + columns.length * CELL_MARKUP_BYTES) * sheetRowCount);
}

/** What an export may come to, by a sample of its rows; null without one. */
export function estimateExport(
  rowCount: number,
  columns: readonly TableColumn[],
  sample: readonly TableRow[],
  format: ExportFormat,
  rowsPerS: number | null,
): Estimate | null {
  if (sample.length === 0 || columns.length === 0) return null;
  return {
    bytes: Math.round(
      (bytesOf(sample, columns, format) / sample.length) * rowCount * PACKED_SHARES[format.kind],
    ),
    ms: (rowCount * 1000) / (rowsPerS ?? USUAL_ROWS_PER_S[format.kind]),
  };
}

function bytesOf(rows: readonly TableRow[], columns: readonly TableColumn[], format: ExportFormat): number {
  let bytes = 0;
  const sink = {
    write: (written: Uint8Array) => {
      bytes += written.length;
    },
  };
  const encoder =
    format.kind === 'json-lines'
      ? createJsonLinesEncoder(columns, sink)
      : createCsvEncoder(columns, format.kind === 'csv' ? format.dialect : MACHINE_CSV, sink);
  bytes = 0;
  void encoder.add(rowBatchOf(rows, columns.length));
  return bytes;
}
