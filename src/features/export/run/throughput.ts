import type { ExportFormatKind } from '../model/export-job';

const throughputs = new Map<ExportFormatKind, number>();

/** Rows per second of the last export to a format since the page was loaded; null before the first. */
export function lastThroughput(format: ExportFormatKind): number | null {
  return throughputs.get(format) ?? null;
}

export function recordThroughput(format: ExportFormatKind, rowsPerS: number): void {
  throughputs.set(format, rowsPerS);
}
