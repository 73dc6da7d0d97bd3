import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PriceField } from '@/contract/column';
import { denominationsOf } from '@/rows/price-rows/denominations';
import { denominatorsOf } from '../../model/denominations';
import type { DraftQuery } from '../../model/draft-query';
import { readMixture } from '@/analysis/engine/read-mixture';
import { rowsReadKey, type RowsRead } from '@/analysis/reading/rows-read';
import { pivotToParameter } from '@/analysis/pivot/pivot-address';
import type { Measure, PivotSpec } from '@/analysis/pivot/pivot-spec';
import { readPivot, type ComputedPivot } from '@/analysis/pivot/read-pivot';
import type { MeasureMixture } from '@/analysis/pivot/mixed-figures';

/** Returns the part of a spec that the result depends on. Chart and shading are left out, because they use the same summary. */
export function computedSpec({ rows, columns, measures, sort }: PivotSpec): PivotSpec {
  return { rows, columns, measures, sort, hasChart: false };
}

/** Computes a pivot of the rows read, and computes it again when more rows are read. */
export function usePivot(
  spec: PivotSpec,
  rowsRead: RowsRead,
  fields: readonly PriceField[],
  applied: DraftQuery | null,
) {
  const computed = computedSpec(spec);
  return useQuery({
    queryKey: [...rowsReadKey(rowsRead), 'pivot', pivotToParameter(computed)],
    queryFn: async ({ signal }): Promise<ComputedPivot> => {
      const { engine, table, misfits } = rowsRead;
      const summary = await readPivot(spec, { engine, table, misfits, signal });
      const mixtures: MeasureMixture[] = [];
      for (const measure of spec.measures) {
        const mixture = await readMixtureOf(measure, rowsRead, fields, applied, signal);
        if (mixture !== null) mixtures.push(mixture);
      }
      return { spec: computed, summary, mixtures };
    },
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Infinity,
    // The result is kept only briefly, because it can be large and takes less than a second to recompute.
    gcTime: 30_000,
  });
}

const COUNTS: ReadonlySet<Measure['fn']> = new Set(['count', 'distinct']);

/** Returns the currencies or units that the numbers of a measure mix; null if they mix none. */
async function readMixtureOf(
  measure: Measure,
  { engine, table }: RowsRead,
  fields: readonly PriceField[],
  applied: DraftQuery | null,
  signal: AbortSignal,
): Promise<MeasureMixture | null> {
  const field = fields.find(({ name }) => name === measure.field);
  const column = table.columns.find(({ name }) => name === measure.field);
  if (field === undefined || column?.type !== 'number' || COUNTS.has(measure.fn)) return null;
  const hasColumn = (name: string) => table.columns.some((each) => each.name === name);
  const denominators = denominatorsOf(field, denominationsOf(fields), hasColumn, applied);
  const mixture = await readMixture({ engine, table, signal }, column, denominators);
  return mixture === null ? null : { measure, ...mixture };
}
