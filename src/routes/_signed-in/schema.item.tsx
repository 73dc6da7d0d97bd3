import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ItemSchemaScreen } from '@/features/item-schema/components/item-schema-screen';
import { schemaSearchSchema, viewFromSearch, viewToSearch } from '@/features/item-schema/model/schema-view';
import { WithMessages } from '@/shared/i18n/lazy-part';
import itemSchema from '@/shared/i18n/messages/en/item-schema.json';

const ENGLISH = { itemSchema };

export const Route = createFileRoute('/_signed-in/schema/item')({
  validateSearch: schemaSearchSchema,
  component: ItemSchema,
});

function ItemSchema() {
  const { search, show, sort, column } = Route.useSearch();
  const navigate = Route.useNavigate();
  // The list is not found and sorted again for each column whose details are opened.
  const list = useMemo(() => viewFromSearch({ search, show, sort }), [search, show, sort]);
  const view = useMemo(() => ({ ...list, openColumn: column ?? null }), [list, column]);
  return (
    <WithMessages english={ENGLISH}>
      <ItemSchemaScreen
        view={view}
        onViewChange={(changes) =>
          void navigate({
            search: (current) => viewToSearch({ ...viewFromSearch(current), ...changes }),
            replace: true,
            resetScroll: false,
          })
        }
      />
    </WithMessages>
  );
}
