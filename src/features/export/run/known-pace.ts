import type { ExportFormatKind } from '../model/export-job';

const paces = new Map<ExportFormatKind, number>();

/** How many rows a second the last export of this page to a format made; null before the first. */
export function knownPace(format: ExportFormatKind): number | null {
  return paces.get(format) ?? null;
}

export function learnPace(format: ExportFormatKind, rowsPerS: number): void {
  paces.set(format, rowsPerS);
}
