import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import * as z from 'zod';

// A library signs tokens synchronously. `crypto.subtle` is asynchronous, and a token could be used twice during the wait.
const encoder = new TextEncoder();
const decoder = new TextDecoder();

const ISSUER = 'https://prices.example.com/papi';
const JWT_HEADER = base64Url(encoder.encode(JSON.stringify({ alg: 'HS256', typ: 'JWT' })));

/** The claims of an access token. Times are in seconds since 1970, as JWT requires. */
const accessClaimsSchema = z.object({
  unique_name: z.string(),
  sub: z.string(),
  role: z.string(),
  iss: z.literal(ISSUER),
  /** The id of the client that received the token. */
  aud: z.string(),
  iat: z.number(),
  exp: z.number(),
  jti: z.string(),
  generation: z.number(),
  /** The rights, which only the client reads. The service checks the account's rights instead. */
  rights: z.unknown().optional(),
});

export type AccessClaims = z.output<typeof accessClaimsSchema>;

const refreshClaimsSchema = z.object({
  kind: z.literal('refresh'),
  id: z.string(),
  userName: z.string(),
  clientId: z.string(),
  generation: z.number(),
  issuedAtMs: z.number(),
  expiresAtMs: z.number(),
});

/** The claims of a refresh token. They contain all of its state, so the service stores no valid tokens. */
export type RefreshClaims = z.output<typeof refreshClaimsSchema>;

export interface TokenIssuer {
  readonly accessToken: (claims: Omit<AccessClaims, 'iss'>, style: 'jwt' | 'opaque') => string;
  readonly refreshToken: (claims: Omit<RefreshClaims, 'kind'>) => string;
  /** Returns the claims of a token that this issuer signed, even if it has expired; null for any other text. */
  readonly readAccessToken: (token: string) => AccessClaims | null;
  readonly readRefreshToken: (token: string) => RefreshClaims | null;
}

export function createTokenIssuer(signingText: string): TokenIssuer {
  const key = encoder.encode(signingText);
  const sign = (text: string) => base64Url(hmac(sha256, key, encoder.encode(text)));

  function verified(content: string, signature: string): unknown {
    const payload = content.slice(content.indexOf('.') + 1);
    return sign(content) === signature ? parsedPayload(payload) : null;
  }

  return {
    accessToken: (claims, style) => {
      const payload = base64Url(encoder.encode(JSON.stringify({ ...claims, iss: ISSUER })));
      const content = `${JWT_HEADER}.${payload}`;
      // An opaque token has tildes instead of dots, so that clients do not take it for a JWT.
      return style === 'jwt' ? `${content}.${sign(content)}` : `opaque~${payload}~${sign(content)}`;
    },
    refreshToken: (claims) => {
      const payload = base64Url(encoder.encode(JSON.stringify({ ...claims, kind: 'refresh' })));
      return `${payload}.${sign(payload)}`;
    },
    readAccessToken: (token) => {
      const [first, payload, signature] = token.split(token.startsWith('opaque~') ? '~' : '.');
      if (payload === undefined || signature === undefined) return null;
      if (first !== 'opaque' && first !== JWT_HEADER) return null;
      const claims = accessClaimsSchema.safeParse(verified(`${JWT_HEADER}.${payload}`, signature));
      return claims.success ? claims.data : null;
    },
    readRefreshToken: (token) => {
      const [payload, signature] = token.split('.');
      if (payload === undefined || signature === undefined) return null;
      const claims = refreshClaimsSchema.safeParse(verified(payload, signature));
      return claims.success ? claims.data : null;
    },
  };
}

function parsedPayload(payload: string): unknown {
  try {
    const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    return JSON.parse(decoder.decode(Uint8Array.from(binary, (character) => character.charCodeAt(0))));
  } catch {
    return null;
  }
}

function base64Url(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
