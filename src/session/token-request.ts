import { errorMessages } from '@/contract/envelope.schema';
import { TOKEN_BYTES } from '@/contract/limits';
import {
  decodeTokenAnswer,
  isInvalidGrant,
  TOKEN_PATH,
  tokenForm,
  type TokenAnswer,
  type TokenGrant,
} from '@/contract/token.schema';
import { exchange, type ExchangePorts } from '@/shared/http/exchange';
import { parseBody, placeOf } from '@/shared/http/read-answer';
import { isTransient, throttledFailure } from '@/shared/http/retry-policy';
import { ServiceError } from '@/shared/http/service-error';

/**
 * `POST /token`, once: a refresh token is good for one use, so nothing here repeats anything. Contract section 1.1.
 * Rejects with ServiceError: `unauthenticated` when the grant itself is refused, else as any call.
 */
export async function requestToken(
  ports: ExchangePorts,
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
): Promise<TokenAnswer> {
  const answer = await exchange(ports, {
    url: serviceAddress + TOKEN_PATH,
    method: 'POST',
    headers: { Accept: 'application/json', ...headers },
    body: tokenForm(grant),
    maxBytes: TOKEN_BYTES,
    ...options,
  });
  const { status } = answer;
  const body = parseBody(answer);
  const json = body.isJson ? body.json : null;
  if (status === 401 || status === 403 || (status === 400 && (isInvalidGrant(json) || isRenewal(grant)))) {
    throw new ServiceError({ kind: 'unauthenticated' }, status);
  }
  if (status === 421) throw new ServiceError({ kind: 'misdirected' }, status);
  if (status === 429) throw new ServiceError(throttledFailure(answer, ports.clock.wallMs()), status);
  if (isTransient(status)) throw new ServiceError({ kind: 'unreachable' }, status);
  if (status !== 200) {
    throw new ServiceError({ kind: 'rejected', status, messages: errorMessages(json) }, status);
  }
  try {
    return decodeTokenAnswer(json);
  } catch (error) {
    throw new ServiceError({ kind: 'malformed', detail: `token: ${placeOf(error, 'answer')}` }, status);
  }
}

// Of a renewal the contract says that every 400 ends the session; at sign-in only invalid_grant means the credentials.
function isRenewal(grant: TokenGrant): boolean {
  return grant.kind === 'refresh';
}
