import type { PriceField } from '@/contract/column';
import type { SnapshotRow } from '@/contract/extraction';
import { analysedColumn } from '../engine/analysed-columns';
import { NARROW_DIGITS } from '../engine/decimal-units';

/** A column to read, and its place in the cells of a row. */
export interface ReadColumn {
  readonly name: string;
  readonly field: PriceField | null;
  readonly cellIndex: number;
}

/** The estimated time and memory of reading. */
export interface Forecast {
  readonly bytes: number;
  readonly ms: number;
}

/** The measurements of this page. */
export interface ReadingMeasure {
  /** Compressed bytes per estimated byte of uncompressed rows; null until enough rows were read. */
  readonly compressedShare: number | null;
  /** For pages of a service; null if none were read. */
  readonly cellsPerS: number | null;
  /** For a kept copy; absent if none was read. */
  readonly copyCellsPerS?: number;
}

/** Where rows come from. */
export type RowsFrom = 'service' | 'copy';

const GIGABYTE = 2 ** 30;
const MOST_BYTES = 2 * GIGABYTE;

/**
 * Uncompressed bytes of a cell, with its column to order by. Measured with 120,000 rows, which includes blocks that are not full. Dates
 * include a reserve for moments that stay uncompressed, and all types but text a reserve for misfits. The characters of texts and dates
 * are added.
 */
const CELL_BYTES = { text: 8, number: 13, date: 24, boolean: 8 } as const;
/** The additional memory of a number in a column that is widened to 38 digits. */
const WIDE_BYTES = 9;
/** The lengths of texts, if there is no row to measure. */
const USUAL_LENGTHS = { text: 12, date: 27 } as const;
const ROW_INDEX_BYTES = 8;
/** The engine compresses this many rows at once, with another page. Its memory, which never shrinks, has room for them uncompressed. */
const UNCOMPRESSED_ROWS = 150_000;
/** Used until the page has measured its own share: one and a half times the share of the reference service's prices. */
const USUAL_COMPRESSED_SHARE = 0.3;
/** Used until this computer was measured. */
const USUAL_CELLS_PER_S = { service: 600_000, copy: 3_000_000 } as const;

/** Returns the uncompressed bytes of a row in the engine, estimated from a sample of rows, or without one from the columns. */
export function foreseenRowBytes(columns: readonly ReadColumn[], sample: readonly SnapshotRow[]): number {
  let bytes = ROW_INDEX_BYTES;
  for (const { name, field, cellIndex } of columns) {
    const { type, scale } = analysedColumn(name, field, cellIndex);
    const cells = sample.map((row) => row[cellIndex]).filter((cell) => typeof cell === 'string');
    bytes += CELL_BYTES[type];
    if (type === 'number') bytes += isWide(cells, scale ?? 0) ? WIDE_BYTES : 0;
    if (type === 'text' || type === 'date') bytes += meanLength(cells, sample.length) ?? USUAL_LENGTHS[type];
  }
  return bytes;
}

function isWide(numbers: readonly string[], scale: number): boolean {
  const digits = numbers.map((number) => number.replace('-', '').split('.', 1)[0]?.length ?? 0);
  return Math.max(...digits, 0) + scale > NARROW_DIGITS;
}

function meanLength(texts: readonly string[], rowCount: number): number | null {
  return rowCount === 0 ? null : texts.reduce((sum, { length }) => sum + length, 0) / rowCount;
}

/** Estimates time and memory for reading `rowCount` rows, from measurements if there are any. */
export function foresee(
  rowCount: number,
  columnCount: number,
  rowBytes: number,
  measure: ReadingMeasure | null,
  from: RowsFrom = 'service',
): Forecast {
  const cellsPerS = from === 'copy' ? measure?.copyCellsPerS : measure?.cellsPerS;
  const compressed = rowCount * rowBytes * (measure?.compressedShare ?? USUAL_COMPRESSED_SHARE);
  return {
    bytes: compressed + uncompressedBytes(rowCount, rowBytes),
    ms: (rowCount * columnCount * 1_000) / (cellsPerS ?? USUAL_CELLS_PER_S[from]),
  };
}

/** Returns the memory for the rows: 2 GB, or half of `navigator.deviceMemory` if that is less. */
export function memoryBudget(deviceGigabytes: number | undefined): number {
  return Math.min(MOST_BYTES, ((deviceGigabytes ?? Infinity) / 2) * GIGABYTE);
}

/** Rows that were read, and the memory that they take. */
export interface MeasuredRows {
  readonly rowCount: number;
  /** The growth since before these rows. */
  readonly bytes: number;
  readonly rowsPerS: number;
}

let lastMeasure: ReadingMeasure | null = null;

/** Returns the measurements of this page's readings; null before the first reading. */
export function lastReadingMeasure(): ReadingMeasure | null {
  return lastMeasure;
}

/** Stores the measurements of a reading. */
export function recordReadingMeasure(
  rows: MeasuredRows,
  columnCount: number,
  rowBytes: number,
  from: RowsFrom = 'service',
): void {
  const { rowCount, bytes, rowsPerS } = rows;
  const isTelling = rowCount >= 2 * UNCOMPRESSED_ROWS;
  const compressedBytes = Math.max(0, bytes - uncompressedBytes(rowCount, rowBytes));
  lastMeasure = {
    compressedShare: isTelling
      ? compressedBytes / (rowCount * rowBytes)
      : (lastMeasure?.compressedShare ?? null),
    cellsPerS: lastMeasure?.cellsPerS ?? null,
    ...(lastMeasure?.copyCellsPerS !== undefined && { copyCellsPerS: lastMeasure.copyCellsPerS }),
    [from === 'copy' ? 'copyCellsPerS' : 'cellsPerS']: rowsPerS * columnCount,
  };
}

function uncompressedBytes(rowCount: number, rowBytes: number): number {
  return Math.min(rowCount, UNCOMPRESSED_ROWS) * rowBytes;
}
