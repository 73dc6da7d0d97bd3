import { spansOf, type BinCodes } from './bins';

/** The bin of each row in one column, as one byte per row. The order of the rows is the same for all columns. */
export interface BinnedRows {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly binCount: number;
}

/** The bins of all rows in one column, and the bins of this column that are selected. */
export interface BrushedRows extends BinnedRows {
  readonly selected: BinCodes;
}

/** Returns the number of rows in each bin. */
export function countBins({ bytes, binCount }: BinnedRows): Uint32Array<ArrayBuffer> {
  // The array has 256 elements even if there are fewer bins, so that an invalid code cannot write beyond its end.
  const counts = new Uint32Array(256);
  for (const code of bytes) counts[code] = (counts[code] ?? 0) + 1;
  return counts.slice(0, binCount);
}

/** Returns a byte for each row: 1 if all brushes (selected bins) contain the row, 0 if not; null if there are no brushes. */
export function selectedRows(brushes: readonly BrushedRows[]): Uint8Array<ArrayBuffer> | null {
  const [first, ...others] = brushes;
  if (first === undefined) return null;
  const rows = new Uint8Array(first.bytes.length);
  const lookUp = lookUpOf(first);
  for (let row = 0; row < rows.length; row += 1) rows[row] = lookUp[first.bytes[row] ?? 0] ?? 0;
  for (const brush of others) {
    const also = lookUpOf(brush);
    const { bytes } = brush;
    for (let row = 0; row < rows.length; row += 1)
      rows[row] = (rows[row] ?? 0) & (also[bytes[row] ?? 0] ?? 0);
  }
  return rows;
}

function lookUpOf({ selected }: BrushedRows): Uint8Array<ArrayBuffer> {
  const lookUp = new Uint8Array(256);
  for (const code of selected) lookUp[code] = 1;
  return lookUp;
}

/** Adds a last bin, and puts all rows that are not selected into it. Code that counts the result need not know the selection. */
export function withUnselected(
  { bytes, binCount }: BinnedRows,
  rows: Uint8Array<ArrayBuffer> | null,
): BinnedRows {
  if (rows === null) return { bytes, binCount: binCount + 1 };
  const marked = new Uint8Array(bytes.length);
  for (let row = 0; row < bytes.length; row += 1) {
    marked[row] = rows[row] === 1 ? (bytes[row] ?? 0) : binCount;
  }
  return { bytes: marked, binCount: binCount + 1 };
}

/**
 * Returns the number of rows in each bin of another column, cumulated over the bins of the brushed column `active`. The counts for all
 * brushed bins before bin `a` start at `a * other.binCount`. So the counts for any span of brushed bins are the difference of two entries.
 * `active` is a result of `withUnselected`.
 */
export function prefixIndex(active: BinnedRows, other: BinnedRows): Uint32Array<ArrayBuffer> {
  const width = other.binCount;
  const counts = new Uint32Array((active.binCount + 1) * width);
  const [one, two] = [active.bytes, other.bytes];
  const rowCount = Math.min(one.length, two.length);
  // Counts are stored one bin further, because the first entry, before the first bin, must be zero.
  for (let row = 0; row < rowCount; row += 1) {
    const at = ((one[row] ?? 0) + 1) * width + (two[row] ?? 0);
    counts[at] = (counts[at] ?? 0) + 1;
  }
  // The last bin is left out, because it contains the rows that are not selected.
  const prefixes = counts.slice(0, active.binCount * width);
  for (let at = width; at < prefixes.length; at += 1) {
    prefixes[at] = (prefixes[at] ?? 0) + (prefixes[at - width] ?? 0);
  }
  return prefixes;
}

/** Returns the number of rows in each bin of a column that are in the selected bins of the brushed column. */
export function selectedCounts(
  prefixes: Uint32Array<ArrayBuffer>,
  binCount: number,
  selected: BinCodes,
): Uint32Array<ArrayBuffer> {
  const counts = new Uint32Array(binCount);
  for (const { first, last } of spansOf(selected)) {
    const [from, to] = [first * binCount, (last + 1) * binCount];
    for (let bin = 0; bin < binCount; bin += 1) {
      counts[bin] = (counts[bin] ?? 0) + (prefixes[to + bin] ?? 0) - (prefixes[from + bin] ?? 0);
    }
  }
  return counts;
}
