import { itemTable } from '@mocks/data/item-table-variants';
import { PRICE_SOURCES } from '@mocks/data/price-sources';
import { widePrice } from '@mocks/data/sources/wide-price';
import { RIGHTS } from '@mocks/data/rights';
import { authenticate, requirePermission } from './access';
import { envelopeResponse } from './responses';
import type { Call, ServiceContext } from './service-context';
import { priceColumnsData } from './service-dialect';
import { usesOf } from './source-state';

/** Handles `GET /api/tables/item`. All accounts get the same response. */
export function handleItemTable({ request }: Call, context: ServiceContext): Response {
  authenticate(request, context);
  const { itemColumnCount: columnCount, isItemTableChanged: isChanged } = context.store.read().settings;
  return envelopeResponse(itemTable({ columnCount, isChanged }), context.description);
}

/** Handles `GET /api/prices`. The list includes fields that the caller may not view, because only their values are withheld. */
export function handlePrices({ request }: Call, context: ServiceContext): Response {
  requirePermission(authenticate(request, context), RIGHTS.extractPrices, context);
  const { wideFieldCount } = context.store.read().settings;
  const sources = wideFieldCount > 0 ? [...PRICE_SOURCES, widePrice(wideFieldCount)] : PRICE_SOURCES;
  const list = sources.map((source) => ({
    name: source.name,
    displayName: source.displayName,
    description: source.description,
    sourceTable: source.sourceTable,
    fields: source.fields.map((field) => {
      const { isFilterable, isSortable } = usesOf(source, field, context.store.read());
      return { ...field.record, filterable: isFilterable, sortable: isSortable };
    }),
  }));
  return envelopeResponse(priceColumnsData(context.description, list), context.description);
}
