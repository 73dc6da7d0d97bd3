/** The rows of a selection, in order. */
export interface RowList {
  readonly count: number;
  /** Returns the 0-based position of a row in the source's key order. `index` is the row's 0-based index in this list. */
  readonly positionAt: (index: number) => number;
  readonly byteLength: number;
}

/** A range of positions from `start` (inclusive) to `end` (exclusive). */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

export function explicitRows(positions: Uint32Array): RowList {
  return {
    count: positions.length,
    positionAt: (index) => positions[index] ?? 0,
    byteLength: positions.byteLength,
  };
}

/** Creates a list of the rows in some ranges of the key order, forward or backward. It takes little memory for any number of rows. */
export function intervalRows(intervals: readonly Interval[], isReversed: boolean): RowList {
  const firstIndexes: number[] = [];
  let count = 0;
  for (const { start, end } of intervals) {
    firstIndexes.push(count);
    count += end - start;
  }
  const total = count;
  return {
    count: total,
    positionAt: (index) => {
      const forward = isReversed ? total - 1 - index : index;
      const which = lastAtMost(firstIndexes, forward);
      return (intervals[which]?.start ?? 0) + forward - (firstIndexes[which] ?? 0);
    },
    byteLength: 32 * intervals.length,
  };
}

/** Describes rows whose ids are at the same places in each period. */
export interface Cycle {
  /** The id of the row at position 0. */
  readonly firstId: number;
  readonly period: number;
  /** The places of the rows in a period, in ascending order, from 0 (inclusive) to `period` (exclusive). */
  readonly places: Uint32Array;
}

/** Creates a list of the rows of a cycle within ranges of the key order, forward or backward. It stores only one period. */
export function cyclicRows(
  intervals: readonly Interval[],
  { firstId, period, places }: Cycle,
  isReversed: boolean,
): RowList {
  /** Returns how many ids of the cycle there are from 0 to `id` (exclusive). The number is negative for a negative `id`. */
  const rankOf = (id: number) => {
    const round = Math.floor(id / period);
    return round * places.length + lowerBound(places, id - round * period);
  };
  const ranges = intervals.map(({ start, end }) => ({
    start: rankOf(start + firstId),
    end: rankOf(end + firstId),
  }));
  const ranks = intervalRows(ranges, isReversed);
  return {
    count: ranks.count,
    positionAt: (index) => {
      const rank = ranks.positionAt(index);
      const round = Math.floor(rank / places.length);
      return round * period + (places[rank - round * places.length] ?? 0) - firstId;
    },
    byteLength: ranks.byteLength + places.byteLength,
  };
}

function lowerBound(sorted: Uint32Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function lastAtMost(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
