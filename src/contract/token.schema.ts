import * as z from 'zod';
import { isHeaderText } from './authorization';
import { MAX_NAME_LENGTH } from './limits';
import { RIGHTS_CLAIM } from './extraction';
import { isRecord, pathSteps, valueAt, type MemberPath } from './member-path';
import type { ServiceDescription } from './service-description';

/** Who keeps the refresh token: the page, or a server, to which the page then sends a binding (docs/decisions/custody.md). */
export type Custody = 'page' | 'server';

/** How a token is requested (docs/service-contract.md, section 1.1). `bound-refresh` goes to a server that keeps the refresh token. */
export type TokenGrant =
  | {
      readonly kind: 'password';
      readonly userName: string;
      readonly password: string;
      readonly clientId: string;
    }
  | { readonly kind: 'refresh'; readonly refreshToken: string; readonly clientId: string }
  | { readonly kind: 'bound-refresh'; readonly binding: string; readonly clientId: string };

export const TOKEN_PATH = '/token';

/** Returns the form fields of a token request. The form has only fields that the service knows. */
export function tokenForm(grant: TokenGrant): URLSearchParams {
  return new URLSearchParams(
    grant.kind === 'password'
      ? {
          grant_type: 'password',
          username: grant.userName,
          password: grant.password,
          client_id: grant.clientId,
        }
      : {
          grant_type: 'refresh_token',
          ...(grant.kind === 'refresh'
            ? { refresh_token: grant.refreshToken }
            : { session_binding: grant.binding }),
          client_id: grant.clientId,
        },
  );
}

const nameSchema = z.string().max(MAX_NAME_LENGTH);

const tokenSchema = z.object({
  // Every later call sends the token in a header, so the token must be valid header text.
  access_token: z.string().min(1).refine(isHeaderText),
  token_type: z.string(),
  expires_in: z.number().optional().catch(undefined),
  refresh_token: z.string().min(1).optional().catch(undefined),
  /** The binding from a server that keeps the refresh token; null if the service gave no refresh token. */
  session_binding: z.string().min(1).nullish().catch(undefined),
  userName: nameSchema.optional().catch(undefined),
  '.issued': z.string().optional().catch(undefined),
  '.expires': z.string().optional().catch(undefined),
});

const rightsSchema = z.array(z.string()).optional().catch(undefined);

const claimsSchema = z.object({
  unique_name: nameSchema.optional().catch(undefined),
  sub: nameSchema.optional().catch(undefined),
  exp: z.number().optional().catch(undefined),
  iat: z.number().optional().catch(undefined),
});

export interface TokenResponse {
  readonly accessToken: string;
  /** Null if the response has no refresh token. The current refresh token then stays valid. */
  readonly refreshToken: string | null;
  /** The secret that the page uses in place of a refresh token kept by a server; undefined if no server keeps it. */
  readonly binding: string | null | undefined;
  readonly userName: string | null;
  /** The lifetime from the creation of the response, so that it does not depend on the local clock. */
  readonly lifetimeMs: number;
  /** The right IDs in the token; null if the token lists no rights. */
  readonly rightIds: readonly string[] | null;
}

// The default lifetime that the service documents, for responses without a usable lifetime.
const DEFAULT_LIFETIME_MS = 20 * 60_000;

/** Converts the token endpoint's response to the domain type. Throws a zod error if it is malformed. */
export function decodeTokenResponse(
  json: unknown,
  { claim, form }: Partial<ServiceDescription['rights']> = {},
): TokenResponse {
  const response = tokenSchema.parse(json);
  const { claims, rights } = claimsOf(
    response.access_token,
    claim === undefined ? RIGHTS_CLAIM : claim,
    form,
  );
  return {
    accessToken: response.access_token,
    refreshToken: response.refresh_token ?? null,
    binding: response.session_binding,
    userName: response.userName ?? claims?.unique_name ?? claims?.sub ?? null,
    lifetimeMs: lifetimeOf(response, claims).ms,
    rightIds: rights ?? null,
  };
}

/** What may be told of a response of the token endpoint: nothing in it opens a session. */
export interface TokenFacts {
  readonly lifetimeMs: number;
  /** What the lifetime was taken from (docs/service-contract.md, section 1.1); `default` if the response has none of these. */
  readonly lifetimeFrom: 'expires' | 'jwt' | 'expires-in' | 'default';
  /** The claims of the token that are lists of texts. One of them may be the rights. */
  readonly textLists: readonly { readonly steps: readonly string[]; readonly texts: readonly string[] }[];
}

/** Throws a zod error if the response is malformed. */
export function tokenFacts(json: unknown): TokenFacts {
  const response = tokenSchema.parse(json);
  const { claims, payload } = claimsOf(response.access_token, null);
  const { ms, from } = lifetimeOf(response, claims);
  return { lifetimeMs: ms, lifetimeFrom: from, textLists: textListsOf(payload, []) };
}

const MOST_CLAIM_STEPS = 4;

function textListsOf(claims: unknown, steps: readonly string[]): TokenFacts['textLists'] {
  const texts = z.array(z.string()).safeParse(claims);
  if (texts.success) return [{ steps, texts: texts.data }];
  if (!isRecord(claims) || steps.length === MOST_CLAIM_STEPS) return [];
  return Object.entries(claims).flatMap(([name, claim]) => textListsOf(claim, [...steps, name]));
}

function lifetimeOf(
  response: z.output<typeof tokenSchema>,
  claims: z.output<typeof claimsSchema> | undefined,
): { readonly ms: number; readonly from: TokenFacts['lifetimeFrom'] } {
  const candidates = [
    ['expires', positive(Date.parse(response['.expires'] ?? '') - Date.parse(response['.issued'] ?? ''))],
    ['jwt', positive(((claims?.exp ?? Number.NaN) - (claims?.iat ?? Number.NaN)) * 1000)],
    ['expires-in', lifetimeOfExpiresIn(response.expires_in)],
  ] as const;
  for (const [from, ms] of candidates) if (ms !== null) return { from, ms };
  return { from: 'default', ms: DEFAULT_LIFETIME_MS };
}

// The contract does not state the unit of expires_in. Values up to 120 are taken as minutes, greater values as seconds.
function lifetimeOfExpiresIn(expiresIn: number | undefined): number | null {
  if (expiresIn === undefined) return null;
  return positive(expiresIn <= 120 ? expiresIn * 60_000 : expiresIn * 1000);
}

function positive(value: number): number | null {
  return Number.isFinite(value) && value > 0 ? value : null;
}

// The signature is not verified, because the console has no key. The claims only affect what screens offer.
function claimsOf(
  accessToken: string,
  rightsClaim: MemberPath | null,
  form: ServiceDescription['rights']['form'] = 'list',
): {
  readonly claims?: z.output<typeof claimsSchema>;
  readonly rights?: string[] | undefined;
  readonly payload?: unknown;
} {
  const payload = accessToken.split('.')[1];
  if (payload === undefined) return {};
  try {
    const base64 = payload.replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const json: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const rights = rightsClaim === null ? undefined : valueAt(json, pathSteps(rightsClaim));
    const listed =
      form === 'text' && typeof rights === 'string' ? rights.split(/\s+/).filter((id) => id !== '') : rights;
    return { claims: claimsSchema.parse(json), rights: rightsSchema.parse(listed), payload: json };
  } catch {
    return {};
  }
}

const refusalSchema = z.object({ error: z.string(), error_description: z.string().optional() });

export function isTokenRefusal(json: unknown): boolean {
  return refusalSchema.safeParse(json).success;
}

/** Whether a refusal is `invalid_grant`: wrong credentials, or a refresh token that was used already or has expired. */
export function isInvalidGrant(json: unknown): boolean {
  const refusal = refusalSchema.safeParse(json);
  return refusal.success && refusal.data.error === 'invalid_grant';
}
