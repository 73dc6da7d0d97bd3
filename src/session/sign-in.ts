import { apiKeyProblem, authorizationHeaders, type Credentials } from '@/contract/authorization';
import { itemTableEndpoint } from '@/contract/item-table.schema';
import { ServiceError } from '@/ui/http/service-error';
import { createServiceClient } from './service-client';
import { parseServiceAddress, type ServiceAddressProblem } from './machine/service-address';
import { boundService, custodyHeaders, isServerCustody, upstreamHeaders } from './machine/service-binding';
import { isSameAccount } from './machine/session-transitions';
import type { SessionCore } from './machine/session-model';
import type { SessionPorts } from './vault/session-ports';
import type { SignInMethod } from './machine/session-state';
import type { StoredSecret } from './vault/session-vault';
import { KEPT_TAB_SECRET } from './vault/stored-session';
import { requestToken, secretOf } from './token-request';

export interface SignInRequest {
  readonly method: SignInMethod;
  /** The address as the user typed it. It must pass `parseServiceAddress`. */
  readonly serviceAddress: string;
  readonly clientId: string;
  readonly userName: string;
  /** The password, or the secret half of the API key. */
  readonly password: string;
  readonly keepSignedIn: boolean;
}

export type SignInInputProblem = ServiceAddressProblem | 'colon-in-user-name' | 'header-unsafe';

/** Thrown for a sign-in that was not sent, because its input is invalid. */
export class SignInInputError extends Error {
  override readonly name = 'SignInInputError';
  readonly problem: SignInInputProblem;
  constructor(problem: SignInInputProblem) {
    super(`Sign-in refused: ${problem}`);
    this.problem = problem;
  }
}

export interface SignInResult {
  readonly serviceAddress: string;
  readonly displayName: string;
  readonly credentials: Credentials;
  /** Null if the credentials do not expire. */
  readonly lifetimeMs: number | null;
  readonly rightIds: readonly string[] | null;
  /** Null if the service issued no refresh token. The session then ends with its access token. */
  readonly secret: StoredSecret | null;
}

interface SignInSituation {
  readonly ports: Pick<SessionPorts, 'clock' | 'configured' | 'randomId'>;
  /** The session that this tab has had so far, or null. */
  readonly previous: SessionCore | null;
  readonly isVaultShared: boolean;
}

/** Returns the session that a sign-in begins. If account and service are the same as before, the session continues. */
export function sessionCoreOf(
  { clientId, userName, method, keepSignedIn }: SignInRequest,
  { serviceAddress, displayName }: SignInResult,
  { ports, previous, isVaultShared }: SignInSituation,
): SessionCore {
  const { configured, clock, randomId } = ports;
  const sessionId = randomId();
  const service = boundService(serviceAddress, configured);
  const account = { serviceAddress, service, clientId, userName, displayName, method, sessionId };
  const isSame = previous !== null && isSameAccount(previous.account, account);
  const common = {
    account: isSame ? previous.account : account,
    configured,
    signedInAtMs: clock.wallMs(),
  };
  if (keepSignedIn && isVaultShared) return { ...common, isKept: true, tabSecret: KEPT_TAB_SECRET };
  const isSecretKnown = isSame && !previous.isKept;
  return {
    ...common,
    isKept: false,
    tabSecret: isSecretKnown ? previous.tabSecret : randomId() + randomId(),
  };
}

const TOKEN_TIMEOUT_MS = 30_000;

type SignInPorts = Pick<
  SessionPorts,
  'fetch' | 'clock' | 'tracing' | 'random' | 'configured' | 'dialect' | 'onToken'
>;

/** Throws SignInInputError before anything is sent, otherwise ServiceError, such as `unauthenticated` for wrong credentials. */
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
  { userName, password, clientId, keepSignedIn }: SignInRequest,
  serviceAddress: string,
  signal: AbortSignal | undefined,
): Promise<SignInResult> {
  const { configured } = ports;
  const isForServer = isServerCustody(configured);
  // Cookies work only on our own origin, so a service on another origin should not receive the password.
  if (isForServer && new URL(serviceAddress).origin !== globalThis.location?.origin) {
    throw new ServiceError({ kind: 'no-custody' });
  }
  const response = await requestToken(
    ports,
    serviceAddress,
    { kind: 'password', userName, password, clientId },
    {
      timeoutMs: TOKEN_TIMEOUT_MS,
      headers: {
        ...upstreamHeaders(serviceAddress, configured),
        ...custodyHeaders(configured, keepSignedIn),
      },
      custody: configured.custody,
      signal,
    },
  );
  return {
    serviceAddress,
    displayName: response.userName ?? userName,
    credentials: { kind: 'bearer', accessToken: response.accessToken, clientId },
    lifetimeMs: response.lifetimeMs,
    rightIds: response.rightIds,
    secret: secretOf(response),
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
  // API keys have no sign-in call, so the smallest call that requires credentials checks them.
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
