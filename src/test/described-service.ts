import { createTestService } from '@mocks/node';
import type { ReferenceService } from '@mocks/service/reference-service';
import { createDialect } from '@/contract/create-dialect';
import { decodeTokenResponse, tokenForm } from '@/contract/token.schema';
import { authorizationHeaders } from '@/contract/authorization';
import type { ServiceDescription } from '@/contract/service-description';
import { createServiceClient } from '@/session/service-client';
import { browserClock } from '@/lib/base/clock';
import { TEST_BASE } from './test-caller';

const CLIENT_ID = 'test';

/** Starts a reference service that follows a description (null: the contract), and the console's client, which follows `read`. */
export async function startDescribed(
  description: ServiceDescription | null,
  rowCount = 2_000,
  read: ServiceDescription | null = description,
) {
  const service = createTestService({ description, settings: { rowCount } });
  return { service, ...(await connectDescribed(service, read)) };
}

/** Returns the console's client of a described reference service, signed in. */
export async function connectDescribed(
  service: Pick<ReferenceService, 'handle'>,
  description: ServiceDescription | null,
) {
  const dialect = description === null ? null : createDialect(description);
  const body = tokenForm({
    kind: 'password',
    userName: 'manager',
    password: 'demo-manager',
    clientId: CLIENT_ID,
  });
  const response = await service.handle(new Request(`${TEST_BASE}/token`, { method: 'POST', body }));
  const { accessToken, rightIds } = decodeTokenResponse(await response.json(), description?.rights);
  const headers = authorizationHeaders({ kind: 'bearer', accessToken, clientId: CLIENT_ID });
  const requests: { readonly url: string; readonly body: string }[] = [];
  const client = createServiceClient({
    fetch: async (request) => {
      requests.push({ url: request.url, body: await request.clone().text() });
      return service.handle(request);
    },
    clock: browserClock(),
    random: () => 0,
    dialect,
    authorize: () => Promise.resolve({ serviceAddress: TEST_BASE, headers }),
  });
  return { client, dialect, rightIds, requests };
}
