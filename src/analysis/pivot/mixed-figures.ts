import type { DescribedMixture } from '@/rows/price-rows/mixture-text';
import type { PivotSpec, Measure } from './pivot-spec';
import type { Mixture } from '../engine/read-mixture';

/** The currencies or units that a measure mixes or may mix. */
export interface MeasureMixture extends Mixture {
  readonly measure: Measure;
}

/** The currencies or units that the figures of a measure mix, for each part of the table; null for a part that mixes none. */
export interface MixedFigures {
  /** The cells in which a row group and a column group meet. */
  readonly cells: DescribedMixture | null;
  /** The total of each row group over all columns. */
  readonly rowTotals: DescribedMixture | null;
  /** The total of each column group over all rows. */
  readonly columnTotals: DescribedMixture | null;
  readonly total: DescribedMixture | null;
  /** The currencies or units that are separated by groups, but share an axis in a chart. */
  readonly apart: DescribedMixture | null;
}

export type FigurePlace = Exclude<keyof MixedFigures, 'apart'>;

/** Returns which figures of a measure mix currencies or units. Grouping by the currency or unit separates them, except in totals. */
export function mixedFigures(
  { rows, columns }: Pick<PivotSpec, 'rows' | 'columns'>,
  { mixed, unknown }: Pick<MeasureMixture, 'mixed' | 'unknown'>,
): MixedFigures {
  const groupedIn = (groupings: PivotSpec['rows']) => (field: string) =>
    groupings.some((grouping) => grouping.field === field && grouping.step === null);
  const [isInRows, isInColumns] = [groupedIn(rows), groupedIn(columns)];
  const of = (some: MeasureMixture['mixed'], others: MeasureMixture['unknown'] = unknown) =>
    some.length + others.length === 0 ? null : { mixed: some, unknown: others };
  return {
    cells: of(mixed.filter(({ field }) => !isInRows(field) && !isInColumns(field))),
    rowTotals: of(mixed.filter(({ field }) => !isInRows(field))),
    columnTotals: of(mixed.filter(({ field }) => !isInColumns(field))),
    total: of(mixed),
    apart: of(
      mixed.filter(({ field }) => isInRows(field) || isInColumns(field)),
      [],
    ),
  };
}
