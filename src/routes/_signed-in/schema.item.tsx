import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod';
import { ItemSchemaScreen } from '@/features/item-schema/components/item-schema-screen';

const searchSchema = z.object({
  search: z.string().optional().catch(undefined),
});

export const Route = createFileRoute('/_signed-in/schema/item')({
  validateSearch: searchSchema,
  component: ItemSchema,
});

function ItemSchema() {
  const { search = '' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ItemSchemaScreen
      search={search}
      onSearchChange={(text) => void navigate({ search: text === '' ? {} : { search: text }, replace: true })}
    />
  );
}
