import { apiKeyProblem, authorizationHeaders, type Credentials } from '@/contract/authorization';
import { itemTableEndpoint } from '@/contract/item-table.schema';
import { ServiceError } from '@/shared/http/service-error';
import { createServiceClient } from './service-client';
import { parseServiceAddress, type ServiceAddressProblem } from './service-address';
import { upstreamHeaders } from './service-binding';
import type { SessionPorts } from './session-ports';
import type { SignInMethod } from './session-state';
import type { StoredSecret } from './session-vault';
import { requestToken } from './token-request';

export interface SignInRequest {
  readonly method: SignInMethod;
  /** As typed; must pass `parseServiceAddress`. */
  readonly serviceAddress: string;
  readonly clientId: string;
  readonly userName: string;
  /** The secret half of the API key, where that is the method. */
  readonly password: string;
  readonly keepSignedIn: boolean;
}

export type SignInInputProblem = ServiceAddressProblem | 'colon-in-user-name' | 'header-unsafe';

/** A sign-in that was not even sent, as it cannot be. */
export class SignInInputError extends Error {
  override readonly name = 'SignInInputError';
  readonly problem: SignInInputProblem;
  constructor(problem: SignInInputProblem) {
    super(`Sign-in refused: ${problem}`);
    this.problem = problem;
  }
}

/** What a sign-in that the service accepted brought. */
export interface SignInResult {
  readonly serviceAddress: string;
  readonly displayName: string;
  readonly credentials: Credentials;
  /** Null for credentials that do not expire. */
  readonly lifetimeMs: number | null;
  readonly rightIds: readonly string[] | null;
  /** Null when the service gave none: the session then ends with its access token. */
  readonly secret: StoredSecret | null;
}

const TOKEN_TIMEOUT_MS = 30_000;

type SignInPorts = Pick<SessionPorts, 'fetch' | 'clock' | 'random' | 'configured'>;

/**
 * Asks the service whether it accepts the person. Throws SignInInputError before anything is sent, else ServiceError:
 * `unauthenticated` for wrong credentials.
 */
export async function performSignIn(
  ports: SignInPorts,
  request: SignInRequest,
  signal?: AbortSignal,
): Promise<SignInResult> {
  const parsed = parseServiceAddress(request.serviceAddress);
  if (!parsed.ok) throw new SignInInputError(parsed.problem);
  return request.method === 'password'
    ? signInWithPassword(ports, request, parsed.address, signal)
    : signInWithApiKey(ports, request, parsed.address, signal);
}

async function signInWithPassword(
  ports: SignInPorts,
  { userName, password, clientId }: SignInRequest,
  serviceAddress: string,
  signal: AbortSignal | undefined,
): Promise<SignInResult> {
  const answer = await requestToken(
    ports,
    serviceAddress,
    { kind: 'password', userName, password, clientId },
    { timeoutMs: TOKEN_TIMEOUT_MS, headers: upstreamHeaders(serviceAddress, ports.configured), signal },
  );
  return {
    serviceAddress,
    displayName: answer.userName ?? userName,
    credentials: { kind: 'bearer', accessToken: answer.accessToken, clientId },
    lifetimeMs: answer.lifetimeMs,
    rightIds: answer.rightIds,
    secret:
      answer.refreshToken === null ? null : { kind: 'refresh-token', refreshToken: answer.refreshToken },
  };
}

async function signInWithApiKey(
  ports: SignInPorts,
  { userName, password }: SignInRequest,
  serviceAddress: string,
  signal: AbortSignal | undefined,
): Promise<SignInResult> {
  const problem = apiKeyProblem(userName, password);
  if (problem !== null) throw new SignInInputError(problem);
  const credentials: Credentials = { kind: 'api-key', userName, password };
  const headers = {
    ...authorizationHeaders(credentials),
    ...upstreamHeaders(serviceAddress, ports.configured),
  };
  const client = createServiceClient({
    ...ports,
    authorize: ({ refused }) =>
      refused === null
        ? Promise.resolve({ serviceAddress, headers })
        : Promise.reject(new ServiceError({ kind: 'unauthenticated' }, 401)),
  });
  // There is no sign-in call for API keys: the smallest answer that asks for credentials has to tell.
  await client.send(itemTableEndpoint, undefined, { signal });
  return {
    serviceAddress,
    displayName: userName,
    credentials,
    lifetimeMs: null,
    rightIds: null,
    secret: { kind: 'api-key', password },
  };
}
