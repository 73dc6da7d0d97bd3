import { equalityKey, type ReportedList } from '../../model/list-report';

/** A value of the rows with the number of rows that have it. */
export interface CountedValue {
  readonly value: string;
  readonly count: number;
}

export interface ListMatches {
  /** How many rows have each value of the list; in the order of the list. */
  readonly rowCounts: readonly number[];
  /** Rows with a value that equals none of the list here, although the service has found them by it. */
  readonly unmatchedRowCount: number;
}

/** Parts of a report: positions of values in the list, in its order. A value that is found more than once counts as found, too. */
export interface ListParts {
  readonly found: readonly number[];
  readonly notFound: readonly number[];
  /** Among the rows of the query, and none of these rows is left by a refinement. */
  readonly withoutRow: readonly number[];
  readonly several: readonly number[];
}

/** Returns the parts of a report. `left`: what a refinement has left of the rows; null where they are not refined. */
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
 * Counts the rows of each value of a list, in rows that the service found by the list. A value that equals none of the
 * list exactly as the contract compares was found by a service that compares more loosely: then blanks at the end and
 * accents are disregarded, too.
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
