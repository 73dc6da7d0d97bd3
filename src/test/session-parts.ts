import type { Grant, SessionCore } from '@/session/machine/session-model';

export const MINUTE_MS = 60_000;

/** Returns a session from a sign-in with a password, stored in the tab only. */
export function coreOf(sessionId: string, userName = 'anna'): SessionCore {
  return {
    account: {
      serviceAddress: 'https://prices.test/papi',
      service: 'https://prices.test/papi',
      clientId: 'colonnade',
      userName,
      displayName: userName,
      method: 'password',
      sessionId,
    },
    isKept: false,
    configured: { serviceAddress: null, isFixed: false, upstreamAddress: null },
    signedInAtMs: 0,
    tabSecret: `secret of ${sessionId}`,
  };
}

/** Returns a grant (an access token) of twenty minutes. A later generation replaces an earlier one. */
export function grantOf(generation: number, receivedAtMs = 0): Grant {
  return {
    credentials: { kind: 'bearer', accessToken: `token ${generation}`, clientId: 'colonnade' },
    generation,
    receivedAtMs,
    lifetimeMs: 20 * MINUTE_MS,
    rightIds: ['api-prices-extraction'],
  };
}
