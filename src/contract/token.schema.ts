import * as z from 'zod';
import { MAX_NAME_LENGTH } from './limits';

/** What to present for a token. Contract section 1.1. */
export type TokenGrant =
  | {
      readonly kind: 'password';
      readonly userName: string;
      readonly password: string;
      readonly clientId: string;
    }
  | { readonly kind: 'refresh'; readonly refreshToken: string; readonly clientId: string };

export const TOKEN_PATH = '/token';

/** The form fields of a token request, exactly those the service knows. */
export function tokenForm(grant: TokenGrant): URLSearchParams {
  return new URLSearchParams(
    grant.kind === 'password'
      ? {
          grant_type: 'password',
          username: grant.userName,
          password: grant.password,
          client_id: grant.clientId,
        }
      : { grant_type: 'refresh_token', refresh_token: grant.refreshToken, client_id: grant.clientId },
  );
}

const nameSchema = z.string().max(MAX_NAME_LENGTH);

const tokenSchema = z.object({
  access_token: z.string().min(1),
  token_type: z.string(),
  expires_in: z.number().optional().catch(undefined),
  refresh_token: z.string().min(1).optional().catch(undefined),
  userName: nameSchema.optional().catch(undefined),
  '.issued': z.string().optional().catch(undefined),
  '.expires': z.string().optional().catch(undefined),
});

/** Claims of the access token that we read; everything about them is optional. */
const claimsSchema = z.object({
  unique_name: nameSchema.optional().catch(undefined),
  sub: nameSchema.optional().catch(undefined),
  rights: z.array(z.string()).optional().catch(undefined),
  exp: z.number().optional().catch(undefined),
  iat: z.number().optional().catch(undefined),
});

/** A granted token, in our words. */
export interface TokenAnswer {
  readonly accessToken: string;
  /** Null when the answer brought none: the one in use stays good. */
  readonly refreshToken: string | null;
  readonly userName: string | null;
  /** From the moment the answer was made, whatever anybody's clock shows. */
  readonly lifetimeMs: number;
  /** The right ids the token carries; null where it does not tell. */
  readonly rightIds: readonly string[] | null;
}

// The service's stated default, for an answer that says nothing usable about its lifetime.
const DEFAULT_LIFETIME_MS = 20 * 60_000;

/** The answer of the token endpoint to the domain. Throws a zod error when it is not one. */
export function decodeTokenAnswer(json: unknown): TokenAnswer {
  const answer = tokenSchema.parse(json);
  const claims = claimsOf(answer.access_token);
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? null,
    userName: answer.userName ?? claims?.unique_name ?? claims?.sub ?? null,
    lifetimeMs:
      positive(Date.parse(answer['.expires'] ?? '') - Date.parse(answer['.issued'] ?? '')) ??
      positive(((claims?.exp ?? Number.NaN) - (claims?.iat ?? Number.NaN)) * 1000) ??
      lifetimeOfExpiresIn(answer.expires_in) ??
      DEFAULT_LIFETIME_MS,
    rightIds: claims?.rights ?? null,
  };
}

// The unit of expires_in is not given: up to 120 it is read as minutes, above as seconds.
function lifetimeOfExpiresIn(expiresIn: number | undefined): number | null {
  if (expiresIn === undefined) return null;
  return positive(expiresIn <= 120 ? expiresIn * 60_000 : expiresIn * 1000);
}

function positive(value: number): number | null {
  return Number.isFinite(value) && value > 0 ? value : null;
}

// The console does not verify the signature (it has no key): claims only decide what the screens promise.
function claimsOf(accessToken: string): z.output<typeof claimsSchema> | null {
  const payload = accessToken.split('.')[1];
  if (payload === undefined) return null;
  try {
    const base64 = payload.replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return claimsSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return null;
  }
}

const refusalSchema = z.object({ error: z.string(), error_description: z.string().optional() });

/** Whether this is how the token endpoint refuses a request, for whatever reason. */
export function isTokenRefusal(json: unknown): boolean {
  return refusalSchema.safeParse(json).success;
}

/** Whether a refused token request says `invalid_grant`: wrong credentials, or a spent or expired refresh token. */
export function isInvalidGrant(json: unknown): boolean {
  const refusal = refusalSchema.safeParse(json);
  return refusal.success && refusal.data.error === 'invalid_grant';
}
