import { equalityKey, type ReportedList } from '../conditions/reported-list';

/** A value in the rows, with the number of its rows. */
export interface CountedValue {
  readonly value: string;
  readonly count: number;
}

export interface ListMatches {
  /** The number of rows for each value of the list, in the order of the list. */
  readonly rowCounts: readonly number[];
  /** The number of rows that the service returned although their value equals no value of the list. */
  readonly unmatchedRowCount: number;
}

/** The parts of a report. Each holds positions in the list, in ascending order. A value found in several rows is also in `found`. */
export interface ListParts {
  readonly found: readonly number[];
  readonly notFound: readonly number[];
  /** Values that occur in the rows of the query, but in no row after the refinement. */
  readonly withoutRow: readonly number[];
  readonly several: readonly number[];
}

/** Returns the parts of a report. `left` holds the matches after a refinement; it is null if the rows are not refined. */
export function partsOf({ rowCounts }: ListMatches, left: ListMatches | null): ListParts {
  const counts = left?.rowCounts ?? rowCounts;
  const where = (belongs: (count: number, ofAll: number) => boolean) =>
    rowCounts.flatMap((ofAll, index) => (belongs(counts[index] ?? 0, ofAll) ? [index] : []));
  return {
    found: where((count) => count > 0),
    notFound: where((_, ofAll) => ofAll === 0),
    withoutRow: where((count, ofAll) => count === 0 && ofAll > 0),
    several: where((count) => count > 1),
  };
}

/**
 * Counts the rows of each value of a list, in rows that the service found by this list. If the value of a row equals no listed value by
 * the exact comparison of the contract, the service compares more loosely. Such a value is matched without trailing blanks and accents.
 */
export function matchList(
  { values, type }: Pick<ReportedList, 'values' | 'type'>,
  found: readonly CountedValue[],
): ListMatches {
  const exact = indexesBy(values, (value) => equalityKey(value, type));
  let loose: ReadonlyMap<string, readonly number[]> | null = null;
  const rowCounts = values.map(() => 0);
  let unmatchedRowCount = 0;
  for (const { value, count } of found) {
    let indexes = exact.get(equalityKey(value, type));
    if (indexes === undefined && type === 'text') {
      loose ??= indexesBy(values, looseKey);
      indexes = loose.get(looseKey(value));
    }
    if (indexes === undefined) unmatchedRowCount += count;
    for (const index of indexes ?? []) rowCounts[index] = (rowCounts[index] ?? 0) + count;
  }
  return { rowCounts, unmatchedRowCount };
}

function looseKey(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trimEnd();
}

function indexesBy(
  values: readonly string[],
  keyOf: (value: string) => string,
): ReadonlyMap<string, readonly number[]> {
  const indexes = new Map<string, number[]>();
  for (const [index, value] of values.entries()) {
    const key = keyOf(value);
    const known = indexes.get(key);
    if (known === undefined) indexes.set(key, [index]);
    else known.push(index);
  }
  return indexes;
}
