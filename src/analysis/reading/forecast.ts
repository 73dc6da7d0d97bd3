import type { PriceField } from '@/contract/column';
import type { SnapshotRow } from '@/contract/extraction';
import { analysedColumn } from '../engine/analysed-columns';
import { NARROW_DIGITS } from '../engine/decimal-units';

/** A column to read, and the index of its cell in a row. */
export interface ReadColumn {
  readonly name: string;
  readonly field: PriceField | null;
  readonly cellIndex: number;
}

/** The estimated memory and time of a reading. */
export interface Forecast {
  readonly bytes: number;
  readonly ms: number;
}

/** What was measured since the page was loaded. */
export interface ReadingMeasure {
  /** The compressed size of the rows, as a share of their estimated uncompressed size; null until enough rows were read. */
  readonly compressedShare: number | null;
  /** The cells read per second from pages of a service; null if none were read. */
  readonly cellsPerS: number | null;
  /** The cells read per second from a kept copy (rows saved in this browser); absent if none was read. */
  readonly copyCellsPerS?: number;
}

/** The origin of rows: the service, or a kept copy in this browser. */
export type RowsFrom = 'service' | 'copy';

const GIGABYTE = 2 ** 30;
const MOST_BYTES = 2 * GIGABYTE;

/**
 * The uncompressed bytes of a cell, with the additional column that orders it. Measured with 120,000 rows, which includes blocks that are
 * not full. Dates include a reserve for timestamps that stay uncompressed, and all types except text a reserve for values that do not fit.
 * The characters of texts and dates are added to these bytes.
 */
const CELL_BYTES = { text: 8, number: 13, date: 24, boolean: 8 } as const;
/** The additional memory of a number in a column that is widened to 38 digits. */
const WIDE_BYTES = 9;
/** The assumed lengths of texts if there is no row to measure. */
const USUAL_LENGTHS = { text: 12, date: 27 } as const;
const ROW_INDEX_BYTES = 8;
/** The engine compresses this many rows at once, plus one page. Its memory never shrinks, so it keeps room for these rows uncompressed. */
const UNCOMPRESSED_ROWS = 150_000;
/** Used until the page has measured its own share. This is one and a half times the share for the prices of the reference service. */
const USUAL_COMPRESSED_SHARE = 0.3;
/** The speed that is assumed until reading was measured on this computer. */
const USUAL_CELLS_PER_S = { service: 600_000, copy: 3_000_000 } as const;

/** Returns the estimated uncompressed bytes of a row in the engine, from a sample of rows, or if there is none, from the columns. */
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

/** Returns the maximum memory of the rows: 2 GB, or half of `navigator.deviceMemory` if that is less. */
export function memoryBudget(deviceGigabytes: number | undefined): number {
  return Math.min(MOST_BYTES, ((deviceGigabytes ?? Infinity) / 2) * GIGABYTE);
}

/** Rows that were read, and the memory that they take. */
export interface MeasuredRows {
  readonly rowCount: number;
  /** How much the memory grew while these rows were read. */
  readonly bytes: number;
  readonly rowsPerS: number;
}

let lastMeasure: ReadingMeasure | null = null;

/** Returns what was measured since the page was loaded; null before the first reading. */
export function lastReadingMeasure(): ReadingMeasure | null {
  return lastMeasure;
}

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
