import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useKnownPriceColumns } from '@/features/price-columns/api/price-columns.queries';
import { SnapshotsScreen, type SnapshotsScreenProps } from '@/features/snapshots/components/snapshots-screen';
import { useDescribeSearch } from '@/features/workbench/use-describe-query';

export const Route = createFileRoute('/_signed-in/snapshots')({ component: Snapshots });

function Snapshots() {
  const priceColumns = useKnownPriceColumns();
  const describeSearch = useDescribeSearch();
  const describe = useCallback<SnapshotsScreenProps['describe']>(
    ({ priceColumn, displayName, search, words }) => {
      const column = priceColumns.find(({ name }) => name === priceColumn);
      // What was stored with the snapshot is in the language of that time.
      const stored = words === null ? null : [words];
      if (column === undefined) return { displayName, parts: stored };
      return { displayName: column.displayName, parts: describeSearch(search, column) ?? stored };
    },
    [priceColumns, describeSearch],
  );
  return <SnapshotsScreen describe={describe} />;
}
