import { spansOf, type BinCodes } from './bins';

/** The bins of a column's rows: a byte for each row, in the order of the rows, which is the same for all columns. */
export interface BinnedRows {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly binCount: number;
}

/** Some bins of a column. */
export interface BrushedRows extends BinnedRows {
  readonly selected: BinCodes;
}

/** Returns how many rows each bin has. */
export function countBins({ bytes, binCount }: BinnedRows): Uint32Array<ArrayBuffer> {
  // A code beyond the bins would be a fault; it must not be lost in an array that is too short for it.
  const counts = new Uint32Array(256);
  for (const code of bytes) counts[code] = (counts[code] ?? 0) + 1;
  return counts.slice(0, binCount);
}

/** Returns a byte for each row: 1 where all brushes select it. Null without brushes, which select all rows. */
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

/**
 * Returns the bins of a column, where all rows that are not selected have a bin more, which is the last one. Indexes over it
 * need no look at the selection.
 */
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
 * Returns how many rows each bin of another picture has up to each bin of the picture that is brushed: for its bin `a` the
 * rows in the bins before `a`, at `a * other.binCount`. Whatever span is brushed is the difference of two of them.
 * `active`: of `withUnselected`.
 */
export function prefixIndex(active: BinnedRows, other: BinnedRows): Uint32Array<ArrayBuffer> {
  const width = other.binCount;
  const counts = new Uint32Array((active.binCount + 1) * width);
  const [one, two] = [active.bytes, other.bytes];
  const rowCount = Math.min(one.length, two.length);
  // One bin further: the counts of the bins before the first are none.
  for (let row = 0; row < rowCount; row += 1) {
    const at = ((one[row] ?? 0) + 1) * width + (two[row] ?? 0);
    counts[at] = (counts[at] ?? 0) + 1;
  }
  // The last bin is of rows that are not selected.
  const prefixes = counts.slice(0, active.binCount * width);
  for (let at = width; at < prefixes.length; at += 1) {
    prefixes[at] = (prefixes[at] ?? 0) + (prefixes[at - width] ?? 0);
  }
  return prefixes;
}

/** Returns how many rows of each bin of a picture are selected by these bins of the picture that is brushed. */
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
