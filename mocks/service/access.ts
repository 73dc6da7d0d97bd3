import type { Account } from '@mocks/data/accounts';
import { badRequest, missingPermission, unauthenticated } from './refusal';
import type { ServiceContext } from './service-context';
import { rightIdsOf } from './service-dialect';

/** Returns the account of the caller. Throws a Refusal: 401 if the credentials are not valid, 400 if `client_id` is missing. */
export function authenticate(request: Request, context: ServiceContext): Account {
  const authorization = request.headers.get('authorization') ?? '';
  // The scheme ApiKey is case-sensitive (docs/service-contract.md, section 1.2), and so is Bearer here.
  if (authorization.startsWith('Bearer ')) {
    return bearerAccount(authorization.slice('Bearer '.length), request.headers.get('client_id'), context);
  }
  if (authorization.startsWith('ApiKey ')) {
    return apiKeyAccount(authorization.slice('ApiKey '.length), context);
  }
  throw unauthenticated();
}

export function requirePermission(
  account: Account,
  permission: string,
  { description }: Pick<ServiceContext, 'description'>,
): void {
  if (account.rights.includes(permission)) return;
  throw missingPermission(rightIdsOf(description, [permission]).join(''));
}

function bearerAccount(token: string, clientId: string | null, context: ServiceContext): Account {
  const claims = context.tokenIssuer.readAccessToken(token);
  const isGood =
    claims !== null &&
    claims.exp * 1000 > context.nowMs() &&
    claims.generation === context.store.read().accessGeneration;
  if (!isGood) throw unauthenticated();
  // The status is 400 and not 401, because a client that renews its token would still not send the header.
  if (clientId === null || clientId === '') throw badRequest('The header client_id is missing.');
  const account = context.accounts.find(({ userName }) => userName === claims.unique_name);
  if (account === undefined || claims.aud !== clientId) throw unauthenticated();
  return account;
}

function apiKeyAccount(key: string, context: ServiceContext): Account {
  const colon = key.indexOf(':');
  const account = context.accounts.find(
    ({ userName, password }) => userName === key.slice(0, colon) && password === key.slice(colon + 1),
  );
  if (colon < 0 || account === undefined) throw unauthenticated();
  return account;
}
