import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod';
import { useKnownPriceColumns } from '@/features/price-columns/api/price-columns.queries';
import { PriceColumnsScreen } from '@/features/price-columns/components/price-columns-screen';
import { useUnseenChanges } from '@/features/snapshots/notices/use-unseen-changes';
import { useRecentQueries } from '@/features/workbench/use-recent-queries';

const searchSchema = z.object({
  search: z.string().optional().catch(undefined),
});

export const Route = createFileRoute('/_signed-in/prices/')({
  validateSearch: searchSchema,
  loader: ({ context: { prefetch, session } }) =>
    prefetch(async () => {
      const { permittedPriceColumnsQuery } =
        await import('@/features/price-columns/api/price-columns.queries');
      return permittedPriceColumnsQuery(session);
    }),
  component: PriceColumns,
});

function PriceColumns() {
  const { search = '' } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { isReady, queries, lastRuns } = useRecentQueries(useKnownPriceColumns());
  const changes = useUnseenChanges();
  return (
    <PriceColumnsScreen
      recentWork={isReady ? queries : null}
      lastRuns={lastRuns}
      changes={changes}
      search={search}
      onSearchChange={(text) =>
        void navigate({ search: text === '' ? {} : { search: text }, replace: true, resetScroll: false })
      }
    />
  );
}
