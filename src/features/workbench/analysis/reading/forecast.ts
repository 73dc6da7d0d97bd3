import type { PriceField } from '@/contract/column';
import type { SnapshotRow } from '@/contract/extraction';

/** A column to read, and its place in the cells of a row. */
export interface ReadColumn {
  readonly name: string;
  readonly field: PriceField | null;
  readonly cellIndex: number;
}

/** What reading takes. */
export interface Forecast {
  readonly bytes: number;
  readonly ms: number;
}

/** What was measured in this page. */
export interface ReadingMeasure {
  /** Bytes of compressed rows for each byte foreseen of uncompressed ones; null while too few rows were read to tell. */
  readonly compressedShare: number | null;
  readonly cellsPerS: number;
}

const GIGABYTE = 2 ** 30;
const MOST_BYTES = 2 * GIGABYTE;

/** In a column of the engine's table; texts longer than this are stored beside it. */
const TEXT_CELL_BYTES = 16;
const LONGEST_INLINE_TEXT = 12;
/** The value, what it is ordered by, and a place for a value that does not fit. */
const CELL_BYTES = { text: TEXT_CELL_BYTES, number: 32, date: 40, boolean: 17 } as const;
const ROW_INDEX_BYTES = 8;
/** The engine compresses rows by so many at once; its memory, which never shrinks, has room for them uncompressed. */
const UNCOMPRESSED_ROWS = 250_000;
/** Until this page has measured it: more than twice what prices of the reference service take. */
const USUAL_COMPRESSED_SHARE = 0.25;
/** Until this machine was measured. */
const USUAL_CELLS_PER_S = 600_000;

/** Returns the bytes that a row takes in the engine uncompressed, by a sample of the rows; by the columns alone without one. */
export function foreseenRowBytes(columns: readonly ReadColumn[], sample: readonly SnapshotRow[]): number {
  let bytes = ROW_INDEX_BYTES;
  for (const { field, cellIndex } of columns) {
    bytes += CELL_BYTES[field?.type ?? 'text'];
    if (field?.type === 'number' || field?.type === 'boolean') continue;
    let longTextBytes = 0;
    for (const row of sample) {
      const cell = row[cellIndex];
      if (typeof cell === 'string' && cell.length > LONGEST_INLINE_TEXT) longTextBytes += cell.length;
    }
    bytes += longTextBytes / Math.max(1, sample.length);
  }
  return bytes;
}

/** Foresees what reading `rowCount` rows takes, by what was measured where something was. */
export function foresee(
  rowCount: number,
  columnCount: number,
  rowBytes: number,
  measure: ReadingMeasure | null,
): Forecast {
  const compressed = rowCount * rowBytes * (measure?.compressedShare ?? USUAL_COMPRESSED_SHARE);
  return {
    bytes: compressed + uncompressedBytes(rowCount, rowBytes),
    ms: (rowCount * columnCount * 1_000) / (measure?.cellsPerS ?? USUAL_CELLS_PER_S),
  };
}

/**
 * Returns how much memory the rows may take: 2 GB, or half of what the computer has. `deviceGigabytes` as in
 * `navigator.deviceMemory`; undefined where the browser does not tell.
 */
export function memoryBudget(deviceGigabytes: number | undefined): number {
  return Math.min(MOST_BYTES, ((deviceGigabytes ?? Infinity) / 2) * GIGABYTE);
}

/** Rows that were read, and what they have taken. */
export interface MeasuredRows {
  readonly rowCount: number;
  /** More than before those rows. */
  readonly bytes: number;
  readonly rowsPerS: number;
}

let lastMeasure: ReadingMeasure | null = null;

/** Returns what the readings of this page have measured; null before the first. */
export function lastReadingMeasure(): ReadingMeasure | null {
  return lastMeasure;
}

/** Remembers what rows have taken. */
export function recordReadingMeasure(rows: MeasuredRows, columnCount: number, rowBytes: number): void {
  const { rowCount, bytes, rowsPerS } = rows;
  const isTelling = rowCount >= 2 * UNCOMPRESSED_ROWS;
  const compressedBytes = Math.max(0, bytes - uncompressedBytes(rowCount, rowBytes));
  lastMeasure = {
    compressedShare: isTelling
      ? compressedBytes / (rowCount * rowBytes)
      : (lastMeasure?.compressedShare ?? null),
    cellsPerS: rowsPerS * columnCount,
  };
}

function uncompressedBytes(rowCount: number, rowBytes: number): number {
  return Math.min(rowCount, UNCOMPRESSED_ROWS) * rowBytes;
}
