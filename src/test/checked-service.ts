import { DEFAULT_DESCRIPTION, type ServiceDescription } from '@/contract/service-description';
import { tokenFacts } from '@/contract/token.schema';
import { browserClock, type Clock } from '@/lib/base/clock';
import type { CheckRequest, Exchange, RawAnswer } from '@/service-check/caller';
import { checkService } from '@/service-check/check-service';
import type { CheckStep, ServiceCheck } from '@/service-check/check-step';
import type { ReferenceService } from '@mocks/service/reference-service';
import { TEST_BASE } from './test-caller';

export interface CheckedService {
  readonly result: ServiceCheck;
  readonly requests: readonly string[];
}

/** Stands between the check and the service: answers a request itself, or passes on the same or another one. */
export type Between = (
  request: CheckRequest,
  pass: (request: CheckRequest) => Promise<RawAnswer>,
) => Promise<RawAnswer>;

/** Answers like a service that has no list of its addresses. */
export const withoutDocument: Between = async (request, pass) =>
  pass(request.path.includes('openapi') ? { ...request, path: '/nowhere' } : request);

/** Checks a reference service, beginning with a description. */
export async function checkReference(
  service: ReferenceService,
  described: ServiceDescription = DEFAULT_DESCRIPTION,
  between: Between = async (request, pass) => pass(request),
  onStep?: (steps: readonly CheckStep[]) => void,
  priceColumnsPath?: string,
): Promise<CheckedService> {
  const form = {
    grant_type: 'password',
    username: 'manager',
    password: 'demo-manager',
    client_id: 'test',
  };
  const response = await service.handle(
    new Request(`${TEST_BASE}/token`, { method: 'POST', body: new URLSearchParams(form) }),
  );
  const token = (await response.json()) as { readonly access_token: string };
  const headers = {
    'Content-Type': 'application/json',
    Authorization: `Bearer ${token.access_token}`,
    client_id: 'test',
  };
  const requests: string[] = [];
  const exchange: Exchange = async (request) => {
    requests.push(`${request.method} ${request.path} ${request.body ?? ''}`);
    return between(request, pass);
  };
  async function pass({ method, path, body, headers: further }: CheckRequest): Promise<RawAnswer> {
    const init = { method, headers: { ...headers, ...further }, ...(body !== undefined && { body }) };
    const answer = await service.handle(new Request(TEST_BASE + path, init));
    return {
      kind: 'answered',
      status: answer.status,
      contentType: answer.headers.get('Content-Type') ?? '',
      text: await answer.text(),
      headers: new Map(answer.headers),
      retryAfterMs: Number(answer.headers.get('Retry-After') ?? 0) * 1000,
    };
  }
  const result = await checkWith(exchange, { described, token: tokenFacts(token), onStep, priceColumnsPath });
  return { result, requests };
}

/** Checks whatever answers. */
export async function checkWith(
  exchange: Exchange,
  {
    described = DEFAULT_DESCRIPTION,
    token = null,
    clock = browserClock(),
    signal = new AbortController().signal,
    onStep = () => undefined,
    priceColumnsPath,
  }: {
    readonly described?: ServiceDescription;
    readonly token?: Parameters<typeof checkService>[1]['token'];
    readonly clock?: Clock;
    readonly signal?: AbortSignal;
    readonly onStep?: ((steps: readonly CheckStep[]) => void) | undefined;
    readonly priceColumnsPath?: string | undefined;
  } = {},
): Promise<ServiceCheck> {
  return checkService(described, { exchange, clock, signal, token, onStep, priceColumnsPath });
}
