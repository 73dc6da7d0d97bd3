import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import { schemaSearchSchema, viewFromSearch, viewToSearch } from '@/features/item-schema/model/schema-view';
import { useKnownPriceColumns } from '@/features/price-columns/api/price-columns.queries';
import { useExtractionPermission } from '@/session/session-context';
import { lazyPart } from '@/ui/components/lazy-part';

// The screen is loaded on demand, together with its translated texts, which no other screen needs.
const ItemSchemaScreen = lazyPart(
  async () => ({
    Part: (await import('@/features/item-schema/components/item-schema-screen')).ItemSchemaScreen,
  }),
  'screen',
);

export const Route = createFileRoute('/_signed-in/schema/item')({
  validateSearch: schemaSearchSchema,
  loader: ({ context: { prefetch, session } }) =>
    prefetch(async () => {
      const { itemTableQuery } = await import('@/features/item-schema/api/item-table.queries');
      return itemTableQuery(session.client);
    }),
  component: ItemSchema,
});

function ItemSchema() {
  const { search, show, sort, column, priceColumn } = Route.useSearch();
  // Details link to price columns, and a price column can restrict the list. They are not requested while the rights are unknown.
  const isPermitted = useExtractionPermission() === 'granted';
  const isNeeded = isPermitted && (column !== undefined || priceColumn !== undefined);
  const priceColumns = useKnownPriceColumns({ isNeeded });
  const navigate = Route.useNavigate();
  // The list is memoized, so that opening a column's details does not filter and sort it again.
  const list = useMemo(
    () => viewFromSearch({ search, show, sort, priceColumn }),
    [search, show, sort, priceColumn],
  );
  const view = useMemo(() => ({ ...list, openColumn: column ?? null }), [list, column]);
  return (
    <ItemSchemaScreen
      view={view}
      priceColumns={priceColumns}
      onViewChange={(changes) =>
        void navigate({
          search: (current) => viewToSearch({ ...viewFromSearch(current), ...changes }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
