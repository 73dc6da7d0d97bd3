import type { ChangesQuery } from './change-rows';
import type { Comparison, RowKind } from './comparison';
import type { Side } from '../matching/matched-sides';

/** Where the rows of a side are from. */
export type CertifiedOrigin =
  | {
      readonly kind: 'snapshot' | 'copy';
      readonly cacheKey: string;
      /** ISO 8601. */
      readonly taken: string;
      /** The query in words; empty where it is unknown. */
      readonly query: readonly string[];
    }
  | { readonly kind: 'file'; readonly name: string };

/** The facts that a comparison does not know itself. */
export interface ComparisonOrigin {
  readonly service: string;
  readonly priceColumn: string;
  readonly sides: Readonly<Record<Side, CertifiedOrigin>>;
  /** The refinement of both sides, in words: rows are compared if they satisfy it on at least one side. Null for none. */
  readonly refinement?: string | null;
  /** Columns that are not compared, because they only note when a row was written. */
  readonly leftOutColumns: readonly string[];
}

/** Returns what a certificate says of both sides and of how they were compared. */
export function certifiedComparison(
  {
    spec,
    sides,
    counts,
    leftOut,
    filteredOut,
    otherScale,
    tooLongForDelta,
    beyondDigits,
    keysBeyondDigits,
  }: Comparison,
  { sides: origins, refinement = null, leftOutColumns }: ComparisonOrigin,
) {
  const side = (each: Side) => ({
    ...origins[each],
    rows: sides[each].rowCount,
    notCompared: leftOut[each],
    // Rows that the filter of the other side leaves out.
    filteredOut: filteredOut[each],
    // Computed values that are blank, because an intermediate result has more than 38 digits.
    ...(Object.keys(sides[each].tooLong ?? {}).length > 0 && { tooLong: sides[each].tooLong }),
  });
  return {
    earlier: side('earlier'),
    later: side('later'),
    comparison: {
      ...spec,
      ...(refinement !== null && { refinement }),
      leftOutColumns,
      otherScale,
      counts,
      tooLongForDelta,
      beyondDigits,
      keysBeyondDigits,
    },
  };
}

/** Returns what a certificate says of the rows in a file: which of the differences they are. `kinds` are in the order of the file. */
export function certifiedChanges(
  { column, range, movement, find, sort }: ChangesQuery,
  kinds: readonly (readonly [kind: RowKind, rowCount: number])[],
) {
  return {
    byKind: Object.fromEntries(kinds),
    column,
    deltaPercent: range,
    price: movement ?? null,
    containing: find?.text ?? null,
    sort,
  };
}
