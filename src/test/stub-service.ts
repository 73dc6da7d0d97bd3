import type { FetchPort } from '@/shared/http/exchange';

/** One request as the stub service got it. */
export interface StubCall {
  readonly path: string;
  readonly authorization: string | null;
  readonly clientId: string | null;
  readonly form: URLSearchParams | null;
  readonly status: number;
}

export interface StubService {
  readonly fetch: FetchPort;
  /** In the order of the answers' making. */
  readonly calls: StubCall[];
  readonly tokenCalls: () => StubCall[];
  /** Access tokens given out so far are not accepted any more. */
  readonly expireAccessTokens: () => void;
  readonly expireRefreshTokens: () => void;
  /** What happens to requests: `down` = no network. */
  behaviour: 'normal' | 'down' | 'token-down' | 'token-503';
  lifetimeMs: number;
}

const ADDRESS = 'https://prices.test/papi';

/** What the session needs of a service and no more: tokens whose refresh token is good for one use. */
export function createStubService({
  rights = ['api-prices-extraction'] as string[] | null,
} = {}): StubService {
  const calls: StubCall[] = [];
  let serial = 0;
  let access = new Set<string>();
  let refresh = new Map<string, string>();

  function grant(userName: string): Response {
    serial += 1;
    const claims = btoa(JSON.stringify({ unique_name: userName, ...(rights && { rights }), serial }));
    const accessToken = `head.${claims}.access-secret-${serial}`;
    const refreshToken = `refresh-secret-${serial}`;
    access.add(accessToken);
    refresh.set(refreshToken, userName);
    return Response.json({
      access_token: accessToken,
      token_type: 'bearer',
      expires_in: 20,
      refresh_token: refreshToken,
      userName,
      '.issued': new Date(1_000_000_000_000).toUTCString(),
      '.expires': new Date(1_000_000_000_000 + service.lifetimeMs).toUTCString(),
    });
  }

  function answerToken(form: URLSearchParams): Response {
    const refused = () => Response.json({ error: 'invalid_grant' }, { status: 403 });
    if (form.get('grant_type') === 'password') {
      return form.get('password') === 'right' ? grant(form.get('username') ?? '') : refused();
    }
    const token = form.get('refresh_token') ?? '';
    const userName = refresh.get(token);
    refresh.delete(token);
    return userName === undefined ? refused() : grant(userName);
  }

  function answerApi(authorization: string | null): Response {
    const isAccepted =
      authorization === 'ApiKey robot:key' ||
      (authorization?.startsWith('Bearer ') === true && access.has(authorization.slice('Bearer '.length)));
    return isAccepted
      ? Response.json({ Data: [], Errors: [], Succeeded: true })
      : Response.json({ message: 'Authorization has been denied for this request.' }, { status: 401 });
  }

  const service: StubService = {
    calls,
    tokenCalls: () => calls.filter(({ path }) => path === '/token'),
    behaviour: 'normal',
    lifetimeMs: 20 * 60_000,
    expireAccessTokens: () => {
      access = new Set();
    },
    expireRefreshTokens: () => {
      refresh = new Map();
    },
    fetch: async (request) => {
      const path = request.url.slice(ADDRESS.length);
      const isToken = path === '/token';
      const form = isToken ? new URLSearchParams(await request.text()) : null;
      if (service.behaviour === 'down' || (isToken && service.behaviour === 'token-down')) {
        throw new TypeError('Failed to fetch');
      }
      const authorization = request.headers.get('Authorization');
      const response =
        form === null
          ? answerApi(authorization)
          : service.behaviour === 'token-503'
            ? new Response('<html>gateway</html>', { status: 503 })
            : answerToken(form);
      const clientId = request.headers.get('client_id');
      calls.push({ path, authorization, clientId, form, status: response.status });
      return response;
    },
  };
  return service;
}
