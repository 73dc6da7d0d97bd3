import type { Certificate } from '@/rows/certificates/certificate';
import type { ChangesQuery } from './change-rows';
import type { Comparison, RowKind } from './comparison';
import type { Side } from '../matching/matched-sides';

/** The origin of the rows of one side. */
export type CertifiedOrigin =
  | (Pick<Certificate['snapshot'], 'cacheKey' | 'isStable' | 'note'> & {
      readonly kind: 'snapshot' | 'copy';
      /** The time of the snapshot, in ISO 8601. */
      readonly taken: string;
      /** The parts of the query as texts; empty if the query is unknown. */
      readonly query: readonly string[];
    })
  | { readonly kind: 'file'; readonly name: string };

/** The facts for a certificate that the comparison itself does not contain. */
export interface ComparisonOrigin {
  readonly service: string;
  readonly priceColumn: string;
  readonly sides: Readonly<Record<Side, CertifiedOrigin>>;
  /** The refinement of both sides as text; null for none. Rows are compared if they satisfy it on at least one side. */
  readonly refinement?: string | null;
  /** The columns that were not compared, because they only contain the time when a row was written. */
  readonly leftOutColumns: readonly string[];
}

/** Returns the facts of a certificate about both sides and about how they were compared. */
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
    // The number of rows that the other side's filter leaves out.
    filteredOut: filteredOut[each],
    // The number of computed values that are blank, because an intermediate result has more than 38 digits.
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

/** Returns the facts of a certificate about which differences the file contains. `kinds`: in the order of the file. */
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
