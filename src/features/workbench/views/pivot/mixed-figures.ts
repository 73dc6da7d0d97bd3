import type { DescribedMixture } from '../../texts/use-mixture-text';
import type { PivotSpec } from './pivot-spec';
import type { MeasureMixture } from './use-pivot';

/** What the figures of a measure mix, by where they stand; null where they do not. */
export interface MixedFigures {
  /** Where a group of rows and a group of columns meet. */
  readonly cells: DescribedMixture | null;
  /** Of a group of rows, over all columns. */
  readonly rowTotals: DescribedMixture | null;
  /** Of a group of columns, over all rows. */
  readonly columnTotals: DescribedMixture | null;
  readonly total: DescribedMixture | null;
  /** What groups tell apart: it stands on one axis of a chart. */
  readonly apart: DescribedMixture | null;
}

export type FigurePlace = Exclude<keyof MixedFigures, 'apart'>;

/** Returns which figures of a measure mix currencies or units. A field that rows or columns are grouped by tells them apart in all but the totals over it. */
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
