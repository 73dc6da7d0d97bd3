import { PRICE_SOURCES } from '@mocks/data/price-sources';
import { RIGHTS } from '@mocks/data/rights';
import { authenticate, requirePermission } from './access';
import { envelopeResponse } from './responses';
import type { Call, ServiceContext } from './service-context';
import { usesOf } from './source-state';

/** `GET /api/prices`. Fields that the caller may not view are listed too: only their values are withheld. */
export function handlePrices({ request }: Call, context: ServiceContext): Response {
  requirePermission(authenticate(request, context), RIGHTS.extractPrices);
  return envelopeResponse(
    PRICE_SOURCES.map((source) => ({
      name: source.name,
      displayName: source.displayName,
      description: source.description,
      sourceTable: source.sourceTable,
      fields: source.fields.map((field) => {
        const { isFilterable, isSortable } = usesOf(source, field, context.store.read());
        return { ...field.record, filterable: isFilterable, sortable: isSortable };
      }),
    })),
  );
}
