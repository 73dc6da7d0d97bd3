import type { Account } from '@mocks/data/accounts';
import { jsonResponse } from './responses';
import { randomId } from './random-id';
import { tokenRefused } from './refusal';
import type { Call, ServiceContext } from './service-context';
import { rightsClaims } from './service-dialect';

const FORM_TYPE = 'application/x-www-form-urlencoded';

/** The form fields of each grant type (docs/service-contract.md, section 1.1). Each is required once, and no others are allowed. */
const FIELDS_BY_GRANT: ReadonlyMap<string, readonly string[]> = new Map([
  ['password', ['grant_type', 'username', 'password', 'client_id']],
  ['refresh_token', ['grant_type', 'refresh_token', 'client_id']],
]);

/** Handles `POST /token`. */
export async function handleToken({ request, entry }: Call, context: ServiceContext): Promise<Response> {
  const contentType = request.headers.get('content-type') ?? '';
  if (contentType.split(';')[0]?.trim().toLowerCase() !== FORM_TYPE) {
    throw tokenRefused(400, 'invalid_request', `The content type must be ${FORM_TYPE}.`);
  }
  const form = new URLSearchParams(await request.text());
  const grant = form.get('grant_type');
  entry.grant = grant;
  const fields = grant === null ? undefined : FIELDS_BY_GRANT.get(grant);
  if (fields === undefined) {
    throw tokenRefused(400, 'unsupported_grant_type', 'The grant_type must be password or refresh_token.');
  }
  checkFields(form, fields);
  const clientId = form.get('client_id') ?? '';
  return grant === 'password'
    ? granted(accountOf(form, context), clientId, context)
    : granted(spendRefreshToken(form.get('refresh_token') ?? '', clientId, context), clientId, context);
}

function checkFields(form: URLSearchParams, fields: readonly string[]): void {
  for (const name of new Set(form.keys())) {
    if (!fields.includes(name)) {
      throw tokenRefused(400, 'invalid_request', `The form field "${name}" is not known.`);
    }
  }
  for (const name of fields) {
    if (form.getAll(name).length !== 1 || form.get(name) === '') {
      throw tokenRefused(400, 'invalid_request', `The form field "${name}" must be given once.`);
    }
  }
}

function accountOf(form: URLSearchParams, context: ServiceContext): Account {
  const account = context.accounts.find(
    ({ userName, password }) => userName === form.get('username') && password === form.get('password'),
  );
  if (account === undefined) {
    throw tokenRefused(403, 'invalid_grant', 'The user name or password is incorrect.');
  }
  return account;
}

/** Uses a refresh token, and returns its account. Stores the token's id, because each token can be used only once. */
function spendRefreshToken(token: string, clientId: string, context: ServiceContext): Account {
  const { store } = context;
  const state = store.read();
  const claims = context.tokenIssuer.readRefreshToken(token);
  const account = context.accounts.find(({ userName }) => userName === claims?.userName);
  const isGood =
    claims !== null &&
    claims.clientId === clientId &&
    claims.expiresAtMs > context.nowMs() &&
    claims.generation === state.refreshGeneration;
  if (!isGood || account === undefined) {
    throw tokenRefused(403, 'invalid_grant', 'The refresh token is not valid or has expired.');
  }
  if (state.spentRefreshTokens.some(({ id }) => id === claims.id)) {
    store.write({ ...state, refreshReuseCount: state.refreshReuseCount + 1 });
    throw tokenRefused(403, 'invalid_grant', 'The refresh token has been used already.');
  }
  const stillRelevant = state.spentRefreshTokens.filter(({ expiresAtMs }) => expiresAtMs > context.nowMs());
  store.write({
    ...state,
    spentRefreshTokens: [...stillRelevant, { id: claims.id, expiresAtMs: claims.expiresAtMs }],
  });
  return account;
}

function granted(account: Account, clientId: string, context: ServiceContext): Response {
  const { settings, accessGeneration, refreshGeneration } = context.store.read();
  // HTTP dates have whole seconds, so the lifetime is rounded up to equal the difference of `.expires` and `.issued`.
  const lifetimeS = Math.ceil(settings.accessLifetimeMs / 1000);
  const issuedS = Math.floor(context.nowMs() / 1000);
  const expiresS = issuedS + lifetimeS;
  const accessToken = context.tokenIssuer.accessToken(
    {
      unique_name: account.userName,
      sub: account.userName,
      role: account.role,
      aud: clientId,
      iat: issuedS,
      exp: expiresS,
      jti: randomId(),
      generation: accessGeneration,
      ...(account.tokenStyle === 'jwt' && rightsClaims(context.description, account.rights)),
    },
    account.tokenStyle === 'opaque' ? 'opaque' : 'jwt',
  );
  const refreshToken = context.tokenIssuer.refreshToken({
    id: randomId(),
    userName: account.userName,
    clientId,
    generation: refreshGeneration,
    issuedAtMs: context.nowMs(),
    expiresAtMs: context.nowMs() + settings.refreshLifetimeMs,
  });
  return jsonResponse(200, {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: settings.expiresInUnit === 'seconds' ? lifetimeS : lifetimeS / 60,
    refresh_token: refreshToken,
    'as:client_id': clientId,
    userName: account.userName,
    '.issued': new Date(issuedS * 1000).toUTCString(),
    '.expires': new Date(expiresS * 1000).toUTCString(),
  });
}
