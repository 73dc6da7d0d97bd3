import { itemTable } from '@mocks/data/item-table-variants';
import { authenticate } from './access';
import { envelopeResponse } from './responses';
import type { Call, ServiceContext } from './service-context';

/** `GET /api/tables/item`: the same for everybody with a session. */
export function handleItemTable({ request }: Call, context: ServiceContext): Response {
  authenticate(request, context);
  const { itemColumnCount: columnCount, isItemTableChanged: isChanged } = context.store.read().settings;
  return envelopeResponse(itemTable({ columnCount, isChanged }));
}
