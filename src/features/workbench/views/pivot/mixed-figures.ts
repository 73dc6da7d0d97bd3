import type { DescribedMixture } from '../../texts/mixture-text';
import type { PivotSpec } from './pivot-spec';
import type { MeasureMixture } from './use-pivot';

/** The mixture in the figures of a measure, by their place in the table; null for a place without a mixture. */
export interface MixedFigures {
  /** Cells between a row group and a column group. */
  readonly cells: DescribedMixture | null;
  /** Totals of a row group over all columns. */
  readonly rowTotals: DescribedMixture | null;
  /** Totals of a column group over all rows. */
  readonly columnTotals: DescribedMixture | null;
  readonly total: DescribedMixture | null;
  /** The currencies or units that groups separate, but one axis of a chart shows together. */
  readonly apart: DescribedMixture | null;
}

export type FigurePlace = Exclude<keyof MixedFigures, 'apart'>;

/** Returns which figures of a measure mix currencies or units. A grouping by their field separates them, except in totals over it. */
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
