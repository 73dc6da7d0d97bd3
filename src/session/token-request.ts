import type { Dialect } from '@/contract/dialect';
import { errorMessages } from '@/contract/envelope.schema';
import { TOKEN_BYTES } from '@/contract/limits';
import {
  decodeTokenResponse,
  isInvalidGrant,
  TOKEN_PATH,
  tokenFacts,
  tokenForm,
  type Custody,
  type TokenFacts,
  type TokenResponse,
  type TokenGrant,
} from '@/contract/token.schema';
import { sendRequest, type RequestPorts } from '@/ui/http/send-request';
import { parseBody, mismatchLocation } from '@/ui/http/read-response';
import { isGatewayStatus, throttledFailure } from '@/ui/http/retry-policy';
import { ServiceError, withRequestIds, type ServiceFailure } from '@/ui/http/service-error';
import type { StoredSecret } from './vault/session-vault';

/** The timeout is short, because a sign-in waits until the server has deleted the token. */
const DROP_TIMEOUT_MS = 5_000;

/**
 * Sends `POST /token` without retries, because a refresh token works once (docs/service-contract.md, section 1.1). Rejects
 * with ServiceError: `unauthenticated` for a refused grant, `no-custody` if the server does not keep the token.
 */
export async function requestToken(
  ports: RequestPorts & {
    readonly dialect?: Dialect | null | undefined;
    /** Called with what may be told of each token. */
    readonly onToken?: ((facts: TokenFacts) => void) | undefined;
  },
  serviceAddress: string,
  grant: TokenGrant,
  {
    headers,
    custody,
    ...options
  }: {
    readonly custody?: Custody | undefined;
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
    hasCookies: custody === 'server',
    ...options,
  });
  const { status, ids } = response;
  const fail = (failure: ServiceFailure) => new ServiceError(withRequestIds(failure, ids), status);
  const body = parseBody(response);
  const json = body.isJson ? body.json : null;
  if (status === 401 || status === 403 || (status === 400 && (isInvalidGrant(json) || isRenewal(grant)))) {
    throw fail({ kind: 'unauthenticated' });
  }
  if (status === 421) throw fail({ kind: 'misdirected', of: isOtherCustody(json) ? 'custody' : undefined });
  if (status === 429) throw fail(throttledFailure(response, ports.clock.wallMs()));
  if (isGatewayStatus(status)) throw fail({ kind: 'unreachable' });
  if (status !== 200) throw fail({ kind: 'rejected', status, messages: errorMessages(json) });
  let token;
  try {
    token = decodeTokenResponse(json, ports.dialect?.description.rights);
    ports.onToken?.(tokenFacts(json));
  } catch (error) {
    throw fail({ kind: 'malformed', detail: `token: ${mismatchLocation(error, 'response')}` });
  }
  if (custody === 'server' && (token.binding === undefined || token.refreshToken !== null)) {
    throw fail({ kind: 'no-custody' });
  }
  return token;
}

/** Whether the response is the one with which `server/token-custody.mjs` refuses a request. */
function isOtherCustody(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'error' in json && json.error === 'other_custody';
}

/** Returns the secret that renews the session; null if the response contains none. */
export function secretOf({ binding, refreshToken }: TokenResponse): StoredSecret | null {
  if (typeof binding === 'string') return { kind: 'binding', binding };
  return refreshToken === null ? null : { kind: 'refresh-token', refreshToken };
}

/** Asks the server to delete its refresh token. Never rejects: the page deletes the binding, which makes the token unusable. */
export async function dropKeptToken(
  ports: RequestPorts,
  serviceAddress: string,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  try {
    await sendRequest(ports, {
      url: serviceAddress + TOKEN_PATH,
      method: 'DELETE',
      headers,
      hasCookies: true,
      timeoutMs: DROP_TIMEOUT_MS,
      maxBytes: TOKEN_BYTES,
    });
  } catch {
    // The cookie stays in the browser until it is replaced or expires.
  }
}

// The contract says that any 400 ends a session that is renewed. At sign-in only invalid_grant means wrong credentials.
function isRenewal(grant: TokenGrant): boolean {
  return grant.kind !== 'password';
}
