import { useQuery } from '@tanstack/react-query';
import type { AnalysedColumn } from '@/analysis/engine/analysed-table';
import type { Distribution } from '@/analysis/histograms/distribution';
import type { RowsRead } from '@/analysis/reading/rows-read';
import { coreDistributionQuery } from './column-profile.queries';
import type { ColumnProfile } from '@/analysis/profiles/column-profile';

/** Returns the distribution of a column to draw. If the whole range is chosen, histograms show all values. */
export function useShownDistribution(
  rowsRead: RowsRead,
  column: AnalysedColumn,
  { distribution, least, greatest }: Pick<ColumnProfile, 'distribution' | 'least' | 'greatest'>,
  isWhole: boolean,
): Distribution | null {
  const hasMore = distribution?.kind === 'ranges' && distribution.belowCount + distribution.aboveCount > 0;
  const ends = { from: least ?? '', to: greatest ?? '' };
  const { data } = useQuery({
    ...coreDistributionQuery(rowsRead, column, ends),
    enabled: isWhole && hasMore,
  });
  return isWhole && hasMore && data !== undefined ? { kind: 'ranges', ...data } : distribution;
}
