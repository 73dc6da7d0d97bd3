import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod';
import { PriceColumnsScreen } from '@/features/price-columns/components/price-columns-screen';

const searchSchema = z.object({
  search: z.string().optional().catch(undefined),
});

export const Route = createFileRoute('/_signed-in/prices/')({
  validateSearch: searchSchema,
  component: PriceColumns,
});

function PriceColumns() {
  const { search = '' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <PriceColumnsScreen
      search={search}
      onSearchChange={(text) =>
        void navigate({ search: text === '' ? {} : { search: text }, replace: true, resetScroll: false })
      }
    />
  );
}
