import { errorMessages } from '@/contract/envelope.schema';
import { TOKEN_BYTES } from '@/contract/limits';
import {
  decodeTokenResponse,
  isInvalidGrant,
  TOKEN_PATH,
  tokenForm,
  type TokenResponse,
  type TokenGrant,
} from '@/contract/token.schema';
import { sendRequest, type RequestPorts } from '@/shared/http/send-request';
import { parseBody, mismatchLocation } from '@/shared/http/read-response';
import { isGatewayStatus, throttledFailure } from '@/shared/http/retry-policy';
import { ServiceError, withRequestIds, type ServiceFailure } from '@/shared/http/service-error';

/**
 * Sends `POST /token` once, without retries, because a refresh token can be used once. Contract section 1.1. Rejects with
 * ServiceError: `unauthenticated` when the grant itself is refused, else like any call.
 */
export async function requestToken(
  ports: RequestPorts,
  serviceAddress: string,
  grant: TokenGrant,
  {
    headers,
    ...options
  }: {
    readonly timeoutMs: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<TokenResponse> {
  const response = await sendRequest(ports, {
    url: serviceAddress + TOKEN_PATH,
    method: 'POST',
    headers: { Accept: 'application/json', ...headers },
    body: tokenForm(grant),
    maxBytes: TOKEN_BYTES,
    ...options,
  });
  const { status, ids } = response;
  const fail = (failure: ServiceFailure) => new ServiceError(withRequestIds(failure, ids), status);
  const body = parseBody(response);
  const json = body.isJson ? body.json : null;
  if (status === 401 || status === 403 || (status === 400 && (isInvalidGrant(json) || isRenewal(grant)))) {
    throw fail({ kind: 'unauthenticated' });
  }
  if (status === 421) throw fail({ kind: 'misdirected' });
  if (status === 429) throw fail(throttledFailure(response, ports.clock.wallMs()));
  if (isGatewayStatus(status)) throw fail({ kind: 'unreachable' });
  if (status !== 200) throw fail({ kind: 'rejected', status, messages: errorMessages(json) });
  try {
    return decodeTokenResponse(json);
  } catch (error) {
    throw fail({ kind: 'malformed', detail: `token: ${mismatchLocation(error, 'response')}` });
  }
}

// By the contract, any 400 of a renewal ends the session; at sign-in only invalid_grant refers to the credentials.
function isRenewal(grant: TokenGrant): boolean {
  return grant.kind === 'refresh';
}
