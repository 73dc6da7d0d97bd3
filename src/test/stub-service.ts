import { wait, type Clock } from '@/lib/base/clock';
import type { FetchPort } from '@/ui/http/send-request';

/** A request to the stub service, with the status of its response. */
export interface StubCall {
  readonly path: string;
  readonly authorization: string | null;
  readonly clientId: string | null;
  /** The upstream service that the request names. */
  readonly upstream: string | null;
  readonly form: URLSearchParams | null;
  /** The binding of the session that a sign-out ends. */
  readonly endedBinding: string | null;
  readonly status: number;
}

export interface StubServiceOptions {
  readonly clock: Clock;
  /** The latency of a request, and again of its response. */
  readonly latencyMs?: () => number;
  /** The rights in tokens; null if tokens contain none. */
  readonly rights?: readonly string[] | null;
}

export interface StubService {
  readonly fetch: FetchPort;
  /** The calls, in the order of their responses. */
  readonly calls: StubCall[];
  readonly tokenCalls: () => StubCall[];
  /** Invalidates all access tokens issued so far. */
  readonly expireAccessTokens: () => void;
  readonly expireRefreshTokens: () => void;
  /** How many refresh tokens were sent twice. */
  readonly reuseCount: () => number;
  /** The largest number of concurrent renewals. */
  readonly mostRenewalsAtOnce: () => number;
  readonly refusedRenewals: () => number;
  /** The value of the header `Retry-After` of a throttled token call. */
  tokenRetryAfter: string;
  /** How the service behaves. With `down`, requests fail as they do without a network. */
  behaviour: 'normal' | 'down' | 'token-down' | 'token-503' | 'token-throttled';
  lifetimeMs: number;
  /** The service behind a pass-through, which refuses requests that name another one; null for the service itself. */
  upstreamAddress: string | null;
  /**
   * Who keeps refresh tokens. `server`: a pass-through keeps them for the browser, which sends a binding. `given-away`: a pass-through also
   * gives them to the page. `unheard-of`: the server does not support keeping tokens.
   */
  custody: 'page' | 'server' | 'given-away' | 'unheard-of';
  /** Returns the refresh token that the pass-through keeps, and whether for days; null if it keeps none. */
  readonly kept: () => { readonly refreshToken: string; readonly isForDays: boolean } | null;
}

export const STUB_ADDRESS = 'https://prices.test/papi';

/**
 * Creates the minimal service that a session needs: tokens with single-use refresh tokens, an item table without columns, and
 * `/api/echo/…`, which returns the user name of the caller.
 */
export function createStubService({
  clock,
  latencyMs = () => 0,
  rights = ['api-prices-extraction'],
}: StubServiceOptions): StubService {
  const calls: StubCall[] = [];
  let serial = 0;
  let reuseCount = 0;
  let refusedRenewals = 0;
  let renewalsNow = 0;
  let mostRenewalsAtOnce = 0;
  let access = new Map<string, string>();
  let refresh = new Map<string, string>();
  const spent = new Set<string>();
  let kept: { refreshToken: string; isForDays: boolean; binding: string } | null = null;

  function grant(userName: string): Response {
    serial += 1;
    const claims = btoa(JSON.stringify({ unique_name: userName, ...(rights && { rights }), serial }));
    const accessToken = `head.${claims}.access-secret-${serial}`;
    const refreshToken = `refresh-secret-${serial}`;
    access.set(accessToken, userName);
    refresh.set(refreshToken, userName);
    const issuedMs = 1_000_000_000_000;
    return Response.json({
      access_token: accessToken,
      token_type: 'bearer',
      expires_in: 20,
      refresh_token: refreshToken,
      userName,
      '.issued': new Date(issuedMs).toUTCString(),
      '.expires': new Date(issuedMs + service.lifetimeMs).toUTCString(),
    });
  }

  function tokenResponse(form: URLSearchParams): Response {
    if (service.behaviour === 'token-503') return new Response('<html>gateway</html>', { status: 503 });
    if (service.behaviour === 'token-throttled') {
      return new Response('{}', { status: 429, headers: { 'Retry-After': service.tokenRetryAfter } });
    }
    const refused = () => Response.json({ error: 'invalid_grant' }, { status: 403 });
    if (form.get('grant_type') === 'password') {
      return form.get('password') === 'right' ? grant(form.get('username') ?? '') : refused();
    }
    const token = form.get('refresh_token') ?? '';
    if (spent.has(token)) reuseCount += 1;
    const userName = refresh.get(token);
    refresh.delete(token);
    spent.add(token);
    if (userName !== undefined) return grant(userName);
    refusedRenewals += 1;
    return refused();
  }

  function otherCustody(): Response {
    return Response.json({ error: 'other_custody' }, { status: 421 });
  }

  /** Keeps the refresh token in the same way as `server/token-custody.mjs`. */
  async function keepToken(
    { credentials, headers, method }: Request,
    form: URLSearchParams,
  ): Promise<Response> {
    const cookie = credentials === 'same-origin' ? kept : null;
    if (method === 'DELETE') {
      if (credentials === 'same-origin') kept = null;
      return new Response(null, { status: 204 });
    }
    const isForDays = cookie?.isForDays ?? headers.get('x-session-kept') === 'true';
    const binding = form.get('session_binding') ?? `binding-${serial + 1}`;
    if (form.get('grant_type') === 'refresh_token') {
      if (!form.has('session_binding')) return otherCustody();
      if (cookie?.binding !== binding) return Response.json({ error: 'invalid_grant' }, { status: 403 });
    } else if (!headers.has('x-session-kept')) return otherCustody();
    const response = tokenResponse(
      new URLSearchParams([...form, ...(cookie === null ? [] : [['refresh_token', cookie.refreshToken]])]),
    );
    if (response.status !== 200) return response;
    const { refresh_token: refreshToken, ...rest } = await response.json();
    if (credentials === 'same-origin') kept = { refreshToken, isForDays, binding };
    const given = service.custody === 'given-away' ? { refresh_token: refreshToken } : {};
    return Response.json({ ...rest, ...given, session_binding: binding });
  }

  function apiResponse(path: string, authorization: string | null): Response {
    const userName =
      authorization === 'ApiKey robot:key'
        ? 'robot'
        : access.get(authorization?.startsWith('Bearer ') === true ? authorization.slice(7) : '');
    if (userName === undefined) {
      return Response.json({ message: 'Authorization has been denied for this request.' }, { status: 401 });
    }
    const Data = path.startsWith('/api/echo/') ? userName : [];
    return Response.json({ Data, Errors: [], Succeeded: true });
  }

  async function respond(request: Request): Promise<Response> {
    const path = request.url.slice(STUB_ADDRESS.length);
    const isToken = path === '/token';
    const form = isToken ? new URLSearchParams(await request.text()) : null;
    if (latencyMs() > 0) await wait(clock, latencyMs(), request.signal);
    if (service.behaviour === 'down' || (isToken && service.behaviour === 'token-down')) {
      throw new TypeError('Failed to fetch');
    }
    const authorization = request.headers.get('Authorization');
    const upstream = request.headers.get('x-upstream-address');
    const isMisdirected = upstream !== null && upstream !== (service.upstreamAddress ?? upstream);
    const response = isMisdirected
      ? new Response('{}', { status: 421 })
      : form === null
        ? apiResponse(path, authorization)
        : service.custody === 'server' || service.custody === 'given-away'
          ? await keepToken(request, form)
          : service.custody === 'page' && request.headers.has('x-session-kept')
            ? otherCustody()
            : tokenResponse(form);
    const clientId = request.headers.get('client_id');
    const endedBinding = request.headers.get('x-session-binding');
    calls.push({ path, authorization, clientId, upstream, form, endedBinding, status: response.status });
    if (latencyMs() > 0) await wait(clock, latencyMs(), request.signal);
    return response;
  }

  const service: StubService = {
    calls,
    tokenCalls: () => calls.filter(({ path }) => path === '/token'),
    behaviour: 'normal',
    tokenRetryAfter: '30',
    lifetimeMs: 20 * 60_000,
    upstreamAddress: null,
    custody: 'page',
    kept: () => kept,
    expireAccessTokens: () => {
      access = new Map();
    },
    expireRefreshTokens: () => {
      refresh = new Map();
    },
    reuseCount: () => reuseCount,
    mostRenewalsAtOnce: () => mostRenewalsAtOnce,
    refusedRenewals: () => refusedRenewals,
    fetch: async (request) => {
      const isRenewal =
        request.url.endsWith('/token') && (await request.clone().text()).includes('refresh_token');
      if (isRenewal) renewalsNow += 1;
      mostRenewalsAtOnce = Math.max(mostRenewalsAtOnce, renewalsNow);
      try {
        return await respond(request);
      } finally {
        if (isRenewal) renewalsNow -= 1;
      }
    },
  };
  return service;
}
