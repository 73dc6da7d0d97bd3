import type { ExportFormatKind } from '../model/export-job';

const throughputs = new Map<ExportFormatKind, number>();

/** Returns the rows per second of the latest export to a format since the page was loaded; null if there was none. */
export function lastThroughput(format: ExportFormatKind): number | null {
  return throughputs.get(format) ?? null;
}

export function recordThroughput(format: ExportFormatKind, rowsPerS: number): void {
  throughputs.set(format, rowsPerS);
}
