import { ITEM_TABLE } from '@mocks/data/item-table';
import { authenticate } from './access';
import { envelopeAnswer } from './answers';
import type { Call, ServiceContext } from './service-context';

/** `GET /api/tables/item`: the same for everybody who is signed in. */
export function answerItemTable({ request }: Call, context: ServiceContext): Response {
  authenticate(request, context);
  return envelopeAnswer(ITEM_TABLE);
}
