import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod';
import type { PriceField } from '@/contract/column';
import { PendingFields } from '@/features/price-columns/components/pending-fields';
import { FieldsNotice } from '@/features/price-columns/components/fields-notice';
import { ExtractionGate } from '@/features/price-columns/components/extraction-gate';
import { writeItem } from '@/analysis/address/notation';
import { lazyPart } from '@/ui/components/lazy-part';

// The screen is loaded on demand, together with its translated texts, which no other screen needs.
const ItemScreen = lazyPart(
  async () => ({ Part: (await import('@/features/item/components/item-screen')).ItemScreen }),
  'screen',
);

const searchSchema = z.object({
  /** The day for which prices are shown; absent for today. */
  on: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d$/)
    .optional()
    .catch(undefined),
});

export const Route = createFileRoute('/_signed-in/items/$item')({
  validateSearch: searchSchema,
  loader: ({ context: { prefetch, session } }) =>
    prefetch(async () => {
      const { permittedPriceColumnsQuery } =
        await import('@/features/price-columns/api/price-columns.queries');
      return permittedPriceColumnsQuery(session);
    }),
  component: Item,
});

function Item() {
  const { item } = Route.useParams();
  const { on } = Route.useSearch();
  const navigate = Route.useNavigate();
  const props = {
    item,
    day: on ?? null,
    onDayChange: (day: string | null) =>
      void navigate({ search: day === null ? {} : { on: day }, replace: true, resetScroll: false }),
    searchOf,
  };
  return (
    <ExtractionGate needsFields pending={<ItemScreen priceColumns={null} {...props} />}>
      {(priceColumns, fields) => (
        <ItemScreen
          key={item}
          priceColumns={priceColumns}
          notice={
            (fields.pendingCount > 0 || fields.failed.length > 0) && (
              <>
                <PendingFields count={fields.pendingCount} />
                <FieldsNotice fields={fields} />
              </>
            )
          }
          {...props}
        />
      )}
    </ExtractionGate>
  );
}

function searchOf({ itemField }: { readonly itemField: Pick<PriceField, 'name' | 'type'> }, item: string) {
  const operator = itemField.type === 'text' ? 'is' : 'equals';
  return { v: '1', filter: writeItem(itemField.name, operator, item) };
}
