import { createFileRoute } from '@tanstack/react-router';
import { SnapshotsScreen, type SnapshotsScreenProps } from '@/features/snapshots/components/snapshots-screen';
import { sourceOfCacheKey, sourceToParameter } from '@/analysis/conditions/source';
import { useDescribeSnapshot } from './-known-snapshots';

export const Route = createFileRoute('/_signed-in/snapshots')({ component: Snapshots });

const compareSearch: NonNullable<SnapshotsScreenProps['compareSearch']> = (search, otherKey) => ({
  ...search,
  show: 'changes',
  ...(otherKey !== null && { with: sourceToParameter(sourceOfCacheKey(otherKey)) }),
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
