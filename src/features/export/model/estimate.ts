import { createCsvEncoder } from '@/shared/table-files/csv-encoder';
import { createJsonLinesEncoder } from '@/shared/table-files/json-lines-encoder';
import type { TableColumn, TableRow } from '@/shared/table-files/table-column';
import type { ExportFormat } from './export-job';

/** Rows per second until this browser has shown what it does with this service. */
const USUAL_ROWS_PER_S = 40_000;

export interface Estimate {
  readonly bytes: number;
  readonly ms: number;
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
    bytes: Math.round((bytesOf(sample, columns, format) / sample.length) * rowCount),
    ms: (rowCount * 1000) / (rowsPerS ?? USUAL_ROWS_PER_S),
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
    format.kind === 'csv'
      ? createCsvEncoder(columns, format.dialect, sink)
      : createJsonLinesEncoder(columns, sink);
  bytes = 0;
  void encoder.add(rows);
  return bytes;
}
