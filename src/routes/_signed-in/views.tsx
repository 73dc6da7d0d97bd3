import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod';
import { useKnownPriceColumns } from '@/features/price-columns/api/price-columns.queries';
import { lazyPart } from '@/shared/i18n/lazy-part';

// With its messages, which no other screen needs.
const SavedViewsScreen = lazyPart(
  async () => ({
    Part: (await import('@/features/workbench/saved-views/saved-views-screen')).SavedViewsScreen,
  }),
  'screen',
);

const searchSchema = z.object({
  search: z.string().optional().catch(undefined),
});

export const Route = createFileRoute('/_signed-in/views')({
  validateSearch: searchSchema,
  component: SavedViews,
});

function SavedViews() {
  const { search = '' } = Route.useSearch();
  const { config } = Route.useRouteContext();
  const navigate = Route.useNavigate();
  return (
    <SavedViewsScreen
      priceColumns={useKnownPriceColumns()}
      hasAnalysis={config.analysis}
      search={search}
      onSearchChange={(text) =>
        void navigate({ search: text === '' ? {} : { search: text }, replace: true, resetScroll: false })
      }
    />
  );
}
