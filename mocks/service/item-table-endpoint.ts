import { itemTable } from '@mocks/data/item-table-variants';
import { authenticate } from './access';
import { envelopeAnswer } from './answers';
import type { Call, ServiceContext } from './service-context';

/** `GET /api/tables/item`: the same for everybody who is signed in. */
export function answerItemTable({ request }: Call, context: ServiceContext): Response {
  authenticate(request, context);
  const { itemColumnCount: columnCount, isItemTableChanged: isChanged } = context.store.read().settings;
  return envelopeAnswer(itemTable({ columnCount, isChanged }));
}
