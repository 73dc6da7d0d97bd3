import { createFileRoute } from '@tanstack/react-router';
import { SnapshotsScreen, type SnapshotsScreenProps } from '@/features/snapshots/components/snapshots-screen';
import { compareWithToParameter } from '@/features/workbench/model/compare-with';
import { useDescribeSnapshot } from './-known-snapshots';

export const Route = createFileRoute('/_signed-in/snapshots')({ component: Snapshots });

const compareSearch: NonNullable<SnapshotsScreenProps['compareSearch']> = (snapshot, other) => ({
  ...snapshot.search,
  show: 'changes',
  with: compareWithToParameter({ kind: 'snapshot', cacheKey: other.cacheKey }),
});

function Snapshots() {
  const { config } = Route.useRouteContext();
  return (
    <SnapshotsScreen
      describe={useDescribeSnapshot()}
      compareSearch={config.analysis ? compareSearch : null}
    />
  );
}
